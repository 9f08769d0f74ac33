import Basics
import Testing

@Suite struct PercentEncodingTests {
  @Test(
    "Text that is encoded decodes to itself",
    arguments: ["", "plain", "a b+c%d", "é/ü?&=#", "\u{1F3C8}", "\r\n\0", "-._~"])
  func roundTrip(_ text: String) {
    let encoded = PercentEncoding.encoded(text)
    #expect(encoded.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "%") })
    #expect(PercentEncoding.decoded(encoded) == text)
    #expect(PercentEncoding.decodedAsFarAsPossible(encoded) == text)
  }

  @Test("Bytes have two capital digits, and a caller says what is plain")
  func bytes() {
    #expect(PercentEncoding.encoded("\n é/(") == "%0A%20%C3%A9%2F%28")
    #expect(PercentEncoding.encoded("a/b(") { $0 != UInt8(ascii: "(") } == "a/b%28")
  }

  @Test(
    "A sign without two digits makes an address no address, or stands for itself",
    arguments: [
      ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%+5", "%+5"), ("%%41", "%A"), ("a%", "a%"),
      ("%4%41", "%4A"),
    ])
  func malformed(encoded: String, text: String) {
    #expect(PercentEncoding.decoded(encoded) == nil)
    #expect(PercentEncoding.decodedAsFarAsPossible(encoded) == text)
  }

  @Test("A plus is a space only where forms write one, and bytes that are no text are refused")
  func plus() {
    #expect(PercentEncoding.decoded("a+b%2B") == "a+b+")
    #expect(PercentEncoding.decoded("a+b%2B", plusIsSpace: true) == "a b+")
    #expect(PercentEncoding.decoded("%41%4a%4B") == "AJK")
    #expect(PercentEncoding.decoded("%ff") == nil)
    #expect(PercentEncoding.decodedAsFarAsPossible("%ff") == "\u{FFFD}")
  }

  @Test("Digests and colours are small digits, two for each byte")
  func hexadecimal() {
    #expect(Hexadecimal.text([0, 9, 10, 255]) == "00090aff")
    #expect(Hexadecimal.text([]) == "")
    #expect(Hexadecimal.upperCased(10) == "0A")
  }
}
