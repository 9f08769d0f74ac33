import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Mailing
import Synchronization
import Testing

@testable import Account

/// The feature over the example family: Sam and Mia, two athletes, and Dana, who is the parent of both.
final class Stage: FeatureStage {
  let backend: ExampleBackend
  let office: Office
  let family: FamilyContextClient
  let mail = KeptMail()
  let feature: AccountFeature

  init(
    _ person: RecordID? = ExampleFamily.sam, rows: MadeUpFamily = ExampleFamily.rows(over: [])
  ) {
    let office = Office(person: person)
    let calendar = LocalCalendar.fixed(ExampleFamily.now)
    backend = ExampleBackend(
      family: rows, tasks: [], calendar: calendar, ids: .counted(from: 500),
      acting: { () throws(Problem) in try office.person() })
    family = backend.familyContext { () throws(Problem) in try office.person() }
    self.office = office
    feature = AccountFeature(
      backend.provided(to: .testing("Account")).providing(family).providing(office.currentPerson)
        .providing(office.auth(over: backend.people)).providing(mail.outgoing))
  }

  /// A file that nobody has used yet.
  static func empty() -> Stage { Stage(nil, rows: MadeUpFamily()) }

  var context: PageContext { Self.context() }

  static func context(now: Instant = ExampleFamily.now) -> PageContext {
    PageContext(now: now, zone: .utc, viewer: Viewer(name: "Somebody"))
  }
}

// What is stored, past every page.
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

/// What a host heard of one line.
struct Heard {
  var problems: [Problem] = []
  var done: [Done] = []
  var notices: [String] = []
  var questions: [String] = []
  var needs: [Need] = []
  /// The page below it.
  var page: Page

  var problem: Problem? { problems.first }
  var isNothingDone: Bool { done.isEmpty && questions.isEmpty && needs.isEmpty }
}

extension Stage {
  /// Says a line as a host would, and answers its questions with yes when `agrees`.
  @discardableResult
  func say(
    _ line: String, secrets: [String: String] = [:], agrees: Bool = false
  ) async throws(Problem) -> Heard {
    let told = Mutex<[HostOutcome]>([])
    let box = FeatureBox(
      AccountFeature.self,
      dependencies: backend.provided(to: .testing("Account")).providing(family)
        .providing(office.currentPerson).providing(office.auth(over: backend.people))
        .providing(mail.outgoing)
    ) { outcome in told.withLock { $0.append(outcome) } }
    let index = CommandIndex([box])
    let match = try index.match(CommandText.words(line))
    var draft = try CommandDraft(match.command, words: match.rest)
    for (name, secret) in secrets { draft.fill(name, with: secret) }
    let resolver = ReferenceResolver { [backend, family] lookup throws(Problem) in
      try await backend.recordIndex.find(lookup, of: try await family.current().athlete)
    }
    for pending in draft.unresolved {
      draft.resolve(pending, as: try await resolver.resolve(pending.text, as: pending.kinds))
    }
    let sent = try box.perform(draft, in: ParseContext(now: ExampleFamily.now, zone: .utc))
    await sent.settled()
    if agrees {
      for case .question(let question) in told.withLock({ $0 }) { await question.yes().settled() }
    }
    return Heard(told.withLock { $0 }, page: box.page(in: context))
  }

  /// What the line is refused with before anything is done, or what is told of it.
  func problem(with line: String, secrets: [String: String] = [:]) async -> Problem? {
    do throws(Problem) {
      let heard = try await say(line, secrets: secrets)
      return heard.isNothingDone ? heard.problem ?? heard.page.problem : nil
    } catch {
      return error
    }
  }
}

extension Heard {
  init(_ told: [HostOutcome], page: Page) {
    self.init(page: page)
    for outcome in told {
      switch outcome {
      case .problem(let problem): problems.append(problem)
      case .done(let heard): done.append(heard)
      case .notice(let notice): notices.append(notice.text)
      case .question(let question): questions.append(question.words)
      case .needs(let need): needs.append(need)
      case .artifact, .progress, .open: break
      }
    }
  }

  /// Everything that was done, in lines as a terminal has them.
  var lines: [String] { done.flatMap { [$0.sentence] + $0.details } + notices }
}
