import CCairo
import Charts
import CivilTime
import FeatureKit
import Palette

/// A PDF file or a picture while it is being drawn. Only one thread uses a canvas.
final class Canvas {
  let canvas: OpaquePointer

  private init(_ canvas: OpaquePointer?) throws(DrawingFailure) {
    guard let canvas else { throw .notEnoughMemory }
    self.canvas = canvas
  }

  deinit { compass_canvas_free(canvas) }

  static func pages(
    _ library: CairoLibrary, width: Double, height: Double, title: String, author: String?,
    madeAt: Instant
  ) throws(DrawingFailure) -> Canvas {
    let calls = try library.calls()
    let made = madeAt.description.prefix(19) + "Z"
    return try Canvas(compass_canvas_pdf(calls, width, height, title, author, String(made)))
  }

  static func picture(
    _ library: CairoLibrary, width: Double, height: Double, scale: Int
  ) throws(DrawingFailure) -> Canvas {
    try Canvas(compass_canvas_picture(try library.calls(), width, height, Int32(scale)))
  }

  /// Ends the drawing and returns the bytes of the PDF or PNG file.
  func finish() throws(DrawingFailure) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    guard compass_canvas_finish(canvas, &bytes, &count) else { throw .notEnoughMemory }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  func nextPage() { compass_canvas_next_page(canvas) }

  func fill(_ steps: [PathStep], _ colour: RGB, opacity: Double = 1) {
    trace(steps)
    use(colour, opacity: opacity)
    compass_canvas_fill(canvas)
  }

  func stroke(_ steps: [PathStep], _ colour: RGB, width: Double, isDashed: Bool = false) {
    trace(steps)
    use(colour)
    compass_canvas_stroke(canvas, width, isDashed)
  }

  func dot(_ centre: PlotPoint, radius: Double, _ colour: RGB) {
    compass_canvas_circle(canvas, centre.x, centre.y, radius)
    use(colour)
    compass_canvas_fill(canvas)
  }

  /// Runs `draw` with (x, y) as the origin of its coordinates and with every length multiplied by
  /// the scale.
  func frame(x: Double, y: Double, scale: Double, _ draw: () throws(DrawingFailure) -> Void)
    throws(DrawingFailure)
  {
    compass_canvas_begin_frame(canvas, x, y, scale)
    defer { compass_canvas_end_frame(canvas) }
    try draw()
  }

  func draw(_ text: SetText, line index: Int, x: Double, y: Double, _ colour: RGB) {
    use(colour)
    compass_text_draw(canvas, text.text, Int32(index), x, y)
  }

  /// Makes everything that `draw` draws a link to the web address. Without an address, it only
  /// draws.
  func link(to address: String?, _ draw: () -> Void) {
    guard let address else { return draw() }
    compass_canvas_begin_link(canvas, Self.encoded(address))
    draw()
    compass_canvas_end_link(canvas)
  }

  func bookmark(_ title: String, page: Int, y: Double) {
    compass_canvas_bookmark(canvas, title, Int32(page), y)
  }

  private func trace(_ steps: [PathStep]) {
    for step in steps {
      switch step {
      case .move(let point): compass_canvas_move(canvas, point.x, point.y)
      case .line(let point): compass_canvas_line(canvas, point.x, point.y)
      case .curve(let leaving, let arriving, let end):
        compass_canvas_curve(canvas, leaving.x, leaving.y, arriving.x, arriving.y, end.x, end.y)
      case .close: compass_canvas_close(canvas)
      }
    }
  }

  private func use(_ colour: RGB, opacity: Double = 1) {
    compass_canvas_colour(
      canvas, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255,
      opacity)
  }

  /// Encodes a web address for a PDF. Cairo writes brackets and backslashes unchanged, and they
  /// would end the address inside the file. They are percent-encoded, like other characters that an
  /// address cannot contain.
  private static func encoded(_ address: String) -> String {
    PercentEncoding.encoded(address) { byte in
      (0x21..<0x7F).contains(byte) && !"()'\\<>".utf8.contains(byte)
    }
  }
}
