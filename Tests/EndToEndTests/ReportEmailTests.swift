import Foundation
import MailTesting
import Testing

/// E-mails reports to family members through a real SMTP server.
@Suite("E-mailing a report")
struct ReportEmailTests {
  let household: Household

  init() throws { household = try Household() }

  private func email(
    _ words: [String], as person: String = "Casey", agrees: Bool = true
  ) throws -> ProgramAnswer {
    try household.run(
      ["reports"] + words + (agrees ? ["--yes"] : []),
      options: ["--width", "200", "--profile", person])
  }

  private var addresses: [String] {
    get throws {
      try household.sql("SELECT lower(email) FROM users ORDER BY email").split(separator: "\n")
        .map { $0.replacingOccurrences(of: "'", with: "") }
    }
  }

  @Test("The family and whoever else is named get the PDF, one message each; nothing is written")
  func sends() throws {
    let server = try SMTPServer()
    try household.setUpMail(server)
    let before = try household.dump()
    let asked = try email(
      ["pdf", "last-30-days", "--email", "family", "--email", "aunt@example.net"], agrees: false)
    #expect(asked.code == 2 && asked.output == "")
    #expect(asked.errors.contains("E-mail the report to 4 people?"), "\(asked)")
    for address in try addresses + ["aunt@example.net"] {
      #expect(asked.errors.contains(address))
    }
    #expect(asked.errors.contains("aunt@example.net, who is not in your family here"))
    let answer = try email(
      ["pdf", "last-30-days", "--email", "family", "--email", "aunt@example.net"])
    #expect(answer.code == 0, "\(answer)")
    #expect(answer.output.hasPrefix("✓ The report went out to 4 people.\n"), "\(answer)")
    var to: [String] = []
    for _ in 0..<4 {
      let taken = try server.taken()
      to += taken.to
      #expect(taken.from == "casey@example.org")
      #expect(taken.headers["Subject"] == "Recruiting Report - Casey Shelton")
      #expect(taken.text.contains("for Jan 11, 2026 - Feb 10, 2026 is attached."))
      #expect(taken.attachments.map(\.name) == ["recruiting-report-2026-02-10.pdf"])
      #expect(taken.attachments.map(\.type) == ["application/pdf"])
      #expect(taken.defects == 0)
      let text = try household.textOfPDF(base64: try #require(taken.attachments.first).base64)
      #expect(text.contains("Recruiting Report") && text.contains("19.05%"))
    }
    #expect(try to.sorted() == (addresses + ["aunt@example.net"]).sorted())
    #expect(try household.dump() == before)
    #expect(
      !FileManager.default.fileExists(atPath: household.path("recruiting-report-2026-02-10.pdf")))
  }

  @Test("The table that goes along is the table the command writes")
  func table() throws {
    let server = try SMTPServer()
    try household.setUpMail(server)
    #expect(try email(["csv", "last-30-days", "--email", "me"]).code == 0)
    let taken = try server.taken()
    #expect(taken.attachments.map(\.type) == ["text/csv"])
    let attachment = try #require(taken.attachments.first)
    let attached = try #require(Data(base64Encoded: attachment.base64))
    let written = try household.run(["reports", "csv", "last-30-days", "--stdout"])
    #expect(String(decoding: attached, as: UTF8.self) == written.output)
  }

  @Test(
    "A parent sends the athlete's report from their own setup, and changes nothing but that they saw it"
  )
  func parent() throws {
    let server = try SMTPServer()
    try household.setUpMail(server, as: "Maria", from: "maria@example.org")
    let before = try household.dump(but: "parent_view_log")
    let answer = try email(["pdf", "last-year", "--email", "me"], as: "Maria")
    #expect(answer.code == 0, "\(answer)")
    let taken = try server.taken()
    #expect(taken.from == "maria@example.org")
    #expect(taken.headers["Subject"] == "Recruiting Report - Casey Shelton")
    #expect(taken.text.hasSuffix("Maria Shelton\n") || taken.text.hasSuffix("Maria Shelton"))
    #expect(try household.dump(but: "parent_view_log") == before)
    let casey = try email(["pdf", "last-year", "--email", "me"])
    #expect(casey.code == 2, "the setup is each person's own")
  }

  @Test(
    "What a server says no to is told, and nothing is written",
    arguments: [
      ("sender", Int32(1), "The server takes no mail from casey@example.org: 550 not you."),
      ("recipient", 1, "The server takes no mail for aunt@example.net: 550 No such user."),
      ("gone", 7, "127.0.0.1 does not answer at port"),
    ])
  func refused(_ refusal: String, _ code: Int32, _ words: String) throws {
    let server = try SMTPServer(
      .init(
        refused: refusal == "recipient" ? ["aunt@example.net": "550 No such user"] : [:],
        senderAnswer: refusal == "sender" ? "550 not you" : "250 sender ok"))
    try household.setUpMail(server)
    if refusal == "gone" { server.stop() }
    let before = try household.dump()
    let answer = try email(["pdf", "last-30-days", "--email", "aunt@example.net"])
    #expect(answer.code == code, "\(answer)")
    #expect(answer.output == "")
    let said = answer.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains(words), "\(answer)")
    #expect(try household.dump() == before)
  }

  @Test("With --eml the message is a file that mail programs read, and nothing is sent")
  func file() throws {
    let before = try household.dump()
    let answer = try email(["pdf", "last-30-days", "--eml", "report.eml"], agrees: false)
    #expect(answer.code == 0 && answer.output == "report.eml\n", "\(answer)")
    let path = household.path("report.eml")
    let message = try household.readMessage(path)
    #expect(message.contains("Subject: Recruiting Report - Casey Shelton\n"))
    #expect(message.contains("attached recruiting-report-2026-02-10.pdf application/pdf"))
    #expect(message.hasSuffix("defects 0\n"))
    #expect(try household.textOfPDF(path + ".attached").contains("Casey Shelton"))
    #expect(try household.dump() == before)
  }
}
