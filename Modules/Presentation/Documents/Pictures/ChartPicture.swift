public import Charts
public import FeatureKit
public import Palette

/// A chart as lines, areas and texts at positions. Its SVG, its PNG and its drawing in a PDF use
/// the same positions.
public struct ChartPicture: Equatable, Sendable {
  public enum Mark: Equatable, Sendable {
    case stroke([PathStep], RGB, width: Double, isDashed: Bool = false)
    case fill([PathStep], RGB, opacity: Double)
    case dot(PlotPoint, radius: Double, RGB)
    case words(Words)
  }

  /// A line of text in the picture of a chart. `at` is a point on the baseline of the letters.
  public struct Words: Equatable, Sendable {
    public var text: String
    public var at: PlotPoint
    public var size: Double
    public var colour: RGB
    public var anchor: Anchor
    public var isBold: Bool
  }

  public enum Anchor: String, Equatable, Sendable {
    case start, middle, end
  }

  /// The sentence that a screen reader speaks instead of showing the picture.
  public let spoken: String
  public let sentence: String
  public let width: Double
  public let height: Double
  public let marks: [Mark]

  /// - Parameter showsTitle: true if the picture contains the chart's title and the sentence that
  ///   summarizes it; false if the page already shows them beside the picture.
  public init(_ chart: Chart, width: Double = 640, height: Double = 360, showsTitle: Bool = true) {
    var pen = ChartPen(width: max(200, width), least: max(120, height))
    if showsTitle { pen.drawTitle(chart) }
    switch chart.form {
    case .line(let series, let unit): pen.drawLines(series, unit: unit, of: chart)
    case .days(let series): pen.drawDays(series, of: chart)
    case .bars(let bars): pen.drawBars(bars)
    }
    spoken = chart.spoken
    sentence = chart.sentence
    self.width = pen.width
    self.height = pen.height
    marks = pen.marks
  }
}

/// The colors of charts on a white background.
enum PictureInk {
  static let theme = Theme(grounds: [RGB(0xffffff)])
  static let text = RGB(0x111827)
  static let muted = theme.text(.muted) ?? text
  static let grid = RGB(0xe5e7eb)
}
