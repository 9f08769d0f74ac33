/// Reads the files that a command names.
///
/// The host (the program in which features run) opens them and passes their bytes on in portions,
/// so features contain no file access and tests need no files.
public struct FileReading: Capability {
  private let begin: @Sendable (_ path: String) throws(Problem) -> OpenedFile
  private let checkTable: @Sendable (_ path: String) throws(Problem) -> Void

  /// Creates the capability from the host's functions.
  ///
  /// - Parameter checkTable: throws if a table has more rows than this host imports.
  public init(
    checkingTables checkTable: @escaping @Sendable (_ path: String) throws(Problem) -> Void = {
      _ throws(Problem) in
    },
    _ begin: @escaping @Sendable (_ path: String) throws(Problem) -> OpenedFile
  ) {
    self.begin = begin
    self.checkTable = checkTable
  }

  /// Opens the file at its first byte. Throws a problem with the reason if it cannot be opened.
  public func open(_ path: String) throws(Problem) -> OpenedFile {
    try begin(path)
  }

  /// Opens a table that a command imports.
  ///
  /// Throws if it cannot be opened, or if the host refuses a table of its size.
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

/// An open file. It is closed when its last reference is released.
public struct OpenedFile {
  /// Returns the next bytes of the file. Empty at its end.
  public let next: () throws(Problem) -> [UInt8]

  public init(next: @escaping () throws(Problem) -> [UInt8]) {
    self.next = next
  }
}

extension FileReading {
  /// Returns a capability with files in memory. They are read in portions of the given size.
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
