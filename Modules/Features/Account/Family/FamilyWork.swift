import Domain
import FamilyContext
import FeatureKit

// This extension has the work of the `family` commands. A command that needs a confirmation, such
// as leaving a family, first checks whether it is allowed, and then asks the person to confirm.
extension AccountFeature {
  func createFamily(_ name: String?) -> Effect<Action> {
    change { () throws(Problem) in
      let viewing = try await family.current()
      if viewing.role == .parent { throw .parentCreatesNoFamily }
      // An athlete has at most one family. If there is one already, `create` returns it unchanged,
      // and the answer says that the family existed before.
      let wasThere = try await !families.families().isEmpty
      var made = try await families.create(named: name)
      if !wasThere, made.family.code == nil, try await sharing.isConnected {
        // The server generates the code of a family that is shared through it. If the server cannot
        // be reached, the family page offers to create the code later.
        made.family.code = try? await sharing.renewCode().text
      }
      return .created(made, wasThere: wasThere)
    }
  }

  func findCode() -> Effect<Action> {
    .load("code") { () throws(Problem) in
      let (shown, code) = try await familyWithCode()
      let status = await sharing.statusIfKnown()
      return KnownCode(
        code: code, family: shown.name, invitation: FamilyCode(code).flatMap(status.invitation),
        isOwners: shown.isOwner)
    } into: {
      .codeFound($0)
    }
  }

  func considerRenewal() -> Effect<Action> {
    consider { () throws(Problem) in
      let mine = try await ownFamily(for: .renewingCode)
      // Only a server stores requests to join. If the server cannot be reached, the question
      // mentions no requests; the renewal then fails too, because the server generates the code.
      let asking = (try? await sharing.joinRequests()) ?? []
      return .renewCode(
        family: mine.family.id, name: mine.name, hasCode: mine.family.code != nil,
        asking: asking.map(\.name))
    }
  }

  func join(_ code: FamilyCode) -> Effect<Action> {
    change { () throws(Problem) in try await joined(code) }
  }

  /// Lets the signed-in person join the family with this code. In a family that is shared through a
  /// server, the person only asks to join.
  func joined(_ code: FamilyCode) async throws(Problem) -> FamilyChange {
    // With a server, a code does not admit a person immediately. The athlete has to accept the join
    // request (docs/sharing.md).
    if try await sharing.isConnected, try await sharing.askToJoin(code) { return .asked }
    let joined = try await families.join(code: code.text)
    family.reset()
    return .joined(joined, try await family.current())
  }

  func withdrawRequest() -> Effect<Action> {
    change { () throws(Problem) in
      if try await sharing.withdrawJoin() { return .withdrawn }
      family.reset()
      return .admittedBefore
    }
  }

  func considerLeaving() -> Effect<Action> {
    consider { () throws(Problem) in
      let viewing = try await family.current()
      // The athlete owns the family, so only a parent can leave it.
      guard viewing.role == .parent else { throw Problem(FamilyRefusal.athleteCannotLeave) }
      let mine = try await families.families().first { $0.family.id == viewing.family }
      guard let mine else { throw .inNoFamily }
      return .leave(family: mine.family.id, name: mine.name, athlete: mine.athlete.title)
    }
  }

  func considerRemoval(of person: Reference) -> Effect<Action> {
    consider { () throws(Problem) in
      let mine = try await ownFamily(for: .removing)
      guard let member = mine.members.first(where: { $0.reference.id == person.id }) else {
        throw .isNoMember(person, of: mine.name)
      }
      let refusal = FamilyRules.refusalToRemove(
        person.id, role: member.role, caller: mine.athlete.id, playerOfFamily: mine.athlete.id)
      if let refusal { throw Problem(refusal) }
      return .remove(member.reference, family: mine.family.id, name: mine.name)
    }
  }

  func carryOut(_ confirmation: FamilyStep) -> Effect<Action> {
    change { () throws(Problem) in
      switch confirmation {
      case .renewCode(let id, let name, let hadCode, _):
        let code =
          // The server generates the code of a family that is shared through it. A code that only
          // this device generates does not work there.
          try await sharing.isConnected
          ? try await sharing.renewCode() : try await families.regenerateCode(ofFamily: id)
        return .codeRenewed(code, family: name, hadCode: hadCode)
      case .admit(let request):
        try await sharing.answerJoin((request.person, true))
        return .admitted(request)
      case .decline(let request):
        try await sharing.answerJoin((request.person, false))
        return .declined(request)
      case .leave(let id, _, _):
        // The parent can no longer see the athlete. `family` caches which athlete is viewed, so the
        // cache is reset.
        let left = try await families.leave(family: id)
        family.reset()
        return .left(left, try await family.current())
      case .remove(let person, let id, _):
        return .removed(try await families.remove(person.id, fromFamily: id))
      }
    }
  }

  /// Finds one join request to accept or decline. If there are several, `name` selects one by name
  /// or e-mail address.
  func considerAdmitting(_ name: String?, declines: Bool) -> Effect<Action> {
    consider { () throws(Problem) in
      _ = try await ownFamily(for: .letting)
      let requests = try await sharing.joinRequests()
      let meant = requests.filter { request in
        guard let name else { return true }
        let wanted = name.lowercased()
        return [request.name, request.email].contains { $0.lowercased() == wanted }
          || request.name.lowercased().split(separator: " ").contains { $0 == wanted }
      }
      // If the name fits no join request or several, the command is refused instead of guessing
      // whom it means.
      guard let request = meant.first, meant.count == 1 else {
        throw .whoIsMeant(requests)
      }
      return declines ? .decline(request) : .admit(request)
    }
  }

  func switchAthlete(_ athlete: Reference?) -> Effect<Action> {
    attempt { () throws(Problem) in
      let viewing = try await family.current()
      guard viewing.role == .parent else { throw .athleteSwitches }
      // `chosenAthlete` throws for a parent without a family, because there is no athlete to switch
      // to. Its error text tells the parent how to join a family.
      _ = try viewing.chosenAthlete()
      guard let athlete else {
        let athletes = try await family.athletes()
        return ActiveAthlete.showsSwitcher(athletes.map(\.athlete))
          ? .needs(.athlete(of: athletes)) : .finished(.stayed(viewing))
      }
      if athlete.id == viewing.athlete { return .finished(.stayed(viewing)) }
      return .finished(.switched(try await family.switchTo(athlete.id)))
    }
  }

  /// Reports the change and loads the family page again. After joining, leaving or switching, the
  /// old page data is dropped because the athlete has changed.
  func finish(_ change: FamilyChange, _ state: inout State) -> Effect<Action> {
    let told = Effect<Action>.tell(.done(change.done))
    switch change {
    case .joined, .admittedBefore, .left, .switched:
      if state.loaded != .idle { state.loaded = .loading }
      return .merge(told, reload(.family, in: &state))
    case .asked, .withdrawn, .admitted, .declined, .created, .codeRenewed, .removed, .helpChanged,
      .stayed:
      return .merge(told, reload(.family, in: &state))
    }
  }
}

extension AccountFeature {
  private func attempt(
    _ work: @escaping @Sendable () async throws(Problem) -> Attempt<FamilyChange>
  ) -> Effect<Action> {
    .save("family", work) { .familyChanged($0) }
  }

  func change(
    _ work: @escaping @Sendable () async throws(Problem) -> FamilyChange
  ) -> Effect<Action> {
    attempt { () throws(Problem) in .finished(try await work()) }
  }

  private func consider(
    _ look: @escaping @Sendable () async throws(Problem) -> FamilyStep
  ) -> Effect<Action> {
    .load("confirmation", look) { .confirmationReady($0) }
  }

  /// Returns the viewed athlete's family and the code with which parents join it. Throws for a
  /// parent who may not know the code.
  private func familyWithCode() async throws(Problem) -> (FamilyPageData, String) {
    let viewing = try await family.current()
    if viewing.role == .parent {
      let shown = try await families.families().first { $0.family.id == viewing.family }
      guard let shown, let code = shown.family.code else {
        throw OwnersDeed.seeingCode.refusal(athlete: viewing.athleteName)
      }
      return (shown, code)
    }
    let mine = try await ownFamily(for: .seeingCode)
    guard let code = mine.family.code else { throw .noCode }
    return (mine, code)
  }

  /// Returns the family that the athlete owns.
  ///
  /// Throws for a parent, because parents own no family.
  ///
  /// - Parameter deed: the action that the person asked for, which the error text names.
  func ownFamily(for deed: OwnersDeed) async throws(Problem) -> FamilyPageData {
    let viewing = try await family.current()
    guard viewing.role == .player else { throw deed.refusal(athlete: viewing.athleteName) }
    guard let mine = try await families.families().first(where: \.isOwner) else {
      throw .inNoFamily
    }
    return mine
  }
}

/// Actions that only the athlete of a family may take. If a parent asks for one of them, the
/// refusal names the action.
enum OwnersDeed {
  case seeingCode, renewingCode, removing, letting

  func refusal(athlete: String?) -> Problem {
    let deed =
      switch self {
      case .seeingCode: "see its code"
      case .renewingCode: "renew its code"
      case .removing: "remove a parent"
      case .letting: "say who helps with what"
      }
    return Problem(
      .refused, "Only the athlete of a family can \(deed).",
      fix: athlete.map { "Ask \($0)." })
  }
}

extension Problem {
  fileprivate static let parentCreatesNoFamily = Problem(
    .refused, FamilyRefusal.onlyAthletesCreate.words,
    details: [
      "If your athlete has no profile here yet, make it:  account create --role athlete",
      "Then, as the athlete:  family create",
    ], fix: "With the code:  family join CODE")

  static func isNoMember(_ person: Reference, of family: String) -> Problem {
    Problem(.notFound, "\(person.title) is not in \(family).", fix: "See who is:  family members")
  }

  fileprivate static let inNoFamily = Problem(
    .notFound, "You are in no family yet.",
    fix: "An athlete makes one with  family create,  a parent joins with  family join CODE")

  fileprivate static let noCode = Problem(
    .notFound, "Your family has no code yet.", fix: "Make one:  family code --renew")

  fileprivate static let athleteSwitches = Problem(
    .refused, "An athlete always looks at their own pages.",
    fix: "To use the program as another person:  account sign-in")
}

extension Need {
  fileprivate static func athlete(of choices: [AthleteChoice]) -> Need {
    Need(
      "athlete",
      Problem(
        .usage, "You can look at \(choices.count) athletes.",
        details: choices.map { "  \($0.reference.handle)  \($0.athlete.name)" },
        fix: "Say whom:  family switch NAME"))
  }
}

extension Problem {
  fileprivate static func whoIsMeant(_ requests: [JoinRequest]) -> Problem {
    requests.isEmpty
      ? Problem(
        .notFound, "No parent asks to come into your family.",
        fix: "A parent asks with your code:  family code --renew")
      : Problem(
        .usage, "Say who is meant.",
        details: requests.map { "\($0.name)  \($0.email)" },
        fix: "Example:  family admit \(requests[0].email)")
  }
}
