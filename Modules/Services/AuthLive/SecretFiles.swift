public import Auth
import Basics
import Glibc

extension SecretStore {
  /// Returns a store that keeps each secret in a file of its own. Only its owner can read the file
  /// (0600) and enter the folder (0700).
  public static func files(in folder: String) -> SecretStore {
    let files = SecretFiles(folder: folder)
    return SecretStore {
      $0.read.implement { name throws(Problem) in try files.read(name) }
      $0.save.implement { name, secret throws(Problem) in try files.save(secret, as: name) }
      $0.remove.implement { name throws(Problem) in try files.remove(name) }
    }
  }

  /// Deletes the temporary files that killed processes left in the folder, because they contain
  /// parts of secrets.
  public static func sweepFiles(in folder: String) {
    SecretFiles(folder: folder).removeDrafts { process in
      kill(process, 0) != 0 && errno == ESRCH
    }
  }
}

/// Stores the secrets of one folder, each in a file with the secret's name. A file is always
/// replaced as a whole.
struct SecretFiles: Sendable {
  let folder: String

  /// The largest number of bytes that are read from a file. A secret is much smaller.
  static let limit = 65_536

  func read(_ name: String) throws(Problem) -> SecretText? {
    let path = path(of: name)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw AuthLiveFailure.secretNotRead(path: path, code: errno).problem
    }
    defer { close(descriptor) }
    // The file may come from a copy or a backup with permissions for other users, so its
    // permissions are restricted to the owner again.
    fchmod(descriptor, 0o600)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.limit)
    defer { wipe(&bytes) }
    var chunk = [UInt8](repeating: 0, count: 4096)
    defer { wipe(&chunk) }
    while bytes.count < Self.limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw AuthLiveFailure.secretNotRead(path: path, code: errno).problem
      }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return SecretText(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes the secret into a temporary file and renames it over the old file, so that a crash
  /// leaves either the old secret or the new one.
  func save(_ secret: SecretText, as name: String) throws(Problem) {
    let path = path(of: name)
    mkdir(folder, 0o700)
    chmod(folder, 0o700)
    let draft = "\(path).\(getpid()).new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw notKept(path) }
    var bytes = Array(secret.revealed.utf8)
    defer { wipe(&bytes) }
    let written = write(bytes, to: descriptor) && fsync(descriptor) == 0
    let problem = written ? nil : notKept(path)
    close(descriptor)
    if problem == nil, rename(draft, path) == 0 { return syncFolder() }
    let final = problem ?? notKept(path)
    unlink(draft)
    throw final
  }

  func remove(_ name: String) throws(Problem) {
    let path = path(of: name)
    // The temporary files that other processes use for this secret are removed too. Otherwise a
    // process that is saving the secret could rename its file after this call, and the removed
    // secret would exist again.
    removeDrafts(of: name) { _ in true }
    guard unlink(path) == 0 || errno == ENOENT else { throw notKept(path) }
  }

  /// Removes the temporary files of one secret, or of all secrets if `name` is nil. A file is
  /// removed only if `isDone` is true for the process that wrote it.
  func removeDrafts(of name: String? = nil, where isDone: (pid_t) -> Bool) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    let wanted = name.flatMap { path(of: $0).split(separator: "/").last }
    while let entry = readdir(directory) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(cString: $0)
        }
      }
      // The name of a temporary file, such as `session.4711.new`, has the secret's name, the
      // process id and a suffix.
      let parts = file.split(separator: ".")
      guard parts.count == 3, parts[2] == "new", let process = pid_t(parts[1]),
        wanted.map({ $0 == parts[0] }) ?? true, isDone(process)
      else { continue }
      unlink("\(folder)/\(file)")
    }
  }
}

extension SecretFiles {
  /// Returns the path of a secret's file. Every byte of the name except letters and `-` is escaped,
  /// so that no name can refer to a file outside the folder.
  private func path(of name: String) -> String {
    let file = PercentEncoding.encoded(name) { byte in
      byte == UInt8(ascii: "-")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return "\(folder)/\(file)"
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(
          descriptor, buffer.baseAddress.unsafelyUnwrapped + written, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  private func syncFolder() {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func notKept(_ path: String) -> Problem {
    AuthLiveFailure.secretNotKept(path: path, code: errno).problem
  }

  private func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
      if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
    }
  }
}
