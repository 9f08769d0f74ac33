import JSON
import Testing

@Suite("Reading JSON")
struct JSONParserTests {
  @Test(
    "Every kind of value is read",
    arguments: [
      ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("-1", -1),
      ("1.5", 1.5), ("\"\"", ""), ("\"a\"", "a"), ("[]", []), ("{}", [:]),
      (" [ 1 , 2 ]\n", [1, 2]),
      ("{\"a\":{\"b\":[null]}}", ["a": ["b": [nil]]]),
    ] as [(String, JSONValue)])
  func kinds(text: String, value: JSONValue) throws {
    #expect(try JSONValue.parse(text) == value)
  }

  @Test(
    "Escapes stand for their characters",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\ud83c\udf89""#, "🎉"), (#""\u0000""#, "\u{0}"), ("\"é🎉\"", "é🎉"),
      ("\"\u{7F}\"", "\u{7F}"),
      // A half of a surrogate pair alone, or a pair in the wrong order, is no character. Each such
      // half becomes U+FFFD.
      (#""\ud83c""#, "\u{FFFD}"), (#""\udf89""#, "\u{FFFD}"),
      (#""\udf89\ud83c""#, "\u{FFFD}\u{FFFD}"), (#""\ud83cx""#, "\u{FFFD}x"),
      (#""\ud83c\n""#, "\u{FFFD}\n"), (#""\ud83c\u0041""#, "\u{FFFD}A"),
      (#""\ud83c\ud83c\udf89""#, "\u{FFFD}🎉"),
    ])
  func escapes(text: String, expected: String) throws {
    #expect(try JSONValue.parse(text) == .string(expected))
  }

  @Test(
    "A number keeps its text, and gives a whole number or a Double where it can",
    arguments: [
      ("85", 85, 85.0), ("85.0", 85, 85), ("1e3", 1000, 1000), ("1.10", nil, 1.1), ("-0", 0, 0),
      ("0.345", nil, 0.345), ("9223372036854775807", Int.max, 9_223_372_036_854_775_807.0),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808.0), ("1E400", nil, nil),
      ("123456789012345678901234567890", nil, 123_456_789_012_345_678_901_234_567_890.0),
      ("1e-400", 0, 0),
    ] as [(String, Int?, Double?)])
  func numbers(text: String, int: Int?, double: Double?) throws {
    let value = try JSONValue.parse(text)
    #expect(value.text == text)
    #expect(value.int == int)
    #expect(value.double == double)
    #expect(JSONNumber(text)?.text == text)
  }

  @Test(
    "What is not JSON is refused with the reason and the byte",
    arguments: [
      ("", JSONFailure.Reason.endedEarly, 0), ("  ", .endedEarly, 2), ("[1", .endedEarly, 2),
      ("[1,", .endedEarly, 3), ("{\"a\"", .endedEarly, 4), ("{\"a\":", .endedEarly, 5),
      ("\"abc", .endedEarly, 4), ("\"\\", .endedEarly, 2), ("\"\\u12", .endedEarly, 5),
      ("tru", .endedEarly, 3), ("trux", .unexpected(0x78), 3), ("True", .unexpected(0x54), 0),
      ("[1,]", .unexpected(0x5D), 3), ("[1 2]", .unexpected(0x32), 3),
      ("[,1]", .unexpected(0x2C), 1),
      ("{a:1}", .unexpected(0x61), 1), ("{\"a\" 1}", .unexpected(0x31), 5),
      ("{\"a\":1,}", .unexpected(0x7D), 7), ("{'a':1}", .unexpected(0x27), 1),
      ("[1}", .unexpected(0x7D), 2), ("// c", .unexpected(0x2F), 0),
      ("\u{FEFF}1", .unexpected(0xEF), 0),
      ("NaN", .unexpected(0x4E), 0), ("Infinity", .unexpected(0x49), 0), ("-", .badNumber, 0),
      ("01", .badNumber, 0), ("-01", .badNumber, 0), ("1.", .badNumber, 0), ("1.e3", .badNumber, 0),
      ("1e", .badNumber, 0), ("1e+", .badNumber, 0), ("1.5.2", .badNumber, 0),
      (".5", .unexpected(0x2E), 0), ("+1", .unexpected(0x2B), 0), ("0x10", .textAfterValue, 1),
      ("1 2", .textAfterValue, 2), ("{}{}", .textAfterValue, 2), ("null,", .textAfterValue, 4),
      ("\"\\x\"", .badEscape, 1), ("\"\\u12g4\"", .badEscape, 1), ("\"\\U0041\"", .badEscape, 1),
      ("\"a\nb\"", .rawControl(0x0A), 2), ("\"\u{0}\"", .rawControl(0), 1),
      ("\u{0B}1", .unexpected(0x0B), 0),
    ])
  func refused(text: String, reason: JSONFailure.Reason, offset: Int) {
    #expect(throws: JSONFailure(reason, at: offset)) { try JSONValue.parse(text) }
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0x80], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    #expect(throws: JSONFailure(.notUTF8, at: 1)) {
      try JSONValue.parse(utf8: [0x22] + bytes + [0x22])
    }
  }

  @Test("Nesting is read to the limit and refused one deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try JSONValue.parse(nested(128)) }
    #expect(throws: JSONFailure(.tooDeep(limit: 128), at: 128)) {
      try JSONValue.parse(nested(129))
    }
    #expect(throws: JSONFailure(.tooDeep(limit: 128), at: 640)) {
      try JSONValue.parse(String(repeating: "{\"a\":", count: 1_000_000))
    }
    #expect(throws: JSONFailure(.tooDeep(limit: 2), at: 2)) {
      try JSONValue.parse(nested(3), limits: JSONLimits(depth: 2))
    }
  }

  @Test("A text beyond the byte limit is refused before it is read")
  func size() {
    let limits = JSONLimits(bytes: 3)
    #expect(throws: Never.self) { try JSONValue.parse("123", limits: limits) }
    #expect(throws: JSONFailure(.tooLarge(limit: 3), at: 3)) {
      try JSONValue.parse("1234", limits: limits)
    }
  }

  @Test(
    "A key that stands twice in an object is refused where the limits say so",
    arguments: [
      (#"{"a": 1, "b": {"a": 2}}"#, nil), (#"[{"a": 1}, {"a": 1}]"#, nil),
      (#"{"a": 1, "b": 2, "a": 1}"#, JSONFailure(.repeatedKey("a"), at: 17)),
      (#"{"a": {"b": null, "b": 2}}"#, JSONFailure(.repeatedKey("b"), at: 18)),
      (#"{"a": 1, "\u0061": 1}"#, JSONFailure(.repeatedKey("a"), at: 9)),
    ] as [(String, JSONFailure?)])
  func repeatedKeys(text: String, failure: JSONFailure?) throws {
    _ = try JSONValue.parse(text)
    let limits = JSONLimits(allowsRepeatedKeys: false)
    guard let failure else {
      _ = try JSONValue.parse(text, limits: limits)
      return
    }
    #expect(throws: failure) { try JSONValue.parse(text, limits: limits) }
  }

  @Test("Large texts take time in proportion to their size")
  func large() throws {
    let members = (0..<100_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let object = try #require(try JSONValue.parse("{\(members)}").object)
    #expect(object.count == 100_000)
    #expect(object["key99999"] == 99_999)
    let repeated = try JSONValue.parse(
      "{" + repeatElement("\"a\":1", count: 100_000).joined(separator: ",") + "}")
    #expect(repeated == ["a": 1])
    let escapes = String(repeating: #"\n"#, count: 500_000)
    #expect(try JSONValue.parse("\"\(escapes)\"").string?.utf8.count == 500_000)
  }
}
