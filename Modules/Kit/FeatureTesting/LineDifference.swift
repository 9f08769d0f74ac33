/// Compares two texts line by line. `-` marks an expected line that is missing, and `+` marks a
/// line that was found instead.
enum LineDifference {
  /// The number of unchanged lines around a change. Further unchanged lines become `…`.
  private static let context = 3

  static func text(expected: Any, actual: Any) -> String {
    let expectedLines = ValueLines(expected, isSplit: true).lines
    let actualLines = ValueLines(actual, isSplit: true).lines
    return folded(marked(expectedLines, actualLines)).joined(separator: "\n")
  }

  private static func marked(_ expected: [String], _ actual: [String]) -> [String] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < actual.count {
      if removed.contains(old) {
        lines.append("- " + expected[old])
        old += 1
      } else if inserted.contains(new) {
        lines.append("+ " + actual[new])
        new += 1
      } else {
        lines.append("  " + expected[old])
        old += 1
        new += 1
      }
    }
    return lines
  }

  private static func folded(_ lines: [String]) -> [String] {
    let changed = lines.indices.filter { !lines[$0].hasPrefix("  ") }
    var kept = Set(changed.flatMap { ($0 - context)...($0 + context) })
    kept.formUnion([0, lines.count - 1])
    var folded: [String] = []
    var isFolding = false
    for (index, line) in lines.enumerated() {
      if kept.contains(index) {
        folded.append(line)
        isFolding = false
      } else if !isFolding {
        folded.append("  …")
        isFolding = true
      }
    }
    return folded
  }
}
