import Basics

/// The candidates for the word at the cursor, as lines to print below the prompt.
///
/// If candidates have summaries, each candidate has a line of its own; otherwise they are set in
/// columns.
struct CandidateList {
  private let rows: [(text: String, summary: String)]

  init(_ candidates: [Completions.Candidate]) {
    rows = candidates.map { (VisibleText($0.text).text, VisibleText($0.summary).text) }
  }

  /// Returns the list as one text, cut so that it fits into a window of this size.
  ///
  /// Three rows of the window are left free for the prompt, but the list has at least three lines.
  /// If there are more candidates, the last line says how many are left out.
  func text(in size: Terminal.Size?) -> String {
    let size = size ?? Terminal.Size(columns: 80, rows: 24)
    let lines = rows.allSatisfy(\.summary.isEmpty) ? columns(size) : summaries(size)
    return lines.map { $0 + "\n" }.joined()
  }

  private func summaries(_ size: Terminal.Size) -> [String] {
    let widest = min(rows.map(\.text.columns).max() ?? 0, size.columns / 2)
    return limited(rows.count, to: size) { index in
      let name = rows[index].text.cut(to: widest)
      return "  \(name.padded(to: widest))  \(rows[index].summary)".cut(to: size.columns - 1)
    }
  }

  private func columns(_ size: Terminal.Size) -> [String] {
    let available = size.columns - 3
    let widest = min(rows.map(\.text.columns).max() ?? 0, available)
    let across = max(1, (available + 2) / (widest + 2))
    let down = (rows.count + across - 1) / across
    return limited(down, to: size, each: across) { line in
      let cells = stride(from: line, to: rows.count, by: down).map {
        rows[$0].text.cut(to: widest).padded(to: widest)
      }
      return "  " + cells.joined(separator: "  ").dropTrailingSpaces()
    }
  }

  private func limited(
    _ count: Int, to size: Terminal.Size, each: Int = 1, _ line: (Int) -> String
  ) -> [String] {
    let room = max(3, size.rows - 3)
    guard count > room else { return (0..<count).map(line) }
    let hidden = rows.count - min(rows.count, (room - 1) * each)
    return (0..<(room - 1)).map(line)
      + ["  … \(hidden) more: type another letter".cut(to: size.columns - 1)]
  }
}

extension String {
  /// Returns the text shortened to a number of columns, with an ellipsis at its end.
  fileprivate func cut(to limit: Int) -> String {
    guard columns > limit else { return self }
    var kept = ""
    var width = 0
    for character in self {
      let next = String(character).columns
      guard width + next < limit else { break }
      kept.append(character)
      width += next
    }
    return kept + "…"
  }

  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  fileprivate func dropTrailingSpaces() -> String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
