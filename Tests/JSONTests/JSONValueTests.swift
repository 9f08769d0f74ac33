import JSON
import Testing

@Suite("JSON values and their text")
struct JSONValueTests {
  @Test(
    "A text read and written again is the same",
    arguments: [
      #"{"b":1,"a":[true,null,"x"],"":{}}"#, #"[1.10,1E+2,-0,123456789012345678901234567890]"#,
      #""é🎉 \"\\\n""#, "[]", "{}",
    ])
  func roundTrip(text: String) throws {
    #expect(try JSONValue.parse(text).text == text)
  }

  @Test(
    "What could steer a terminal or turn a line around is written as an escape",
    arguments: [
      ("\u{1B}[31m", #""\u001b[31m""#), ("\u{0}", #""\u0000""#), ("\u{7F}", #""\u007f""#),
      ("\u{9B}2J", #""\u009b2J""#), ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#),
      ("\u{202E}txt", #""\u202etxt""#), ("\u{2066}\u{2069}", #""\u2066\u2069""#),
      ("\u{200F}\u{061C}", #""\u200f\u061c""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
      ("</script>", #""</script>""#), ("👨‍👩‍👧", "\"👨‍👩‍👧\""), ("é", "\"é\""),
    ])
  func escaping(string: String, expected: String) throws {
    #expect(JSONValue.string(string).text == expected)
    #expect(try JSONValue.parse(expected).string == string)
  }

  @Test("Keys are escaped as values are")
  func keys() throws {
    let value: JSONValue = ["\u{1B}\"": 1]
    #expect(value.text == #"{"\u001b\"":1}"#)
    #expect(try JSONValue.parse(value.text) == value)
  }

  @Test("Pretty text has one member a line and leaves empty ones whole")
  func pretty() throws {
    let value: JSONValue = ["a": [1, ["b": nil]], "c": [], "d": [:]]
    let expected = """
      {
        "a": [
          1,
          {
            "b": null
          }
        ],
        "c": [],
        "d": {}
      }
      """
    #expect(value.prettyText == expected)
    #expect(try JSONValue.parse(expected) == value)
  }

  @Test(
    "A Double is written as the shortest text that reads back",
    arguments: [
      (85.5, "85.5"), (85, "85"), (0.1, "0.1"), (-0.0, "-0"), (1e21, "1e+21"), (1e-7, "1e-07"),
      (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
      (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ])
  func doubles(value: Double, text: String) throws {
    #expect(JSONValue(value).text == text)
    if value.isFinite { #expect(try JSONValue.parse(text).double == value) }
  }

  @Test("A value of another type reads as absent")
  func accessors() throws {
    let value = try JSONValue.parse(#"{"n":1,"f":1.5,"s":"x","b":true,"a":[1],"o":{},"z":null}"#)
    #expect(value["n"]?.int == 1)
    #expect(value["n"]?.double == 1)
    #expect(value["f"]?.int == nil)
    #expect(value["s"]?.string == "x")
    #expect(value["s"]?.int == nil)
    #expect(value["n"]?.string == nil)
    #expect(value["b"]?.bool == true)
    #expect(value["n"]?.bool == nil)
    #expect(value["a"]?[0] == 1)
    #expect(value["a"]?[1] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["a"]?["x"] == nil)
    #expect(value["o"]?.object?.isEmpty == true)
    #expect(value["z"]?.isNull == true)
    #expect(value["missing"] == nil)
    #expect(JSONValue.array([])["x"] == nil)
  }

  @Test("A key that comes twice keeps its first place and its last value")
  func duplicateKeys() throws {
    let value = try JSONValue.parse(#"{"a":1,"b":2,"a":3}"#)
    #expect(value.text == #"{"a":3,"b":2}"#)
  }

  @Test("Two spellings of the same letter are two keys")
  func exactKeys() throws {
    let value = try JSONValue.parse(#"{"\u00e9":1,"e\u0301":2}"#)
    #expect(value.object?.count == 2)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  @Test("Setting, replacing and removing keep the other keys in order", arguments: [3, 16, 17, 40])
  func editing(size: Int) {
    var object = JSONObject((0..<size).map { ("k\($0)", JSONValue($0)) })
    object["k1"] = "new"
    object["k0"] = nil
    object["last"] = true
    object["never"] = nil
    #expect(object.keys == (1..<size).map { "k\($0)" } + ["last"])
    #expect(object["k1"] == "new")
    #expect(object["k0"] == nil)
    #expect(object["k\(size - 1)"] == JSONValue(size - 1))
    #expect(object["last"] == true)
    #expect(object.count == size)
  }

  @Test("Objects are equal when their members are, however they came about")
  func equality() {
    var edited = JSONObject((0..<20).map { ("k\($0)", JSONValue($0)) })
    for number in 2..<20 { edited["k\(number)"] = nil }
    let built: JSONObject = ["k0": 0, "k1": 1]
    #expect(edited == built)
    #expect(edited.hashValue == built.hashValue)
  }

  @Test("Random bytes are read or refused, and what is read survives writing")
  func hostile() throws {
    var state: UInt64 = 7
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let alphabet = Array(#"{}[]",:\u0d8e1-.tfn "#.utf8) + [0x00, 0x1B, 0x80, 0xC3, 0xA9, 0xFF]
    var read = 0
    for _ in 0..<20_000 {
      let bytes = (0..<next() % 12).map { _ in alphabet[next() % alphabet.count] }
      guard let value = try? JSONValue.parse(utf8: bytes) else { continue }
      read += 1
      #expect(try JSONValue.parse(value.text) == value)
      #expect(try JSONValue.parse(value.prettyText) == value)
    }
    #expect(read > 50)
  }
}
