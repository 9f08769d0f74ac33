import Glibc

/// The program that the person uses to read long texts, such as `less`. It runs as a process that
/// reads a page from a pipe.
struct PagerProcess {
  private let command: String

  /// Creates the value for a command line. Returns nil if its program is not installed: the shell
  /// that starts it would print an error over the page.
  init?(_ command: String) {
    // Words such as `LESSSECURE=1` before the program set variables.
    let program = command.split(separator: " ").first { !$0.contains("=") }
    guard Self.isThere(program.map(String.init) ?? "") else { return nil }
    self.command = command
  }

  /// Shows a page and waits until the pager ends. Returns false if the pager did not start, so that
  /// the page has to be printed.
  func show(_ page: [UInt8]) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    // The pager inherits open descriptors. If it had a copy of the pipe's write end, it would never
    // read the end of the page.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // If the person leaves the pager before the whole page was read, writing fails. The signal
    // SIGPIPE must not end this program then.
    signal(SIGPIPE, SIG_IGN)
    // Ctrl-C reaches both processes and is meant for the pager. Without this line it would end this
    // program and leave the pager running at the terminal.
    var ignored = sigaction()
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    var before = sigaction()
    sigaction(SIGINT, &ignored, &before)
    defer { sigaction(SIGINT, &before, nil) }
    guard let process = spawn(reading: ends[0]) else {
      ends.forEach { close($0) }
      return false
    }
    close(ends[0])
    Self.write(page, to: ends[1])
    close(ends[1])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // `sh` ends with 126 or 127 if it could not start the pager.
    return ![126, 127].contains((status >> 8) & 0xFF)
  }

  private func spawn(reading end: Int32) -> pid_t? {
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(command), nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGPIPE, SIGINT] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ) == 0 else {
      return nil
    }
    return process
  }

  /// Writes the page to the pipe. A failed write is no error, because the person may leave the
  /// pager before the whole page was read.
  private static func write(_ page: [UInt8], to descriptor: Int32) {
    var rest = page[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func isThere(_ program: String) -> Bool {
    guard !program.contains("/") else { return access(program, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return !program.isEmpty
      && path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Whether typed keys wait at the terminal, including a line that was not ended with Enter. A
  /// pager would read them as its own commands.
  static var hasTypedAhead: Bool {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    var keys = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&keys, 1, 0) > 0 && keys.revents & Int16(POLLIN) != 0
  }
}
