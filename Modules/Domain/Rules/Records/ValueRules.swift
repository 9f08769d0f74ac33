import CivilTime
import FeatureKit
import JSON

// The kinds of rule the tables are made of. Key paths name the value; `name` is what people call it.
extension ValueRule {
  typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable
  typealias View<Value> = any KeyPath<Record, Value> & Sendable

  init<Value: Equatable & Sendable>(
    _ path: Path<Value>,
    _ settle: @escaping @Sendable (inout Value, CalendarDay) throws(ValueRefusal) -> Void
  ) {
    isUnchanged = { $0[keyPath: path] == $1[keyPath: path] }
    self.settle = { record, today throws(ValueRefusal) in
      var value = record[keyPath: path]
      try settle(&value, today)
      record[keyPath: path] = value
    }
  }

  /// A text that has to be there; `missing` says so in a sentence.
  static func required(
    _ path: Path<String>, _ name: String, max limit: Int, missing: String
  ) -> ValueRule {
    ValueRule(path) { text, _ throws(ValueRefusal) in
      text = try TextCheck.settled(text, .line, name, max: limit)
      guard !text.isEmpty else { throw .missing(missing) }
    }
  }

  /// A text that may be missing; a blank one is.
  static func text(
    _ path: Path<String?>, _ name: String, max limit: Int, _ shape: TextShape = .line,
    withoutMarkup: Bool = false
  ) -> ValueRule {
    ValueRule(path) { text, _ throws(ValueRefusal) in
      guard let given = text else { return }
      let plain = withoutMarkup ? Markup.stripped(given) : given
      let settled = try TextCheck.settled(plain, shape, name, max: limit)
      text = settled.isEmpty ? nil : settled
    }
  }

  /// A list of short texts, blank ones left out.
  static func texts(_ path: Path<[String]>, _ name: String, max count: Int, each limit: Int)
    -> ValueRule
  {
    ValueRule(path) { texts, _ throws(ValueRefusal) in
      var settled: [String] = []
      for text in texts {
        let text = try TextCheck.settled(text, .line, name, max: limit)
        if !text.isEmpty { settled.append(text) }
      }
      guard settled.count <= count else {
        throw .tooMany(name: name, count: settled.count, limit: count)
      }
      texts = settled
    }
  }

  static func number(
    _ path: Path<Double?>, _ name: String, _ range: ClosedRange<Double>
  ) -> ValueRule {
    ValueRule(path) { value, _ throws(ValueRefusal) in
      guard let value, !range.contains(value) else { return }
      throw .outOfRange(name: name, value: value, range)
    }
  }

  static func whole(_ path: Path<Int?>, _ name: String, _ range: ClosedRange<Int>) -> ValueRule {
    ValueRule(path) { value, _ throws(ValueRefusal) in
      guard let value, !range.contains(value) else { return }
      throw .outOfRange(
        name: name, value: Double(value), Double(range.lowerBound)...Double(range.upperBound))
    }
  }

  static func email(_ path: Path<String?>) -> ValueRule {
    ValueRule(path) { text, _ throws(ValueRefusal) in
      guard let given = text?.trimmed, !given.isEmpty else {
        text = nil
        return
      }
      switch EmailAddress.parse(given) {
      case .success(let address): text = address.text
      case .failure(let refusal): throw .email(refusal)
      }
    }
  }

  /// A web address, http or https only.
  static func web(_ path: Path<String?>, _ name: String) -> ValueRule {
    ValueRule(path) { text, _ throws(ValueRefusal) in
      guard let given = text?.trimmed, !given.isEmpty else {
        text = nil
        return
      }
      guard VideoLink.isWebAddress(given) else { throw .notAWebAddress(name: name, given) }
      text = given
    }
  }

  /// Two days of which the later may not come before the earlier; either may be missing.
  static func order(
    _ earlier: View<CalendarDay?>, _ earlierName: String,
    _ later: View<CalendarDay?>, _ laterName: String
  ) -> ValueRule {
    ValueRule(
      isUnchanged: {
        $0[keyPath: earlier] == $1[keyPath: earlier] && $0[keyPath: later] == $1[keyPath: later]
      },
      settle: { record, _ throws(ValueRefusal) in
        guard let first = record[keyPath: earlier], let second = record[keyPath: later],
          second < first
        else { return }
        throw .outOfOrder(
          later: laterName, second.text(.shortWithYear), earlier: earlierName,
          first.text(.shortWithYear))
      })
  }

  /// The private notes of everybody, each as long as a note may be.
  static func notes(_ path: View<JSONValue?>) -> ValueRule {
    ValueRule(
      isUnchanged: { $0[keyPath: path] == $1[keyPath: path] },
      settle: { record, _ throws(ValueRefusal) in
        for member in record[keyPath: path]?.object?.members ?? [] {
          try TextCheck.length(
            member.value.string ?? "", "the private note", max: TextLimit.long)
        }
      })
  }
}

/// Brings texts into their one form.
enum TextCheck {
  static func settled(
    _ text: String, _ shape: TextShape, _ name: String, max limit: Int
  ) throws(ValueRefusal) -> String {
    let text = shape == .line ? oneLine(text).trimmed : text.trimmed
    try length(text, name, max: limit)
    return text
  }

  /// By scalars: a letter may carry a thousand accents and still be one character to the eye.
  static func length(_ text: String, _ name: String, max limit: Int) throws(ValueRefusal) {
    guard text.utf8.count > limit else { return }
    let count = text.unicodeScalars.count
    guard count <= limit else { throw .tooLong(name: name, count: count, limit: limit) }
  }

  /// Line breaks and tabs become one space.
  private static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: breaksLine) else { return text }
    let parts = text.unicodeScalars.split(whereSeparator: breaksLine)
    return parts.map { String(Substring($0)).trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
