public import Domain
public import FeatureKit

/// Who is looking at whose data, for every feature: the signed-in person, the athlete they look at, and the view log.
///
/// Features ask here and nowhere else, so that preselection, switching and read-only mode are one rule (rule 4.14).
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

  /// Who looks at whom now; a `signInNeeded` problem when nobody is signed in.
  public func current() async throws(Problem) -> Viewing { try await viewing() }

  /// The athletes a parent can choose from; empty for an athlete.
  public func athletes() async throws(Problem) -> [AthleteChoice] { try await choices() }

  /// Looks at another athlete from now on. One that is not accessible changes nothing.
  public func switchTo(_ athlete: RecordID) async throws(Problem) -> Viewing {
    try await choose(athlete)
  }

  /// Notes a parent's visit where the athlete can read it; a failure is nobody's business. Nothing is noted of people who
  /// look at their own data.
  ///
  /// - Parameter viewing: as it was when the page was fetched, so that a switch meanwhile does not name another athlete.
  public func logView(
    _ item: ViewLogEntry.ItemType, id: RecordID? = nil, by viewing: Viewing
  ) async {
    await note(item, id, viewing)
  }

  /// Forgets what was worked out: another person signed in, a family was joined or left.
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
  /// The athlete whose data a command is about to change. Refused to a parent, whom every gateway refuses again, unless the
  /// athlete lets them help with it.
  ///
  /// - Parameter area: what the command changes; nil where nobody but the athlete may.
  public func athleteToChange(_ area: HelpArea? = nil) async throws(Problem) -> RecordID {
    let viewing = try await current()
    if viewing.isReadOnly, !(area.map(viewing.helps.contains) ?? false) { throw .readOnly }
    return try viewing.chosenAthlete()
  }

  /// What a parent without an athlete sees instead of an empty page (rule 4.14).
  public static let linkYourFamily = EmptyState(
    "You are not linked to an athlete yet.",
    detail:
      "Set up the family link: your athlete makes a family with `family create` and gives you its code.",
    links: [CommandLink("Join with a family code", "family join")])
}

extension Viewing {
  /// The athlete looked at, or the problem that says how to get one.
  public func chosenAthlete() throws(Problem) -> RecordID {
    guard let athlete else {
      throw Problem(
        .notFound, "You are not linked to an athlete yet.",
        fix: "Join with the family code:  family join CODE")
    }
    return athlete
  }
}
