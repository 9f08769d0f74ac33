public import Domain
public import FeatureKit

/// The signed-in person, the athlete whose data they view, and the view log, for every feature.
///
/// All features ask this client, so that preselection, switching and read-only mode follow one rule (rule 4.14).
public struct FamilyContextClient: Capability {
  private let viewing: @Sendable () async throws(Problem) -> Viewing
  private let choices: @Sendable () async throws(Problem) -> [AthleteChoice]
  private let choose: @Sendable (RecordID) async throws(Problem) -> Viewing
  private let note: @Sendable (ViewLogEntry.ItemType, RecordID?, Viewing) async -> Void
  private let forget: @Sendable () -> Void

  public init(
    current: @escaping @Sendable () async throws(Problem) -> Viewing,
    athletes: @escaping @Sendable () async throws(Problem) -> [AthleteChoice],
    switchTo: @escaping @Sendable (RecordID) async throws(Problem) -> Viewing,
    logView: @escaping @Sendable (ViewLogEntry.ItemType, RecordID?, Viewing) async -> Void,
    forget: @escaping @Sendable () -> Void = {}
  ) {
    viewing = current
    choices = athletes
    choose = switchTo
    note = logView
    self.forget = forget
  }

  /// The current viewer and athlete; a `signInNeeded` problem when no person is signed in.
  public func current() async throws(Problem) -> Viewing { try await viewing() }

  /// The athletes a parent can choose from; empty for an athlete.
  public func athletes() async throws(Problem) -> [AthleteChoice] { try await choices() }

  /// Selects another athlete. An athlete that is not accessible changes nothing.
  public func switchTo(_ athlete: RecordID) async throws(Problem) -> Viewing {
    try await choose(athlete)
  }

  /// Records a parent's visit in the log that the athlete can read; a failure is ignored. Visits to one's own data are not
  /// recorded.
  ///
  /// - Parameter viewing: the viewing at the time the page was fetched, so that a later switch does not log another athlete.
  public func logView(
    _ item: ViewLogEntry.ItemType, id: RecordID? = nil, by viewing: Viewing
  ) async {
    await note(item, id, viewing)
  }

  /// Discards the cached context. It is called after another person signed in, or a family was
  /// joined or left.
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
  /// The athlete whose data a command is about to change. Throws `readOnly` for a parent, unless the athlete lets parents
  /// help in this area; every gateway checks that again.
  ///
  /// - Parameter area: what the command changes; nil where only the athlete may change it.
  public func athleteToChange(_ area: HelpArea? = nil) async throws(Problem) -> RecordID {
    let viewing = try await current()
    if viewing.isReadOnly, !(area.map(viewing.helps.contains) ?? false) { throw .readOnly }
    return try viewing.chosenAthlete()
  }

  /// The page of a parent without an athlete, shown instead of an empty page (rule 4.14 of domain.md).
  public static let linkYourFamily = EmptyState(
    "You are not linked to an athlete yet.",
    detail:
      "Set up the family link: your athlete makes a family on the Family page and gives you its code.",
    links: [CommandLink("Join with a family code", "family join")])
}

extension Viewing {
  /// Returns the athlete of this viewing. Without an athlete, throws a problem that says how to get
  /// one.
  public func chosenAthlete() throws(Problem) -> RecordID {
    guard let athlete else {
      throw Problem(
        .notFound, "You are not linked to an athlete yet.",
        fix: "Join with the family code:  family join CODE")
    }
    return athlete
  }
}
