import AuthLive
import Testing

@Suite("A text that only a cookie opens")
struct SealedTextTests {
  private static let cookie = "5Jx0-cookie"

  @Test(
    "The text comes back with its cookie, and the sealed bytes do not show it",
    arguments: ["", "a", String(repeating: "Dana ", count: 500), "é\u{0}\n🏈"])
  func roundTrip(text: String) throws {
    let sealed = try #require(SealedText(text, with: Self.cookie))
    #expect(sealed.text(with: Self.cookie) == text)
    #expect(sealed.joined.count == 16 + text.utf8.count)
    #expect(text.isEmpty || sealed.sealed != Array(text.utf8))
    if !text.isEmpty {
      #expect(SealedText(joined: sealed.joined)?.text(with: Self.cookie) == text)
    }
  }

  @Test(
    "Another cookie does not open it, however near it is",
    arguments: ["", "5Jx0-cooki", "5Jx0-cookie ", "5jx0-cookie", "another"])
  func otherCookie(cookie: String) throws {
    let text = String(repeating: "Dana ", count: 20)
    let sealed = try #require(SealedText(text, with: Self.cookie))
    #expect(sealed.text(with: cookie) != text)
  }

  @Test("The same text is sealed in another way each time, in each part of it")
  func streams() throws {
    let text = String(repeating: "a", count: 96)
    let first = try #require(SealedText(text, with: Self.cookie))
    let second = try #require(SealedText(text, with: Self.cookie))
    #expect(first.nonce != second.nonce && first.sealed != second.sealed)
    let parts = stride(from: 0, to: 96, by: 32).map { Array(first.sealed[$0..<$0 + 32]) }
    #expect(Set(parts).count == 3)
  }

  @Test("Bytes that are no sealed text are none", arguments: [0, 1, 16])
  func tooFew(count: Int) {
    #expect(SealedText(joined: [UInt8](repeating: 7, count: count)) == nil)
  }
}
