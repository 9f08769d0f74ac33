import Domain
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@testable import Records

@Suite("Trying the links of documents")
struct LinkCheckTests {
  /// A site for each address, and what was kept.
  private final class Web: Sendable {
    let answers: [String: LinkAnswer]
    let problem: Problem?
    private let state = Mutex<(asked: [String], kept: [[LinkTrial]])>(([], []))

    init(_ answers: [String: LinkAnswer], problem: Problem? = nil) {
      self.answers = answers
      self.problem = problem
    }

    var asked: [String] { state.withLock { $0.asked.sorted() } }
    var kept: [[LinkTrial]] { state.withLock { $0.kept } }

    var probe: LinkProbe {
      LinkProbe { address in
        self.state.withLock { $0.asked.append(address) }
        return self.answers[address] ?? .strange
      }
    }

    func gateway(_ rows: [DocumentRow]) -> LinkHealthGateway {
      LinkHealthGateway { trials, _ throws(Problem) in
        if let problem = self.problem { throw problem }
        self.state.withLock { $0.kept.append(trials) }
        return rows.filter { row in trials.contains { $0.document == row.reference.id } }
      }
    }
  }

  private static func row(_ number: UInt64, _ link: String) -> DocumentRow {
    let reference = Sample.reference(.document, number, "d\(number)", "Paper \(number)")
    return DocumentRow(
      reference: reference,
      document: Document(
        id: reference.id, athleteID: Stage.casey, type: .resume, title: reference.title,
        fileURL: link, uploadedBy: Stage.casey))
  }

  private func told(
    _ line: String, _ rows: [DocumentRow], _ web: Web, as viewing: Viewing = Stage.athlete
  ) async throws -> Heard<RecordsFeature.Action> {
    let stage = Stage(as: viewing) { $0.providing(web.probe).providing(web.gateway(rows)) }
    stage.documents.answer {
      $0.rows = rows
      $0.details = rows.first
    }
    return try await stage.say(line)
  }

  @Test("Every current document is tried, each address once, and all of it is one write")
  func everything() async throws {
    let rows = [
      Self.row(1, "https://a.example/1"), Self.row(2, "https://b.example/2"),
      Self.row(3, "https://a.example/1"), Self.row(4, "papers/gpa.pdf"),
    ]
    let web = Web([
      "https://a.example/1": .status(200), "https://b.example/2": .timedOut(seconds: 10),
      "papers/gpa.pdf": .fileMissing,
    ])
    let told = try await told("documents check", rows, web)
    #expect(web.asked == ["https://a.example/1", "https://b.example/2", "papers/gpa.pdf"])
    #expect(web.kept.map { $0.map(\.health) } == [[.healthy, .unknown, .healthy, .broken]])
    let done = try #require(told.done.first)
    #expect(done.sentence == "Tried 4 links: 2 healthy, 1 broken, 1 unknown.")
    #expect(
      done.details == [
        "d2 Paper 2: no answer within 10 seconds", "d4 Paper 4: there is no such file",
        "undo takes it back",
      ])
    #expect(told.problems.first == nil)
  }

  @Test("One document is tried alone, and its answer said whatever it is")
  func one() async throws {
    let web = Web(["https://a.example/1": .status(200)])
    let told = try await told("documents check d6", [Self.row(1, "https://a.example/1")], web)
    #expect(told.done.first?.sentence == "Tried 1 link: 1 healthy.")
    #expect(told.done.first?.details.first == "d1 Paper 1: answers 200, found")
  }

  @Test("Offline nothing is kept of the web, and it is said with its exit code")
  func offline() async throws {
    let rows = [Self.row(1, "https://a.example/1"), Self.row(2, "https://b.example/2")]
    let web = Web(["https://a.example/1": .offline, "https://b.example/2": .offline])
    let told = try await told("documents check", rows, web)
    #expect(web.kept.flatMap { $0 } == [])
    #expect(told.done.first == nil)
    #expect(
      told.problems.first
        == Problem(
          .offline, "You are offline.",
          details: ["2 links not tried; what was known of them stays."],
          fix: "Connect to the internet, then:  documents check"))
  }

  @Test("Offline the files of this machine are looked at all the same")
  func offlineWithFiles() async throws {
    let rows = [Self.row(1, "https://a.example/1"), Self.row(2, "gpa.pdf")]
    let told = try await told(
      "documents check", rows, Web(["https://a.example/1": .offline, "gpa.pdf": .fileFound]))
    #expect(told.done.first?.sentence == "Tried 1 link: 1 healthy.")
    #expect(told.problems.first?.cause == .offline)
  }

  @Test("Without documents there is nothing to try, which is no failure")
  func none() async throws {
    let told = try await told("documents check", [], Web([:]))
    #expect(told.done.first?.sentence == "There are no links to try.")
    #expect(told.problems.first == nil)
  }

  @Test("A hundred links are all tried, and the answer stays short")
  func many() async throws {
    let rows = (1...100).map { Self.row($0, "https://a.example/\($0)") }
    let web = Web([:])
    let told = try await told("documents check", rows, web)
    #expect(web.asked.count == 100)
    let done = try #require(told.done.first)
    #expect(done.sentence == "Tried 100 links: 100 unknown.")
    #expect(done.details.count == 22)
    #expect(done.details[20] == "… 80 more:  documents --health broken")
  }

  @Test("What could not be kept is a failed write in the page's words")
  func failure() async throws {
    let web = Web(["gpa.pdf": .fileFound], problem: Problem(.failed, "disk"))
    let told = try await told("documents check", [Self.row(1, "gpa.pdf")], web)
    #expect(told.problems.first?.title == "Could not save what the links answered.")
    #expect(told.done.first == nil)
  }

  @Test("A parent tries no link")
  func parent() async throws {
    let web = Web(["gpa.pdf": .fileFound])
    let told = try await told(
      "documents check", [Self.row(1, "gpa.pdf")], web, as: Stage.parent)
    #expect(told.problems.first?.cause == .refused)
    #expect(web.asked == [])
  }
}
