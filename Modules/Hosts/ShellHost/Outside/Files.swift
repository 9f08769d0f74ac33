package import FeatureKit

/// The file system as a shell uses it. The file that a command creates is written completely or not
/// at all.
package struct Files: Sendable {
  package typealias Failure = Problem

  package var read: @Sendable (_ path: String) throws(Failure) -> [UInt8]
  /// Returns whether there is a file at the path, which a new file would replace.
  package var exists: @Sendable (_ path: String) throws(Failure) -> Bool
  /// Begins a new file, which gets its name only when it is complete.
  ///
  /// Throws if there is a folder at the path, or if the file cannot be created.
  package var begin: @Sendable (_ path: String, _ replaces: Bool) throws(Failure) -> Draft
  /// Opens the file with the program that the desktop uses for files of its kind.
  package var open: @Sendable (_ path: String) throws(Failure) -> Void
  /// Returns the paths of files that begin with this text, for completion.
  package var names: @Sendable (_ beginning: String) -> [String]

  package init(
    read: @escaping @Sendable (_ path: String) throws(Failure) -> [UInt8],
    exists: @escaping @Sendable (_ path: String) throws(Failure) -> Bool,
    begin: @escaping @Sendable (_ path: String, _ replaces: Bool) throws(Failure) -> Draft,
    open: @escaping @Sendable (_ path: String) throws(Failure) -> Void,
    names: @escaping @Sendable (_ beginning: String) -> [String]
  ) {
    self.read = read
    self.exists = exists
    self.begin = begin
    self.open = open
    self.names = names
  }

  /// A file that is being written and does not have its name yet.
  package struct Draft: Sendable {
    package var write: @Sendable ([UInt8]) throws(Failure) -> Void
    /// Gives the file its name. A previous file with that name stays until then.
    package var finish: @Sendable () throws(Failure) -> Void
    package var abandon: @Sendable () -> Void

    package init(
      write: @escaping @Sendable ([UInt8]) throws(Failure) -> Void,
      finish: @escaping @Sendable () throws(Failure) -> Void,
      abandon: @escaping @Sendable () -> Void
    ) {
      self.write = write
      self.finish = finish
      self.abandon = abandon
    }
  }
}

extension Files {
  /// Returns a copy that refuses each path of the program's own files.
  func guarded(by paths: PathGuard) -> Files {
    var files = self
    files.read = { written throws(Problem) in try read(try paths.path(for: written, .reading)) }
    files.exists = { written throws(Problem) in try exists(try paths.path(for: written, .writing)) }
    files.begin = { written, replaces throws(Problem) in
      try begin(try paths.path(for: written, .writing), replaces)
    }
    files.open = { written throws(Problem) in try open(try paths.path(for: written, .reading)) }
    return files
  }
}
