/// Finds the tasks that depend on themselves, directly or through others (Tarjan's strongly
/// connected components).
///
/// It uses a stack of its own instead of recursion, because a hostile task catalog can contain a
/// chain that is too long for a thread's stack.
struct CircleFinder {
  private let edges: [[Int]]
  private var order: [Int?]
  private var lowest: [Int]
  private var open: [Int] = []
  private var isOpen: [Bool]
  private var visited = 0
  private var circles: [Int: Int] = [:]

  /// Returns the cycle to which each position belongs. A cycle is identified by its smallest
  /// position.
  static func circles(in edges: [[Int]]) -> [Int: Int] {
    var finder = CircleFinder(edges)
    for start in edges.indices where finder.order[start] == nil { finder.walk(from: start) }
    return finder.circles
  }

  private init(_ edges: [[Int]]) {
    self.edges = edges
    order = Array(repeating: nil, count: edges.count)
    lowest = Array(repeating: 0, count: edges.count)
    isOpen = Array(repeating: false, count: edges.count)
  }

  private mutating func walk(from start: Int) {
    var path = [(node: start, next: 0)]
    enter(start)
    while let (node, next) = path.last {
      if next < edges[node].count {
        path[path.count - 1].next += 1
        let target = edges[node][next]
        if let seen = order[target] {
          if isOpen[target] { lowest[node] = min(lowest[node], seen) }
        } else {
          enter(target)
          path.append((target, 0))
        }
      } else {
        path.removeLast()
        if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
        if lowest[node] == order[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int) {
    order[node] = visited
    lowest[node] = visited
    visited += 1
    open.append(node)
    isOpen[node] = true
  }

  private mutating func close(_ node: Int) {
    var members: [Int] = []
    while let member = open.popLast() {
      isOpen[member] = false
      members.append(member)
      if member == node { break }
    }
    guard members.count > 1 || edges[node].contains(node), let name = members.min() else { return }
    for member in members { circles[member] = name }
  }
}
