import CivilTime
import FeatureKit
import FeatureTesting
import Foundation
import Synchronization
import Testing

/// Tests of the document docs/kit.md, which shows a complete feature: the code in the document is
/// the code that is compiled here, and the feature behaves as the document says.
@Suite("The kit's page is true")
struct KitPageTests {
  private static let notebook = Notebook {
    $0.lines.implement { () throws(Problem) in ["Call the bank"] }
    $0.add.implement { line throws(Problem) in ["Call the bank", line] }
  }

  private let feature = Notes(.testing("Notes").providing(Self.notebook))

  @Test("A line is typed, written, told and shown")
  func adds() async throws {
    let store = TestStore(feature)
    await store.send(try await feature.action(for: "notes add Buy stamps"))
    await store.receive(.lineAdded(.success(["Call the bank", "Buy stamps"]))) {
      $0.lines = .loaded(["Call the bank", "Buy stamps"])
    }
    await store.expect(.done(Done("Added line 2.")))
    await store.finish()
  }

  @Test("A capability that nobody provided says so by name")
  func unprovided() async throws {
    let feature = Notes(.testing("Notes"))
    let store = Store(feature)
    await store.send(try await feature.action(for: "notes")).settled()
    #expect(
      store.state.lines.problem?.title == "Notes called Notebook.lines, and nothing provides it.")
  }

  @Test(
    "A host needs nothing but the box: a line goes in, what was done and the page come out")
  func boxed() async throws {
    let told = Mutex<[String]>([])
    let box = FeatureBox(Notes.self, dependencies: Dependencies().providing(Self.notebook)) {
      if case .done(let done) = $0 { told.withLock { $0.append(done.sentence) } }
    }
    let match = try CommandIndex([box]).match(CommandText.words("notes add Buy stamps"))
    let draft = try CommandDraft(match.command, words: match.rest)
    let clock = TestClock()
    await (try box.perform(draft, in: ParseContext(now: clock.now, zone: .utc))).settled()
    #expect(told.withLock { $0 } == ["Added line 2."])
    let page = box.page(in: PageContext(now: clock.now, zone: .utc, viewer: Viewer(name: "Sam")))
    #expect(
      page.blocks == [
        RowList([
          Row("Call the bank", spoken: "Call the bank"),
          Row("Buy stamps", spoken: "Buy stamps"),
        ]).block
      ])
  }

  @Test("Every piece of Swift on the page stands in the tests, word for word")
  func shown() throws {
    let page = try text("docs/kit.md")
    let compiled = try ["NotesFeature.swift", "KitPageTests.swift"].map {
      try text("Tests/FeatureKitTests/\($0)")
    }.map(Self.unindented).joined(separator: "\n")
    let pieces = page.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    #expect(pieces.count == 3)
    for piece in pieces { #expect(compiled.contains(Self.unindented(piece)), "\(piece)") }
  }

  @Test("The feature on the page is whole in about fifty lines")
  func short() throws {
    let page = try text("docs/kit.md")
    let feature = page.components(separatedBy: "```swift\n")[1].components(separatedBy: "\n```")[0]
    #expect(feature.split(separator: "\n").count <= 50)
  }

  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the lines without indentation.
  ///
  /// The page shows parts of a method with less indentation than the source has.
  private static func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}
