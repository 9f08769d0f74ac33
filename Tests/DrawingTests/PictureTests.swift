import CivilTime
import Documents
import FeatureKit
import Testing

@testable import Drawing

@Suite("Pictures")
struct PictureTests {
  let calendar = LocalCalendar.fixed(Samples.made)

  /// Returns the width and the height that the first chunk of a PNG states.
  func size(_ png: [UInt8]) -> [Int] {
    [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("A chart becomes a PNG of its size, sharp enough for screens of today")
  func png() async throws {
    let png = try await ChartDrawing.live(calendar).draw(Samples.line, as: .png)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(size(png) == [1280, 720])
  }

  @Test("Bars take the height they need")
  func bars() async throws {
    let picture = ChartPicture(Samples.bars)
    let png = try await ChartDrawing.live(calendar).draw(Samples.bars, as: .png)
    #expect(size(png) == [1280, Int(picture.height) * 2])
    #expect(picture.height > 100 && picture.height < 320)
  }

  @Test("As SVG it is the text of the same picture")
  func svg() async throws {
    let svg = try await ChartDrawing.live(calendar).draw(Samples.line, as: .svg)
    #expect(svg == Array(ChartPicture(Samples.line).svg.utf8))
  }

  @Test("The same chart gives the same bytes", arguments: PictureFormat.allCases)
  func stable(format: PictureFormat) async throws {
    let drawing = ChartDrawing.live(calendar)
    let first = try await drawing.draw(Samples.lines, as: format)
    #expect(try await drawing.draw(Samples.lines, as: format) == first)
  }

  @Test("A hundred bars still make a picture")
  func manyBars() async throws {
    var chart = Samples.bars
    chart.form = .bars((0..<100).map { Chart.Bar("Bar \($0)", Double($0)) })
    let png = try await ChartDrawing.live(calendar).draw(chart, as: .png)
    #expect(size(png)[1] > 4000)
  }

  @Test(
    "Without a library the problem names the packages",
    arguments: [
      CairoLibrary(cairo: "libcairo.so.nowhere"), CairoLibrary(pango: "libpango.so.nowhere"),
      CairoLibrary(pangocairo: "libpangocairo.so.nowhere"),
    ])
  func missing(library: CairoLibrary) async {
    let expected = Problem(
      .failed, "PDF files and pictures need cairo and pango.",
      fix: "Install them with: sudo apt install libcairo2 libpangocairo-1.0-0 fonts-dejavu-core")
    await #expect(throws: expected) {
      try await DocumentPrinting.live(library).pdf(of: Samples.report)
    }
    for format in [PictureFormat.png, .pdf] {
      await #expect(throws: expected) {
        try await ChartDrawing.live(calendar, library).draw(Samples.line, as: format)
      }
    }
  }

  @Test("A picture as text needs no library")
  func svgAlone() async throws {
    let nowhere = CairoLibrary(cairo: "libcairo.so.nowhere")
    let svg = try await ChartDrawing.live(calendar, nowhere).draw(Samples.line, as: .svg)
    #expect(svg.starts(with: Array("<svg".utf8)))
  }
}

@Suite("Columns of a table")
struct ColumnWidthTests {
  @Test(
    "Each column gets what it wants while there is room; then those that want most give way",
    arguments: [
      ([100.0, 100.0], 300.0, [150.0, 150.0]),
      ([100, 300], 300, [100, 200]),
      ([10, 500, 500], 210, [10, 100, 100]),
      ([500, 500], 200, [100, 100]),
      ([40, 90, 900], 300, [40, 90, 170]),
      ([], 300, []),
    ] as [([Double], Double, [Double])])
  func widths(wanted: [Double], room: Double, given: [Double]) {
    #expect(TableSetter.shared(room, among: wanted) == given)
  }
}
