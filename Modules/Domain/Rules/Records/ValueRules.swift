import Basics
import CivilTime
import JSON

// This initializer makes a rule (which cleans and checks one value before it is stored) for a
// property of a record. The declarations of record tables use it with the limits in this file, such
// as `ValueLimit.text`.
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
      // The record gets the cleaned value even if the rule refuses it, because an import of an
      // exported file may keep a refused value.
      defer { record[keyPath: path] = value }
      try clean(&value, today)
    }
  }
}

/// A rule that cleans and checks the values of one column. In the functions that create such rules,
/// `name` is the name of the column in messages.
struct ValueLimit<Value: Sendable>: Sendable {
  /// The largest length of a text or the range of a number, which the database schemas check too.
  /// It is nil if the rule has neither.
  let bounds: ValueBounds?
  /// Whether the rule removes HTML markup from a text.
  let isWithoutMarkup: Bool
  let clean: @Sendable (inout Value, CalendarDay) throws(ValueRefusal) -> Void

  init(
    _ bounds: ValueBounds? = nil, isWithoutMarkup: Bool = false,
    _ clean: @escaping @Sendable (inout Value, CalendarDay) throws(ValueRefusal) -> Void
  ) {
    self.bounds = bounds
    self.isWithoutMarkup = isWithoutMarkup
    self.clean = clean
  }
}

/// The largest length of a text in characters, or the range of a number.
public enum ValueBounds: Equatable, Sendable {
  case length(Int)
  case range(ClosedRange<Double>)
}

extension ValueLimit where Value == String {
  /// Returns the rule for a required text on one line. A blank text is refused with the message
  /// `missing`.
  static func required(_ name: String, max limit: Int, missing: String) -> ValueLimit {
    ValueLimit(.length(limit)) { text, _ throws(ValueRefusal) in
      text = try TextCheck.cleaned(text, .line, name, max: limit)
      guard !text.isEmpty else { throw .missing(missing) }
    }
  }
}

extension ValueLimit where Value == String? {
  /// Returns the rule for an optional text. A blank text becomes nil.
  static func text(
    _ name: String, max limit: Int, _ shape: TextShape = .line, withoutMarkup: Bool = false
  ) -> ValueLimit {
    ValueLimit(.length(limit), isWithoutMarkup: withoutMarkup) { text, _ throws(ValueRefusal) in
      guard let given = text else { return }
      let plain = withoutMarkup ? PastedMarkup.stripped(given) : given
      // The limit applies to the text without its formatting (the HTML markup), but a person may
      // count the markup too. So if markup was removed, the message says that it counts the rest.
      let counted = plain == given ? name : "\(name) without its formatting"
      let cleaned = try TextCheck.cleaned(plain, shape, counted, max: limit)
      text = cleaned.isEmpty ? nil : cleaned
    }
  }

  /// Returns the rule for an optional text that may have several lines, such as notes.
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

  /// Returns the rule for a web address. It accepts http and https addresses, and adds `https://`
  /// to an address without a scheme, such as `pineridge.edu`.
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

  /// Returns true if the text begins with a host such as `pineridge.edu`. The last part of the host
  /// must consist of letters, so that a version (`2.3`) or a file size is not taken for a web
  /// address.
  private static func isHost(_ text: String) -> Bool {
    let host = text.prefix { !"/?#:".contains($0) }
    let ending = host.split(separator: ".").last ?? ""
    return !text.contains("@") && ending.utf8.count >= 2
      && ending.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// Returns the rule for a state of the United States or a province of Canada. Its name or its two
  /// letters become the two letters, such as `OH`, and any other text is refused.
  ///
  /// - Parameter limit: the largest length of a value in the column. The typed name of a state may
  ///   be longer, because the rule stores only its two letters.
  static func state(max limit: Int) -> ValueLimit {
    let line = text("the state", max: TextLimit.short)
    return ValueLimit(.length(limit)) { state, today throws(ValueRefusal) in
      try line.clean(&state, today)
      guard let given = state else { return }
      guard let letters = NamedState.letters(of: given) else {
        throw .notAState(given, mayBeKept: given.unicodeScalars.count <= limit)
      }
      state = letters
    }
  }

  /// Returns the rule for the state of a place that may be in any country. The name of a known
  /// state becomes its two letters. Any other text, such as `England`, stays as it is.
  static func region(max limit: Int) -> ValueLimit {
    let line = text("the state", max: limit)
    return ValueLimit(line.bounds) { state, today throws(ValueRefusal) in
      try line.clean(&state, today)
      state = state.map { NamedState.letters(of: $0) ?? $0 }
    }
  }

  static var phone: ValueLimit {
    let line = text("the phone number", max: TextLimit.short)
    return ValueLimit(line.bounds) { phone, today throws(ValueRefusal) in
      try line.clean(&phone, today)
      if let phone, PhoneNumber(phone) == nil { throw .notAPhone(phone) }
    }
  }

  /// Returns the rule for an account name in a social network. The rule removes the `@` before the
  /// name. From the web address of an account's page, it stores only the name.
  static func handle(in network: SocialNetwork) -> ValueLimit {
    let line = text("the \(network.rawValue) name", max: TextLimit.short)
    return ValueLimit(line.bounds) { handle, today throws(ValueRefusal) in
      try line.clean(&handle, today)
      guard let given = handle else { return }
      guard let known = SocialHandle(given, in: network) else {
        throw .notAHandle(network: network.rawValue, given)
      }
      handle = known.name
    }
  }
}

extension ValueLimit where Value == [String] {
  /// Returns the rule for a list of texts on one line each. Blank texts are removed.
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
  /// Returns the rule that one day must not be before another day, such as the end of an event
  /// before its start. The rule is not applied if one of the days is missing.
  ///
  /// - Parameter fields: the form's fields that contain the later and the earlier day.
  static func order(
    _ earlier: View<CalendarDay?>, _ earlierName: String,
    _ later: View<CalendarDay?>, _ laterName: String, fields: String...
  ) -> ValueRule {
    ValueRule(
      fields: fields,
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

  /// Returns the rule for a column that contains the private notes of several people. Each note may
  /// have at most `TextLimit.long` characters.
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

/// Converts typed texts to the form in which they are stored, and checks their length.
enum TextCheck {
  static func cleaned(
    _ text: String, _ shape: TextShape, _ name: String, max limit: Int
  ) throws(ValueRefusal) -> String {
    let plain = text.withoutNUL
    let text = shape == .line ? oneLine(plain).trimmed : plain.trimmed
    try length(text, name, max: limit)
    return text
  }

  /// Refuses a text of more than `limit` Unicode scalars. The characters that a reader sees are not
  /// counted, because one of them can consist of a thousand scalars.
  static func length(_ text: String, _ name: String, max limit: Int) throws(ValueRefusal) {
    guard text.utf8.count > limit else { return }
    let count = text.unicodeScalars.count
    guard count <= limit else { throw .tooLong(name: name, count: count, limit: limit) }
  }

  /// Returns the text on one line. Line breaks and tabs, and the spaces around them, become one
  /// space.
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
