public import CivilTime

/// A chart on a page: the data of its drawing, and the same data as a sentence and as a table.
public struct Chart: Equatable, PageNode {
  /// The subject of the chart.
  public var title: String
  /// The message of the chart in one sentence, such as "rose from 81.00 to 85.50 mph over 9
  /// measurements".
  public var sentence: String
  /// The kind of drawing, such as a line or bars, with its data.
  public var form: Form
  /// A table with the numbers of the drawing, for a person who cannot see it.
  public var table: Table
  /// The days that the time axis covers, if several charts have the same axis. Nil if the axis
  /// covers the days of the chart's own points.
  public var days: ClosedRange<CalendarDay>?
  /// Whether values are written like batting averages, such as `.345`.
  public var isInThousandths: Bool
  /// Whether the values are seconds that are written as times, such as `1:52.3`.
  public var isOnClock: Bool
  /// The commands that the page offers below the chart.
  public var links: [CommandLink]
  /// The text that a screen reader speaks in place of the drawing.
  public var spoken: String

  /// The ways to draw the data: a line, bars by day, or bars by category.
  public enum Form: Equatable, Sendable {
    /// A line of values over days. Distances between points are proportional to the days between
    /// them.
    case line([Series], unit: String?)
    /// A bar for each day, whose length is the number of events on that day.
    case days(Series)
    /// A bar for each category, such as the status of a record.
    case bars([Bar])
  }

  /// The values of one line of a chart. In a chart with a bar for each day, the lengths of the
  /// bars.
  public struct Series: Equatable, Sendable {
    /// The name of the line. The legend of the chart shows it if there are several lines.
    public var name: String
    /// The color of the line, as one of the tones `first` to `sixth`.
    public var tone: Tone
    /// The points in the order of their days.
    public var points: [Point]

    public init(_ name: String, tone: Tone = .first, points: [Point]) {
      self.name = name
      self.tone = tone
      self.points = points
    }
  }

  /// A value on a day, as one point of a line.
  public struct Point: Equatable, Sendable {
    public var day: CalendarDay
    /// The value. It is always finite, because other values are removed before drawing.
    public var value: Double

    public init(_ day: CalendarDay, _ value: Double) {
      self.day = day
      self.value = value
    }
  }

  /// One category of a bar chart.
  public struct Bar: Equatable, Sendable {
    public var label: String
    /// The value that the bar's length shows.
    public var value: Double
    /// The color of the bar, as one of the tones `first` to `sixth`.
    public var tone: Tone

    public init(_ label: String, _ value: Double, tone: Tone = .first) {
      self.label = label
      self.value = value
      self.tone = tone
    }
  }

  public init(
    _ title: String, sentence: String, form: Form, table: Table,
    days: ClosedRange<CalendarDay>? = nil, isInThousandths: Bool = false,
    isOnClock: Bool = false, links: [CommandLink] = [], spoken: String? = nil
  ) {
    self.title = title
    self.sentence = sentence
    self.form = form
    self.table = table
    self.days = days
    self.isInThousandths = isInThousandths
    self.isOnClock = isOnClock
    self.links = links
    self.spoken = spoken ?? title
  }

  public var block: Block { .chart(self) }
}
