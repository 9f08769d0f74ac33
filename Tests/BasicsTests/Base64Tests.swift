import Basics
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "Bytes are encoded as in RFC 4648, with padding",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func padded(text: String, encoded: String) {
    #expect(String(decoding: Base64.encoded(Array(text.utf8)), as: UTF8.self) == encoded)
  }

  @Test("An address has other characters for the last two values, and no padding")
  func alphabets() {
    let bytes: [UInt8] = [0xFB, 0xFF, 0xBE, 0xFB]
    #expect(String(decoding: Base64.encoded(bytes), as: UTF8.self) == "+/+++w==")
    #expect(Base64URL.text(bytes) == "-_---w")
  }
}
