import CivilTime
import FeatureKit
import FeatureTesting
import MailTesting
import Mailing
import Synchronization
import Testing

/// Tests of sending one file to several recipients: the question before, the sent messages, their
/// entries in the contact log, and the report (domain.md 4.13).
@Suite("A file for several people")
struct DeliveryTests {
  private let mail = FakeMail(now: Instant(seconds: 1_770_730_200))

  private static let words = MailDeliveryWords(
    item: "poster", fullItem: "summer poster", reader: "neighbour", readers: "neighbours",
    withoutServer: "To send it from your own mail program, save the file:  packet pdf")

  private static func recipient(_ number: Int) throws -> MailRecipient {
    try MailRecipient(
      Mailbox("n\(number)@example.org"), record: .numbered(UInt64(number)),
      words: "neighbour \(number)", wordsWithAddress: "neighbour \(number), n\(number)@example.org",
      fileName: "poster-\(number).eml")
  }

  private func delivery(
    _ count: Int, skipping skipped: [String] = [], folder: String? = nil,
    limit: () throws(Problem) -> Void = {}
  ) async throws -> MailDelivery {
    try await mail.outgoing.prepare(
      Self.words, MailText(subject: "Summer", text: "Hello"),
      to: try (1...count).map(Self.recipient), skipping: skipped, folder: folder,
      limit: { () throws(Problem) in try limit() }
    ) { () throws(Problem) in
      guard let file = try? MailAttachment(name: "p.pdf", mediaType: "application/pdf", bytes: [1])
      else { throw Problem(.failed) }
      return file
    }
  }

  /// Sends the file as the program does after the person has agreed, and returns the outcomes that
  /// the store reports.
  private func send(
    _ delivery: MailDelivery, logging: (@Sendable (Int) throws(Problem) -> Reference)? = nil
  ) async -> Told {
    let feature = Neighbours(delivery, mail.outgoing, logging)
    let store = Store(feature)
    let told = Told()
    store.onOutcome { told.add($0) }
    await store.send(.agreed).settled()
    return told
  }

  private static func record(_ number: Int) -> Reference {
    Reference(
      kind: ReferenceKind(letter: "n", singular: "note", plural: "notes"),
      id: .numbered(UInt64(number)), handle: "n\(number)", title: "")
  }

  @Test(
    "The question names everybody with their address, who goes without, the server and the file")
  func asks() async throws {
    let delivery = try await delivery(2, skipping: ["neighbour 9"])
    let told = Told()
    let store = Store(Neighbours(delivery, mail.outgoing, nil))
    store.onOutcome { told.add($0) }
    await store.send(.prepared).settled()
    let question = try #require(told.questions.first)
    #expect(question.words == "E-mail the summer poster to 2 neighbours?")
    #expect(question.agree == "Send" && question.yes == .agreed)
    #expect(
      question.details == [
        "to neighbour 1, n1@example.org", "to neighbour 2, n2@example.org",
        "not to neighbour 9: no usable e-mail address",
        "from sam@example.org, through smtp.example.org, port 587, STARTTLS", "Subject: Summer",
        "Attached: p.pdf", "What is sent cannot be taken back.",
      ])
    #expect(mail.state.taken.isEmpty)
  }

  @Test("The digest of the question changes with anybody's address")
  func digest() async throws {
    let first = try await delivery(1)
    var second = first
    second.items[0].recipient.wordsWithAddress = "neighbour 1, other@example.org"
    let digests = try await [first, second].asyncMap { delivery in
      let told = Told()
      let store = Store(Neighbours(delivery, mail.outgoing, nil))
      store.onOutcome { told.add($0) }
      await store.send(.prepared).settled()
      return try #require(told.questions.first).digest
    }
    #expect(digests[0] != digests[1])
  }

  @Test("Each message that was taken is logged before the next one goes, with how many went so far")
  func logs() async throws {
    let mail = mail
    let seen = Mutex<[[Int]]>([])
    let told = await send(try await delivery(3)) { number in
      seen.withLock { $0.append([number, mail.state.taken.count]) }
      return Self.record(number)
    }
    #expect(seen.withLock { $0 } == [[1, 1], [2, 2], [3, 3]])
    #expect(told.progress.map(\.done) == [0, 1, 2])
    #expect(
      told.done == [
        Done(
          "The poster went out to 3 neighbours.",
          details: (1...3).map { "neighbour \($0), logged as n\($0)" } + [
            "Undo takes back the log, not the messages"
          ], references: (1...3).map(Self.record))
      ])
    #expect(told.problems.isEmpty)
  }

  @Test("What went out and could not be logged is said as sent, and its failure is told")
  func unlogged() async throws {
    let full = Problem(.storage(.full), "What was sent could not be logged.")
    let told = await send(try await delivery(2)) { number throws(Problem) in
      if number == 1 { throw full }
      return Self.record(number)
    }
    #expect(
      told.done.first?.details.prefix(2) == [
        "neighbour 1, sent but not logged", "neighbour 2, logged as n2",
      ])
    #expect(told.problems == [full])
  }

  @Test("Where nobody knows whether it was logged, nobody is told that it was not")
  func logNotKnown() async throws {
    let unsure = Problem(.storage(.unconfirmed), "The disk failed while the file was being saved.")
    let told = await send(try await delivery(1)) { _ throws(Problem) in throw unsure }
    #expect(
      told.done.first?.details.first == "neighbour 1, sent; it is not known whether it is logged")
    #expect(told.problems == [unsure])
  }

  @Test("A refusal is told as the cause, also where something before it could not be logged")
  func refusedAndUnlogged() async throws {
    mail.change { $0.refusals["n2@example.org"] = .offline }
    let told = await send(try await delivery(3)) { _ throws(Problem) in
      throw Problem(.storage(.full))
    }
    #expect(told.done.map(\.sentence) == ["The poster went out to 1 neighbour."])
    let problem = try #require(told.problems.first)
    #expect(problem.cause == .offline)
    #expect(problem.title == "The poster did not go out to 2 neighbours.")
    #expect(
      problem.details == [
        "neighbour 2: You are offline.", "neighbour 3: not tried after that.",
      ])
  }

  @Test("Without a server nothing is counted and no file is made; it is said how to go on")
  func noServer() async throws {
    mail.change { $0.setup = MailSetup() }
    var wanted = MailFailure.notSetUp.problem
    wanted.details = ["To send it from your own mail program, save the file:  packet pdf"]
    await #expect(throws: wanted) {
      _ = try await delivery(1) { () throws(Problem) in Issue.record("A limit was asked.") }
    }
  }

  @Test("A limit that is reached refuses all before a file is made; files have no limit")
  func limited() async throws {
    let limit = Problem(.refused, "Enough for today.")
    await #expect(throws: limit) {
      _ = try await delivery(1) { () throws(Problem) in throw limit }
    }
    let files = try await delivery(1, folder: "out") { () throws(Problem) in throw limit }
    #expect(files.items.count == 1)
  }

  @Test("A folder takes all messages, a name that ends in .eml the only one; nothing is sent")
  func files() async throws {
    mail.change { $0.setup.host = nil }
    for (count, folder, paths) in [
      (2, "out", ["out/poster-1.eml", "out/poster-2.eml"]), (1, "out/", ["out/poster-1.eml"]),
      (1, "Mine.EML", ["Mine.EML"]), (2, "a.eml", ["a.eml/poster-1.eml", "a.eml/poster-2.eml"]),
    ] {
      let told = Told()
      let delivery = try await delivery(count, skipping: ["neighbour 9"], folder: folder)
      let store = Store(Neighbours(delivery, mail.outgoing, nil))
      store.onOutcome { told.add($0) }
      await store.send(.prepared).settled()
      #expect(told.artifacts.map(\.path) == paths)
      #expect(told.notices == ["neighbour 9: no usable e-mail address, no message."])
      #expect(told.questions.isEmpty && mail.state.taken.isEmpty)
    }
  }
}

/// A feature that sends one file by mail, to test its effects.
private struct Neighbours: FeatureModule {
  struct State: Equatable, Sendable {}
  enum Action: Equatable, Sendable { case prepared, agreed, finished(MailResult) }

  static let manifest = FeatureManifest(
    id: "Neighbours", title: "Neighbours", summary: "", order: 1, nouns: [])

  let delivery: MailDelivery
  let mail: OutgoingMail
  let log: (@Sendable (Int) throws(Problem) -> Reference)?

  init(
    _ delivery: MailDelivery, _ mail: OutgoingMail,
    _ log: (@Sendable (Int) throws(Problem) -> Reference)?
  ) {
    self.delivery = delivery
    self.mail = mail
    self.log = log
  }

  init(_ dependencies: Dependencies) {
    self.init(MailDelivery(DeliveryTests.noWords, []), dependencies[OutgoingMail.self], nil)
  }

  var initialState: State { State() }
  var commands: Commands<Neighbours> {}
  func page(_ state: State, in context: PageContext) -> Page { Page(title: "") {} }
  func action(for event: HostEvent) -> Action? { nil }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .prepared: return delivery.begin(agreeing: .agreed)
    case .agreed:
      guard let log else {
        return delivery.send(through: mail, id: "sending") { .finished($0) }
      }
      return delivery.send(through: mail, id: "sending") { _, number throws(Problem) in
        try log(number)
      } into: {
        .finished($0)
      }
    case .finished(let result): return result.told()
    }
  }
}

extension DeliveryTests {
  fileprivate static let noWords = MailDeliveryWords(
    item: "", reader: "", readers: "", withoutServer: "")
}

/// The outcomes that a store reports, sorted by kind.
private final class Told: Sendable {
  private let outcomes = Mutex<[Outcome<Neighbours.Action>]>([])

  func add(_ outcome: Outcome<Neighbours.Action>) { outcomes.withLock { $0.append(outcome) } }

  private func all<Value>(_ pick: (Outcome<Neighbours.Action>) -> Value?) -> [Value] {
    outcomes.withLock { $0 }.compactMap(pick)
  }

  var done: [Done] { all { if case .done(let done) = $0 { done } else { nil } } }
  var problems: [Problem] { all { if case .problem(let problem) = $0 { problem } else { nil } } }
  var progress: [Progress] { all { if case .progress(let value) = $0 { value } else { nil } } }
  var notices: [String] { all { if case .notice(let notice) = $0 { notice.text } else { nil } } }
  var artifacts: [Artifact] { all { if case .artifact(let file) = $0 { file } else { nil } } }
  var questions: [Question<Neighbours.Action>] {
    all { if case .question(let question) = $0 { question } else { nil } }
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows
    -> [Value]
  {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
