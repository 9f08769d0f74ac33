public import Basics

/// A stored file to which a document refers.
public struct NamedFile: Equatable, Sendable {
  public let athlete: RecordID
  public let file: KeptFile
  /// The size in bytes; nil if the file is missing or incomplete on this device.
  public let size: Int?

  public init(athlete: RecordID, file: KeptFile, size: Int?) {
    self.athlete = athlete
    self.file = file
    self.size = size
  }
}

/// Reads and writes the files of documents for a sync. It does not check rights, because the server
/// decides who may send and fetch a file.
public struct StoredFiles: Sendable {
  public typealias Failure = Problem

  /// Returns the files to which documents of the person's families refer.
  public var named: @Sendable (_ person: RecordID) throws(Failure) -> [NamedFile]
  /// Returns one part of a file, by the index of the part. Every part but the last has
  /// `KeptFile.partSize` bytes.
  public var part: @Sendable (NamedFile, Int) throws(Failure) -> [UInt8]
  /// Stores a complete file and replaces the parts of it that this device has.
  public var store: @Sendable (NamedFile, [UInt8]) throws(Failure) -> Void

  public init(
    named: @escaping @Sendable (_ person: RecordID) throws(Failure) -> [NamedFile],
    part: @escaping @Sendable (NamedFile, Int) throws(Failure) -> [UInt8],
    store: @escaping @Sendable (NamedFile, [UInt8]) throws(Failure) -> Void
  ) {
    self.named = named
    self.part = part
    self.store = store
  }
}
