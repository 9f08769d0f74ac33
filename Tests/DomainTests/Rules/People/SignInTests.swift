import Basics
import CivilTime
import Domain
import Testing

@Suite("Names, sign-in and handles")
struct SignInTests {
  @Test(
    "A greeting uses the first word of the name, else the front of the address",
    arguments: [
      ("Sam Lee", nil, "Sam"), ("  sam   lee ", nil, "Sam"), ("mcKay", nil, "McKay"),
      ("élodie B", nil, "Élodie"), (nil, "sam.lee@example.org", "Sam.lee"),
      ("", "sam@x.org", "Sam"),
      ("   ", "sam@x.org", "Sam"), (nil, nil, ""), ("", "", ""), (nil, "@x.org", ""),
      ("Sam", "other@x.org", "Sam"), (nil, " dana@x.org ", "Dana"), ("ßam", nil, "SSam"),
    ] as [(String?, String?, String)])
  func firstName(name: String?, email: String?, expected: String) {
    #expect(FirstName.greeting(fullName: name, email: email) == expected)
  }

  @Test(
    "An address is kept trimmed and in small letters",
    arguments: [
      ("sam@example.org", "sam@example.org"), ("  Sam.Lee@Example.ORG\n", "sam.lee@example.org"),
      ("a@b.c", "a@b.c"), ("a+tag@b.co.uk", "a+tag@b.co.uk"),
      ("josé@exämple.org", "josé@exämple.org"),
      (
        String(repeating: "a", count: 245) + "@b.example",
        String(repeating: "a", count: 245) + "@b.example"
      ),
    ])
  func address(typed: String, expected: String) throws {
    #expect(try EmailAddress.parse(typed).get().text == expected)
  }

  @Test(
    "What is no address is refused with what was typed",
    arguments: [
      ("", EmailRefusal.notAnAddress("")), ("a@b.", .notAnAddress("a@b.")),
      ("   a@b ", .notAnAddress("   a@b ")),
      ("sam.example.org", .notAnAddress("sam.example.org")),
      ("@example.org", .notAnAddress("@example.org")),
      ("sam@example", .notAnAddress("sam@example")),
      ("sam@@example.org", .notAnAddress("sam@@example.org")),
      ("sam@.org.", .notAnAddress("sam@.org.")),
      ("sam lee@example.org", .notAnAddress("sam lee@example.org")),
      ("sam@example..org", .notAnAddress("sam@example..org")),
      ("sam@example.org\r\nBcc: x", .notAnAddress("sam@example.org\r\nBcc: x")),
      ("<sam@example.org>", .notAnAddress("<sam@example.org>")),
      ("sam\u{202E}@example.org", .notAnAddress("sam\u{202E}@example.org")),
      (String(repeating: "a", count: 246) + "@b.example", .tooLong(256)),
    ])
  func noAddress(typed: String, refusal: EmailRefusal) {
    #expect(EmailAddress.parse(typed) == .failure(refusal))
  }

  @Test("The refusals say what to do")
  func words() {
    #expect(
      EmailRefusal.notAnAddress("x y").words
        == "`x y` is not an e-mail address, like sam@example.org.")
    #expect(
      EmailRefusal.tooLong(256).words
        == "An e-mail address has at most 255 characters; this one has 256.")
  }

  @Test("Each kind of record has its own handle letter")
  func letters() {
    #expect(String(ReferenceKind.all.map(\.letter)) == "tmnscioegqdlp")
    #expect(Set(ReferenceKind.all.map(\.letter)).count == ReferenceKind.all.count)
    #expect(Set(ReferenceKind.all.map(\.singular)).count == ReferenceKind.all.count)
  }
}
