import CivilTime
import JSON
package import Mailing
package import Synchronization

@testable package import SharingServer

/// A replacement for the mail server. It collects the letters that the tested server sends.
package final class Mailbag: Sendable {
  private let all = Mutex<[(address: String, letter: ServerLetter)]>([])

  /// The error with which the next sending fails; nil for a mail server that accepts every message.
  package let failure = Mutex<MailFailure?>(nil)

  package init() {}

  /// The e-mails with recruiting packets (the documents that present athletes to coaches) that
  /// people have sent through the server.
  ///
  /// The server's own letters are not among them.
  package let messages = Mutex<[MailMessage]>([])

  package var mail: ServerMail {
    var mail = ServerMail { address, letter throws(MailFailure) in
      if let failure = self.failure.withLock({ $0 }) { throw failure }
      self.all.withLock { $0.append((address, letter)) }
    }
    mail.from = "compass@example.org"
    mail.packets = PacketMail(from: "compass@example.org", now: { .ofSystem }) {
      message throws(MailFailure) in
      if let failure = self.failure.withLock({ $0 }) { throw failure }
      self.messages.withLock { $0.append(message) }
    }
    return mail
  }

  package struct NothingCame: Error {}

  /// Waits for the last letter to an address.
  ///
  /// The server sends letters after its answer to the request, so the letter may not be there yet.
  ///
  /// - Parameter count: the number of letters to the address that were there before.
  package func letter(to address: String, after count: Int = 0) async throws -> ServerLetter {
    for _ in 0..<2_000 {
      let mine = all.withLock { $0.filter { $0.address == address } }
      if mine.count > count { return mine[mine.count - 1].letter }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw NothingCame()
  }

  /// Returns the code in the last letter to an address, such as the one that confirms the address.
  package func code(for address: String, after count: Int = 0) async throws -> String {
    guard let code = try await letter(to: address, after: count).code else { throw NothingCame() }
    return code
  }

  package func count(for address: String) -> Int {
    all.withLock { $0.count { $0.address == address } }
  }
}

extension MailSettings {
  /// Returns the settings of a mail server on this machine without TLS.
  package static func ofThisMachine(port: Int = 25, packets: Bool = true) throws -> MailSettings {
    try MailSettings(
      ConfigMembers(
        [
          "host": "127.0.0.1", "port": JSONValue(port), "security": "none",
          "from": "compass@example.org", "packets": .bool(packets),
        ], of: "mail"))
  }
}

extension ServerLetter {
  package var code: String? {
    words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }
  }

  /// The link in the letter without its host; nil if the letter has none.
  package var link: String? {
    guard let address = words.first(where: { $0.hasPrefix("http") }) else { return nil }
    return address.split(separator: "/", maxSplits: 2).last.map { "/" + $0 }
  }

  private var words: [String] {
    let pieces: [Substring] = text.split { $0.isWhitespace }
    return pieces.map { String($0) }
  }
}
