import Domain
import FeatureKit
import Glibc

extension DesktopNotices {
  /// Shows a notification with the program `notify-send`. It is started without a shell, so that no
  /// text of the notification is run as a command.
  static let live = DesktopNotices { notice throws(Problem) in
    let child = try spawn(arguments(for: notice))
    // The wait is limited to three seconds, so that a desktop that hangs does not block the
    // program.
    for _ in 0..<300 {
      if let code = exitCode(of: child) {
        guard code == 0 else { throw Problem.noDesktop }
        return
      }
      try? await _Concurrency.Task.sleep(nanoseconds: 10_000_000)
    }
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
    throw Problem(.timedOut, "The desktop did not take the notification.")
  }

  /// Returns the arguments of `notify-send`. The option `--` precedes the texts, so that no text is
  /// taken for an option.
  static func arguments(for notice: DesktopNotice) -> [String] {
    [
      "notify-send", "--app-name=Recruiting Compass",
      "--urgency=\(notice.isUrgent ? "critical" : "normal")", "--",
      notice.title.withoutControls(atMost: 200),
      notice.text.withoutControls(atMost: 500).asNotificationBody,
    ]
  }

  private static func spawn(_ arguments: [String]) throws(Problem) -> pid_t {
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
    }
    var child = pid_t()
    switch posix_spawnp(&child, arguments[0], &actions, nil, words, environ) {
    case 0: return child
    case ENOENT:
      throw Problem(
        .failed, "Desktop notifications need the program notify-send, which is not here.",
        fix: "Install it with:  sudo apt install libnotify-bin")
    default: throw .noDesktop
    }
  }

  /// Returns the exit code of a child process; nil while the process runs.
  private static func exitCode(of child: pid_t) -> Int32? {
    var status: Int32 = 0
    guard waitpid(child, &status, WNOHANG) == child else { return nil }
    let hasExited = status & 0x7F == 0
    return hasExited ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

extension Problem {
  fileprivate static let noDesktop = Problem(
    .failed, "notify-send could not reach a desktop.",
    fix: "It needs a desktop session on this machine.")
}

extension String {
  /// Returns the text without control characters and without marks that change the direction of
  /// text, and shortened to the length.
  fileprivate func withoutControls(atMost length: Int) -> String {
    let kept = unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: " "
      case .format where scalar != "\u{200D}": " "
      default: scalar
      }
    }
    let text = String(String.UnicodeScalarView(kept)).trimmed
    return text.count > length ? text.prefix(length - 1) + "…" : text
  }

  /// The text, escaped for the body of a notification: the body is markup, and `notify-send` also
  /// interprets backslashes as C does.
  ///
  /// Scalars are compared and not characters: `<` with a combining mark is another `Character`, and
  /// still begins an element of the markup.
  fileprivate var asNotificationBody: String {
    unicodeScalars.reduce(into: "") { body, scalar in
      switch scalar {
      case "&": body += "&amp;"
      case "<": body += "&lt;"
      case ">": body += "&gt;"
      case "\\": body += "\\\\"
      default: body.unicodeScalars.append(scalar)
      }
    }
  }
}
