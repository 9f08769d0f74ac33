/// The capability (a service that a feature receives) that reads the files that a command names.
///
/// The host (the program in which features run) opens the files and passes their bytes on in
/// portions. Features therefore contain no file access, and their tests need no files.
public struct FileReading: Capability {
  private let begin: @Sendable (_ path: String) throws(Problem) -> OpenedFile
  private let checkTable: @Sendable (_ path: String) throws(Problem) -> Void

  /// Creates the reader of files from functions of the host, which is the program in which features
  /// run.
  ///
  /// - Parameter checkTable: throws if a table has more rows than the host imports.
  public init(
    checkingTables checkTable: @escaping @Sendable (_ path: String) throws(Problem) -> Void = {
      _ throws(Problem) in
    },
    _ begin: @escaping @Sendable (_ path: String) throws(Problem) -> OpenedFile
  ) {
    self.begin = begin
    self.checkTable = checkTable
  }

  /// Opens the file for reading from its first byte. Throws a problem with the reason if the file
  /// cannot be opened.
  public func open(_ path: String) throws(Problem) -> OpenedFile {
    try begin(path)
  }

  /// Opens the file of a table that a command imports.
  ///
  /// Throws if the file cannot be opened, or if the host (the program in which features run) does
  /// not import a table of that size.
  public func openTable(_ path: String) throws(Problem) -> OpenedFile {
    let file = try begin(path)
    try checkTable(path)
    return file
  }

  /// Returns all bytes of a small file.
  ///
  /// - Parameter check: called with the number of bytes read so far. If it throws, no more bytes
  ///   are read.
  public func bytes(
    of path: String, checking check: (_ count: Int) throws(Problem) -> Void
  ) throws(Problem) -> [UInt8] {
    let file = try open(path)
    var bytes: [UInt8] = []
    while case let portion = try file.next(), !portion.isEmpty {
      bytes += portion
      try check(bytes.count)
    }
    return bytes
  }

  public static func unimplemented(_ place: Unimplemented) -> FileReading {
    FileReading { _ throws(Problem) in throw place.problem("open") }
  }
}

/// An open file. Releasing the last copy of the closure `next` closes the file.
public struct OpenedFile {
  /// Returns the next bytes of the file; empty at the end of the file.
  public let next: () throws(Problem) -> [UInt8]

  public init(next: @escaping () throws(Problem) -> [UInt8]) {
    self.next = next
  }
}

extension FileReading {
  /// Returns a reader that finds the files in a dictionary in memory, for tests. It returns the
  /// bytes of a file in portions of this size.
  public static func holding(_ files: [String: [UInt8]], portion: Int = 65_536) -> FileReading {
    FileReading { path throws(Problem) in
      guard let bytes = files[path] else {
        throw Problem(.notFound, "`\(path)` could not be read: there is no such file.")
      }
      var rest = bytes[...]
      return OpenedFile { () throws(Problem) in
        defer { rest = rest.dropFirst(portion) }
        return Array(rest.prefix(portion))
      }
    }
  }
}
