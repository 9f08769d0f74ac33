package import FeatureKit

// The problems that are shown with a form whose values were not saved.
extension Problem {
  /// Returns the problem of a form whose record was deleted after the form was shown. `problem`
  /// says that the record is missing. If the undo history contains the deletion, the result has the
  /// record's name, and advice on how to get the record back.
  static func deletedMeanwhile(_ problem: Problem) -> Problem {
    guard problem.fix != nil else {
      return Problem(
        .notFound, "This is not there any more, so nothing was saved.",
        fix: "If it was deleted, take that back, and save again:  history")
    }
    return Problem(
      .notFound, problem.title, details: ["Nothing was saved. What you wrote is here."],
      fix: "If you take that back, you can save again:  history")
  }

  /// The problem shown with a form if the host does not know whether the form was submitted before.
  static let maybeSavedBefore = Problem(
    .conflict, "This page was open for so long that it is not known whether this was saved before.",
    details: [formIsHere], fix: pressAgain)

  /// The problem shown with a form from a page of an earlier run of the program. The host does not
  /// know whether it was submitted before.
  static let fromEarlierRun = Problem(
    .conflict,
    "The program was started again since this page was opened, so it is not known whether this was saved before.",
    details: [formIsHere], fix: pressAgain)

  private static let formIsHere = "The form is here with what you wrote."
  private static let pressAgain = "If it was not saved yet, press the button again."

  /// The problem shown with a form that was submitted after its person's session had ended. The
  /// person sees it after signing in again.
  package static let signedOutMeanwhile = Problem(
    .sessionExpired, "You were signed out after a while.", fix: formIsThereAgain)

  /// The problem of a form that was submitted after its person had signed out in another tab.
  static let signedOutElsewhere = Problem(
    .sessionExpired, "You signed out in another tab.", fix: formIsThereAgain)

  /// The problem shown with a form whose person has signed in again in another tab since the page
  /// was loaded.
  static let signedInAgain = Problem(
    .conflict, "This form is from before you signed in again. Nothing was saved.",
    details: ["It is here with what you wrote."], fix: "Press the button again.")

  private static let formIsThereAgain =
    "Sign in, and the form is there again with what you wrote."
}
