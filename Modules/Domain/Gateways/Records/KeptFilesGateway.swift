public import Basics

/// The operations on the files of documents, such as a PDF. Each file is stored in the data file
/// (the family's database on this device) and belongs to one document.
public struct KeptFilesGateway: Gateway {
  public var keep = Endpoint<(name: String, bytes: [UInt8], athlete: RecordID), KeptFile>("keep")
  public var fileState = Endpoint<
    (document: RecordID, athlete: RecordID), KeptFileState?
  >("fileState")
  public var content = Endpoint<
    (document: RecordID, athlete: RecordID, receive: ArchiveGateway.ReceiveBytes), Void
  >("content")

  public init() {}
}

extension KeptFilesGateway {
  /// Stores a file. The document that refers to the file is added afterwards. If no document refers
  /// to the file a day later, the file is deleted.
  public func keep(
    _ bytes: [UInt8], named name: String, of athlete: RecordID
  ) async throws(Problem) -> KeptFile {
    try await keep((name, bytes, athlete))
  }

  /// Returns whether the stored file of a document is on this device and complete; nil if the
  /// document has no stored file.
  public func state(
    ofFileOf document: RecordID, of athlete: RecordID
  ) async throws(Problem) -> KeptFileState? {
    try await fileState((document, athlete))
  }

  /// Passes the content of a document's file to `receive` in portions.
  public func content(
    ofFileOf document: RecordID, of athlete: RecordID,
    to receive: @escaping ArchiveGateway.ReceiveBytes
  ) async throws(Problem) {
    try await content((document, athlete, receive))
  }
}

/// Whether the file of a document is on this device.
public enum KeptFileState: Equatable, Sendable {
  case here(bytes: Int)
  /// The file is not on this device: it was added on another device, and no sync has fetched the
  /// file yet.
  case elsewhere
  /// The file is incomplete: a part of it is missing or has the wrong length.
  case damaged

  /// The problem that prevents saving or showing the file; nil if the file is on this device and
  /// complete.
  public var problem: Problem? {
    switch self {
    case .here: nil
    case .elsewhere: .fileIsElsewhere
    case .damaged: .fileIsDamaged
    }
  }
}

extension Problem {
  public static let fileIsElsewhere = Problem(
    .notFound, "The file is not here.",
    details: ["It was added on another device, and has not come from there."],
    fix: "Let that device sync, or add the file here again.")

  public static let fileIsDamaged = Problem(
    .notFound, "The file is damaged.",
    details: ["A part of it is missing, or has another length."],
    fix: "Restore a backup that has it whole, or add the file again.")

  /// The problem that the content of a stored file does not have the type that its name says. Only
  /// a file from a server can have a wrong type, because another program may have stored it there
  /// without a check.
  public static let fileIsOtherwise = Problem(
    .notFound, "The file is not what its name says.",
    details: ["Its content has another type, so it is not shown."], fix: "Add it again.")

  public static func notKept(_ name: String, _ size: Int) -> Problem? {
    if size == 0 { return Problem(.usage, "“\(name)” is empty.", fix: "Choose another file.") }
    guard size > KeptFile.mostBytes else { return nil }
    return Problem(
      .usage, "“\(name)” has more than \(KeptFile.mostBytes >> 20) MB.",
      fix: "Make it smaller, or put it on the web and add the link.")
  }

  public static func unknownContent(of name: String) -> Problem {
    Problem(
      .usage, "“\(name)” is no file that can be kept.",
      details: ["Its content decides, not its name."],
      fix: "Choose one of these: \(KeptFileType.allWords).")
  }
}
