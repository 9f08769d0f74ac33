import Auth
import CivilTime
package import FeatureKit
import Glibc
import Persistence
package import WebHost

/// The folder of the web server, beside the family's file. Only its owner may enter it.
///
/// The folder contains:
/// - the port of the serving process, in a file with a lock that ends with the process;
/// - the keys with which browsers sign in, each as a file with the key in its name and the moment
///   when it was made as its text;
/// - the page that opens a browser with a key;
/// - the uploads of browsers while they are processed.
///
/// A second `serve` command makes a key for the running server by creating a file in this folder. A
/// user who may not enter the folder cannot make a key.
package struct ServingFolder: Sendable {
  package let path: String

  static let name = "serving"

  init(beside folder: DataFolder) { self.init(dataFolder: folder.path) }

  package init(dataFolder: String) { path = dataFolder + "/" + Self.name }

  /// The path of the folder for uploaded files, which is this folder itself.
  var uploads: String { path }
  private var portFile: String { path + "/port" }
  /// The path of the page that redirects a browser to the address with its key. The browser gets
  /// this path as its argument, because other users can read the arguments of a process.
  private var openingPageFile: String { path + "/" + Self.openingPageName }
  private static let openingPageName = "open.html"

  /// Creates the folder if it does not exist.
  package func make() throws(Problem) {
    var made = ""
    for piece in path.split(separator: "/") {
      made += "/" + piece
      if mkdir(path.hasPrefix("/") ? made : String(made.dropFirst()), 0o700) != 0, errno != EEXIST {
        throw Self.failure(made)
      }
    }
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid()
    else { throw Self.failure(path) }
    guard chmod(path, 0o700) == 0 else { throw Self.failure(path) }
  }

  /// Removes the keys, uploads and redirecting page that a killed server left behind.
  package func sweep() {
    removeFiles { name, _ in Self.letsIn(name) || name.hasPrefix("upload-") }
  }

  /// Removes the keys that are too old to be used, and the redirecting page if its key is too old.
  package func removeExpired() {
    removeFiles { name, age in
      guard Self.letsIn(name) else { return false }
      // The moment of a key is not in its file yet while another process makes the key.
      return Self.moment(of: path + "/" + name).map { !Self.isYounger($0, EntryKeys.lifetime) }
        ?? !Self.lifetime(of: EntryKeys.lifetime).contains(age)
    }
  }

  /// Returns whether a file lets a browser in: it is a key, or the page with a key.
  private static func letsIn(_ name: String) -> Bool {
    name.hasPrefix("key-") || name == openingPageName
  }

  /// Removes the files for whose name and age in milliseconds the function returns true.
  private func removeFiles(where isToGo: (_ name: String, _ age: Int64) -> Bool) {
    guard let listing = opendir(path) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let file = path + "/" + name
      if let age = Self.age(of: file), isToGo(name, age) { unlink(file) }
    }
  }

  /// Removes the keys, uploads and redirecting page that a killed server left behind, unless a
  /// process serves the folder now. A serving process has removed them at its start, and uses the
  /// uploads that are there.
  func sweepUnlessServed() {
    guard let claim = try? claim() else { return }
    withExtendedLifetime(claim) { sweep() }
  }

  // MARK: The lock and the port of the serving process

  /// Takes the lock of the serving process. Returns nil if another process holds it, and so serves
  /// already.
  package func claim() throws(Problem) -> ServingClaim? {
    let descriptor = open(portFile, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(portFile) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      close(descriptor)
      return nil
    }
    // The port of an earlier serving process is removed from the file. The file's modification time
    // is set to now, because other processes read from it when the lock was taken.
    ftruncate(descriptor, 0)
    futimens(descriptor, nil)
    return ServingClaim(descriptor)
  }

  /// Whether the serving process has taken the lock within the last minute, so that it may still be
  /// opening its port.
  var isJustClaimed: Bool {
    Self.age(of: portFile).map { Self.lifetime(of: 60_000).contains($0) } ?? false
  }

  /// Returns the port of the serving process; nil if that process has not opened a port yet.
  package func servedPort() -> Int? {
    guard let file = fopen(portFile, "re") else { return nil }
    defer { fclose(file) }
    var port = 0
    while case let byte = getc(file), (0x30...0x39).contains(byte), port < 100_000 {
      port = port * 10 + Int(byte - 0x30)
    }
    return (1...65_535).contains(port) ? port : nil
  }

  // MARK: One-time keys for browsers

  /// Creates and returns a new key, which one browser can use within a minute.
  package func makeKey(_ random: WebProgram.Random) throws(Problem) -> String {
    let key = Base64URL.text(try random(EntryKeys.length))
    try write(SecurityTime(beginningAt: Machine.moment()).text, to: path + "/key-" + key)
    return key
  }

  /// Returns the function with which the web server checks keys. The function removes the file of a
  /// valid key, so only one request can succeed with the key.
  package func keys(lasting lifetime: Int64 = EntryKeys.lifetime) -> EntryKeys {
    EntryKeys { key in
      guard Base64URL.bytes(key)?.count == EntryKeys.length else { return false }
      let file = path + "/key-" + key
      let made = Self.moment(of: file)
      guard unlink(file) == 0 else { return false }
      unlink(openingPageFile)
      return made.map { Self.isYounger($0, lifetime) } ?? false
    }
  }

  /// Returns the moment when a key was made; nil for another file and an unfinished key.
  private static func moment(of file: String) -> SecurityTime? {
    Machine.text(of: file).flatMap(SecurityTime.init(reading:))
  }

  /// Returns whether the moment is at most this many milliseconds ago, and after the machine was
  /// started. No setting of the clock changes that.
  private static func isYounger(_ made: SecurityTime, _ lifetime: Int64) -> Bool {
    made.elapsedOfOneStart(until: Machine.moment()).map { $0 <= lifetime } ?? false
  }

  /// Returns the milliseconds since a file was last written; nil if there is no such file.
  private static func age(of file: String) -> Int64? {
    var facts = stat()
    guard lstat(file, &facts) == 0 else { return nil }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec - facts.st_mtim.tv_sec) * 1_000
  }

  /// Returns the permitted ages in milliseconds of a file that is valid for this time. The lowest
  /// age is negative, because the time of a new file may be slightly later than the clock.
  private static func lifetime(of milliseconds: Int64) -> ClosedRange<Int64> {
    -1_000...milliseconds
  }

  /// Writes a page that redirects to the address, and returns the page's path. Other users can see
  /// the path in a browser's arguments, but cannot read the key in the page.
  package func makeOpeningPage(to address: String) throws(Problem) -> String {
    unlink(openingPageFile)
    try write(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Recruiting Compass</title>
      <meta http-equiv="refresh" content="0; url=\(address)"></head>
      <body><p><a href="\(address)">Open Recruiting Compass</a></p></body></html>

      """, to: openingPageFile)
    return openingPageFile
  }

  private func write(_ text: String, to file: String) throws(Problem) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(file) }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw Self.failure(file) }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  fileprivate static func failure(_ path: String) -> Problem {
    let code = errno
    return Problem(
      [ENOSPC, EDQUOT].contains(code) ? .storage(.full) : .failed,
      "\(path) could not be made: \(String(cString: strerror(code))).",
      fix: "Look whose folder it is, and whether there is room.")
  }
}

/// The lock with which this process serves a folder. It is held until this object is released or
/// the process ends.
package final class ServingClaim: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Writes the port into the locked file, where other processes read it. If the disk is too full
  /// for that, the file's modification time is set to 1970, so that no other process waits for the
  /// port.
  package func note(port: Int) {
    let text = Array("\(port)\n".utf8)
    let written = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written != text.count else { return }
    ftruncate(descriptor, 0)
    futimens(descriptor, [timespec(), timespec()])
  }
}
