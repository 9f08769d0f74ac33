public import Basics

/// A file that a document names.
public struct NamedFile: Equatable, Sendable {
  public let athlete: RecordID
  public let file: KeptFile
  /// The size in bytes; nil if the file is not complete on this device.
  public let size: Int?

  public init(athlete: RecordID, file: KeptFile, size: Int?) {
    self.athlete = athlete
    self.file = file
    self.size = size
  }
}

/// The files of documents, as a sync reads and writes them. This type checks no rights: a server
/// decides who sends and who fetches a file.
public struct StoredFiles: Sendable {
  public typealias Failure = Problem

  /// The files that the documents of a person's families name.
  public var named: @Sendable (_ person: RecordID) throws(Failure) -> [NamedFile]
  /// Returns a part of a file, whose size is `KeptFile.partSize`.
  public var part: @Sendable (NamedFile, Int) throws(Failure) -> [UInt8]
  /// Stores a file in place of the parts of it that are on this device.
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
