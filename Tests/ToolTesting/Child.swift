public import Glibc
import Synchronization

/// A child process that a test starts, with descriptors that the test chooses.
///
/// Tests do not use Foundation's `Process`. A process with more than 1,023 open files, such as one
/// that runs many tests at once, cannot rely on it: it fails to start a program, or never hears that
/// one has ended.
public final class Child: Sendable {
  public let id: pid_t
  private let status = Mutex<Int32?>(nil)

  /// Held while a process is started, so that no two starts happen at once. Between the creation of
  /// a descriptor and its mark as close-on-exec, another child would inherit it and keep it open.
  private static let starting = Mutex(())

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - terminal: the path of a terminal device that becomes the controlling terminal of the
  ///     process, in a session of its own, and its input, output and errors.
  ///   - descriptors: creates the descriptors for input, output and errors. They are closed in this
  ///     process after the child has them.
  public init(
    _ program: String, _ words: [String], environment: [String: String], terminal: String? = nil,
    descriptors: () throws -> [Int32] = { [] }
  ) throws {
    id = try Self.starting.withLock { _ in
      let given = try descriptors()
      defer { for descriptor in given { close(descriptor) } }
      return try Self.spawn(program, words, environment, given, terminal)
    }
  }

  deinit {
    guard isRunning else { return }
    kill()
    wait()
  }

  public func kill() { Glibc.kill(id, SIGKILL) }

  public var isRunning: Bool {
    status.withLock { status in
      var raw: Int32 = 0
      if status == nil, waitpid(id, &raw, WNOHANG) == id { status = Self.code(raw) }
      return status == nil
    }
  }

  /// Waits until the process has ended. Returns its exit code, or 128 plus the number of the signal
  /// that ended it.
  @discardableResult
  public func wait() -> Int32 {
    status.withLock { status in
      if let status { return status }
      var raw: Int32 = 0
      while waitpid(id, &raw, 0) < 0, errno == EINTR {}
      status = Self.code(raw)
      return Self.code(raw)
    }
  }

  private static func code(_ raw: Int32) -> Int32 {
    raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
  }

  /// Returns the two ends of a new pipe, which no other process inherits. It must be called from
  /// the closure `descriptors`, which holds the lock for starts.
  public static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw CannotStart(program: "a pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

extension Child {
  public struct CannotStart: Error {
    public var program: String
    public var code: Int32
  }

  private typealias CloseFrom =
    @Sendable @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// The function of the C library that closes all descriptors from a number on. The module Glibc
  /// lacks it.
  private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: CloseFrom.self)
  }

  /// The flag POSIX_SPAWN_SETSID of Linux, which the module Glibc lacks.
  private static let ownSession: Int16 = 0x80

  private static func spawn(
    _ program: String, _ words: [String], _ environment: [String: String],
    _ descriptors: [Int32], _ terminal: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test's own process may ignore or block signals, and the child must not inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let usual = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, terminal == nil ? usual : usual | ownSession)
    if let terminal {
      // A session leader gets the first terminal that it opens as its controlling terminal.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // Tests also open descriptors that are not marked as close-on-exec. A child that kept a copy of a
    // test's socket would keep its connection open.
    guard let closeFrom = Self.closeFrom, closeFrom(&actions, 3) == 0 else {
      throw CannotStart(program: program, code: ENOSYS)
    }
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw CannotStart(program: program, code: code) }
    return process
  }
}
