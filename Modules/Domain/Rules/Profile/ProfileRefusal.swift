public import Basics
public import CivilTime

/// The reason why a typed value of a profile field is refused, such as a GPA of 36.
public struct ProfileRefusal: Error, Hashable, Sendable {
  public var field: ProfileField
  public var typed: String
  public var reason: Reason
  /// The day on which the value was typed. The allowed graduation years depend on it.
  public var today: CalendarDay

  public enum Reason: Error, Hashable, Sendable {
    case notANumber, notWhole, outOfRange
    case tooLong(count: Int, max: Int)
    case tooMany(count: Int, max: Int)
    case nothingBetweenCommas
    case notAChoice, notYesOrNo
    case notAHandle, notAPhone, notAnEmail, notAZip
    case notALink(String)
    case controlCharacter
  }

  public init(field: ProfileField, typed: String, reason: Reason, today: CalendarDay) {
    self.field = field
    self.typed = typed
    self.reason = reason
    self.today = today
  }

  public var problem: Problem {
    Problem(.usage, title, details: meant, fix: field.hint(today: today))
  }

  /// A question that suggests the number with another sign or decimal point, such as `3.6` for a
  /// GPA of 36; empty if no such number is likely.
  private var meant: [String] {
    guard reason == .outOfRange, let value = Double(typed), let range = field.range(today: today),
      case .impossible(let slip?) = range.verdict(on: value)
    else { return [] }
    return [Problem.meaning(field.typed(slip))]
  }

  private var title: String {
    let name = field.title
    return switch reason {
    case .notANumber: "`\(typed)` is not a number for \(name)."
    case .notWhole: "`\(typed)` is not a whole number for \(name)."
    case .outOfRange: "`\(typed)` is out of range for \(name)."
    case .tooLong(let count, let max): "\(name) has \(count) characters; at most \(max) fit."
    case .tooMany(let count, let max): "\(name) has \(count) entries; at most \(max) fit."
    case .nothingBetweenCommas: "`\(typed)` has no entry for \(name)."
    case .notAChoice: "`\(typed)` is no choice for \(name)."
    case .notYesOrNo: "`\(typed)` is neither yes nor no."
    case .notAHandle: "`\(typed)` is not a name on \(name)."
    case .notAPhone: "`\(typed)` is not a phone number."
    case .notAnEmail: "`\(typed)` is not an e-mail address."
    case .notAZip: "`\(typed)` is not a ZIP code."
    case .notALink(let item): "`\(item)` is not a link to a video."
    case .controlCharacter: "`\(typed)` has a control character in it."
    }
  }
}

extension ProfileField {
  /// Returns a sentence that says which values the field accepts, with an example.
  public func hint(today: CalendarDay) -> String {
    let years = Self.graduationYears(today: today)
    let takes =
      kind == .graduationYear ? "a year from \(years.lowerBound) to \(years.upperBound)" : takes
    return "\(title) takes \(takes), like \(example)."
  }

  /// The title of the field for a list of all fields. A field with limits has the accepted values
  /// after it, such as `GPA: a number from 0 to 5`.
  public var summary: String {
    switch kind {
    case .text, .choice, .flag, .email: title
    case .texts, .whole, .decimal, .height, .graduationYear, .handle, .phone, .zip, .links:
      "\(title): \(takes)"
    }
  }

  private var takes: String {
    switch kind {
    case .text(let max): "text of at most \(max) characters"
    case .texts(let max): "at most \(max) entries with commas between them"
    case .whole(let range, let unit):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
        + (unit.map { " \($0)" } ?? "")
    case .decimal(let range):
      "a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
    case .height(let range):
      "feet and inches, or inches from \(range.lowerBound) to \(range.upperBound)"
    case .graduationYear: "this year or one of the ten after it"
    case .choice(let choices): choices.map(\.word).inSentence("or")
    case .flag: "yes or no"
    case .handle: SocialHandle.takes
    case .phone: "7 to 15 digits"
    case .email: "an e-mail address"
    case .zip: "five digits"
    case .links(let max): "at most \(max) links that begin with http:// or https://"
    }
  }

  private func shortest(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
