import CivilTime
import Domain
import FamilyContext
import FeatureKit
import JSON

extension PerformanceFeature {
  /// The fields of a measurement that programs can read. Their names and types do not change
  /// (docs/record-fields.md).
  static let dataFields = DataFields<MetricRow>(
    .metric, noun: "performance",
    [
      DataField("handle", "Handle") { .string($0.reference.handle) },
      DataField("id", "Permanent id") { .string($0.reference.id.description) },
      DataField("name", "What it is called") { .string($0.reference.title) },
      DataField("type", "What was measured") { .string($0.metric.type.raw) },
      DataField("value", "The number, as precise as it was given") { JSONValue($0.metric.value) },
      DataField("unit", "Its unit") { .optional($0.metric.unit) },
      DataField("on", "The day") { .day($0.metric.recordedDate) },
      DataField("event", "The event it was measured at") { .record($0.event) },
      DataField("verified", "Whether another person verified it") { .bool($0.metric.isVerified) },
      DataField("notes", "Notes") { .optional($0.metric.notes) },
    ])
}

extension PerformanceFeature {
  /// Reads the requested fields as JSON. If a parent runs the command, the visit is logged as when
  /// the parent opens the page, and the athlete can read the log.
  func read(_ subject: DataSubject, _ names: [String]) -> Effect<Action> {
    .load("data") { [metrics, family] () throws(Problem) in
      let columns = try Self.dataFields.named(names)
      let viewing = try await family.current()
      var values = JSONValue.array([])
      switch subject {
      case .one(let metric):
        let row = try await metrics.show(metric.id, of: try viewing.chosenAthlete())
        values = Self.dataFields.object(of: row, columns)
      case .selected(let selection, let order):
        guard let athlete = viewing.athlete else { break }
        let query = ListQuery<PerformanceMetric> {
          $0.filter = selection.filter
          $0.sort = order.sort
          $0.isReversed = order.isReversed
        }
        values = Self.dataFields.array(
          of: try await metrics.list(query, of: athlete).rows, columns)
      }
      if !_Concurrency.Task.isCancelled { await family.logView(.performance, by: viewing) }
      return values
    } into: {
      .dataRead($0)
    }
  }
}
