import CivilTime
import Domain
import FeatureKit

// The values of a metric's commands, with the specification's sentences for missing ones.

extension ValueKind<MetricType> {
  static var measured: ValueKind { measure.requiring("Please select a metric type") }
}

extension ValueKind<MeasuredValue> {
  /// Any finite number of any precision, `.345` included (rule 4.5), with or without its unit: `88mph`.
  static var metricValue: ValueKind {
    ValueKind("NUMBER") { text, _ throws(Problem) in
      switch MetricEntry.measured(text) {
      case .success(let value): return value
      case .failure(let refusal):
        throw Problem(
          .usage, refusal.words, fix: "Write a number such as 85.5, or a time such as 1:05.2.")
      }
    }.requiring("Please enter a value")
  }
}

extension ValueKind<CalendarDay> {
  /// The kind of a value that is a day and not in the future.
  static var recordedDay: ValueKind {
    .dayLookingBack.requiring("Please select a date") { day, context throws(Problem) in
      guard let refusal = MetricEntry.refusal(of: day, today: context.today) else { return }
      throw Problem(.usage, refusal.words, fix: "Log it when it has been measured.")
    }
  }
}

extension ValueKind<String?> {
  /// The kind of a unit; a blank text and `none` both mean a value without a unit.
  static var unit: ValueKind {
    ValueKind("UNIT|none", completion: .words(Self.usualUnits + ["none"])) {
      text, _ throws(Problem) -> String? in
      guard let unit = MetricEntry.unit(text), unit.lowercased() != "none" else { return nil }
      guard unit.count <= 20 else {
        throw Problem(
          .usage, "That unit has \(unit.count) characters; at most 20 fit.",
          fix: "Examples: mph, sec, avg")
      }
      return unit
    }.nothing("none")
  }

  private static var usualUnits: [String] {
    ["mph", "sec", "avg", "era", "k", "val", "in", "ft", "lbs", "%"]
  }
}

extension ValueKind<PerformanceFeature.PictureFile> {
  /// A file name whose ending determines the format of the picture.
  static var picture: ValueKind {
    ValueKind("FILE", completion: .file) { text, _ throws(Problem) in
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

/// Yes or no; omitting it keeps the value.
enum YesOrNo: String, CaseIterable, Sendable {
  case yes, no
}

extension MetricRow {
  /// What stands there now, as the options of `performance edit` take it.
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
