import Domain
import FeatureKit

extension Document: TabledRecord {
  static var filters: [ListFilterField<Document>] {
    [
      .choice("type", "Type", \.type), .record("school", "School", .school, \.school),
      .choice("health", "State of the link", \.health),
      .flag("current", "Current versions only") { $0.currentOnly = true },
    ]
  }

  /// The name of `documents upload` in links, menus and headings.
  static let uploading = "Upload a file"
  static var askedFirst: Set<String> { ["title", "type", "link"] }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: "No documents yet",
      hint: "A highlight video, a transcript, a resume: what coaches ask for.",
      add: "Add a document")
  }
}
