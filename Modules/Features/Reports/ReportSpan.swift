public import CivilTime
public import Domain
import FeatureKit

extension ReportsFeature {
  /// The days of a report. A preset such as the last 30 days is relative to today, and a range
  /// between two dates is fixed.
  public enum Span: Equatable, Sendable {
    case preset(ReportPreset)
    /// Fixed days, from the first date through the second.
    ///
    /// A form may leave a date empty. The program then cannot generate a report.
    case days(from: CalendarDay?, through: CalendarDay?)

    public static let standard = Span.preset(.standard)
  }

  /// The range of days that a command names: by one word such as `last-30-days`, or by `--from` and
  /// `--to`.
  public struct RangeRequest: Equatable, Sendable {
    public var span: Span?
    public var from: CalendarDay?
    public var through: CalendarDay?

    public init(_ span: Span? = nil, from: CalendarDay? = nil, through: CalendarDay? = nil) {
      self.span = span
      self.from = from
      self.through = through
    }
  }
}

extension ReportsFeature.Span {
  /// Returns the first and the last day of the range, for the two date fields of a form. The date
  /// is nil for a field that was left empty.
  func ends(now: Instant, in zone: Zone) -> (from: CalendarDay?, through: CalendarDay?) {
    switch self {
    case .preset(let preset):
      let range = preset.range(now: now, in: zone)
      return (range.from, range.to)
    case .days(let from, let through): return (from, through)
    }
  }

  /// Returns the preset that the range was chosen by, or else the first preset with the same days.
  /// Nil if no preset has these days.
  func preset(now: Instant, in zone: Zone) -> ReportPreset? {
    if case .preset(let preset) = self { return preset }
    let days = ends(now: now, in: zone)
    return ReportPreset.allCases.first { preset in
      let range = preset.range(now: now, in: zone)
      return days.from == range.from && days.through == range.to
    }
  }

  func range(now: Instant, in zone: Zone) -> Result<ReportRange, Problem> {
    let (from, through) = ends(now: now, in: zone)
    guard let from, let through else { return .failure(.missingDates) }
    return ReportRange.make(from: from, to: through, in: zone).mapError { .invalidRange($0) }
  }
}

extension ReportsFeature.Span {
  /// The range as one word for a command, such as `last-30-days` or `2026-01-05..2026-02-10`.
  ///
  /// Nil if a date was left empty.
  var word: String? {
    switch self {
    case .preset(let preset): preset.rawValue
    case .days(let from?, let through?): from == through ? "\(from)" : "\(from)..\(through)"
    case .days: nil
    }
  }

  /// Parses the range of days that is stored with a saved report.
  ///
  /// Nil if a newer version of the program has stored a form of range that this version does not
  /// know.
  init?(word: String) {
    if let preset = ReportPreset(rawValue: word) {
      self = .preset(preset)
      return
    }
    let ends = word.split(separator: ".", omittingEmptySubsequences: true)
    guard (1...2).contains(ends.count), let from = CalendarDay(String(ends[0])),
      let through = CalendarDay(String(ends[ends.count - 1]))
    else { return nil }
    self = .days(from: from, through: through)
  }

  /// The range in words, such as `Last 90 days` or `Sep 1, 2025 - Nov 30, 2025`.
  var words: String {
    switch self {
    case .preset(let preset): preset.words
    case .days(let from?, let through?):
      "\(from.text(.shortWithYear)) - \(through.text(.shortWithYear))"
    case .days: "Dates are missing"
    }
  }
}

extension ReportsFeature.RangeRequest {
  /// Returns the range of days that the command names, or nil if it names none.
  ///
  /// If the command names only a first day, the range ends today. Throws if the command names the
  /// range both as a word and as days.
  func given(today: CalendarDay) throws(Problem) -> ReportsFeature.Span? {
    guard span == nil || (from == nil && through == nil) else { throw .twoRanges }
    if let span { return span }
    guard from != nil || through != nil else { return nil }
    return .days(from: from, through: through ?? today)
  }
}

extension ValueKind<ReportsFeature.Span> {
  /// Parses a range: `last-30-days`, `2026-01` for a month, `2025` for a year, `2025-26` for a
  /// school year, `2026-01-05`, or `2026-01-01..2026-02-10`.
  static var reportSpan: ValueKind {
    let presets = ReportPreset.allCases.map(\.rawValue)
    return ValueKind("RANGE", completion: .words(presets), words: .program) {
      text, context throws(Problem) in
      let word = text.trimmed.lowercased()
      let dashed = String(word.map { $0 == "_" || $0 == " " ? "-" : $0 })
      if let preset = ReportPreset(rawValue: dashed) { return .preset(preset) }
      if let year = SchoolYear(dashed, today: context.today) {
        return .days(from: year.first, through: year.last)
      }
      guard let dots = word.firstRange(of: "..") else {
        guard case .success(let days) = NaturalDate.span(word, today: context.today) else {
          throw .noRange(text)
        }
        return .days(from: days.lowerBound, through: days.upperBound)
      }
      let ends = (String(word[..<dots.lowerBound]), String(word[dots.upperBound...]))
      guard case .success(let first) = NaturalDate.span(ends.0, today: context.today),
        case .success(let last) = NaturalDate.span(ends.1, today: context.today)
      else { throw .noRange(text) }
      return .days(from: first.lowerBound, through: last.upperBound)
    }.offering { ReportPreset(rawValue: $0)?.words }
  }
}

/// A school year, from September 1 to the end of August (domain.md 10.13).
struct SchoolYear: Equatable {
  let first: CalendarDay
  let last: CalendarDay

  /// Parses `2025-26`, `2025-2026`, `school-year` or `last-school-year`. Nil for a text such as
  /// `2011-12`, which means the month of December 2011.
  init?(_ word: String, today: CalendarDay) {
    let current = today.month >= 9 ? today.year : today.year - 1
    let start: Int
    switch word {
    case "school-year", "this-school-year": start = current
    case "last-school-year": start = current - 1
    default:
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].utf8.count == 4, let year = Int(parts[0]),
        let end = Int(parts[1]),
        parts[1].utf8.count == 4 && end == year + 1
          || parts[1].utf8.count == 2 && end == (year + 1) % 100 && end > 12
      else { return nil }
      start = year
    }
    guard let first = CalendarDay(year: start, month: 9, day: 1),
      let last = CalendarDay(year: start + 1, month: 8, day: 31)
    else { return nil }
    (self.first, self.last) = (first, last)
  }
}
