public import Basics

/// The id, the name and the type of a document's file, such as a transcript, whose content the
/// database stores. The document refers to the file by a link such as `kept:ID/transcript.pdf`.
public struct KeptFile: Equatable, Sendable {
  public let id: RecordID
  /// The file name without folders. It ends with the extension of `type`, such as `.pdf`, even if
  /// the original file had another extension.
  public let name: String
  public let type: KeptFileType

  public static let mostBytes = 10 * 1024 * 1024
  /// The size in bytes of the parts into which the content of a file is divided; the last part may
  /// be smaller. Each part is one row of `kept_files`, and a sync with a server sends or fetches it
  /// with one request.
  public static let partSize = 256 * 1024
  /// The first characters of a link to a stored file. The file's id, a slash and the name follow.
  public static let scheme = "kept:"
  private static let longestName = 100

  /// Creates a file. Characters that some operating systems do not allow in file names are removed
  /// from its name, and its extension becomes that of the type.
  ///
  /// - Parameter name: the name of the original file, with or without folders and extension.
  public init(id: RecordID, named name: String, type: KeptFileType) {
    self.id = id
    self.type = type
    self.name = Self.stem(of: name) + type.ending
  }

  /// Creates the file to which a link refers; nil if the link does not refer to a stored file.
  public init?(link: String) {
    guard link.hasPrefix(Self.scheme) else { return nil }
    let parts = link.dropFirst(Self.scheme.count).split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let id = RecordID(String(parts[0])), id.description == parts[0],
      let type = KeptFileType(ending: String(parts[1]))
    else { return nil }
    self.init(id: id, named: String(parts[1]), type: type)
  }

  public var link: String { "\(Self.scheme)\(id)/\(name)" }
  /// The name without its extension.
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
