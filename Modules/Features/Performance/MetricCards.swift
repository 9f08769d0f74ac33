import CivilTime
import Domain
import FeatureKit

extension MetricTypeSummary {
  /// Returns the newest measurement as a card. The year is shown if it is not the current year.
  func card(on today: CalendarDay) -> Stat {
    let verified = latest.metric.isVerified ? ", verified" : ""
    let day = latest.metric.recordedDate
    return Stat(
      type.words, MetricText.text(latest.metric),
      note: day.text(day.year == today.year ? .short : .shortWithYear) + verified,
      link: chartLink, spoken: latest.spoken + verified)
  }

  /// The link to the chart of this type of measurement.
  ///
  /// Nil for a type that this version of the program does not know, because the command would
  /// refuse it.
  var chartLink: CommandLink? {
    type.known.map {
      CommandLink(
        $0.words, "performance chart \($0.word)", spoken: "Chart of \($0.words)")
    }
  }
}

extension [MetricTypeSummary] {
  /// The summaries in the fixed order of the types of measurement, so that a new measurement does
  /// not move the cards.
  var inUsualOrder: [MetricTypeSummary] {
    MetricLists.types(in: map(\.latest.metric)).compactMap { type in
      first { $0.type == type }
    }
  }
}

extension MetricTrend {
  /// Returns the list row for the trend of one type of measurement.
  ///
  /// - Parameter values: the newest values, which the row draws as small bars.
  func row(of values: [Double]) -> Row {
    let numbers = [minimum, maximum].map { MetricText.plain($0, type: type, unit: unit) }
    let average = MetricText.besideName(average, type: type, unit: unit)
    let window = total > count ? " of the last \(count)" : ""
    return Row(type.words, spoken: "\(type.words) \(isTooShort ? "has" : "is") \(words)")
      .showing(
        [Badge(badge, tone: isTooShort ? .muted : tone)],
        detail: "Lowest \(numbers[0]), highest \(numbers[1]), average \(average)\(window)",
        bars: values)
  }

  /// The trend in words with a capital letter, such as `Improving over the last 10`.
  private var badge: String { words.capitalizedFirst }

  private var tone: Tone {
    switch direction {
    case .improving: .positive
    case .declining: .danger
    case .stable: .muted
    }
  }
}

extension MetricRow {
  /// The text for a screen reader, such as `Fastball Velocity, 85.50 mph, recorded Jan 17, 2026`.
  var spoken: String {
    "\(metric.type.words), \(MetricText.text(metric)), recorded \(day)"
  }

  /// Returns the measurement as a row of the list of all measurements.
  func row(isReadOnly: Bool) -> Row {
    Row(metric.type.words, handle: reference.handle, spoken: spoken)
      .opening(CommandLink("Read more", "performance show \(reference.handle)"))
      .showing(
        [Badge(MetricText.text(metric))]
          + (metric.isVerified ? [Badge("Verified", tone: .positive)] : []),
        trailing: Badge(day, tone: .muted), detail: note
      )
      .offering(isReadOnly ? [] : [editLink, deleteLink])
  }

  /// The columns of the list of all measurements that come after the type of measurement. `cells`
  /// has the values of one row in these columns.
  static let columns = [
    RowList.Column("Value", order: MetricSort.value.words),
    RowList.Column("Verified", order: nil), RowList.Column("Event", order: nil),
    RowList.Column("Notes", order: nil),
    RowList.Column("Date", order: MetricSort.date.words),
  ]

  var cells: [Row.Cell?] {
    [
      .badge(Badge(MetricText.text(metric))),
      metric.isVerified ? .badge(Badge("Verified", tone: .positive)) : nil,
      event.map { .text($0.title) }, metric.notes.map { .text($0) },
      .text(day, tone: .muted),
    ]
  }

  private var note: String? {
    let parts = [event?.title, metric.notes].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  var editLink: CommandLink {
    CommandLink("Edit", "performance edit \(reference.handle)", spoken: "Edit \(measured)")
  }

  var deleteLink: CommandLink {
    CommandLink("Delete", "performance delete \(reference.handle)", spoken: "Delete \(measured)")
  }

  var verifyLink: CommandLink {
    metric.isVerified
      ? CommandLink("Not verified", "performance verify \(reference.handle) --off")
      : CommandLink("Mark as verified", "performance verify \(reference.handle)")
  }
}
