import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Mailing

@testable import Account

/// The account feature over the example family in memory: the athletes Sam and Mia, and their
/// parent Dana.
final class Stage: FeatureStage {
  let backend: ExampleBackend
  let office: Office
  let family: FamilyContextClient
  let mail = KeptMail()
  let feature: AccountFeature

  init(
    _ person: RecordID? = ExampleFamily.sam, rows: MadeUpFamily = ExampleFamily.rows(over: []),
    asking requests: [JoinRequest] = [], sharing change: (inout SharingGateway) -> Void = { _ in }
  ) {
    let office = Office(person: person)
    let calendar = LocalCalendar.fixed(ExampleFamily.now)
    backend = ExampleBackend(
      family: rows, tasks: [], calendar: calendar, ids: .counted(from: 500),
      acting: { () throws(Problem) in try office.person() })
    family = backend.familyContext { () throws(Problem) in try office.person() }
    self.office = office
    var sharing = backend.sharing
    if !requests.isEmpty { sharing.joinRequests.implement { () throws(Problem) in requests } }
    change(&sharing)
    feature = AccountFeature(
      backend.provided(to: .testing("Account")).providing(family).providing(office.currentPerson)
        .providing(office.auth(over: backend.people)).providing(mail.outgoing).providing(sharing))
  }

  /// Returns the account feature over a data file that contains no people yet, as at the program's
  /// first start.
  static func empty() -> Stage { Stage(nil, rows: MadeUpFamily()) }

  var context: PageContext { Self.context() }

  static func context(now: Instant = ExampleFamily.now) -> PageContext {
    PageContext(now: now, zone: .utc, viewer: Viewer(name: "Somebody"))
  }
}

// These helpers read the stored data directly and not through a page of the feature.
extension Stage {
  func person(_ id: RecordID) async throws -> Person {
    try await backend.people.profile(of: id).person
  }

  func preference(
    _ category: PreferenceCategory, of person: RecordID = ExampleFamily.sam
  ) async throws -> JSONValue? {
    try await backend.preferences.preference(category, of: person).data
  }
}

extension Stage {
  func resolver() -> ReferenceResolver {
    ReferenceResolver { [backend, family] lookup throws(Problem) in
      try await backend.recordIndex.find(lookup, of: try await family.current().athlete)
    }
  }

  /// Returns the problem of a command that failed and changed nothing. The problem may be thrown
  /// before the command runs, or reported as the outcome of the command.
  func problem(with line: String, secrets: [String: String] = [:]) async -> Problem? {
    do {
      let heard = try await say(line, secrets: secrets)
      return heard.isNothingDone ? heard.problems.first ?? heard.page.problem : nil
    } catch {
      return error as? Problem
    }
  }
}

extension [Outcome<AccountFeature.Action>] {
  fileprivate var isNothingDone: Bool { done.isEmpty && questions.isEmpty && needs.isEmpty }

  /// The lines that a terminal prints for these outcomes of a command, without questions and
  /// problems.
  var lines: [String] { done.flatMap { [$0.sentence] + $0.details } + notices }
}
