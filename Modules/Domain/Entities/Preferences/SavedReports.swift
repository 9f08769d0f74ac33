public import JSON

/// The reports that a person has saved under a name, to show them again; stored under the
/// preference category `reports`. A report stores its range of days in the words of a command.
public struct SavedReports: PreferenceData {
  public static let category = PreferenceCategory.reports
  public var object: JSONObject = [:]

  public init() {}

  /// The reports in the order in which they were first saved.
  public var reports: [SavedReport] {
    object[Self.key]?.array?.compactMap(SavedReport.init) ?? []
  }

  /// Returns the report with this name, or nil. Upper and lower case do not matter.
  public func report(named name: String) -> SavedReport? {
    reports.first { $0.isNamed(name) }
  }

  /// Saves a report, which replaces a report with the same name. Stored reports that this version
  /// cannot read stay unchanged.
  public mutating func save(_ report: SavedReport) {
    var stored = object[Self.key]?.array ?? []
    if let place = stored.firstIndex(where: { SavedReport($0)?.isNamed(report.name) == true }) {
      stored[place] = report.json
    } else {
      stored.append(report.json)
    }
    object[Self.key] = .array(stored)
  }

  public mutating func remove(named name: String) {
    let kept = (object[Self.key]?.array ?? []).filter { SavedReport($0)?.isNamed(name) != true }
    object[Self.key] = kept.isEmpty ? nil : .array(kept)
  }

  private static let key = "saved"
  /// The largest number of saved reports. A longer list would be inconvenient to choose from.
  public static let most = 50
}

/// A range of days with a name that a person chose.
public struct SavedReport: Hashable, Sendable {
  public var name: String
  /// The range in the words of a command, such as `last-90-days` or `2025-09-01..2025-11-30`.
  public var range: String

  public init(_ name: String, range: String) {
    self.name = name
    self.range = range
  }

  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isEmpty, let range = json["range"]?.string else {
      return nil
    }
    self.init(name, range: range)
  }

  var json: JSONValue {
    .object(["name": .string(name), "range": .string(range)])
  }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
