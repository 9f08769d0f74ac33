public import CivilTime
public import Domain
public import FeatureKit
import Synchronization

extension FamilyContextClient {
  /// Returns a client that reads the person and the athletes from the data file or the server. They
  /// are read once and cached until `reset`.
  ///
  /// - Parameters:
  ///   - signedIn: returns the person of the current session; nil if no person is signed in.
  ///   - routed: returns the athlete whose id is the parameter `athlete_id` in the address of the
  ///     opened page; nil if there is none. A parent sees this athlete first.
  ///   - now: returns the time of a visit for the log; with nil, the log contains the time at which
  ///     the entry is written.
  public static func live(
    signedIn: @escaping @Sendable () async throws(Problem) -> RecordID?,
    routed: @escaping @Sendable () -> RecordID? = { nil },
    people: PeopleGateway, families: FamiliesGateway, preferences: DevicePreferencesGateway,
    viewLog: ViewLogGateway, now: @escaping @Sendable () -> Instant? = { nil },
    afterwards: Afterwards = .atOnce
  ) -> FamilyContextClient {
    let context = LiveFamilyContext(
      signedIn: signedIn, routed: routed, people: people, families: families,
      preferences: preferences, viewLog: viewLog, now: now, afterwards: afterwards)
    return FamilyContextClient(
      current: context.current, athletes: context.athletes, switchTo: context.switchTo,
      logView: context.logView, forget: context.forget, afterwards: afterwards)
  }
}

/// The implementation of `FamilyContextClient.live`: reads once which athlete a person views,
/// caches it, and stores a parent's choice on this machine.
private final class LiveFamilyContext: Sendable {
  private struct Known {
    var person: RecordID
    var viewing: Viewing
    var athletes: [AthleteChoice]
  }

  private struct Memory {
    var known: Known?
    /// The number of changes that invalidate the cache. A computation that began before the newest
    /// change is not cached, because its result is outdated.
    var turn = 0
    /// The athlete that a parent chose in this process. This choice takes precedence over the
    /// athlete in the address of the opened page, and over the one that this machine remembers.
    var choice: (person: RecordID, athlete: RecordID)?
  }

  private let signedIn: @Sendable () async throws(Problem) -> RecordID?
  private let routed: @Sendable () -> RecordID?
  private let people: PeopleGateway
  private let families: FamiliesGateway
  private let preferences: DevicePreferencesGateway
  private let viewLog: ViewLogGateway
  private let now: @Sendable () -> Instant?
  private let afterwards: Afterwards
  private let memory = Mutex(Memory())

  init(
    signedIn: @escaping @Sendable () async throws(Problem) -> RecordID?,
    routed: @escaping @Sendable () -> RecordID?, people: PeopleGateway,
    families: FamiliesGateway, preferences: DevicePreferencesGateway, viewLog: ViewLogGateway,
    now: @escaping @Sendable () -> Instant?, afterwards: Afterwards
  ) {
    self.signedIn = signedIn
    self.routed = routed
    self.people = people
    self.families = families
    self.preferences = preferences
    self.viewLog = viewLog
    self.now = now
    self.afterwards = afterwards
  }

  func current() async throws(Problem) -> Viewing { try await resolved().viewing }

  func athletes() async throws(Problem) -> [AthleteChoice] { try await resolved().athletes }

  func switchTo(_ athlete: RecordID) async throws(Problem) -> Viewing {
    while true {
      let turn = memory.withLock { $0.turn }
      var known = try await resolved()
      switch ActiveAthlete.switching(to: athlete, accessible: known.athletes.map(\.athlete)) {
      case .failure(let refusal):
        throw Problem(.refused, refusal.words, fix: "See whom you can look at:  family")
      case .success(let chosen): known.viewing.look(at: chosen)
      }
      guard keep(known, begunIn: turn, isChoice: true) else { continue }
      // If this write fails, the parent can still view the athlete. The next start of the program
      // then shows another athlete first.
      try? await preferences.set(athlete.description, for: DevicePreferenceKey.lastViewedAthlete)
      return known.viewing
    }
  }

  func logView(_ item: ViewLogEntry.ItemType, _ id: RecordID?, _ viewing: Viewing) async {
    guard viewing.isReadOnly, let athlete = viewing.athlete else { return }
    let moment = now()
    await afterwards.run { [viewLog] () throws(Problem) in
      try await viewLog.record(item, id: id, of: athlete, at: moment)
    }
  }

  func forget() {
    memory.withLock { memory in
      memory.known = nil
      memory.turn += 1
    }
  }
}

extension LiveFamilyContext {
  private func resolved() async throws(Problem) -> Known {
    while true {
      let (known, turn) = memory.withLock { ($0.known, $0.turn) }
      guard let person = try await signedIn() else { throw .signInNeeded }
      if let known, known.person == person { return known }
      let workedOut = try await workOut(person)
      if keep(workedOut, begunIn: turn, isChoice: false) { return workedOut }
    }
  }

  /// Caches the person and the athlete that a computation has found, and returns true. Returns
  /// false if another athlete was selected or the cache was reset since the computation began,
  /// because the result is outdated then.
  private func keep(_ known: Known, begunIn turn: Int, isChoice: Bool) -> Bool {
    memory.withLock { memory in
      guard memory.turn == turn else { return false }
      memory.known = known
      if isChoice {
        memory.turn += 1
        memory.choice = known.viewing.athlete.map { (known.person, $0) }
      }
      return true
    }
  }

  private func workOut(_ person: RecordID) async throws(Problem) -> Known {
    let signedIn = try await people.signedInPerson()
    // An unknown role comes from a newer version. A person with such a role may view what a parent
    // may view, and may change nothing. The gateways (the functions that read and write data) treat
    // unknown roles in the same way.
    let role = signedIn.person.role.known ?? .parent
    var known = Known(
      person: person,
      viewing: Viewing(person: person, role: role, name: signedIn.person.fullName), athletes: [])
    switch role {
    case .player:
      known.viewing.athlete = person
      known.viewing.athleteName = signedIn.person.fullName
      known.viewing.family = signedIn.families.first
    case .parent:
      known.athletes = try await families.accessibleAthletes()
      if let athlete = await firstLook(of: person, at: known.athletes.map(\.athlete)) {
        known.viewing.look(at: athlete)
      }
    case .admin:
      break
    }
    return known
  }

  /// Returns the athlete that a parent sees first: the one that the parent chose in this process,
  /// or else the one in the address of the opened page, or else the one that the parent viewed last
  /// on this machine, or else the athlete who graduates first (domain.md 4.14).
  private func firstLook(
    of parent: RecordID, at accessible: [AccessibleAthlete]
  ) async -> AccessibleAthlete? {
    let choice = memory.withLock { $0.choice }
    let chosen = choice?.person == parent ? choice?.athlete : nil
    let stored = (try? await preferences.value(of: DevicePreferenceKey.lastViewedAthlete)) ?? nil
    let athlete = ActiveAthlete.initial(
      for: parent, role: .parent, route: chosen ?? routed(),
      lastViewed: stored.flatMap { RecordID($0) }, accessible: accessible)
    return accessible.first { $0.athleteID == athlete }
  }
}

extension Viewing {
  fileprivate mutating func look(at choice: AccessibleAthlete) {
    athlete = choice.athleteID
    athleteName = choice.name
    family = choice.familyID
    helps = choice.helps
  }
}
