import Domain
import FeatureKit

extension AccountFeature {
  /// The part of the account pages, such as sign-in or settings, in which a load or a write failed.
  /// It determines the error text, such as `Could not sign in.`
  enum Topic {
    case account, newAccount, signIn, signOut, passphrase, profile, family, visits, settings

    private var words: FailureWords {
      switch self {
      case .account: FailureWords(load: "Failed to load account", write: "Could not save.")
      case .newAccount:
        FailureWords(load: "Failed to load account", write: "Could not make the account.")
      case .signIn: FailureWords(load: "Failed to load account", write: "Could not sign in.")
      case .signOut: FailureWords(load: "Failed to load account", write: "Could not sign out.")
      case .passphrase:
        FailureWords(load: "Failed to load account", write: "Could not change the passphrase.")
      case .profile:
        FailureWords(load: "Failed to load profile", write: "Could not update the profile.")
      case .family:
        FailureWords(load: "Failed to load family", write: "Could not update the family.")
      case .visits: FailureWords(load: "Failed to load visits", write: "Could not save.")
      case .settings:
        FailureWords(load: "Failed to load settings", write: "Could not update the settings.")
      }
    }

    /// Returns the problem with the general error text of this topic instead of its own text.
    ///
    /// A refused operation keeps its own text, because the text names the rule that the operation
    /// breaks. The refusal to a parent who may only read is an exception and gets the text of this
    /// topic.
    func problem(_ problem: Problem, during moment: FailureWords.Moment) -> Problem {
      if problem.cause == .refused, problem.title != Problem.readOnly.title { return problem }
      return words.problem(problem, during: moment)
    }
  }
}

extension AccountFeature.Screen {
  /// The topic of a page, which determines its error texts.
  ///
  /// Pages with the same topic show the same loaded data, so a switch between them keeps the data
  /// on the screen.
  var topic: AccountFeature.Topic {
    switch self {
    case .account, .who: .account
    case .profile: .profile
    case .family, .members: .family
    case .views: .visits
    case .settings: .settings
    }
  }
}

extension String {
  /// The first word of a name, such as `Sam`, as it was typed, for use within sentences.
  var firstName: String { FirstName.of(self) }
}

extension Problem {
  /// Returns the problem that an edit names no value to change.
  static func nothingToChange(example: String) -> Problem {
    Problem(.usage, "Say what to change.", fix: "Example: \(example)")
  }
}
