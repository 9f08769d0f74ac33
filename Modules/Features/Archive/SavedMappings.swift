import Domain
import FeatureKit
import JSON

/// Column mappings for imported tables, stored by name on this machine. A mapping says which column
/// fills which field, and a person can use it again for the next table from the same measuring
/// device or the same organizer.
struct SavedMappings {
  private let preferences: DevicePreferencesGateway
  private let kind: ArchiveFeature.ImportKind

  init(_ preferences: DevicePreferencesGateway, of kind: ArchiveFeature.ImportKind) {
    self.preferences = preferences
    self.kind = kind
  }

  private func key(_ name: String) -> String {
    "import_mapping_\(kind.rawValue)_\(NameMatch.folded(name.trimmed))"
  }

  func keep(_ mapping: [ArchiveFeature.ColumnMapping], as name: String) async throws(Problem) {
    let pairs = mapping.map { JSONValue.array([.string($0.column), .string($0.field)]) }
    try await preferences.set(JSONValue.array(pairs).text, for: key(name))
  }

  func mapping(_ name: String) async throws(Problem) -> [ArchiveFeature.ColumnMapping] {
    let text = try await preferences.value(of: key(name)) ?? ""
    let pairs = (try? JSONValue.parse(text))?.array ?? []
    let mapping = pairs.compactMap { pair -> ArchiveFeature.ColumnMapping? in
      guard let column = pair[0]?.string, let field = pair[1]?.string else { return nil }
      return ArchiveFeature.ColumnMapping(column: column, field: field)
    }
    guard !mapping.isEmpty else {
      throw Problem(
        .notFound, "Nothing is kept under `\(name)` for \(kind.rawValue).",
        fix:
          "Keep it:  import \(kind.rawValue) FILE --map THEIRS=OURS --as \(CommandText.quoted(name))"
      )
    }
    return mapping
  }
}
