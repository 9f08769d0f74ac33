import Foundation
public import Glibc
import Synchronization
import Threads

/// A program that a test starts, with pipes to its input and from its output.
public final class PipedProgram: Sendable {
  /// Where the program's errors go.
  public enum Errors: Sendable {
    /// To the errors of the tests.
    case inherited
    case toOutput
    case nowhere
    /// To the end of this file.
    case file(String)
  }

  private let child: Child
  private let input: Mutex<Int32>
  private let output: Int32
  /// What was read from the output and not yet returned.
  private let ahead = Mutex<[UInt8]>([])

  /// The variables of most programs, which do not depend on those of the tests.
  public static let usualEnvironment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]

  /// The variables of the tests. They are read once, because to read them is unsafe while a test
  /// changes one, as tests of libedit and of the C library's clock have to do.
  public static let ownEnvironment = ProcessInfo.processInfo.environment

  /// Starts a program, which is a path or a name in one of the usual folders.
  ///
  /// - Parameter folder: the working directory; nil for that of the tests.
  public init(
    _ words: [String], environment: [String: String] = usualEnvironment, folder: String? = nil,
    errors: Errors = .inherited
  ) throws {
    var ends: (input: Int32, output: Int32) = (-1, -1)
    child = try Child(
      "/usr/bin/env", (folder.map { ["--chdir=\($0)"] } ?? []) + words, environment: environment
    ) {
      let (input, output) = try (Child.pipe(), Child.pipe())
      ends = (input.write, output.read)
      return [input.read, output.write] + errors.descriptor(output: output.write)
    }
    input = Mutex(ends.input)
    output = ends.output
  }

  deinit {
    endInput()
    close(output)
  }

  public var id: pid_t { child.id }
  public var isRunning: Bool { child.isRunning }

  public func terminate() { kill(id, SIGTERM) }

  /// Waits until the program has ended. Returns its exit code, or 128 plus the number of the signal
  /// that ended it.
  @discardableResult
  public func wait() -> Int32 { child.wait() }

  /// Writes a text to the program's input.
  public func write(_ text: String) {
    signal(SIGPIPE, SIG_IGN)
    input.withLock { input in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  public func endInput() {
    input.withLock { input in
      if input >= 0 { close(input) }
      input = -1
    }
  }

  /// Waits for the next line of the output. Returns nil if the output has ended.
  public func line() -> String? {
    ahead.withLock { ahead in
      var seen = 0
      while true {
        if let end = ahead[seen...].firstIndex(of: 0x0A) {
          defer { ahead.removeSubrange(...end) }
          return String(decoding: ahead[..<end], as: UTF8.self)
        }
        seen = ahead.count
        guard readMore(&ahead) else { break }
      }
      defer { ahead = [] }
      return ahead.isEmpty ? nil : String(decoding: ahead, as: UTF8.self)
    }
  }

  /// Waits until the output has ended, and returns what was not read before.
  public func rest() -> [UInt8] {
    ahead.withLock { ahead in
      while readMore(&ahead) {}
      defer { ahead = [] }
      return ahead
    }
  }

  private func readMore(_ ahead: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      ahead += chunk[..<count]
      return true
    }
  }
}

extension PipedProgram {
  /// Runs a program without input to its end. Returns its exit code, and what it wrote.
  public static func run(
    _ words: [String], environment: [String: String] = usualEnvironment, folder: String? = nil,
    errors: Errors = .toOutput
  ) throws -> (status: Int32, text: String) {
    let program = try PipedProgram(
      words, environment: environment, folder: folder, errors: errors)
    program.endInput()
    let text = String(decoding: program.rest(), as: UTF8.self)
    return (program.wait(), text)
  }

  /// Runs a program as `run` does, on a thread of its own. The tests and the tested servers share a
  /// pool of threads, which can have as few as two, and these must not block.
  public static func said(
    _ words: [String], environment: [String: String] = usualEnvironment, folder: String? = nil
  ) async throws -> (status: Int32, text: String) {
    try await OwnThread.run {
      Result { try run(words, environment: environment, folder: folder) }
    }.get()
  }
}

extension PipedProgram.Errors {
  /// The descriptor for the program's errors, unless it inherits that of the tests.
  fileprivate func descriptor(output: Int32) -> [Int32] {
    switch self {
    case .inherited: []
    case .toOutput: [fcntl(output, F_DUPFD_CLOEXEC, 0)]
    case .nowhere: [open("/dev/null", O_WRONLY | O_CLOEXEC)]
    case .file(let path): [open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)]
    }
  }
}
