import CivilTime
import Domain
import FeatureKit

// Parsers for the arguments of the performance commands. If a required value is missing, the error
// is the sentence that the specification prescribes.

extension ValueKind<MetricType> {
  static var measured: ValueKind { measure.requiring("Please select a metric type") }
}

extension ValueKind<MeasuredValue> {
  /// Parses any finite number, such as `.345` (domain.md 4.5). The number may have a unit, as in
  /// `88mph`, or be a time such as `1:05.2`, for which a phone's keyboard for numbers has no keys.
  static var metricValue: ValueKind {
    ValueKind("VALUE", words: .program) { text, _ throws(Problem) in
      switch MetricEntry.measured(text) {
      case .success(let value): return value
      case .failure(let refusal):
        throw Problem(
          .usage, refusal.words, fix: "Write a number such as 85.5, or a time such as 1:05.2.")
      }
    }.requiring("Please enter a value").hinted("A number such as 85.5, or a time such as 1:05.2")
  }
}

extension ValueKind<CalendarDay> {
  /// Parses a day that is not in the future.
  static var recordedDay: ValueKind {
    .pastDay.requiring("Please select a date") { day, context throws(Problem) in
      guard let refusal = MetricEntry.refusal(of: day, today: context.today) else { return }
      throw Problem(.usage, refusal.words, fix: "Log it when it has been measured.")
    }
  }
}

extension ValueKind<String?> {
  /// Parses a unit, such as `mph`. An empty text and `none` both mean that the measurement has no
  /// unit.
  static var unit: ValueKind {
    ValueKind("UNIT|none", completion: .words(Self.usualUnits + ["none"]), words: .program) {
      text, _ throws(Problem) -> String? in
      guard let unit = MetricEntry.unit(text), unit.lowercased() != "none" else { return nil }
      guard unit.count <= 20 else {
        throw Problem(
          .usage, "That unit has \(unit.count) characters; at most 20 fit.",
          fix: "Examples: mph, sec, avg")
      }
      return unit
    }.nothing("none").hinted("For example mph, sec or lbs")
  }

  private static var usualUnits: [String] {
    ["mph", "sec", "avg", "era", "k", "val", "in", "ft", "lbs", "%"]
  }
}

extension ValueKind<PerformanceFeature.PictureFile> {
  /// Parses the path of the file for a chart's picture. The ending, such as `.png`, sets the
  /// format.
  static var picture: ValueKind {
    ValueKind("FILE", completion: .file, words: .program) { text, _ throws(Problem) in
      guard let format = PictureFormat(endingOf: text), !text.utf8.contains(0) else {
        let endings = PictureFormat.allCases.map { "." + $0.rawValue }
        throw Problem(
          .usage, "`\(text)` does not say what kind of picture it is to be.",
          fix: "Use a name that ends in \(endings.joined(separator: ", ")).")
      }
      return PerformanceFeature.PictureFile(path: text, format: format)
    }
  }
}

/// The choices yes and no for an option such as `--verified`.
///
/// A flag could only say yes. With this option an edit can also say no, and an omitted option
/// leaves the stored value unchanged.
enum YesOrNo: String, CaseIterable, Sendable {
  case yes, no
}

extension MetricRow {
  /// The measurement's values, by the names of the options of `performance edit` that set them. The
  /// edit form starts with these values.
  var typed: [String: String] {
    let type = metric.type.known
    var typed = [
      "value": type.map { MetricText.typed(metric.value, type: $0) }
        ?? DecimalText.shortest(metric.value),
      "on": "\(metric.recordedDate)",
      "verified": (metric.isVerified ? YesOrNo.yes : .no).rawValue,
    ]
    typed["type"] = type?.word
    typed["unit"] = metric.unit
    typed["notes"] = metric.notes
    typed["event"] = event?.handle
    return typed
  }
}
