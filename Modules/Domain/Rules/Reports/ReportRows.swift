import Basics
public import CivilTime

/// The single interactions and measurements in the range of a report, oldest first, which an export
/// lists below the counts.
public struct ReportRows: Equatable, Sendable {
  public var interactions: [InteractionRow]
  public var metrics: [MetricRow]

  public init(interactions: [InteractionRow] = [], metrics: [MetricRow] = []) {
    self.interactions = interactions
    self.metrics = metrics
  }

  /// Returns the records as two CSV tables, which are written after the tables of `ReportCSV`. The
  /// tables contain the subjects of interactions, but not their texts.
  public func csv(in zone: Zone) -> String {
    let contacts = interactions.map { row in
      let contact = row.interaction
      return [
        zone.day(of: contact.occurredAt).description, contact.type.words,
        contact.direction.words, Naming.of(row.school.title, otherwise: Naming.unknownSchool),
        row.coach?.title ?? "", contact.sentiment?.words ?? "", contact.subject ?? "",
      ].map(CSVCell.text).joined(separator: ",")
    }
    let measurements = metrics.map { row in
      let metric = row.metric
      return [
        CSVCell.text(metric.recordedDate.description), CSVCell.text(metric.type.words),
        DecimalText.shortest(metric.value), CSVCell.text(metric.unit ?? ""),
        CSVCell.text(metric.isVerified ? "Yes" : "No"),
      ].joined(separator: ",")
    }
    let sections = [
      [CSVCell.text("Interactions"), "Date,Type,Direction,School,Coach,Sentiment,Subject"]
        + contacts,
      [CSVCell.text("Performance Metrics"), "Date,Metric,Value,Unit,Verified"] + measurements,
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}
