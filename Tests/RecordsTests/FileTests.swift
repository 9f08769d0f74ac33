import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Files of documents")
struct FileTests {
  private static let pdf = Array("%PDF-1.4\n".utf8) + [UInt8](repeating: 7, count: 300_000)

  private func stage(
    as person: RecordID = ExampleFamily.sam
  ) -> Stage {
    Stage(
      as: person,
      files: .holding([
        "papers/My grades.PDF": Self.pdf, "page.pdf": Array("<html>".utf8), "empty.pdf": [],
        "photo.png": [0xFF, 0xD8, 0xFF, 0xE0],
      ]))
  }

  @Test("A file becomes a document of its name, and comes out as it went in")
  func kept() async throws {
    let stage = stage()
    let told = try await stage.say(#"documents upload "papers/My grades.PDF" transcript"#)
    let done = try #require(told.done.first)
    #expect(done.sentence.hasSuffix("My grades."))
    let handle = try #require(done.references.first?.handle)
    let page = try await stage.show("documents show \(handle)")
    #expect(page.facts.first { $0.label == "Size" }?.value == "293 KB")
    #expect(page.facts.first { $0.label == "Link or file" }?.value == "My grades.pdf")
    #expect(page.commands.contains("documents download \(handle)"))
    let artifact = try #require(
      try await stage.say("documents download \(handle)").artifacts.first)
    #expect(artifact.name == "My grades.pdf" && artifact.mediaType == "application/pdf")
    #expect(try await artifact.collected() == Self.pdf)
    let checked = try await stage.say("documents check \(handle)")
    #expect(checked.done.first?.sentence == "Tried 1 link: 1 working.")
  }

  @Test(
    "A size is said in its unit",
    arguments: [
      (5, "5 bytes"), (1_023, "1023 bytes"), (1_024, "1 KB"), (1_535, "1 KB"), (1_536, "2 KB"),
      (1_048_576, "1.0 MB"), (1_572_864, "1.5 MB"), (10_485_760, "10.0 MB"),
    ])
  func sizes(bytes: Int, words: String) {
    #expect(KeptFileState.here(bytes: bytes).words == words)
  }

  @Test("Another file in its place is a new version, called by its content")
  func replaced() async throws {
    let stage = stage()
    let told = try await stage.say("documents replace d1 photo.png")
    #expect(told.problems.first == nil)
    let document = try #require(try await stage.stored(stage.backend.documents).first)
    #expect(document.version == 2)
    #expect(document.keptFile?.name == "photo.jpg")
    #expect(document.fileType == "image/jpeg")
  }

  @Test(
    "What cannot be kept is said, and nothing is added",
    arguments: [
      ("page.pdf", "“page.pdf” is no file that can be kept."),
      ("empty.pdf", "“empty.pdf” is empty."),
      ("none.pdf", "`none.pdf` could not be read: there is no such file."),
    ])
  func refused(path: String, title: String) async throws {
    let stage = stage()
    let before = try await stage.stored(stage.backend.documents)
    let told = try await stage.say("documents upload \(path) transcript")
    #expect(told.problems.first?.title == title)
    #expect(try await stage.stored(stage.backend.documents) == before)
  }

  @Test("A link has no file to save, and a file that another device has is said to be there")
  func elsewhere() async throws {
    let stage = stage()
    let link = try await stage.say("documents download d1")
    #expect(link.problems.first?.title.hasSuffix("is a link, and no file.") == true)
    let away = KeptFile(id: RecordID(high: 1, low: 2), named: "a.pdf", type: .pdf)
    _ = try await stage.say("documents edit d1 --link \(away.link)")
    let page = try await stage.show("documents show d1")
    #expect(page.facts.first { $0.label == "Size" }?.value == "On another device")
    #expect(!page.commands.contains("documents download d1"))
    let told = try await stage.say("documents download d1")
    #expect(told.problems.first?.title == "The file is not here.")
    let checked = try await stage.say("documents check d1")
    #expect(checked.problems.first?.title == "The file is not here.")
  }

  @Test("A file of which a part is missing is said to be damaged")
  func damaged() async throws {
    let stage = Stage(
      files: .holding(["My grades.PDF": Self.pdf]), fileState: .damaged)
    let told = try await stage.say(#"documents upload "My grades.PDF" transcript"#)
    let handle = try #require(told.done.first?.references.first?.handle)
    let page = try await stage.show("documents show \(handle)")
    #expect(
      page.facts.first { $0.label == "Size" }?.value == "Damaged: not all of it is there")
    #expect(!page.commands.contains("documents download \(handle)"))
    let saved = try await stage.say("documents download \(handle)")
    #expect(saved.problems.first?.title == "The file is damaged.")
    let checked = try await stage.say("documents check \(handle)")
    #expect(
      checked.done.first?.details.first?.hasSuffix("the file is damaged: a part of it is missing")
        == true)
  }

  @Test("Uploading has one name, in the list, in an empty list and as the heading of its form")
  func uploading() async throws {
    let command = try #require(
      stage().feature.commands.map(\.description).first { $0.words == "documents upload" })
    let full = try await stage().show("documents")
    let empty = try await Stage(MadeUpFamily.empty).show("documents")
    for page in [full, empty] {
      let link = try #require(page.links.first { $0.command == command.words })
      #expect(command.summary.hasPrefix("\(link.label), "))
    }
  }

  @Test("A parent saves a file and is offered no place for another")
  func parent() async throws {
    let athlete = stage()
    _ = try await athlete.say(#"documents upload "papers/My grades.PDF" transcript"#)
    let page = try await stage(as: ExampleFamily.dana).show("documents")
    #expect(!page.commands.contains("documents upload"))
  }
}
