public import Basics
public import CivilTime

/// The reason why a typed value of a record, such as a school's website, is refused.
public enum ValueRefusal: Error, Equatable, Sendable {
  /// A required value is missing. The text is the message for the user.
  case missing(String)
  case tooLong(name: String, count: Int, limit: Int)
  case tooMany(name: String, count: Int, limit: Int)
  case outOfRange(name: String, value: Double, ClosedRange<Double>)
  case notANumber
  /// The number is impossible, such as a fastball of 850 mph. The associated problem says which
  /// numbers are possible.
  case impossible(Problem)
  case notYet(CalendarDay)
  case notAWebAddress(name: String, String)
  /// The text is neither a web address nor the path of a file.
  case notALink(String, mayBeKept: Bool)
  case notAState(String, mayBeKept: Bool)
  case notAPhone(String)
  case notAHandle(network: String, String)
  /// A measurement at an event has a day before the event begins.
  case beforeEvent(CalendarDay, begins: CalendarDay)
  /// A measurement that was taken at an event has a day before the event's new first day. The text
  /// names the measurement.
  case afterResult(String, on: CalendarDay)
  case email(EmailRefusal)
  /// The offer has both an amount and a percentage, but only one is allowed.
  case amountAndPercentage
  /// The later of two days, such as the last day of an event, is before the earlier one. Each day
  /// comes after the name of its value, as in `later: "the end", "Feb 3, 2026"`.
  case outOfOrder(later: String, String, earlier: String, String)

  /// Whether an import stores the refused value nevertheless.
  ///
  /// An export may have values that older versions of the program accepted. A table from another
  /// program may have words beside a phone number or a name in a social network. One such cell must
  /// not prevent the import of the whole table, so the import stores it and its report names the
  /// line.
  func mayBeKept(from source: ValueSource) -> Bool {
    switch self {
    case .notAPhone, .notAHandle: source != .entered
    case .notALink(_, let mayBeKept), .notAState(_, let mayBeKept): mayBeKept && source == .export
    default: false
    }
  }

  public var problem: Problem {
    switch self {
    case .missing(let sentence):
      Problem(.usage, sentence)
    case .tooLong(let name, let count, let limit):
      Problem(
        .usage, "\(name.capitalizedFirst) has \(count) characters; at most \(limit) fit.",
        fix: "Shorten it by \(count - limit).")
    case .tooMany(let name, let count, let limit):
      Problem(
        .usage, "\(count) \(name) are too many; at most \(limit) fit.",
        fix: "Leave out \(count - limit).")
    case .outOfRange(let name, let value, let range):
      Problem(
        .usage, "\(shown(value)) is out of range for \(name).",
        fix: "Give a number from \(DecimalText.shortest(range.lowerBound))"
          + " to \(DecimalText.shortest(range.upperBound)).")
    case .impossible(let problem): problem
    case .notANumber:
      Problem(.usage, "That value is not a number.", fix: "Give a number like 85.5.")
    case .notYet(let day):
      Problem(.usage, MetricRefusal.inTheFuture(day).words, fix: "Give today or a day before it.")
    case .notAWebAddress(let name, let text):
      Problem(
        .usage, "`\(text.excerpt)` is not a web address for \(name).",
        fix: "Give one that begins with https:// or http://.")
    case .notALink(let text, _):
      Problem(
        .usage, "`\(text.excerpt)` is neither a web address nor a file.",
        fix: "Give one that begins with https:// or http://. For a file:  documents upload")
    case .notAState(let text, _):
      Problem(
        .usage,
        "`\(text.excerpt)` is not a state of the United States or a province of Canada.",
        fix: "Write its name or its two letters, like Ohio or OH. For another country, leave it"
          + " empty and name the country with the city.")
    case .notAPhone(let text):
      Problem(
        .usage, "`\(text.excerpt)` is not a phone number.",
        fix: "Write 7 to 15 digits, like 555-010-1234, and perhaps an extension, like x12.")
    case .notAHandle(let network, let text):
      Problem(
        .usage, "`\(text.excerpt)` is not a name on \(network).",
        fix: "\(network) takes \(SocialHandle.takes), like @samlee.")
    case .beforeEvent(let day, let first):
      Problem(
        .usage,
        "\(day.text(.shortWithYear)) is before the event, which begins on \(first.text(.shortWithYear)).",
        fix: "Give a day of the event, or choose no event.")
    case .afterResult(let name, let day):
      Problem(
        .usage, "The event has a result of \(day.text(.shortWithYear)): \(name).",
        fix: "Give that day or one before it, or change the result first.")
    case .email(let refusal):
      Problem(.usage, refusal.words)
    case .amountAndPercentage:
      Problem(
        .usage, "An offer has an amount or a percentage, not both.", fix: "Clear one of them.")
    case .outOfOrder(let later, let second, let earlier, let first):
      Problem(
        .usage, "\(later.capitalizedFirst), \(second), is before \(earlier), \(first).",
        fix: "Change one of the two.")
    }
  }
}

/// Returns a refused number as the person typed it. A number of more than 15 digits was rounded
/// when it was read, so its digits are not known.
private func shown(_ number: Double) -> String {
  abs(number) < 1e15 ? DecimalText.shortest(number) : "That number"
}

extension String {
  /// The first sixty characters of the text, so that a message can quote a long text.
  var excerpt: String { count > 60 ? prefix(60) + "…" : self }
}
