import Basics
import CivilTime
import Foundation
import MailTesting
import Mailing
import Testing
import ToolTesting

@testable import Networking

@Suite("Sending to a real mail server")
struct MailerTests {
  let password = SecretText("Harbor7light")

  func message(
    to address: String = "rivera@example.edu", text: String = "Dear Coach Rivera,\n\nthank you.",
    attachments: [MailAttachment] = []
  ) throws -> MailMessage {
    try MailMessage(
      from: Mailbox("sam@example.org", name: "Zoë Lee"), to: Mailbox(address),
      subject: "Recruiting Packet - Zoë Lee", text: text, attachments: attachments,
      id: "0190a0f4-0000", sentAt: Instant(seconds: 1_770_730_200))
  }

  func at(
    _ server: SMTPServer, _ security: MailServer.Security = .none, host: String = "127.0.0.1",
    signsIn: Bool = false, trusting certificate: Certificate? = nil
  ) throws -> MailServer {
    var address = try MailServer(
      host: host, port: server.port, security: security, user: signsIn ? "sam" : nil,
      password: signsIn ? password : nil)
    address.certificates = certificate?.file
    // The limits are long because a machine that runs all tests at once may answer late.
    address.connectMilliseconds = 3_600_000
    address.totalMilliseconds = 3_600_000
    return address
  }

  func failure(_ message: MailMessage, _ server: MailServer, _ mailer: Mailer = .live) async
    -> Problem?
  {
    do throws(MailFailure) {
      try await mailer.send(message, through: server)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test("Whether a mail server takes connections is known without a message")
  func reach() async throws {
    let post = try SMTPServer()
    let server = try MailServer(host: "127.0.0.1", port: post.port, security: .none)
    #expect(await MailReach.failure(of: server) == nil)
    post.stop()
    #expect(
      await MailReach.failure(of: server)
        == .connectionRefused(host: "127.0.0.1", port: server.port))
  }

  @Test("What arrives is what was written: words, dots, long lines, and the file with it")
  func arrives() async throws {
    let server = try SMTPServer()
    let bytes = Array("%PDF-1.5\n.\r\n..\r\n".utf8) + (0...255).map(UInt8.init)
    let packet = try MailAttachment(
      name: "Zoë Packet.pdf", mediaType: "application/pdf", bytes: bytes)
    let text = ".dot\n..\n.\nDear Coach Muñoz,\n\n" + String(repeating: "long line ", count: 100)
    try await Mailer.live.send(
      message(text: text, attachments: [packet]), through: at(server))
    let taken = try server.taken()
    #expect(taken.from == "sam@example.org")
    #expect(taken.to == ["rivera@example.edu"])
    #expect(taken.headers["Subject"] == "Recruiting Packet - Zoë Lee")
    #expect(taken.headers["From"] == "Zoë Lee <sam@example.org>")
    #expect(taken.headers["Date"] == "Tue, 10 Feb 2026 13:30:00 +0000")
    #expect(taken.text.replacing("\r\n", with: "\n") == text)
    #expect(taken.attachments.map(\.name) == ["Zoë Packet.pdf"])
    #expect(taken.attachments.map(\.type) == ["application/pdf"])
    #expect(taken.attachments.map(\.base64) == [Data(bytes).base64EncodedString()])
    #expect(taken.defects == 0)
    #expect(taken.greeted == "[127.0.0.1]")
  }

  @Test(
    "With encryption from the start or after the greeting, the password goes over it",
    arguments: [(MailServer.Security.startTLS, "starttls"), (.tls, "implicit")])
  func encrypted(security: MailServer.Security, tls: String) async throws {
    let certificate = try Certificate(for: "localhost")
    let server = try SMTPServer(
      .init(
        tls: tls, certificate: certificate, user: "sam",
        password: password.revealed))
    try await Mailer.live.send(
      message(),
      through: at(server, security, host: "localhost", signsIn: true, trusting: certificate))
    let taken = try server.taken()
    #expect(taken.isEncrypted && taken.user == "sam")
  }

  @Test(
    "A server that nobody vouches for, or that has another's name, gets nothing",
    arguments: [("localhost", false), ("mail.example.org", true)],
    [(MailServer.Security.startTLS, "starttls"), (.tls, "implicit")])
  func badCertificate(
    _ certified: (name: String, isTrusted: Bool), _ way: (MailServer.Security, String)
  ) async throws {
    let certificate = try Certificate(for: certified.name)
    let server = try SMTPServer(
      .init(
        tls: way.1, certificate: certificate, user: "sam",
        password: password.revealed))
    let problem = await failure(
      try message(),
      try at(
        server, way.0, host: "localhost", signsIn: true,
        trusting: certified.isTrusted ? certificate : nil))
    #expect(problem == MailFailure.badCertificate(host: "localhost").problem)
  }

  @Test("A server without encryption gets nothing when it was asked for")
  func noTLS() async throws {
    let server = try SMTPServer()
    let problem = await failure(try message(), try at(server, .startTLS))
    #expect(problem == MailFailure.noTLS(host: "127.0.0.1").problem)
  }

  @Test("A wrong password is told without telling it, though the server repeats it")
  func wrongPassword() async throws {
    let server = try SMTPServer(.init(user: "sam", password: "another"))
    let problem = try #require(await failure(try message(), try at(server, signsIn: true)))
    #expect(problem == MailFailure.signInRefused(host: "127.0.0.1", user: "sam").problem)
    #expect(!"\(problem)".contains(password.revealed))
  }

  @Test("A refusal that repeats the password is not quoted", arguments: [false, true])
  func secretInRefusal(asSignIn: Bool) async throws {
    let plain = "\0sam\0\(password.revealed)"
    let echo = asSignIn ? Data(plain.utf8).base64EncodedString() : password.revealed
    let server = try SMTPServer(
      .init(
        user: "sam", password: password.revealed,
        refused: ["rivera@example.edu": "550 you said \(echo)"]))
    let problem = try #require(await failure(try message(), try at(server, signsIn: true)))
    #expect(
      problem
        == MailFailure.recipientRefused("rivera@example.edu", .init(code: 550, text: "")).problem)
  }

  @Test("When half of the recipients are refused, the others have their message")
  func halfRefused() async throws {
    let server = try SMTPServer(
      .init(refused: [
        "gone@example.edu": "550-5.1.1 No such|550 user here", "busy@example.edu": "451 Later",
      ]))
    let addresses = ["a@example.edu", "gone@example.edu", "b@example.edu", "busy@example.edu"]
    var problems: [Problem?] = []
    for address in addresses {
      problems.append(await failure(try message(to: address), try at(server)))
    }
    #expect(
      problems == [
        nil,
        MailFailure.recipientRefused(
          "gone@example.edu", .init(code: 550, text: "5.1.1 No such user here")
        ).problem,
        nil,
        MailFailure.recipientRefused("busy@example.edu", .init(code: 451, text: "Later")).problem,
      ])
    #expect(try server.taken().to == ["a@example.edu"])
    #expect(try server.taken().to == ["b@example.edu"])
  }

  @Test(
    "Each refusal is told with the server's words",
    arguments: [
      (
        SMTPServer.Behaviour(greeting: "554 too busy"),
        MailFailure.messageRefused(.init(code: 554, text: "too busy"))
      ),
      (
        .init(senderAnswer: "550 not you"),
        .senderRefused("sam@example.org", .init(code: 550, text: "not you"))
      ),
      (
        .init(dataAnswer: "552 too large"), .tooLarge(.init(code: 552, text: "too large"))
      ),
      (
        .init(senderAnswer: "552 5.3.4 Message size exceeds fixed limit"),
        .tooLarge(.init(code: 552, text: "5.3.4 Message size exceeds fixed limit"))
      ),
      (
        .init(dataAnswer: "552 5.2.2 mailbox full"),
        .messageRefused(.init(code: 552, text: "5.2.2 mailbox full"))
      ),
      (
        .init(refused: ["rivera@example.edu": "552 5.2.2 full"]),
        .recipientRefused("rivera@example.edu", .init(code: 552, text: "5.2.2 full"))
      ),
    ])
  func refused(behaviour: SMTPServer.Behaviour, expected: MailFailure) async throws {
    let server = try SMTPServer(behaviour)
    let problem = await failure(try message(), try at(server))
    #expect(problem == expected.problem)
  }

  @Test("A server that is silent is waited for only so long")
  func timeOut() async throws {
    let server = try SMTPServer(.init(silentAt: "greeting"))
    var address = try at(server)
    address.totalMilliseconds = 300
    let problem = await failure(try message(), address)
    #expect(problem == MailFailure.timedOut(host: "127.0.0.1", milliseconds: 300).problem)
  }

  @Test(
    "The limit that was reached is named, though the wait ended a little early or late",
    arguments: [
      // Each case, in milliseconds: the elapsed time, the limit for connecting, the limit for the
      // whole transfer, and the limit that the message must name. In the first four cases, the
      // limit for the transfer is shorter than that for connecting, so it is the one that was
      // reached.
      (0, 10_000, 300, 300), (299, 10_000, 300, 300), (300, 10_000, 300, 300),
      (9_999, 10_000, 300, 300),
      (9_999, 10_000, 60_000, 10_000), (10_000, 10_000, 60_000, 10_000),
      (34_999, 10_000, 60_000, 10_000), (35_000, 10_000, 60_000, 60_000),
      (59_999, 10_000, 60_000, 60_000), (61_000, 10_000, 60_000, 60_000),
      (5_000, 5_000, 5_000, 5_000),
    ])
  func limits(elapsed: Int, connect: Int, total: Int, named: Int) {
    #expect(TimeLimits.reached(after: elapsed, connect: connect, total: total) == named)
  }

  @Test("A server that takes the message and hangs up leaves it open whether it went out")
  func hangUpAfterMessage() async throws {
    let server = try SMTPServer(.init(hangsUpAt: "data"))
    let problem = await failure(try message(), try at(server))
    #expect(problem == MailFailure.unconfirmed(host: "127.0.0.1").problem)
  }

  @Test("A server that takes the message and says nothing leaves it open whether it went out")
  func unconfirmed() async throws {
    let server = try SMTPServer(.init(silentAt: "data"))
    var address = try at(server)
    // On a busy machine, a short limit can be reached before the message was sent, which is another
    // failure than the tested one. The test then repeats with a longer limit.
    for milliseconds in [500, 4_000, 32_000] {
      address.totalMilliseconds = milliseconds
      let problem = await failure(try message(), address)
      if problem?.cause == .timedOut, milliseconds < 32_000 { continue }
      #expect(problem == MailFailure.unconfirmed(host: "127.0.0.1").problem)
      return
    }
  }

  @Test("A server that says no goodbye has the message all the same")
  func noGoodbye() async throws {
    let server = try SMTPServer(.init(silentAt: "quit"))
    #expect(await failure(try message(), try at(server)) == nil)
    #expect(try server.taken().to == ["rivera@example.edu"])
  }

  @Test("A server that hangs up before anything was said has taken nothing")
  func hangUp() async throws {
    let server = try SMTPServer(.init(hangsUpAt: "greeting"))
    let problem = await failure(try message(), try at(server))
    #expect(problem == MailFailure.connectionLost(host: "127.0.0.1").problem)
  }

  @Test("Where nobody listens, the port is named")
  func nobodyListens() async throws {
    let port = try SMTPServer().port
    let server = try MailServer(host: "127.0.0.1", port: port, security: .none)
    let problem = await failure(try message(), server)
    #expect(
      problem == MailFailure.connectionRefused(host: "127.0.0.1", port: port).problem)
  }

  @Test("A wrong name is told from a missing connection", arguments: [true, false])
  func unknownHost(isOffline: Bool) async throws {
    let server = try MailServer(host: "nowhere.invalid", port: 25, security: .none)
    let mailer = Mailer.live(.shared, isOffline: { isOffline })
    let problem = await failure(try message(), server, mailer)
    let expected: MailFailure = isOffline ? .offline : .hostUnknown("nowhere.invalid")
    #expect(problem == expected.problem)
  }

  @Test("A list of certificates that cannot be read is named")
  func unreadableCertificates() async throws {
    let certificate = try Certificate(for: "localhost")
    let server = try SMTPServer(
      .init(tls: "implicit", certificate: certificate))
    var address = try at(server, .tls, host: "localhost")
    address.certificates = "/nowhere.pem"
    let problem = await failure(try message(), address)
    #expect(problem == MailFailure.certificatesMissing(path: "/nowhere.pem").problem)
  }

  @Test("Without libcurl the problem names the package")
  func libraryMissing() async throws {
    let mailer = Mailer.live(CurlLibrary("libcurl.so.nowhere"), isOffline: { false })
    let server = try MailServer(host: "127.0.0.1", port: 25, security: .none)
    let problem = await failure(try message(), server, mailer)
    #expect(problem == MailFailure.libraryMissing.problem)
  }

  @Test("Whoever stops waiting stops the sending")
  func cancelled() async throws {
    let server = try SMTPServer(.init(silentAt: "greeting"))
    let (message, address) = (try message(), try at(server))
    let sending = _Concurrency.Task { await failure(message, address) }
    sending.cancel()
    #expect(await sending.value == MailFailure.cancelled.problem)
  }

  @Test("More servers are waited for at once than Swift's tasks have threads")
  func offThePool() async throws {
    // The server greets a client only after all 32 clients are connected. If the mailer sent one
    // message after the other, no client would be greeted.
    let count = 32
    let server = try SMTPServer(.init(greetsAt: count))
    let (message, waiting) = (try message(), try at(server))
    await withTaskGroup(of: Problem?.self) { group in
      for _ in 0..<count { group.addTask { await failure(message, waiting) } }
      for await problem in group { #expect(problem == nil) }
    }
  }
}
