import CivilTime
import FeatureKit
import Mailing
import Testing

@Suite("Mail servers and their failures")
struct MailServerTests {
  @Test("A password goes over a network with encryption only")
  func passwordWithoutTLS() throws {
    let password = SecretText("Harbor7light")
    #expect(throws: MailFailure.passwordWithoutTLS(host: "smtp.example.org")) {
      try MailServer(
        host: "smtp.example.org", port: 25, security: .none, user: "sam", password: password)
    }
    for host in ["localhost", "127.0.0.1"] {
      _ = try MailServer(host: host, port: 25, security: .none, user: "sam", password: password)
    }
    _ = try MailServer(host: "smtp.example.org", port: 25, security: .none)
  }

  @Test(
    "What is no server is refused",
    arguments: [
      ("", 25), ("smtp example", 25), ("a/b", 25), ("user@host", 25), ("host:25", 25), ("a\n", 25),
      ("-o", 25), ("smtp.example.org", 0), ("smtp.example.org", 65536), ("exämple.org", 25),
    ])
  func servers(host: String, port: Int) {
    #expect(throws: MailFailure.badServer("\(host):\(port)")) {
      try MailServer(host: host, port: port, security: .tls)
    }
  }

  @Test("A server that is printed or compared does not show its password")
  func secret() throws {
    let server = try MailServer(
      host: "smtp.example.org", port: 587, security: .startTLS, user: "sam",
      password: SecretText("Harbor7light"))
    var dumped = ""
    dump(server, to: &dumped)
    #expect(!"\(server)\(dumped)".contains("Harbor7light"))
  }

  @Test(
    "Each failure has its cause, its words and what to do",
    arguments: [
      (
        MailFailure.recipientRefused(
          "rivera@example.edu", .init(code: 550, text: "5.1.1 No such user")),
        Cause.failed,
        "The server takes no mail for rivera@example.edu: 550 5.1.1 No such user.",
        "Check the address."
      ),
      (
        .recipientRefused("a@b.c", .init(code: 451, text: "Try \u{1B}later.")), .serverError,
        "The server takes no mail for a@b.c: 451 Try ␛later.", "Try again in a few minutes."
      ),
      (
        .timedOut(host: "smtp.example.org", milliseconds: 10_000), .timedOut,
        "smtp.example.org did not answer within 10 seconds. Nothing was sent.", "Try again."
      ),
      (
        .signInRefused(host: "smtp.example.org", user: "sam"), .failed,
        "smtp.example.org did not accept the password of `sam`.",
        "Check it. Many providers want an app password, which you make on their pages."
      ),
      (
        .badCertificate(host: "smtp.example.org"), .failed,
        "smtp.example.org could not prove that it is that server. Nothing was sent.",
        "Check the server's name. If it is your own server, give its certificate."
      ),
      (
        .connectionRefused(host: "smtp.example.org", port: 26), .offline,
        "smtp.example.org does not answer at port 26.",
        "Check the port number: it is usually 587 or 465."
      ),
      (
        .recipientRefused("a@example.org", .init(code: 552, text: "5.2.2 Over quota")), .failed,
        "The server takes no mail for a@example.org: 552 5.2.2 Over quota.",
        "Their mailbox is full: tell them another way."
      ),
      (
        .tooLarge(.init(code: 552, text: "5.3.4 too big")), .failed,
        "The message is too large for the server: 552 5.3.4 too big. Nothing was sent.",
        "Write the file instead and share it another way, or use a server that takes larger messages:  settings mail"
      ),
      (
        .libraryMissing, .failed, "Sending e-mail needs libcurl.",
        "Install it with: sudo apt install libcurl4"
      ),
    ] as [(MailFailure, Cause, String, String)])
  func words(failure: MailFailure, cause: Cause, title: String, fix: String) {
    #expect(failure.problem == Problem(cause, title, fix: fix))
  }

  @Test("A server's endless answer is cut")
  func longAnswer() {
    let reply = MailFailure.Reply(code: 500, text: String(repeating: "x", count: 5000))
    #expect(MailFailure.messageRefused(reply).problem.title.count < 300)
  }

  @Test("A mailer nobody provides says so")
  func unimplemented() async throws {
    let mailer = Dependencies(for: "Dashboard")[Mailer.self]
    let server = try MailServer(host: "localhost", port: 25, security: .none)
    let box = try Mailbox("sam@example.org")
    let message = try MailMessage(
      from: box, to: box, subject: "", text: "", id: "1", sentAt: .init(seconds: 0))
    let failure = await #expect(throws: MailFailure.self) {
      try await mailer.send(message, through: server)
    }
    #expect(
      failure?.problem.title == "Dashboard called Mailer.send, and nothing provides it.")
  }
}
