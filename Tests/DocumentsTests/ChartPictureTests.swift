import Charts
import CivilTime
import Documents
import FeatureKit
import Testing

@Suite("Charts as marks")
struct ChartPictureTests {
  let first = CalendarDay(dayNumber: 20_000)

  func line(_ values: [(Int, Double)], unit: String? = "mph", sentence: String = "It rose.")
    -> Chart
  {
    let points = values.map { Chart.Point(first.adding(days: $0.0), $0.1) }
    return Chart(
      "Velocity", sentence: sentence,
      form: .line([Chart.Series("Velocity", points: points)], unit: unit),
      table: Table(columns: [], rows: []))
  }

  func bars(_ bars: [(String, Double)]) -> Chart {
    Chart(
      "Schools", sentence: "Most are new.", form: .bars(bars.map { Chart.Bar($0.0, $0.1) }),
      table: Table(columns: [], rows: []))
  }

  func words(_ drawing: ChartPicture) -> [String] {
    drawing.marks.compactMap { mark in
      if case .words(let words) = mark { words.text } else { nil }
    }
  }

  func dots(_ drawing: ChartPicture) -> [PlotPoint] {
    drawing.marks.compactMap { mark in
      if case .dot(let centre, _, _) = mark { centre } else { nil }
    }
  }

  @Test("A line has its title, its sentence, its unit, an axis of numbers and one of days")
  func labels() {
    let drawing = ChartPicture(line([(0, 80), (40, 84), (90, 90)]))
    #expect(
      words(drawing) == [
        "Velocity", "It rose.", "mph", "80", "85", "90", "Oct", "Nov", "Dec", "Jan",
      ])
    #expect(words(ChartPicture(line([(0, 80), (9, 90)]), showsTitle: false)).first == "mph")
  }

  @Test("Points stand as far apart as their days")
  func spacing() {
    let places = dots(ChartPicture(line([(0, 80), (10, 84), (100, 90)]))).map(\.x)
    #expect(places.count == 3)
    #expect(abs((places[1] - places[0]) / (places[2] - places[0]) - 0.1) < 0.001)
  }

  @Test("Higher is further up")
  func heights() {
    let places = dots(ChartPicture(line([(0, 80), (10, 90), (20, 85)]))).map(\.y)
    #expect(places[1] < places[2] && places[2] < places[0])
  }

  @Test("Charts over the same days share their axis")
  func sharedDays() {
    var chart = line([(50, 80), (100, 90)])
    chart.days = first...first.adding(days: 100)
    let places = dots(ChartPicture(chart)).map(\.x)
    let whole = dots(ChartPicture(line([(0, 80), (50, 85), (100, 90)]))).map(\.x)
    #expect(places == Array(whole.dropFirst()))
  }

  @Test("Several lines are told apart by more than their colour, and named")
  func several() {
    var chart = line([(0, 80), (9, 90)])
    chart.form = .line(
      ["Velocity", "Exit velocity"].map { name in
        Chart.Series(name, points: [Chart.Point(first, 1), Chart.Point(first.adding(days: 9), 2)])
      }, unit: nil)
    let picture = ChartPicture(chart)
    let dashes = picture.marks.compactMap { mark -> Bool? in
      if case .stroke(_, _, width: 2, let isDashed) = mark { isDashed } else { nil }
    }
    #expect(dashes == [false, true])
    #expect(words(picture).contains("Exit velocity"))
  }

  @Test("Long days of an axis never touch", arguments: [1, 3, 30, 59, 200, 400, 4000])
  func days(span: Int) {
    let drawing = ChartPicture(line([(0, 80), (span, 90)]), width: 260)
    var free = 0.0
    for case .words(let words) in drawing.marks where words.at.y > drawing.height - 20 {
      let half = Double(words.text.count) * 11 * 0.3
      #expect(words.at.x - half > free - 8)
      #expect(words.at.x + half <= drawing.width)
      free = words.at.x + half
    }
    #expect(free > 0)
  }

  @Test("Bars are as long as their values; what is no number has none")
  func lengths() throws {
    let drawing = ChartPicture(bars([("a", 10), ("b", 5), ("c", 0), ("d", .nan), ("e", -3)]))
    let lengths = drawing.marks.compactMap { mark -> Double? in
      guard case .fill(let steps, _, opacity: 1) = mark, case .move(let start) = steps[0],
        case .line(let end) = steps[1]
      else { return nil }
      return end.x - start.x
    }
    #expect(lengths.count == 2)
    #expect(abs(lengths[0] - 2 * lengths[1]) < 0.001)
  }

  @Test("Nothing to draw is said", arguments: [true, false])
  func nothing(isLine: Bool) {
    let drawing = ChartPicture(isLine ? line([(0, .nan)]) : bars([]))
    #expect(words(drawing).last == "Nothing to show yet")
  }

  @Test(
    "Everything stays inside, whatever the words",
    arguments: [
      "x", String(repeating: "long name ", count: 100), String(repeating: "x", count: 100_000), "",
    ])
  func inside(text: String) {
    let chart = Chart(
      text, sentence: text, form: .bars([Chart.Bar(text, 3), Chart.Bar(text, 1e12)]),
      table: Table(columns: [], rows: []))
    let drawing = ChartPicture(chart)
    for mark in drawing.marks {
      guard case .words(let words) = mark else { continue }
      let length = Double(words.text.count) * words.size * 0.5
      let start = words.anchor == .end ? words.at.x - length : words.at.x
      #expect(start >= 0 && start + length <= drawing.width)
      #expect(words.at.y <= drawing.height)
    }
  }

  @Test("The SVG is a file by itself, with words for those who listen")
  func svg() {
    let hostile = "<script>\"'&\u{1B}"
    let chart = line([(0, 80), (9, 90)], unit: hostile, sentence: "It rose. \(hostile)")
    let svg = XMLReader(ChartPicture(chart).svg)
    #expect(svg.isWellFormed)
    let root = svg.elements[0]
    #expect(root.name == "svg" && root.attributes["xmlns"] == "http://www.w3.org/2000/svg")
    #expect(root.attributes["role"] == "img")
    #expect(svg.words.contains("It rose. <script>\"'&␛"))
    #expect(
      svg.named("title").count == 1 && svg.named("desc").count == 1 && svg.named("script").isEmpty)
    #expect(svg.named("circle").count == 2)
    #expect(Set(svg.elements.map(\.name)) == ["svg", "title", "desc", "text", "path", "circle"])
  }
}
