import CCairo

/// The structure of a page's parts. A screen reader can announce the parts and jump between
/// headings.
///
/// cairo closes no tag at the end of a page. The caller closes each tag before the next page
/// starts.
enum StructureTag: String {
  case title = "H1"
  case heading = "H2"
  case lesserHeading = "H3"
  case paragraph = "P"
  case figure = "Figure"
  case table = "Table"
  case row = "TR"
  case columnTitle = "TH"
  case cell = "TD"

  static func heading(level: Int) -> StructureTag { level > 1 ? .lesserHeading : .heading }
}

extension Canvas {
  func begin(_ tag: StructureTag) { compass_canvas_begin_tag(canvas, tag.rawValue) }
  func end(_ tag: StructureTag) { compass_canvas_end_tag(canvas, tag.rawValue) }

  /// Runs `draw` and marks everything that it draws on the current page with the tag.
  func tagged<Failure: Error>(
    _ tag: StructureTag, _ draw: () throws(Failure) -> Void
  ) throws(Failure) {
    begin(tag)
    defer { end(tag) }
    try draw()
  }
}
