import Foundation
public import ToolTesting

/// A real SMTP server on this machine's loop, told how to behave; it ends with the test.
public final class SMTPServer {
  /// What one server does.
  public struct Behaviour: Encodable, Sendable {
    public var tls = "none"
    public var certificate: String?
    public var key: String?
    public var user: String?
    public var password: String?
    /// Recipients that are refused, with the answer each gets.
    public var refused: [String: String] = [:]
    public var greeting = "220 ready"
    public var senderAnswer = "250 sender ok"
    public var dataAnswer = "250 taken"
    /// Where the server falls silent or hangs up: greeting, data, quit, or nowhere.
    public var silentAt = ""
    public var hangsUpAt = ""
    /// How many must be connected before anybody is greeted.
    public var greetsAt = 1

    public init(
      tls: String = "none", certificate: Certificate? = nil, user: String? = nil,
      password: String? = nil, refused: [String: String] = [:], greeting: String = "220 ready",
      senderAnswer: String = "250 sender ok", dataAnswer: String = "250 taken",
      silentAt: String = "", hangsUpAt: String = "",
      greetsAt: Int = 1
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
    }
  }

  /// A message that the server took, read by Python's own mail parser.
  public struct Taken: Decodable, Equatable {
    public var from: String
    public var to: [String]
    public var user: String?
    public var isEncrypted: Bool
    public var greeted: String
    public var headers: [String: String]
    public var text: String
    public var attachments: [Attachment]
    public var defects: Int

    public struct Attachment: Decodable, Equatable {
      public var name: String
      public var type: String
      public var base64: String
    }
  }

  public let port: Int
  private let process: Process
  private let input = Pipe()
  /// What the server reports, read as it comes, so that no full pipe holds it up.
  private let reports: Reports

  public init(_ behaviour: Behaviour = Behaviour()) throws {
    let options = String(decoding: try JSONEncoder().encode(behaviour), as: UTF8.self)
    process = .tool("python3", "-c", SMTPServerScript.text, options)
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    reports = Reports(of: output.fileHandleForReading)
    port = Int(try reports.next()) ?? 0
  }

  deinit { stop() }

  /// From here on nobody listens at its port.
  public func stop() {
    // It ends when its input does.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The next message the server took.
  public func taken() throws -> Taken {
    try JSONDecoder().decode(Taken.self, from: Data(try reports.next().utf8))
  }
}

/// The lines of a pipe, drained by a thread of its own.
private final class Reports: @unchecked Sendable {
  // `condition` guards everything below it.
  private let condition = NSCondition()
  private var lines: [String] = []
  private var rest: [UInt8] = []
  private var hasEnded = false

  init(of handle: FileHandle) {
    Thread.detachNewThread { [weak self] in
      while let self {
        let chunk = handle.availableData
        guard !chunk.isEmpty else { break }
        self.take(chunk)
      }
      self?.end()
    }
  }

  /// The next line; waits for it ten minutes at most.
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

  private func take(_ chunk: Data) {
    condition.lock()
    defer { condition.unlock() }
    rest += chunk
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
    condition.signal()
  }

  private func end() {
    condition.lock()
    defer { condition.unlock() }
    hasEnded = true
    condition.signal()
  }
}

/// The server ended, or kept silent for a minute.
struct NothingTaken: Error {}
