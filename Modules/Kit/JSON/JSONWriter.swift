extension JSONValue {
  /// The value on one line, with the keys in their order.
  public var text: String { JSONWriter.text(of: self, indented: false) }

  /// The value with one member on each line, indented by two spaces for each level.
  public var prettyText: String { JSONWriter.text(of: self, indented: true) }
}

extension JSONNumber: CustomStringConvertible {
  public var description: String { text }
}

/// Writes a JSON value as text, on one line or indented. `JSONText` writes its strings.
private struct JSONWriter {
  private var bytes: [UInt8] = []
  private let indented: Bool

  static func text(of value: JSONValue, indented: Bool) -> String {
    var writer = JSONWriter(indented: indented)
    writer.write(value, level: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private init(indented: Bool) { self.indented = indented }

  private mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .number(let number): write(number.text)
    case .string(let text): write(quoted: text)
    case .array(let elements):
      write(open: "[", close: "]", elements, level: level) { writer, element in
        writer.write(element, level: level + 1)
      }
    case .object(let object):
      write(open: "{", close: "}", object.members, level: level) { writer, member in
        writer.write(quoted: member.key)
        writer.write(writer.indented ? ": " : ":")
        writer.write(member.value, level: level + 1)
      }
    }
  }

  private mutating func write<Element>(
    open: String, close: String, _ elements: [Element], level: Int,
    each: (inout JSONWriter, Element) -> Void
  ) {
    write(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { write(",") }
      newLine(level + 1)
      each(&self, element)
    }
    if !elements.isEmpty { newLine(level) }
    write(close)
  }

  private mutating func newLine(_ level: Int) {
    guard indented else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: level * 2))
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(quoted text: String) { JSONText.append(quoted: text, to: &bytes) }
}
