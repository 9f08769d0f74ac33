import CivilTime
import Domain
import FeatureKit

// This extension has the two charts of the dashboard: contacts of the last thirty days, and schools
// by status (domain.md 4.7).
extension DashboardPage {
  /// The charts as adjacent blocks. A wide screen shows two charts side by side only if they are
  /// adjacent.
  @BlockBuilder
  var charts: [Block] {
    if frame.shows(.interactionTrend) { trend }
    if frame.shows(.schoolStatus) { schoolStatus }
  }

  @BlockBuilder
  private var trend: [Block] {
    let title = "Interactions, last 30 days"
    if let figures = parts.interactions.value {
      let total = figures.days.reduce(0) { $0 + $1.count }
      if total > 0 {
        let most = figures.days.map(\.count).max()
        let busiest = figures.days.filter { $0.count == most }
        // The sentence names the day with the most contacts, unless several days have the same
        // number.
        let named = busiest.count == 1 ? busiest.first : nil
        Chart(
          title,
          sentence:
            "\(total) \(total == 1 ? "interaction" : "interactions")\(named.map { ", most on \($0.label) (\($0.count))" } ?? "").",
          form: .days(
            Chart.Series(
              "Interactions", tone: .third,
              points: figures.days.map { Chart.Point($0.day, Double($0.count)) })),
          table: Table(
            "Days without interactions are left out",
            columns: ["Day", Column("Interactions", isNumeric: true)],
            rows: figures.days.filter { $0.count > 0 }.map { [$0.label, "\($0.count)"] }),
          spoken:
            "Chart of \(total) \(total == 1 ? "interaction" : "interactions") in the last 30 days")
      } else if figures.inWindow > 0 {
        // The chart shows thirty calendar days, but the total counts 30 times 24 hours, which also
        // covers a part of the day before. A contact on that day is counted but not drawn, so a
        // sentence reports it.
        Section(title) {
          Paragraph(
            "\(figures.inWindow) \(figures.inWindow == 1 ? "interaction" : "interactions") 30 days ago, none since."
          )
        }
      } else {
        Section(title) {
          EmptyState(
            "No interactions in the last 30 days",
            links: offered(CommandLink("Log Interaction", "interactions add")))
        }
      }
    }
  }

  @BlockBuilder
  private var schoolStatus: [Block] {
    let title = "Schools by status"
    if let figures = parts.schools.value {
      if figures.total == 0 {
        Section(title) {
          EmptyState(
            "No schools added yet", links: offered(CommandLink("Add School", "schools add")))
        }
      } else {
        let counts = SchoolStatusChart.counts(figures.byStatus)
        Chart(
          title, sentence: figures.sentence,
          form: .bars(
            counts.map { Chart.Bar($0.status.words, Double($0.count), tone: .second) }),
          table: Table(
            columns: ["Status", Column("Schools", isNumeric: true)],
            rows: counts.map { [$0.status.words, "\($0.count)"] }),
          spoken: "Chart of \(figures.total) \(figures.total == 1 ? "school" : "schools") by status"
        )
      }
    }
  }
}

extension SchoolFigures {
  /// The sentence below the chart of schools by status.
  ///
  /// It says what the bars do not show: how many schools have a status without a bar, and the sizes
  /// of the schools.
  fileprivate var sentence: String {
    let shown = SchoolStatusChart.counts(byStatus).reduce(0) { $0 + $1.count }
    let others = total - shown
    let sizes = CarnegieSize.counts(studentSizes)
    let known = CarnegieSize.allCases.compactMap { size -> String? in
      let count = sizes[size] ?? 0
      return count > 0 ? "\(count) \(size.rawValue.lowercased())" : nil
    }
    return [
      "\(total) \(total == 1 ? "school" : "schools")"
        + (others > 0 ? ", \(others) of another status." : "."),
      known.isEmpty ? nil : "By size: \(known.joined(separator: ", ")).",
    ].compactMap { $0 }.joined(separator: " ")
  }
}
