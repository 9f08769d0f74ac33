public import Basics

/// A file that is stored with the family's data. A document names it in its link: `kept:ID/transcript.pdf`.
public struct KeptFile: Equatable, Sendable {
  public let id: RecordID
  /// A plain file name; its ending is that of the content.
  public let name: String
  public let type: KeptFileType

  public static let mostBytes = 10 * 1024 * 1024
  /// The size of the parts in which a file is stored, sent and fetched; the last part has the rest.
  public static let partSize = 256 * 1024
  /// The beginning of the link to a kept file. The file's id follows, then a slash and the name.
  public static let scheme = "kept:"
  private static let longestName = 100

  /// - Parameter name: the name of the original file, with or without folders and ending.
  public init(id: RecordID, named name: String, type: KeptFileType) {
    self.id = id
    self.type = type
    self.name = Self.stem(of: name) + type.ending
  }

  /// Reads the link of a kept file; nil for any other link.
  public init?(link: String) {
    guard link.hasPrefix(Self.scheme) else { return nil }
    let parts = link.dropFirst(Self.scheme.count).split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let id = RecordID(String(parts[0])), id.description == parts[0],
      let type = KeptFileType(ending: String(parts[1]))
    else { return nil }
    self.init(id: id, named: String(parts[1]), type: type)
  }

  public var link: String { "\(Self.scheme)\(id)/\(name)" }
  /// The name without its ending.
  public var title: String { String(name.dropLast(type.ending.count)) }

  /// Returns the last component of a path, whose separators may be slashes or backslashes.
  public static func name(in path: String) -> String {
    path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
  }

  private static func stem(of name: String) -> String {
    let last = Self.name(in: name)
    let known = KeptFileType.endings.first { last.lowercased().hasSuffix($0) && last != $0 }
    let stem = known.map { last.dropLast($0.count) } ?? last[...]
    let plain = stem.unicodeScalars.filter { scalar in
      ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate].contains(
        scalar.properties.generalCategory) && !"\"<>:|?*".unicodeScalars.contains(scalar)
    }
    let text = String(String.UnicodeScalarView(plain)).trimmed
      .drop { $0 == "." }.prefix(longestName)
    return text.isEmpty ? "file" : String(text)
  }
}
