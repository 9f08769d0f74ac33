import Basics
import CivilTime
import JSON

// The kinds of rule the tables are made of.
extension ValueRule {
  typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable
  typealias View<Value> = any KeyPath<Record, Value> & Sendable

  init<Value: Equatable & Sendable>(
    _ path: Path<Value>,
    _ clean: @escaping @Sendable (inout Value, CalendarDay) throws(ValueRefusal) -> Void
  ) {
    isUnchanged = { $0[keyPath: path] == $1[keyPath: path] }
    self.clean = { record, today throws(ValueRefusal) in
      var value = record[keyPath: path]
      try clean(&value, today)
      record[keyPath: path] = value
    }
  }
}

/// The rule for a value of any column; `name` is its name in messages.
struct ValueLimit<Value: Sendable>: Sendable {
  /// The bounds that the databases state, too; nil where the rule is more than a length or a range.
  let bounds: ValueBounds?
  let clean: @Sendable (inout Value, CalendarDay) throws(ValueRefusal) -> Void

  init(
    _ bounds: ValueBounds? = nil,
    _ clean: @escaping @Sendable (inout Value, CalendarDay) throws(ValueRefusal) -> Void
  ) {
    self.bounds = bounds
    self.clean = clean
  }
}

/// How long a text or how large a number may be.
public enum ValueBounds: Equatable, Sendable {
  case length(Int)
  case range(ClosedRange<Double>)
}

extension ValueLimit where Value == String {
  /// A required text; `missing` is the sentence of its absence.
  static func required(_ name: String, max limit: Int, missing: String) -> ValueLimit {
    ValueLimit(.length(limit)) { text, _ throws(ValueRefusal) in
      text = try TextCheck.cleaned(text, .line, name, max: limit)
      guard !text.isEmpty else { throw .missing(missing) }
    }
  }
}

extension ValueLimit where Value == String? {
  /// A text that may be missing; a blank one is.
  static func text(
    _ name: String, max limit: Int, _ shape: TextShape = .line, withoutMarkup: Bool = false
  ) -> ValueLimit {
    ValueLimit(.length(limit)) { text, _ throws(ValueRefusal) in
      guard let given = text else { return }
      let plain = withoutMarkup ? PastedMarkup.stripped(given) : given
      let cleaned = try TextCheck.cleaned(plain, shape, name, max: limit)
      text = cleaned.isEmpty ? nil : cleaned
    }
  }

  /// A limit for running text of several lines, such as notes.
  static func lines(_ name: String) -> ValueLimit { text(name, max: TextLimit.long, .lines) }

  static var email: ValueLimit {
    ValueLimit { text, _ throws(ValueRefusal) in
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
  static func web(_ name: String) -> ValueLimit {
    ValueLimit { text, _ throws(ValueRefusal) in
      guard let given = text?.trimmed, !given.isEmpty else {
        text = nil
        return
      }
      let address = given.contains("://") ? given : "https://" + given
      guard VideoLink.isWebAddress(address), given == address || isHost(given) else {
        throw .notAWebAddress(name: name, given)
      }
      text = address
    }
  }

  /// `pineridge.edu`: an address whose last part consists of letters, unlike a version or a file size.
  private static func isHost(_ text: String) -> Bool {
    let host = text.prefix { !"/?#:".contains($0) }
    let ending = host.split(separator: ".").last ?? ""
    return !text.contains("@") && ending.utf8.count >= 2
      && ending.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// A limit for a state of two letters, such as OH.
  static var state: ValueLimit {
    ValueLimit(.length(2)) { state, _ throws(ValueRefusal) in
      let given = state?.trimmed ?? ""
      guard !given.isEmpty else {
        state = nil
        return
      }
      guard given.utf8.count == 2, given.allSatisfy({ $0.isASCII && $0.isLetter }) else {
        throw .notAState(given)
      }
      state = given.uppercased()
    }
  }
}

extension ValueLimit where Value == [String] {
  /// A list of short texts, blank ones left out.
  static func texts(_ name: String, max count: Int, each limit: Int) -> ValueLimit {
    ValueLimit { texts, _ throws(ValueRefusal) in
      var cleaned: [String] = []
      for text in texts {
        let text = try TextCheck.cleaned(text, .line, name, max: limit)
        if !text.isEmpty { cleaned.append(text) }
      }
      guard cleaned.count <= count else {
        throw .tooMany(name: name, count: cleaned.count, limit: count)
      }
      texts = cleaned
    }
  }
}

extension ValueLimit where Value == Double? {
  static func number(_ name: String, _ range: ClosedRange<Double>) -> ValueLimit {
    ValueLimit(.range(range)) { value, _ throws(ValueRefusal) in
      guard let value, !range.contains(value) else { return }
      throw .outOfRange(name: name, value: value, range)
    }
  }
}

extension ValueLimit where Value == Int? {
  static func whole(_ name: String, _ range: ClosedRange<Int>) -> ValueLimit {
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    return ValueLimit(.range(bounds)) { value, _ throws(ValueRefusal) in
      guard let value, !range.contains(value) else { return }
      throw .outOfRange(name: name, value: Double(value), bounds)
    }
  }
}

extension ValueRule {
  /// Two days of which the later may not come before the earlier; either may be missing.
  static func order(
    _ earlier: View<CalendarDay?>, _ earlierName: String,
    _ later: View<CalendarDay?>, _ laterName: String
  ) -> ValueRule {
    ValueRule(
      isUnchanged: {
        $0[keyPath: earlier] == $1[keyPath: earlier] && $0[keyPath: later] == $1[keyPath: later]
      },
      clean: { record, _ throws(ValueRefusal) in
        guard let first = record[keyPath: earlier], let second = record[keyPath: later],
          second < first
        else { return }
        throw .outOfOrder(
          later: laterName, second.text(.shortWithYear), earlier: earlierName,
          first.text(.shortWithYear))
      })
  }

  /// The private notes of all people; each may be as long as any note.
  static func notes(_ place: ColumnPlace<Record, JSONValue>) -> ValueRule {
    ValueRule(
      isUnchanged: { place.value(in: $0) == place.value(in: $1) },
      clean: { record, _ throws(ValueRefusal) in
        for member in place.value(in: record)?.object?.members ?? [] {
          try TextCheck.length(
            member.value.string ?? "", "the private note", max: TextLimit.long)
        }
      })
  }
}

/// Brings texts into their one form.
enum TextCheck {
  static func cleaned(
    _ text: String, _ shape: TextShape, _ name: String, max limit: Int
  ) throws(ValueRefusal) -> String {
    let text = shape == .line ? oneLine(text).trimmed : text.trimmed
    try length(text, name, max: limit)
    return text
  }

  /// Counts Unicode scalars, because one visible character can have a thousand accents.
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
