import JSON
import Testing

@Suite struct JSONTextTests {
  @Test(
    "Every character is written so that it reads back, and none that a terminal obeys stands there raw"
  )
  func everyCharacter() throws {
    let scalars = (0..<0x3000).compactMap(Unicode.Scalar.init) + ["🏟", "\u{10FFFF}", "\u{FFFD}"]
    for scalar in scalars {
      var text = "a"
      text.unicodeScalars.append(scalar)
      text += "\"z\\"
      var written: [UInt8] = []
      JSONText.append(quoted: text, to: &written)
      #expect(try JSONValue.parse(utf8: written).string.map { Array($0.utf8) } == Array(text.utf8))
      let said = String(decoding: written, as: UTF8.self)
      #expect(
        said.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
            && !(0x202A...0x202E).contains($0.value)
        })
    }
  }

  @Test("Long runs are copied whole, with what needs an escape anywhere among them")
  func runs() {
    func written(_ text: String) -> String {
      var bytes: [UInt8] = []
      JSONText.append(quoted: text, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(written("") == "\"\"")
    #expect(written("plain") == "\"plain\"")
    #expect(written("\"a\"") == "\"\\\"a\\\"\"")
    #expect(written("é\n\u{1B}ü\u{2028}") == "\"é\\n\\u001bü\\u2028\"")
    #expect(written("\u{7F}\u{9B}") == "\"\\u007f\\u009b\"")
  }
}
