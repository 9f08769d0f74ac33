import Foundation
import MailTesting
import Testing
import ToolTesting

/// E-mails recruiting packets, the documents that present an athlete to coaches, through a real
/// SMTP server.
@Suite("E-mailing the packet")
struct PacketEmailTests {
  let household: Household
  let coaches: [(handle: String, address: String)]

  init() throws {
    household = try Household()
    coaches = try household.coachAddresses(11)
    try #require(coaches.count == 11)
  }

  private func email(
    _ count: Int, _ more: [String] = ["--yes"], from first: Int = 0
  ) throws -> ProgramAnswer {
    try household.run(
      ["packet", "email"] + coaches[first..<first + count].map(\.handle) + more,
      options: ["--width", "200"])
  }

  @Test("Each coach gets one message with the packet, and each is logged; undo takes the log back")
  func sends() throws {
    let server = try SMTPServer()
    try household.setUpMail(server)
    let before = try household.interactionCount()
    let answer = try email(2)
    #expect(answer.code == 0, "\(answer)")
    #expect(answer.output.hasPrefix("✓ The packet went out to 2 coaches.\n"), "\(answer)")
    for coach in coaches.prefix(2) {
      let taken = try server.taken()
      #expect(taken.to == [coach.address])
      #expect(taken.from == "casey@example.org")
      #expect(taken.headers["From"] == "Casey Shelton <casey@example.org>")
      #expect(taken.headers["To"]?.contains("<\(coach.address)>") == true)
      #expect(taken.headers["Subject"] == "Recruiting Packet - Casey Shelton")
      #expect(taken.text.hasPrefix("Dear Coach,"))
      #expect(taken.attachments.map(\.name) == ["Casey_Shelton_RecruitingPacket-2026-02-10.pdf"])
      #expect(taken.attachments.map(\.type) == ["application/pdf"])
      #expect(taken.defects == 0)
      let text = try household.textOfPDF(base64: try #require(taken.attachments.first).base64)
      #expect(text.contains("Casey Shelton") && text.contains("Available upon request"))
      #expect(!text.contains("Schools of Interest") && !text.contains("Activity Summary"))
    }
    #expect(try household.interactionCount() == before + 2)
    let newest = try household.sql(
      "SELECT type, direction, subject FROM interactions ORDER BY created_at DESC LIMIT 1")
    #expect(newest == "'email','outbound','Recruiting Packet - Casey Shelton'\n")
    let undone = try household.run(["undo"])
    #expect(undone.output.contains("Took back: Sent the recruiting packet to 2 coaches."))
    #expect(
      undone.output.contains("What was e-mailed stays e-mailed; only the log of it was taken back.")
    )
    #expect(try household.interactionCount() == before)
    let redone = try household.run(["redo"])
    #expect(redone.output.contains("Only the log is back; nothing was e-mailed again."))
    #expect(try household.interactionCount() == before + 2)
  }

  @Test(
    "With TLS and with STARTTLS, signed in with a password that stands nowhere else",
    arguments: [("tls", "implicit"), ("starttls", "starttls")])
  func encrypted(security: String, tls: String) throws {
    let password = Household.mailPassword
    let certificate = try Certificate(for: "localhost")
    let server = try SMTPServer(
      .init(tls: tls, certificate: certificate, user: "casey", password: password))
    try household.setUpMail(
      server, host: "localhost", security: security, certificate: certificate, password: password)
    let answer = try email(1)
    #expect(answer.code == 0, "\(answer)")
    let taken = try server.taken()
    #expect(taken.isEncrypted && taken.user == "casey")
    #expect(!"\(answer)".contains(password))
    #expect(try !household.dump().contains(password))
    let settings = try household.run(["settings"])
    #expect(settings.output.contains("Kept on this machine"))
    #expect(!settings.output.contains(password))
    // The test machine has no keyring, so the program stores the password in a file that only its
    // owner can read.
    let secrets = try FileManager.default.contentsOfDirectory(atPath: household.data + "/secrets")
    #expect(secrets.count == 1)
    let kept = household.data + "/secrets/" + secrets[0]
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == password)
    let mode = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    _ = try household.run(["settings", "mail", "--forget"])
    #expect(!FileManager.default.fileExists(atPath: kept))
  }

  @Test(
    "Erasing somebody takes their mail password along, says so before, and leaves other people's",
    arguments: [("person", "Maria", 1), ("family", "Casey", 2)])
  func erased(scope: String, person: String, count: Int) throws {
    let server = try SMTPServer()
    for name in ["Casey", "Maria"] {
      try household.setUpMail(server, password: Household.mailPassword + name, as: name)
    }
    let folder = household.data + "/secrets"
    let kept = {
      try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
        try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      }.filter { $0.hasPrefix(Household.mailPassword) }.sorted()
    }
    #expect(try kept().count == 2)
    let words = count == 1 ? "1 password for an e-mail server" : "2 passwords for e-mail servers"
    let asked = try household.run(["erase", scope], options: ["--profile", person])
    #expect(asked.errors.contains("Goes: \(words)"), "\(asked)")
    #expect(try kept().count == 2, "asking takes nothing")
    let answer = try household.run(["erase", scope, "--yes"], options: ["--profile", person])
    #expect(answer.code == 0, "\(answer)")
    #expect(answer.output.contains(words), "\(answer)")
    #expect(answer.output.contains("the history, the place"), "\(answer)")
    #expect(try kept() == (count == 1 ? [Household.mailPassword + "Casey"] : []))
  }

  @Test(
    "What a server says no to is told, nothing is logged, and the password is in no words",
    arguments: [
      Refusal.untrusted, .wrongPassword, .noEncryption, .silent, .gone, .sender, .tooLarge,
    ])
  func refused(_ refusal: Refusal) throws {
    let certificate = try Certificate(for: "localhost")
    let server = try SMTPServer(refusal.behaviour(certificate))
    try household.setUpMail(
      server, host: "localhost", security: refusal.security,
      certificate: refusal == .untrusted ? nil : certificate, password: Household.mailPassword,
      seconds: refusal == .silent ? 1 : 300)
    if refusal == .gone { server.stop() }
    let before = try household.dump()
    let answer = try email(2)
    #expect(answer.code == refusal.code, "\(answer)")
    #expect(answer.output == "")
    // The width of the output decides where the message has line breaks, so they are ignored.
    let said = answer.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains(refusal.words), "\(answer)")
    #expect(!"\(answer)".contains(Household.mailPassword))
    #expect(try household.dump() == before)
  }

  enum Refusal: String, Sendable {
    case untrusted, wrongPassword, noEncryption, silent, gone, sender, tooLarge

    func behaviour(_ certificate: Certificate) -> SMTPServer.Behaviour {
      var behaviour = SMTPServer.Behaviour(
        user: "casey",
        password: self == .wrongPassword ? "another" : Household.mailPassword)
      switch self {
      case .untrusted:
        behaviour.tls = "implicit"
        (behaviour.certificate, behaviour.key) = (certificate.file, certificate.key)
      case .silent: behaviour.silentAt = "greeting"
      case .sender: behaviour.senderAnswer = "550 not you"
      case .tooLarge: behaviour.dataAnswer = "552 too large"
      case .wrongPassword, .noEncryption, .gone: break
      }
      return behaviour
    }

    var security: String {
      switch self {
      case .untrusted: "tls"
      case .noEncryption: "starttls"
      case .wrongPassword, .silent, .gone, .sender, .tooLarge: "none"
      }
    }

    var code: Int32 {
      switch self {
      case .silent, .gone: 7
      case .untrusted, .wrongPassword, .noEncryption, .sender, .tooLarge: 1
      }
    }

    var words: String {
      switch self {
      case .untrusted: "localhost could not prove that it is that server. Nothing was sent."
      case .wrongPassword: "localhost did not accept the password of `casey`."
      case .noEncryption: "localhost offers no encryption here. Nothing was sent."
      case .silent: "localhost did not answer within 1 second. Nothing was sent."
      case .gone: "localhost does not answer at port"
      case .sender: "The server takes no mail from casey@example.org: 550 not you."
      case .tooLarge: "The message is too large for the server: 552 too large. Nothing was sent."
      }
    }
  }

  @Test("When half of the recipients fail, the others have it, and only what went out is logged")
  func halfFails() throws {
    let server = try SMTPServer(
      .init(refused: [coaches[0].address: "550 No such user", coaches[2].address: "451 Later"]))
    try household.setUpMail(server)
    let before = try household.interactionCount()
    let answer = try email(4)
    #expect(answer.code == 1, "\(answer)")
    #expect(answer.output.hasPrefix("✓ The packet went out to 2 coaches."))
    #expect(answer.errors.hasPrefix("✗ The packet did not go out to 2 coaches."))
    #expect(answer.errors.contains("550 No such user") && answer.errors.contains("451 Later"))
    #expect(try server.taken().to == [coaches[1].address])
    #expect(try server.taken().to == [coaches[3].address])
    #expect(try household.interactionCount() == before + 2)
    // Both messages were logged in one step of the history, so one `undo` removes both entries.
    _ = try household.run(["undo"])
    #expect(try household.interactionCount() == before)
  }

  @Test("Without agreement the recipients are named and nothing is sent")
  func asks() throws {
    let server = try SMTPServer()
    try household.setUpMail(server)
    let before = try household.dump()
    let answer = try email(2, [])
    #expect(answer.code == 2)
    #expect(answer.errors.contains("E-mail the recruiting packet to 2 coaches?"), "\(answer)")
    for coach in coaches.prefix(2) { #expect(answer.errors.contains(coach.address)) }
    #expect(answer.errors.contains("What is sent cannot be taken back."))
    #expect(try household.dump() == before)
  }

  @Test("Twenty a day go out and no more, also when their log was taken back")
  func daily() throws {
    let server = try SMTPServer()
    try household.setUpMail(server)
    #expect(try email(10).code == 0)
    #expect(try email(10).code == 0)
    #expect(try household.run(["undo"]).code == 0)
    let answer = try email(1, from: 10)
    #expect(answer.code == 5)
    #expect(
      answer.errors.hasPrefix(
        "✗ 20 packets a day can be e-mailed; 20 went out today and 1 more was to go."), "\(answer)")
    household.now = "2026-02-11T00:00:00Z"
    #expect(try email(1, from: 10).code == 0)
  }

  @Test("With --eml the messages are files that mail programs read, and nothing is sent or logged")
  func files() throws {
    let before = try household.dump()
    let answer = try email(2, ["--eml", "."])
    #expect(answer.code == 0, "\(answer)")
    #expect(try household.dump() == before)
    for coach in coaches.prefix(2) {
      let path = household.path("Casey_Shelton_RecruitingPacket-2026-02-10_\(coach.handle).eml")
      let message = try household.readMessage(path)
      #expect(message.contains("<\(coach.address)>"))
      #expect(message.contains("Subject: Recruiting Packet - Casey Shelton\n"))
      #expect(
        message.contains("attached Casey_Shelton_RecruitingPacket-2026-02-10.pdf application/pdf"))
      #expect(message.hasSuffix("defects 0\n"))
      #expect(try household.textOfPDF(path + ".attached").contains("Casey Shelton"))
    }
  }

  @Test("A message of several lines is read from a file, and arrives with its lines")
  func messageFile() throws {
    let server = try SMTPServer()
    try household.setUpMail(server)
    try household.write("Dear Coach,\n\n.\nI throw left – hard.\n\nCasey\n", to: "letter.txt")
    let answer = try email(1, ["--message-file", "letter.txt", "--yes"])
    #expect(answer.code == 0, "\(answer)")
    let text = try server.taken().text.replacingOccurrences(of: "\r\n", with: "\n")
    #expect(text.hasPrefix("Dear Coach,\n\n.\nI throw left – hard.\n\nCasey"), "\(text)")
  }

  @Test("A parent may preview and print the packet, and not e-mail it")
  func parent() throws {
    #expect(try household.run(["packet"], options: ["--profile", "Maria"]).code == 0)
    #expect(
      try household.run(["packet", "pdf", "--out", "p.pdf"], options: ["--profile", "Maria"]).code
        == 0)
    #expect(try household.textOfPDF(household.path("p.pdf")).contains("Casey Shelton"))
    let before = try household.dump()
    for more in [["--yes"], ["--eml", "."]] {
      let answer = try household.run(
        ["packet", "email", coaches[0].handle] + more, options: ["--profile", "Maria"])
      #expect(answer.code == 5)
      #expect(
        answer.errors == """
          ✗ You can view this but not change it. Casey can e-mail it.
            Make the file, and send it from your own mail program:  packet pdf

          """)
    }
    #expect(try household.dump() == before)
  }

  @Test("Hostile names become neither headers nor commands of the server")
  func hostile() throws {
    let hostile = "Bo\r\nBcc: all@example.com\r\n\r\n.\r\nQUIT"
    _ = try household.sql(
      """
      UPDATE users SET full_name = 'Casey ' || char(13, 10) || 'Bcc: me@example.com' WHERE full_name LIKE 'Casey%';
      UPDATE coaches SET first_name = '\(hostile)', last_name = '"><script>' || char(0x202E, 27) || '[2J';
      """)
    let server = try SMTPServer()
    try household.setUpMail(server)
    let answer = try email(1)
    #expect(answer.code == 0, "\(answer)")
    let taken = try server.taken()
    #expect(taken.to == [coaches[0].address])
    #expect(taken.headers.keys.allSatisfy { $0.lowercased() != "bcc" })
    #expect(taken.defects == 0)
    #expect(!answer.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }
}
