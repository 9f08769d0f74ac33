/// The types of files that the program stores for documents. Coaches can open all of them, and a
/// browser executes none of them as code.
public enum KeptFileType: String, CaseIterable, Sendable {
  case pdf, jpeg, png, webp, heic, docx, xlsx, odt, mp4, mov

  /// Finds the type of a file from its content; nil if the program does not store files of this
  /// type. The name of the file is not used, because it can be wrong.
  public init?(content bytes: [UInt8]) {
    let found = Self.allCases.first { $0.isType(of: bytes[...]) }
    guard let found else { return nil }
    self = found
  }

  /// Finds the type of a file from the ending of its name; nil if no type has this ending.
  public init?(ending name: String) {
    let lowered = name.lowercased()
    let found = Self.allCases.first { type in type.endings.contains { lowered.hasSuffix($0) } }
    guard let found else { return nil }
    self = found
  }

  public var mediaType: String {
    switch self {
    case .pdf: "application/pdf"
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .heic: "image/heic"
    case .docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case .odt: "application/vnd.oasis.opendocument.text"
    case .mp4: "video/mp4"
    case .mov: "video/quicktime"
    }
  }

  public var words: String {
    switch self {
    case .pdf: "PDF"
    case .jpeg, .png, .webp, .heic: "picture"
    case .docx, .odt: "text document"
    case .xlsx: "spreadsheet"
    case .mp4, .mov: "video"
    }
  }

  /// A text that lists all types, for use within a sentence.
  public static let allWords = "PDF, pictures, Word and Excel documents, short videos"

  var ending: String { endings[0] }
  static var endings: [String] { allCases.flatMap(\.endings) }

  private var endings: [String] {
    switch self {
    case .jpeg: [".jpg", ".jpeg"]
    case .heic: [".heic", ".heif"]
    case .mp4: [".mp4", ".m4v"]
    default: [".\(rawValue)"]
    }
  }
}

extension KeptFileType {
  private func isType(of bytes: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .pdf: bytes.starts(with: "%PDF-".utf8)
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .webp: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    case .heic: Self.brand(of: bytes, isOneOf: ["heic", "heix", "heim", "heis", "mif1"])
    case .mp4:
      Self.brand(
        of: bytes, isOneOf: ["isom", "iso2", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V "])
    case .mov: Self.brand(of: bytes, isOneOf: ["qt  "])
    case .docx: Self.archive(bytes, holds: "word/document.xml")
    case .xlsx: Self.archive(bytes, holds: "xl/workbook.xml")
    case .odt:
      Self.isArchive(bytes)
        && bytes.dropFirst(30).starts(with: "mimetypeapplication/vnd.oasis.opendocument.text".utf8)
    }
  }

  /// Returns true if the file has the ISO base media format (MP4, HEIC) and its header contains one
  /// of these brands. A brand is a code of four characters that identifies the type.
  private static func brand(of bytes: ArraySlice<UInt8>, isOneOf brands: [String]) -> Bool {
    bytes.dropFirst(4).starts(with: "ftyp".utf8)
      && brands.contains { bytes.dropFirst(8).starts(with: $0.utf8) }
  }

  private static func isArchive(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
  }

  /// Returns true if the bytes are a ZIP archive that contains this file name.
  private static func archive(_ bytes: ArraySlice<UInt8>, holds name: String) -> Bool {
    isArchive(bytes) && bytes.firstRange(of: name.utf8) != nil
  }
}
