import Basics
import Domain
import Testing

@Suite("Invitations to a family")
struct FamilyInvitationTests {
  private static let server = "https://compass.example.org"
  private static let key = "eyJhb.GciOi-_"
  private static let whole = "Server: \(server) Key: \(key) Code: FAM-ABC234"

  @Test("An invitation is one line, and is read back as it was")
  func text() throws {
    let code = try #require(FamilyCode("FAM-ABC234"))
    let invitation = FamilyInvitation(server: Self.server, key: Self.key, code: code)
    #expect(invitation.text == Self.whole)
    #expect(try FamilyInvitation(typed: invitation.text) == invitation)
    #expect(FamilyInvitation(code: code).text == "Code: FAM-ABC234")
  }

  @Test(
    "An invitation is found in a message, whatever the message did to it",
    arguments: [
      whole, "  \(whole)\n",
      "Code: FAM-ABC234\nKey: \(key)\nServer: \(server)",
      "server:\(server)\r\nKEY:\(key)\r\ncode:fam-abc234",
      "Hi Dad,\nplease join!\n\nServer: \(server)\nKey: \(key)\nCode: FAM-ABC234\n\n-- \nSam",
      "> Server: \(server)\n> Key: \(key)\n> Code: FAM-ABC234",
      ">> Server:\n>> <\(server)>\n>> Key:\n>> \(key)\n>> Code:\n>> FAM-ABC234.",
      "• **Server:** \(server)\n• **Key:** \(key)\n• **Code:** FAM-ABC234",
      "Server: \(server)Key: \(key)Code: FAM-ABC234",
      "\u{FEFF}Server: \(server) Key: \(key) Code: FAM-\u{200B}ABC234\u{7}",
      whole + "\n\n> " + whole,
    ])
  func read(message: String) throws {
    let invitation = try FamilyInvitation(typed: message)
    #expect(invitation.text == Self.whole)
  }

  @Test(
    "A part that is missing stays open, and a code may stand alone",
    arguments: [
      ("FAM-ABC234", nil, nil), (" abc 234 ", nil, nil), ("Code: abc234", nil, nil),
      ("Code: FAM-ABC234 Server: \(server)", server, nil), ("Key: k Code: FAM-ABC234", nil, "k"),
      ("Server: Key: k Code: FAM-ABC234", nil, "k"),
    ] as [(String, String?, String?)])
  func parts(typed: String, server: String?, key: String?) throws {
    let code = try #require(FamilyCode("FAM-ABC234"))
    #expect(
      try FamilyInvitation(typed: typed)
        == FamilyInvitation(server: server, key: key, code: code))
  }

  @Test(
    "What is no invitation is refused in words for the person who pasted it",
    arguments: [
      ("hello", "`hello` is not a family code. A code looks like FAM-ABC234."),
      ("", "`` is not a family code. A code looks like FAM-ABC234."),
      ("Server: \(server) Key: \(key)", "The invitation has no code."),
      ("Code: FAM-12", "`FAM-12` is not a family code. A code looks like FAM-ABC234."),
      ("Code: FAM-ABC234 Code: FAM-ABC235", "This has two different invitations."),
      ("\(whole) Server: https://evil.example.org", "This has two different invitations."),
      (String(repeating: "Key: k ", count: 1_000), "This is too long for an invitation."),
      (
        String(repeating: "-", count: 4_000),
        "`\(String(repeating: "-", count: 40))` is not a family code. A code looks like FAM-ABC234."
      ),
    ])
  func refused(typed: String, title: String) {
    do throws(Problem) {
      let read = try FamilyInvitation(typed: typed)
      Issue.record("\(read)")
    } catch {
      #expect(error.title == title && error.cause == .usage)
    }
  }

  @Test(
    "Addresses of one server may differ in case and slashes at the end",
    arguments: [
      ("https://a.example.org", "HTTPS://A.example.org//", true),
      ("https://a.example.org", "https://a.example.org:8443", false), ("", "/", true),
    ])
  func addresses(one: String, other: String, isSame: Bool) {
    #expect(ServerAddress.isSame(one, other) == isSame)
  }
}
