/// The offsets of a time zone from UTC: the changes that its file lists, and the rule for all later
/// years.
struct ZoneTable: Hashable, Sendable {
  /// The moments at which the offset changes, in seconds since 1970, ascending. `offsets` contains
  /// the new offset for each moment.
  private let starts: [Int64]
  private let offsets: [Int]
  /// The offset before the first change, in seconds east of UTC.
  private let initial: Int
  private let rule: ZoneRule?

  init(fixed offset: Int) {
    self.init(initial: offset, starts: [], offsets: [], rule: nil)
  }

  init(rule: ZoneRule) {
    self.init(initial: rule.standard, starts: [], offsets: [], rule: rule)
  }

  init(initial: Int, starts: [Int64], offsets: [Int], rule: ZoneRule?) {
    self.initial = initial
    self.starts = starts
    self.offsets = offsets
    self.rule = rule
  }

  /// A period during which the zone has one offset, from `start` up to but not including `end`.
  struct Stretch: Equatable {
    var start: Int64
    var end: Int64
    var offset: Int
  }

  func offset(at seconds: Int64) -> Int {
    guard let index = lastStart(notAfter: seconds) else {
      return starts.isEmpty ? (rule?.offset(at: seconds) ?? initial) : initial
    }
    if index == starts.count - 1, let rule { return rule.offset(at: seconds) }
    return offsets[index]
  }

  /// Returns the periods from `start` to `end`, in order. In each of them, the zone has one offset.
  func stretches(from start: Int64, to end: Int64) -> [Stretch] {
    var edges = [start]
    edges += starts.filter { $0 > start && $0 < end }
    if let rule {
      let known = starts.last ?? .min
      edges += rule.changes(from: start, to: end).filter { $0 > known }
    }
    edges.append(end)
    return zip(edges, edges.dropFirst()).map { begin, finish in
      Stretch(start: begin, end: finish, offset: offset(at: begin))
    }
  }

  private func lastStart(notAfter seconds: Int64) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}
