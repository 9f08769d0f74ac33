import Foundation
import Glibc
import Testing
import ToolTesting

/// The result of one run of a program: its output, its errors and its exit code.
struct ProgramAnswer: Equatable, CustomStringConvertible {
  var output = ""
  var errors = ""
  var code: Int32 = 0

  var description: String { "code \(code)\noutput:\n\(output)errors:\n\(errors)" }
}

/// The programs under test.
enum Program {
  /// The folder of the programs that people start. `Tools/test` names that of the release programs;
  /// without a name they are those that were built together with the tests.
  static let folder = getenv("COMPASS_PROGRAMS").map { String(cString: $0) } ?? ownFolder

  /// The folder of the tests and of what was built together with them.
  static let ownFolder: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(
      decoding: path[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }()

  static let path = folder + "/compass-shell"

  /// The folder of the project's sources.
  static let repository = Project.root.path

  /// Runs a program to its end and returns its output. A program that takes longer than `seconds`
  /// is killed.
  static func run(
    _ program: String, _ words: [String], input: [UInt8] = [], environment: [String: String],
    seconds: Int32 = 600, _ location: SourceLocation = #_sourceLocation
  ) throws -> ProgramAnswer {
    try Running(program, words, input: input, environment: environment)
      .finish(seconds: seconds, location)
  }
}

/// A running program whose input, output and errors are pipes to the test.
final class Running {
  private let child: Child
  private let name: String
  private var exchange: Exchange

  init(
    _ program: String, _ words: [String], input: [UInt8] = [], environment: [String: String]
  ) throws {
    var ends: [Int32] = []
    child = try Child(program, words, environment: environment) {
      let (input, output, errors) = try (Child.pipe(), Child.pipe(), Child.pipe())
      ends = [input.write, output.read, errors.read]
      return [input.read, output.write, errors.write]
    }
    name = ([program] + words).joined(separator: " ")
    exchange = Exchange(input: ends[0], output: ends[1], errors: ends[2], toSay: input)
  }

  func kill() { child.kill() }

  /// Waits until the program has ended, and returns its complete output.
  func finish(seconds: Int32 = 600, _ location: SourceLocation = #_sourceLocation) -> ProgramAnswer
  {
    if !exchange.run(milliseconds: seconds * 1000) {
      child.kill()
      Issue.record(
        "\(name) was not done in \(seconds) s: \(exchange.answer)", sourceLocation: location)
    }
    var answer = exchange.answer
    answer.code = child.wait()
    return answer
  }
}

/// Exchanges data with a program: writes its input while reading its output and errors, so that no
/// full pipe blocks either process.
private struct Exchange {
  private var input: Int32
  private var toSay: ArraySlice<UInt8>
  private var output: Listener
  private var errors: Listener

  init(input: Int32, output: Int32, errors: Int32, toSay: [UInt8]) {
    self.input = input
    self.toSay = toSay[...]
    self.output = Listener(descriptor: output)
    self.errors = Listener(descriptor: errors)
  }

  var answer: ProgramAnswer { ProgramAnswer(output: output.text, errors: errors.text) }

  /// Returns false if the time was over before the output and the errors had ended.
  mutating func run(milliseconds: Int32) -> Bool {
    signal(SIGPIPE, SIG_IGN)
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    let deadline = Deadline(milliseconds: milliseconds)
    if toSay.isEmpty { endInput() }
    while output.isOpen || errors.isOpen {
      var waiting = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 3, deadline.milliseconds) > 0 else { break }
      if waiting[0].revents != 0 { say() }
      if waiting[1].revents != 0 { output.hear() }
      if waiting[2].revents != 0 { errors.hear() }
    }
    defer {
      endInput()
      output.end()
      errors.end()
    }
    return !output.isOpen && !errors.isOpen
  }

  private mutating func say() {
    let count = toSay.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count > 0 { toSay = toSay.dropFirst(count) }
    if toSay.isEmpty || (count < 0 && errno != EAGAIN) { endInput() }
  }

  private mutating func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }
}

private struct Listener {
  var descriptor: Int32
  private var heard: [UInt8] = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  var isOpen: Bool { descriptor >= 0 }
  var text: String { String(decoding: heard, as: UTF8.self) }

  mutating func hear() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 { heard += chunk[..<count] } else { end() }
  }

  mutating func end() {
    if isOpen { close(descriptor) }
    descriptor = -1
  }
}

/// The moment at which a test stops waiting and reports what is missing.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(milliseconds: Int32) {
    end = .now + .milliseconds(Int(milliseconds))
  }

  /// The remaining time for `poll`, or zero after the deadline.
  var milliseconds: Int32 {
    let left = end - .now
    return max(0, Int32(left / .milliseconds(1)))
  }
}
