import CCairo

/// The role of a drawn text in the document, such as a heading or a table cell. A screen reader
/// announces the role and can jump between headings.
///
/// Each tag has to be closed before the next page starts, because cairo does not close it at the
/// end of a page.
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

  /// Runs `draw` and marks everything that it draws with the tag. `draw` must not begin a new page.
  func tagged<Failure: Error>(
    _ tag: StructureTag, _ draw: () throws(Failure) -> Void
  ) throws(Failure) {
    begin(tag)
    defer { end(tag) }
    try draw()
  }
}
