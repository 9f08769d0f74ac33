import CivilTime
import Mailing
import Testing

@Suite("E-mail messages")
struct MailMessageTests {
  func message(
    name: String? = "Sam Lee", subject: String = "Recruiting Packet - Sam Lee",
    text: String = "Dear Coach Rivera,\n\nthank you.\n", attachments: [MailAttachment] = []
  ) throws -> MailMessage {
    try MailMessage(
      from: Mailbox("sam@example.org", name: name),
      to: Mailbox("rivera@example.edu", name: "Coach Rivera"), subject: subject, text: text,
      attachments: attachments, id: "0190a0f4-0000", sentAt: Instant(seconds: 1_770_730_200))
  }

  func source(_ message: MailMessage) throws -> String {
    try #require(String(validating: message.bytes, as: UTF8.self))
  }

  @Test("A message is what RFC 5322 says")
  func plain() throws {
    let expected = [
      "From: Sam Lee <sam@example.org>",
      "To: Coach Rivera <rivera@example.edu>",
      "Subject: Recruiting Packet - Sam Lee",
      "Date: Tue, 10 Feb 2026 13:30:00 +0000",
      "Message-ID: <0190a0f4-0000@example.org>",
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Dear Coach Rivera,",
      "",
      "thank you.",
      "",
      "",
    ]
    #expect(try source(message()) == expected.joined(separator: "\r\n"))
  }

  @Test("A message that a program sends regularly has an address that ends it with one POST")
  func unsubscribing() throws {
    func message(_ address: String?) throws -> String {
      let box = try Mailbox("sam@example.org")
      return try source(
        MailMessage(
          from: box, to: box, subject: "News", text: "", id: "1", sentAt: Instant(seconds: 0),
          unsubscribing: address))
    }
    let address =
      "https://compass.example.org/unsubscribe?link=" + String(repeating: "a", count: 90)
    let text = try message(address)
    #expect(text.contains("\r\nList-Unsubscribe: <\(address)>\r\n"))
    #expect(text.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
    #expect(text.contains("\r\nAuto-Submitted: auto-generated\r\n"))
    #expect(!(try message(nil)).contains("Unsubscribe"))
    for bad in ["https://a\r\nBcc: x@example.org", "https://a>", "https://a b", "https://ä"] {
      #expect(throws: MailFailure.self) { try message(bad) }
    }
  }

  @Test("A file goes with it in base64, each part where readers look for it")
  func attachment() throws {
    let packet = try MailAttachment(
      name: "Sam_Lee_RecruitingPacket.pdf", mediaType: "application/pdf",
      bytes: Array("%PDF-1.5 ".utf8) + (0..<120).map { UInt8($0) } + [0xFF])
    let text = try source(message(attachments: [packet]))
    #expect(
      text.contains(
        "Content-Type: multipart/mixed; boundary=\"=_compass_0190a0f4-0000\"\r\n\r\n"
          + "--=_compass_0190a0f4-0000\r\nContent-Type: text/plain; charset=utf-8\r\n"))
    #expect(
      text.contains(
        "Content-Disposition: attachment; filename=\"Sam_Lee_RecruitingPacket.pdf\"\r\n"
          + "Content-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjUg"))
    #expect(text.hasSuffix("\r\n--=_compass_0190a0f4-0000--\r\n"))
  }

  @Test(
    "Every line ends with CRLF and is short enough for every server",
    arguments: [
      "short", String(repeating: "long words ", count: 40), String(repeating: "x", count: 300),
      String(repeating: "é", count: 200), String(repeating: "🏟️ Straße ", count: 30),
    ])
  func lines(words: String) throws {
    let file = try MailAttachment(
      name: String(words.prefix(60)) + ".pdf", mediaType: "application/pdf",
      bytes: Array(words.utf8))
    let message = try message(name: words, subject: words, text: words, attachments: [file])
    let bytes = message.bytes
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A { #expect(bytes[index - 1] == 0x0D) }
      if byte == 0x0D { #expect(bytes[index + 1] == 0x0A) }
      #expect(byte < 0x80)
    }
    for line in try source(message).split(separator: "\r\n") {
      // Header lines should have at most 76 bytes and are folded after that. A line with a file
      // name cannot be folded, but it must not exceed the protocol's limit of 998 bytes.
      #expect(line.utf8.count <= 76 || line.contains("name"), "\(line)")
      #expect(line.utf8.count <= 998)
    }
  }

  @Test(
    "Words beyond ASCII are encoded word by word, whole characters in each",
    arguments: [
      ("José", "Subject: =?UTF-8?B?Sm9zw6k=?=\r\n"),
      ("Packet =?x", "Subject: =?UTF-8?B?UGFja2V0ID0/eA==?=\r\n"),
      ("two  spaces", "Subject: =?UTF-8?B?dHdvICBzcGFjZXM=?=\r\n"),
      (
        String(repeating: "é", count: 20),
        "Subject: =?UTF-8?B?w6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6k=?=\r\n"
          + " =?UTF-8?B?w6k=?=\r\n"
      ),
    ])
  func encodedWords(subject: String, line: String) throws {
    #expect(try source(message(subject: subject)).contains(line))
  }

  @Test(
    "A name stands as readers take it",
    arguments: [
      ("Sam O'Neil-Lee", "From: Sam O'Neil-Lee <sam@example.org>\r\n"),
      ("Lee, Sam", "From: \"Lee, Sam\" <sam@example.org>\r\n"),
      (#"Sam "Slam" Lee\"#, #"From: "Sam \"Slam\" Lee\\" <sam@example.org>"# + "\r\n"),
      ("Zoë", "From: =?UTF-8?B?Wm/Dqw==?= <sam@example.org>\r\n"),
      ("", "From: sam@example.org\r\n"),
    ])
  func names(name: String, line: String) throws {
    #expect(try source(message(name: name)).contains(line))
  }

  @Test(
    "Text survives every server",
    arguments: [
      ("a = b", "a =3D b"), ("end \nx", "end=20\r\nx"), ("tab\t", "tab=09"), ("é", "=C3=A9"),
      ("a\r\nb\rc", "a\r\nb\r\nc"), ("\u{7}", "=07"),
      (String(repeating: "x", count: 76), String(repeating: "x", count: 76)),
      (String(repeating: "x", count: 77), String(repeating: "x", count: 75) + "=\r\nxx"),
    ])
  func quotedPrintable(text: String, encoded: String) throws {
    #expect(try source(message(text: text)).hasSuffix("\r\n\r\n" + encoded + "\r\n"))
  }

  @Test(
    "Nobody adds a header through a field",
    arguments: ["x\r\nBcc: all@example.org", "x\nBcc: a", "x\rBcc: a", "x\u{0}", "x\u{2028}y"])
  func injection(text: String) {
    #expect(throws: MailFailure.controlCharacter(in: "subject", of: text)) {
      try message(subject: text)
    }
    #expect(throws: MailFailure.controlCharacter(in: "name", of: text)) { try message(name: text) }
    #expect(throws: MailFailure.controlCharacter(in: "file name", of: text)) {
      try MailAttachment(name: text, mediaType: "text/plain", bytes: [])
    }
    #expect(throws: MailFailure.badAddress("\(text)@example.org")) {
      try Mailbox("\(text)@example.org")
    }
  }

  @Test(
    "What is no address is refused",
    arguments: [
      "", "sam", "@example.org", "sam@", "a@b@c", "sam lee@example.org", "<sam@example.org>",
      "sam@exämple.org", "a,b@example.org",
    ])
  func addresses(text: String) {
    #expect(throws: MailFailure.badAddress(text)) { try Mailbox(text) }
  }

  @Test("What would turn or hide a part of a subject or a name is a sign there")
  func neutral() throws {
    let evil = "Sam\u{202E}eeL\u{200B}\u{2066}x\u{AD}"
    let shown = "Sam⟨U+202E⟩eeL⟨U+200B⟩⟨U+2066⟩x⟨U+AD⟩".replacing("U+AD", with: "U+00AD")
    let sent = try message(name: evil, subject: evil)
    #expect(sent.subject == shown)
    #expect(sent.from.name == shown)
    #expect(try MailAttachment(name: evil, mediaType: "text/plain", bytes: []).name == shown)
    let hidden = try Mailbox("a@example.org", cleaning: "A\u{202E}na\u{200B} Rivera").name
    #expect(hidden == "Ana⟨U+200B⟩ Rivera")
    #expect(try message(subject: "Família 👩‍👩‍👧 — נא").subject == "Família 👩‍👩‍👧 — נא")
  }

  @Test("A file's name beyond ASCII is given as it is, and plainly for old readers")
  func fileName() throws {
    let file = try MailAttachment(name: "Zoë \"Z\".pdf", mediaType: "application/pdf", bytes: [])
    let text = try source(message(attachments: [file]))
    #expect(text.contains("application/pdf; name=\"Zo_ _Z_.pdf\"\r\n"))
    #expect(text.contains("attachment; filename*=UTF-8''Zo%C3%AB%20%22Z%22.pdf\r\n"))
  }
}
