import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@testable import Records

@Suite("Trying the links of documents")
struct LinkCheckTests {
  /// Replaces the web when the program checks links: it has a result for each address, such as a
  /// timeout, and records the addresses that were checked.
  private final class Web: Sendable {
    private let answers: [String: LinkAnswer]
    private let state = Mutex<[String]>([])

    init(_ answers: [String: LinkAnswer]) {
      self.answers = answers
    }

    var asked: [String] { state.withLock { $0.sorted() } }

    var probe: LinkProbe {
      LinkProbe { address in
        self.state.withLock { $0.append(address) }
        return self.answers[address] ?? .strange
      }
    }
  }

  /// Returns a test setup in which the athlete Sam has one document for each of the links. The
  /// documents have the handles `d1`, `d2` and so on.
  private func stage(
    _ links: [String], _ web: Web, as person: RecordID = ExampleFamily.sam
  ) -> Stage {
    Stage(as: person, probe: web.probe) { rows in
      rows.letters = []
      rows.documents = links.enumerated().map { index, link in
        Sample.paper(UInt64(index + 1), "Paper \(index + 1)", link)
      }
    }
  }

  /// Returns the stored result of the last check of each document's link; nil if the link was never
  /// checked.
  private func health(_ stage: Stage) async throws -> [LinkHealth?] {
    try await stage.stored(stage.backend.documents).map { $0.healthStatus?.known }
  }

  @Test("Every current document is tried, each address once, and all of it is one write")
  func everything() async throws {
    let web = Web([
      "https://a.example/1": .status(200), "https://b.example/2": .timedOut(seconds: 10),
      "papers/gpa.pdf": .fileMissing,
    ])
    let stage = stage(
      ["https://a.example/1", "https://b.example/2", "https://a.example/1", "papers/gpa.pdf"], web)
    let told = try await stage.say("documents check")
    #expect(web.asked == ["https://a.example/1", "https://b.example/2", "papers/gpa.pdf"])
    #expect(try await health(stage) == [.healthy, .unknown, .healthy, .broken])
    #expect(stage.backend.hook.count(of: "linkHealth.record") == 1)
    let done = try #require(told.done.first)
    #expect(done.sentence == "Tried 4 links: 2 working, 1 broken, 1 not known.")
    #expect(
      done.details == [
        "d2 Paper 2: no answer within 10 seconds", "d4 Paper 4: there is no such file",
        "undo takes it back",
      ])
    #expect(told.problems.first == nil)
  }

  @Test(
    "What cannot be tried here is said with its reason and what to do, beside what was tried",
    arguments: [
      (LinkAnswer.noFolder, "The path of d2 Paper 2 does not say in which folder."),
      (.notFromHere, "Files of this computer and its network are not looked at from a browser."),
    ])
  func reasons(answer: LinkAnswer, title: String) async throws {
    let web = Web(["https://a.example/1": .status(200), "gpa.pdf": answer])
    let stage = stage(["https://a.example/1", "gpa.pdf"], web)
    let told = try await stage.say("documents check")
    #expect(told.done.first?.sentence == "Tried 1 link: 1 working.")
    let problem = try #require(told.problems.first)
    #expect(problem.title == title)
    #expect(problem.details == ["1 link not tried; what was known of them stays."])
    #expect(problem.fix?.isEmpty == false)
    #expect(try await health(stage) == [.healthy, nil])
    #expect(try await stage.say("documents check d2").problems.first?.title == title)
  }

  @Test("One document is tried alone, and its answer said whatever it is")
  func one() async throws {
    let web = Web(["https://a.example/1": .status(200)])
    let stage = stage(["https://a.example/1", "https://b.example/2"], web)
    let told = try await stage.say("documents check d1")
    #expect(try await health(stage) == [.healthy, nil])
    #expect(told.done.first?.sentence == "Tried 1 link: 1 working.")
    #expect(told.done.first?.details.first == "d1 Paper 1: answers 200, found")
  }

  @Test("Offline nothing is kept of the web, and it is said with its exit code")
  func offline() async throws {
    let web = Web(["https://a.example/1": .offline, "https://b.example/2": .offline])
    let stage = stage(["https://a.example/1", "https://b.example/2"], web)
    try stage.backend.change(
      "UPDATE documents SET health_status = 'healthy' WHERE title = 'Paper 1'")
    let told = try await stage.say("documents check")
    #expect(try await health(stage) == [.healthy, nil])
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
    let web = Web(["https://a.example/1": .offline, "gpa.pdf": .fileFound])
    let stage = stage(["https://a.example/1", "gpa.pdf"], web)
    let told = try await stage.say("documents check")
    #expect(try await health(stage) == [nil, .healthy])
    #expect(told.done.first?.sentence == "Tried 1 link: 1 working.")
    #expect(told.problems.first?.cause == .offline)
  }

  @Test("Without documents there is nothing to try, which is no failure")
  func none() async throws {
    let told = try await stage([], Web([:])).say("documents check")
    #expect(told.done.first?.sentence == "There are no links to try.")
    #expect(told.problems.first == nil)
  }

  @Test("A hundred links are all tried, and the answer stays short")
  func many() async throws {
    let web = Web([:])
    let stage = stage((1...100).map { "https://a.example/\($0)" }, web)
    let told = try await stage.say("documents check")
    #expect(web.asked.count == 100)
    let done = try #require(told.done.first)
    #expect(done.sentence == "Tried 100 links: 100 not known.")
    #expect(done.details.count == 22)
    #expect(done.details[20] == "… 80 more:  documents --health broken")
  }

  @Test("What could not be kept is a failed write in the page's words")
  func failure() async throws {
    let stage = stage(["gpa.pdf"], Web(["gpa.pdf": .fileFound]))
    stage.backend.hook.fail("linkHealth.record", .failed)
    let told = try await stage.say("documents check")
    #expect(told.problems.first?.title == "Could not save what the links answered.")
    #expect(told.done.first == nil)
  }

  @Test("A parent tries no link")
  func parent() async throws {
    let web = Web(["gpa.pdf": .fileFound])
    let told = try await stage(["gpa.pdf"], web, as: ExampleFamily.dana).say("documents check")
    #expect(told.problems.first?.cause == .refused)
    #expect(web.asked == [])
  }
}
