/// Finds the tasks that depend on themselves, directly or through other tasks, with Tarjan's
/// algorithm for strongly connected components.
///
/// The algorithm keeps its path in an array and does not use recursion. A malicious task catalog
/// could contain a chain of tasks that is too long for the stack of a thread.
struct CircleFinder {
  private let edges: [[Int]]
  private var order: [Int?]
  private var lowest: [Int]
  private var open: [Int] = []
  private var isOpen: [Bool]
  private var visited = 0
  private var circles: [Int: Int] = [:]

  /// Returns the cycle to which each task belongs. Tasks are identified by their positions, and a
  /// cycle by its smallest position. Tasks that are in no cycle are not in the result.
  ///
  /// - Parameter edges: for each task, the positions of the tasks on which it depends.
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
