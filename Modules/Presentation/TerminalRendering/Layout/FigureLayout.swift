import FeatureKit

// Lays out the parts of a page that consist mostly of short values: boxes with numbers, labels with
// their values, progress bars and forms.
extension Layout {
  mutating func lines(of grid: StatGrid, width: Int) -> [StyledLine] {
    let indent = 2
    let gap = 4
    var cells: [(title: StyledLine, value: StyledLine)] = []
    for stat in grid.stats {
      let front = stat.link.map { number(of: $0) } ?? .empty
      var value = pen(stat.value, .words(stat.tone, bold: true))
      if let note = stat.note { value += pen(" (\(note))", .muted) }
      cells.append((front + pen(stat.title), value))
    }
    guard let widest = cells.map({ $0.title.width + 1 + $0.value.width }).max() else { return [] }
    let fitting = max(1, (width - indent + gap) / (widest + gap))
    let rowCount = (cells.count + fitting - 1) / fitting
    let columnCount = (cells.count + rowCount - 1) / rowCount
    guard columnCount > 1 else {
      let column = cells.map { $0.title.width }.max() ?? 0
      return cells.flatMap { cell in
        lines(label: cell.title, values: [cell.value], column: column, width: width - indent)
          .map { $0.indented(by: indent) }
      }
    }
    return stride(from: 0, to: cells.count, by: columnCount).map { start in
      cells[start..<min(cells.count, start + columnCount)]
        .map { ($0.title + pen(" ") + $0.value).padded(to: widest + gap) }
        .reduce(.spaces(indent), +)
    }
  }

  func lines(of facts: Facts, width: Int) -> [StyledLine] {
    let labels = facts.facts.map { pen($0.label, .muted) }
    let column = labels.map(\.width).max() ?? 0
    return zip(facts.facts, labels).flatMap { fact, label in
      lines(
        label: label, values: pen.lines(fact.value, .words(fact.tone)), column: column,
        width: width)
    }
  }

  /// Returns the lines of a label with its value beside it. If the label is wider than the column
  /// for labels, the value is below it.
  ///
  /// - Parameters:
  ///   - column: the width that the labels of all values share.
  ///   - atMost: the largest number of lines of a value.
  func lines(
    label: StyledLine, values: [StyledLine], column: Int, width: Int, atMost: Int = .max
  ) -> [StyledLine] {
    let column = min(column, width < 60 ? 16 : 28)
    let start = label.width > column ? 2 : column + 2
    let room = min(width, Self.measure) - start
    let wrapped = values.flatMap { $0.wrapped(to: room, atMost: atMost, pen: pen) }
    guard label.width <= column else {
      return label.wrapped(to: width, hanging: 2, pen: pen)
        + wrapped.map { $0.indented(by: start) }
    }
    return wrapped.enumerated().map { index, value in
      // If the value is empty, the label needs no trailing spaces.
      if index == 0, value.isEmpty { return label }
      return index == 0 ? label.padded(to: start) + value : value.indented(by: start)
    }
  }

  func lines(of bar: ProgressBar, width: Int) -> [StyledLine] {
    let text = pen.lines(bar.text)
      .flatMap { $0.wrapped(to: min(width, Self.measure), pen: pen) }
    let share = bar.total > 0 ? Double(bar.done) / Double(bar.total) : Double(bar.percent) / 100
    return text + [self.bar(share: share, width: min(width, max(50, width / 2)))]
  }

  /// Returns a bar such as `███████▌······`. The filled part is exact to an eighth of a column.
  func bar(share: Double, width: Int) -> StyledLine {
    let share = min(1, max(0, share))
    switch style.marks {
    case .unicode:
      let done = Eighths.bar(share * Double(width), in: width)
      return pen(done, .mark(.info)) + pen(rest("·", width - CellWidth.of(done)), .muted)
    case .ascii:
      let inner = width - 2
      let done = Int((share * Double(inner)).rounded())
      return pen("[") + pen(rest("#", done), .mark(.info)) + pen(rest(".", inner - done), .muted)
        + pen("]")
    }
  }

  func rest(_ sign: String, _ count: Int) -> String {
    String(repeating: sign, count: max(0, count))
  }

  mutating func lines(of form: Form, width: Int) -> [StyledLine] {
    var lines = heading(form.title, width: width)
    let labels = form.fields.map { pen($0.label, .muted) }
    let column = labels.map(\.width).max() ?? 0
    for (field, label) in zip(form.fields, labels) {
      lines += self.lines(
        label: label, values: values(of: field), column: column, width: width - 2
      ).map { $0.indented(by: 2) }
    }
    return lines + inline([form.submit], width: width - 2).map { $0.indented(by: 2) }
  }

  private func values(of field: Form.Field) -> [StyledLine] {
    var value = field.value
    if case .choice(let choices) = field.kind {
      value = choices.first { $0.value == field.value }?.label ?? field.value
    }
    var lines = pen.lines(value)
    let option = pen("--\(field.name)", .words(.info))
    let last = lines[lines.count - 1]
    lines[lines.count - 1] = last.isEmpty ? option : last + pen("  ") + option
    if case .choice(let choices) = field.kind {
      lines.append(pen(choices.map(\.value).joined(separator: " | "), .muted))
    }
    if let problem = field.problem {
      lines.append(
        pen(sign(of: .danger) + " ", .mark(.danger)) + pen(problem, .words(.danger)))
    }
    return lines
  }
}

/// The characters `▏` to `▉`, which fill one to seven eighths of a column. With them a bar can
/// end within a column.
enum Eighths {
  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns a bar such as `███▌`, which is `length` columns long, rounded to an eighth. It
  /// is never longer than `room`.
  static func bar(_ length: Double, in room: Int) -> String {
    let eighths = Int((min(Double(room), max(0, length)) * 8).rounded())
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
