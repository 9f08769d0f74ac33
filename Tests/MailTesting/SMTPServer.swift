import Foundation
public import ToolTesting

/// A real SMTP server on the loopback interface with configurable behavior, which ends with the
/// test.
public final class SMTPServer {
  /// The behavior of one server: its encryption, its account, its answers, and the points at which
  /// it fails.
  public struct Behaviour: Encodable, Sendable {
    public var tls = "none"
    public var certificate: String?
    public var key: String?
    public var user: String?
    public var password: String?
    /// The recipients that the server refuses, each with its SMTP answer.
    public var refused: [String: String] = [:]
    public var greeting = "220 ready"
    public var senderAnswer = "250 sender ok"
    public var dataAnswer = "250 taken"
    /// The point of the SMTP session from which the server does not answer any more but keeps the
    /// connection: greeting, data or quit; empty for none.
    ///
    /// At `hangsUpAt` the server closes the connection instead.
    public var silentAt = ""
    public var hangsUpAt = ""
    /// The number of clients that must be connected before the server greets any of them.
    ///
    /// A test thereby shows that clients do not wait for each other.
    public var greetsAt = 1
    /// The file to which the server also writes each accepted message, as one line of JSON, for a
    /// program that reads letters; nil for no file.
    public var copies: String?

    public init(
      tls: String = "none", certificate: Certificate? = nil, user: String? = nil,
      password: String? = nil, refused: [String: String] = [:], greeting: String = "220 ready",
      senderAnswer: String = "250 sender ok", dataAnswer: String = "250 taken",
      silentAt: String = "", hangsUpAt: String = "",
      greetsAt: Int = 1, copies: String? = nil
    ) {
      self.tls = tls
      self.certificate = certificate?.file
      self.key = certificate?.key
      self.user = user
      self.password = password
      self.refused = refused
      self.greeting = greeting
      self.senderAnswer = senderAnswer
      self.dataAnswer = dataAnswer
      self.silentAt = silentAt
      self.hangsUpAt = hangsUpAt
      self.greetsAt = greetsAt
      self.copies = copies
    }
  }

  /// A message that the server accepted, parsed by Python's mail parser.
  public struct Taken: Decodable, Equatable, Sendable {
    public var from: String
    public var to: [String]
    public var user: String?
    public var isEncrypted: Bool
    public var greeted: String
    public var headers: [String: String]
    public var text: String
    public var attachments: [Attachment]
    public var defects: Int

    public struct Attachment: Decodable, Equatable, Sendable {
      public var name: String
      public var type: String
      public var base64: String
    }
  }

  public let port: Int
  private let program: PipedProgram
  /// The lines that the server process prints.
  ///
  /// A thread reads them continuously, because a full pipe would block the server.
  private let reports: Reports

  public init(_ behaviour: Behaviour = Behaviour()) throws {
    let options = String(decoding: try JSONEncoder().encode(behaviour), as: UTF8.self)
    program = try PipedProgram(["python3", "-c", SMTPServerScript.text, options])
    reports = Reports(of: program)
    port = Int(try reports.next()) ?? 0
  }

  deinit { stop() }

  /// Stops the server, so that its port refuses connections.
  public func stop() {
    if program.isRunning { program.terminate() }
    program.wait()
  }

  /// Waits for the next message that the server accepted and returns it.
  public func taken() throws -> Taken { try Self.read(try reports.next()) }

  /// Returns the next message that the server accepted.
  ///
  /// It waits on a separate thread, so that it does not block one of the threads on which the
  /// tested server runs its tasks.
  public func arrived() async throws -> Taken {
    let report = try await withCheckedThrowingContinuation { waiter in
      Thread.detachNewThread { [reports] in waiter.resume(with: Result { try reports.next() }) }
    }
    return try Self.read(report)
  }

  private static func read(_ report: String) throws -> Taken {
    try JSONDecoder().decode(Taken.self, from: Data(report.utf8))
  }
}

/// The lines of a program's output, which a separate thread reads.
private final class Reports: @unchecked Sendable {
  // `condition` guards all properties below.
  private let condition = NSCondition()
  private var lines: [String] = []
  private var hasEnded = false

  init(of program: PipedProgram) {
    Thread.detachNewThread { [weak self] in
      while let line = program.line() { self?.take(line) }
      self?.end()
    }
  }

  /// Returns the next line; waits at most ten minutes for it.
  func next() throws -> String {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: 600)
    while lines.isEmpty, !hasEnded {
      guard condition.wait(until: deadline) else { break }
    }
    guard !lines.isEmpty else { throw NothingTaken() }
    return lines.removeFirst()
  }

  private func take(_ line: String) {
    condition.lock()
    defer { condition.unlock() }
    lines.append(line)
    condition.signal()
  }

  private func end() {
    condition.lock()
    defer { condition.unlock() }
    hasEnded = true
    condition.signal()
  }
}

/// The error of a wait for a message: the SMTP server ended, or reported nothing for ten minutes.
struct NothingTaken: Error {}
