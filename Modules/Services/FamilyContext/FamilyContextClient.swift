public import Domain
public import FeatureKit

/// Provides the signed-in person and the athlete whose data this person views. It also logs which
/// pages a parent views.
///
/// All features use this client, so that the same rule decides everywhere which athlete is selected
/// and what is read-only (domain.md 4.14).
public struct FamilyContextClient: Capability {
  private let viewing: @Sendable () async throws(Problem) -> Viewing
  private let choices: @Sendable () async throws(Problem) -> [AthleteChoice]
  private let choose: @Sendable (RecordID) async throws(Problem) -> Viewing
  private let note: @Sendable (ViewLogEntry.ItemType, RecordID?, Viewing) async -> Void
  private let forget: @Sendable () -> Void
  /// Does the writes that opening a page causes, such as the log entry that a parent viewed the
  /// page.
  public let afterwards: Afterwards

  public init(
    current: @escaping @Sendable () async throws(Problem) -> Viewing,
    athletes: @escaping @Sendable () async throws(Problem) -> [AthleteChoice],
    switchTo: @escaping @Sendable (RecordID) async throws(Problem) -> Viewing,
    logView: @escaping @Sendable (ViewLogEntry.ItemType, RecordID?, Viewing) async -> Void,
    forget: @escaping @Sendable () -> Void = {}, afterwards: Afterwards = .atOnce
  ) {
    viewing = current
    choices = athletes
    choose = switchTo
    note = logView
    self.forget = forget
    self.afterwards = afterwards
  }

  /// Returns the signed-in person and the selected athlete. Throws a `signInNeeded` problem if no
  /// person is signed in.
  public func current() async throws(Problem) -> Viewing { try await viewing() }

  /// Returns the athletes whose data a parent can view, so that the parent can choose one; an empty
  /// array if the signed-in person is an athlete.
  public func athletes() async throws(Problem) -> [AthleteChoice] { try await choices() }

  /// Selects another athlete. If the person may not see that athlete, the selection stays
  /// unchanged.
  public func switchTo(_ athlete: RecordID) async throws(Problem) -> Viewing {
    try await choose(athlete)
  }

  /// Adds an entry to the log in which an athlete reads which pages a parent has viewed. The entry
  /// is written at once, or in a browser after the page was sent. Athletes' views of their own data
  /// are not logged.
  ///
  /// - Parameter viewing: the person and the athlete when the page was loaded. If the parent
  ///   selects another athlete afterwards, the entry still belongs to the right one.
  public func logView(
    _ item: ViewLogEntry.ItemType, id: RecordID? = nil, by viewing: Viewing
  ) async {
    await note(item, id, viewing)
  }

  /// Discards the cached person and athlete. It is called after another person has signed in, or
  /// after a family was joined or left.
  public func reset() { forget() }

  public static func unimplemented(_ place: Unimplemented) -> FamilyContextClient {
    FamilyContextClient(
      current: { () throws(Problem) in throw place.problem("current") },
      athletes: { () throws(Problem) in throw place.problem("athletes") },
      switchTo: { _ throws(Problem) in throw place.problem("switchTo") },
      logView: { _, _, _ in place.reported("logView", standIn: ()) })
  }
}

extension FamilyContextClient {
  /// Returns the athlete whose data a command is about to change. Throws `readOnly` for a parent,
  /// unless the athlete allows parents to help in this area. The storage layer checks the same
  /// right again when it writes.
  ///
  /// - Parameter area: the area to which the changed data belongs, such as tasks; nil if only the
  ///   athlete may change the data.
  public func athleteToChange(_ area: HelpArea? = nil) async throws(Problem) -> RecordID {
    let viewing = try await current()
    if viewing.isReadOnly, !(area.map(viewing.helps.contains) ?? false) { throw .readOnly }
    return try viewing.chosenAthlete()
  }

  /// The text that a page shows instead of its content to a parent who is linked to no athlete. It
  /// says how to join a family (domain.md 4.14).
  public static let linkYourFamily = EmptyState(
    "You are not linked to an athlete.",
    detail:
      "Set up the family link: your athlete makes a family on the Family page and gives you its code.",
    links: [CommandLink("Join with a family code", "family join")])
}

extension Viewing {
  /// Returns the selected athlete. If there is none, throws a problem that tells the person how to
  /// join a family.
  public func chosenAthlete() throws(Problem) -> RecordID {
    guard let athlete else {
      throw Problem(
        .notFound, "You are not linked to an athlete.",
        details: ["If you have asked already, your athlete lets you in on their Family page."],
        fix: "Join with the family code:  family join CODE")
    }
    return athlete
  }
}
