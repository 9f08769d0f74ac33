import Glibc
import Synchronization

/// A process of the test program `Tests/StoreWriter`, which writes steps into a data file while the
/// test uses the file too.
final class Writer {
  private let process: pid_t
  private let output: Int32
  private var pending: [UInt8] = []

  init(_ file: String, writer: Int, count: Int, limit: Int? = nil) throws {
    var words = [Self.program, file, "\(writer)", "\(count)"]
    if let limit { words += ["--limit", "\(limit)"] }
    // The processes are started one after the other. Otherwise another process, started before the
    // pipe has its close-on-exec flag, would inherit the pipe and keep it open.
    (process, output) = try Self.starting.withLock { _ in try Self.spawn(words) }
  }

  private static let starting = Mutex(())

  private static func spawn(_ words: [String]) throws -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, nil, &arguments, environ)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw CannotStart(program: program, code: code)
    }
    return (process, ends[0])
  }

  deinit {
    close(output)
  }

  struct CannotStart: Error {
    var program: String
    var code: Int32
  }

  /// Waits for the next line that the process prints; returns nil after it has ended.
  func line() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeFirst(end + 1) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      pending += chunk[..<count]
    }
  }

  func remainingLines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  func killNow() {
    kill(process, SIGKILL)
  }

  /// Waits until the process has ended.
  ///
  /// - Returns: the exit status of the process, or 128 plus the number of the signal that ended it.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// The path of the program, which is built into the folder of the tests.
  private static let program: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(
      decoding: path[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/StoreWriter"
  }()
}
