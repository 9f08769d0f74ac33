public import CivilTime

/// Data to be drawn, with the sentence and the table that say the same in words.
public struct Chart: Equatable, PageNode {
  /// What is drawn.
  public var title: String
  /// What the chart shows, said first: "rose from 81.00 to 85.50 mph over 9 measurements".
  public var sentence: String
  /// How it is drawn.
  public var form: Form
  /// The same numbers for a person who cannot see the drawing.
  public var table: Table
  /// The days the drawing spans, when several share one time axis; those of its points when nil.
  public var days: ClosedRange<CalendarDay>?
  /// Whether its values are written as batting averages are: `.345`.
  public var isInThousandths: Bool
  /// What can be done next.
  public var links: [CommandLink]
  /// What a screen reader calls the drawing.
  public var spoken: String

  /// The two drawings there are.
  public enum Form: Equatable, Sendable {
    /// Values over days; distances between days are true.
    case line([Series], unit: String?)
    /// One bar a category.
    case bars([Bar])
  }

  /// One line of a drawing.
  public struct Series: Equatable, Sendable {
    /// What the line shows; said in the legend when there are several.
    public var name: String
    /// Which of the fixed identities it has.
    public var tone: Tone
    /// In the order of their days.
    public var points: [Point]

    public init(_ name: String, tone: Tone = .first, points: [Point]) {
      self.name = name
      self.tone = tone
      self.points = points
    }
  }

  /// One value on one day.
  public struct Point: Equatable, Sendable {
    /// Where it stands on the time axis.
    public var day: CalendarDay
    /// How high it stands. Always finite: what is not is left out before it is drawn.
    public var value: Double

    public init(_ day: CalendarDay, _ value: Double) {
      self.day = day
      self.value = value
    }
  }

  /// One category.
  public struct Bar: Equatable, Sendable {
    /// What the category is called.
    public var label: String
    /// How long the bar is.
    public var value: Double
    /// Which of the fixed identities it has.
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
    links: [CommandLink] = [], spoken: String? = nil
  ) {
    self.title = title
    self.sentence = sentence
    self.form = form
    self.table = table
    self.days = days
    self.isInThousandths = isInThousandths
    self.links = links
    self.spoken = spoken ?? title
  }

  public var block: Block { .chart(self) }
}
