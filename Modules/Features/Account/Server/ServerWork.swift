import Auth
public import Domain
import FamilyContext
import FeatureKit

extension AccountFeature {
  func prepareConnecting(_ request: ServerRequest) -> Effect<Action> {
    .load("connect") { [sharing] () throws(Problem) in
      let request = try request.checked()
      return ConnectQuestion(request: request, plan: try await sharing.plan(request))
    } into: {
      .connectPrepared($0)
    }
  }

  /// Returns the names of the parameters for which the form of `account connect` does not ask this
  /// person. A person with a profile on this device has a name already, a data file that is
  /// connected knows the server's key, and an invitation may contain the address and the key.
  func leftOutOfConnecting(_ given: GivenValues) async throws(Problem) -> Set<String> {
    let invitation = given["code"].first.flatMap { try? FamilyInvitation(typed: $0.text) }
    var known: Set<String> = []
    if invitation?.server != nil { known.insert("address") }
    if await sharing.statusIfKnown().address != nil || invitation?.key != nil {
      known.insert("key")
    }
    do throws(Problem) {
      if try await currentPerson.current() != nil { known.insert("name") }
    } catch {
      // This error means that the file has no profile yet, or that no person is signed in.
      guard error.cause == .signInNeeded else { throw error }
    }
    return known
  }

  /// Returns the advice at the top of the form for a person without a profile. If the athlete uses
  /// this computer too, the family's code has to be entered with another command. Nil for a person
  /// who is signed in.
  func codeOfThisComputer() async -> Problem? {
    guard (try? await currentPerson.current()) == nil else { return nil }
    return Problem(
      .usage, "This form is for a family that shares through a server.",
      fix:
        "If the athlete uses this computer already, make your profile as a parent and write the code there:  account create --role parent"
    )
  }

  func connect(_ request: ConnectRequest) -> Effect<Action> {
    .save("connecting", sharing.connect, request) { .connected($0) }
  }

  func prepareDisconnecting() -> Effect<Action> {
    .load("disconnect") { [sharing] () throws(Problem) in
      let status = try await sharing.status()
      guard status.address != nil else { throw .notConnected }
      return status
    } into: {
      .disconnectPrepared($0)
    }
  }

  func disconnect() -> Effect<Action> {
    .save("disconnecting", sharing.disconnect) { .disconnected($0) }
  }
}

/// The question that the person answers before `account connect` sends data to a server.
///
/// It lists the data that would be sent, so that the person can decline.
public struct ConnectQuestion: Equatable, Sendable {
  public var request: ConnectRequest
  public var plan: ConnectPlan

  public init(request: ConnectRequest, plan: ConnectPlan) {
    self.request = request
    self.plan = plan
  }

  var question: Question<AccountFeature.Action> {
    let sent =
      plan.goes.isEmpty
      ? ["There is nothing of yours in this folder yet: all that the account has comes here."]
      : ["This goes there:  " + plan.goes.joined(separator: ", ") + "."]
        + ["Your family at the server can read it, as they can here."]
    let joins = request.joining.map {
      ["You join as a parent, with the code \($0.code). The athlete has to let you in."]
    }
    return Question(
      "Connect this file to \(plan.address) as \(plan.email)?", details: sent + (joins ?? []),
      agree: "Connect", yes: .connectConfirmed(request))
  }
}

extension SharingStatus {
  var disconnectQuestion: Question<AccountFeature.Action> {
    let lost = waiting + held
    return Question(
      "Disconnect this file from \(address ?? "the server")?",
      details: [
        others.isEmpty
          ? "The file stays as it is, and so does what is there."
          : "The file stays as it is, and so does what is there. It stays connected for \(others.inSentence()).",
        lost == 0
          ? "Everything was sent."
          : "\(lost == 1 ? "1 change was" : "\(lost) changes were") not sent, and \(lost == 1 ? "waits" : "wait") until you connect it again.",
      ], agree: .takingAway("Disconnect"), yes: .disconnectConfirmed)
  }
}

extension SyncOutcome {
  var connected: Done {
    var details: [String] = []
    if sent > 0 { details.append("\(rows(sent)) went there.") }
    if sent == 0, fetched > 0 { details.append("\(rows(fetched)) came from there.") }
    if refused > 0 {
      details.append(
        "\(rows(refused)) stay here alone, because the server did not take them:  sync status")
    }
    details += joiningWords
    if isAwaited, joining == nil {
      details.append(
        "One of your families has not let you in there yet. Ask with its code:  family join CODE")
    }
    if needsNewCode {
      details.append(
        "The family's code of before does not work there. A new one:  family code --renew")
    }
    if let backup { details.append("What was here before is kept:  \(backup)") }
    return Done(
      "This file is connected.",
      details: details + [
        "From now on what you write goes there by itself. How it stands:  sync status"
      ], references: [])
  }

  /// The sentences about the request to join a family, for the answer to `account connect`.
  ///
  /// If the server does not answer, the general advice says that changes are sent later. It is left
  /// out here, because a request to join is not sent later.
  private var joiningWords: [String] {
    switch joining {
    case nil: []
    case .asked: [FamilyChange.asked.done.sentence] + FamilyChange.asked.done.details
    case .isMember: ["You are in that family already."]
    case .refused(let problem):
      if problem.cause == .notFound {
        ["The code did not work: \(problem.title)"] + [problem.fix].compactMap { $0 }
          + ["Ask again with the right one:  family join CODE"]
      } else {
        ["You have not asked to join yet: \(problem.title)"] + problem.details
          + (problem.cause == .offline ? [] : [problem.fix].compactMap { $0 })
          + ["Ask again later with the same code:  family join CODE"]
      }
    }
  }

  private func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
}

extension Done {
  static func disconnected(lost: Int) -> Done {
    Done(
      "This file is not connected any more.",
      details: lost == 0
        ? []
        : [
          "\(lost == 1 ? "1 change" : "\(lost) changes") had not been sent, and \(lost == 1 ? "waits" : "wait") until you connect this file again."
        ])
  }
}
