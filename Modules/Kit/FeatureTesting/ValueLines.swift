/// The text of a value in a failed assertion. The assertion compares two values line by line and
/// shows the lines that differ.
///
/// A value that fits on one line stays on one line. A collection has a line for each element.
/// Values with their own description, such as `2026-02-10`, a UUID or a secret, use that
/// description.
struct ValueLines {
  let lines: [String]

  /// Creates the lines of text for a value.
  ///
  /// - Parameter isSplit: whether each property of the value gets a line, even if one line would
  ///   hold all of them.
  init(_ value: Any, isSplit: Bool = false) {
    let node = Node(value)
    lines = isSplit ? node.split(indent: "") : node.lines(indent: "")
  }

  var text: String { lines.joined(separator: "\n") }
}

/// A part of a value's text: a plain text, or brackets with the parts between them.
private indirect enum Node {
  case leaf(String)
  case group(open: String, children: [Node], close: String, isCollection: Bool)
  case labeled(String, Node)

  static let lineWidth = 80

  init(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      self = mirror.children.first.map { Node($0.value) } ?? .leaf("nil")
    case .collection:
      self = .group(
        open: "[", children: mirror.children.map { Node($0.value) }, close: "]", isCollection: true)
    case .set:
      self = .group(
        open: "[", children: mirror.children.map { Node($0.value) }.sorted(), close: "]",
        isCollection: true)
    case .dictionary:
      let pairs = mirror.children.map { Self.pair($0.value) }
      self =
        pairs.isEmpty
        ? .leaf("[:]")
        : .group(open: "[", children: pairs.sorted(), close: "]", isCollection: true)
    case .tuple:
      self = .group(
        open: "(", children: Self.labeled(mirror.children), close: ")", isCollection: false)
    case .struct, .class, .enum, .foreignReference, .none, .some:
      self = Self.named(value, mirror)
    }
  }

  private static func named(_ value: Any, _ mirror: Mirror) -> Node {
    if let text = value as? String { return .leaf(text.debugDescription) }
    if let text = value as? Substring { return .leaf(text.debugDescription) }
    if let words = value as? any CustomStringConvertible { return .leaf(words.description) }
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return .leaf(".\(value)") }
      let values = Mirror(reflecting: payload.value)
      let children =
        values.displayStyle == .tuple ? labeled(values.children) : [Node(payload.value)]
      return .group(
        open: ".\(payload.label ?? "")(", children: children, close: ")", isCollection: false)
    case .struct:
      return .group(
        open: "\(mirror.subjectType)(", children: labeled(mirror.children), close: ")",
        isCollection: false)
    default:
      let type = "\(mirror.subjectType)"
      return .leaf(type.contains("->") ? "(function)" : type)
    }
  }

  private static func labeled(_ children: Mirror.Children) -> [Node] {
    children.map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return Node(child.value) }
      return .labeled(label, Node(child.value))
    }
  }

  private static func pair(_ value: Any) -> Node {
    let halves = Array(Mirror(reflecting: value).children)
    guard halves.count == 2 else { return Node(value) }
    return .labeled(Node(halves[0].value).inline, Node(halves[1].value))
  }
}

// MARK: - Writing the lines of a value

extension Node {
  var inline: String {
    switch self {
    case .leaf(let text): text
    case .labeled(let label, let node): "\(label): \(node.inline)"
    case .group(let open, let children, let close, _):
      open + children.map(\.inline).joined(separator: ", ") + close
    }
  }

  func lines(indent: String) -> [String] {
    let line = inline
    let fits = indent.count + line.count <= Self.lineWidth && !line.contains("\n")
    return fits && !hasElements ? [indent + line] : split(indent: indent)
  }

  /// Returns the text of a value that a test compares, with each of its members or elements on a
  /// separate line.
  func split(indent: String) -> [String] {
    switch self {
    case .leaf(let text):
      return [indent + text]
    case .labeled(let label, let node):
      var lines = node.lines(indent: indent)
      lines[0] = indent + "\(label): " + lines[0].dropFirst(indent.count)
      return lines
    case .group(let open, let children, let close, _):
      if children.isEmpty { return [indent + open + close] }
      let last = children.count - 1
      let inner = children.enumerated().flatMap { index, child -> [String] in
        var lines = child.lines(indent: indent + "  ")
        if index < last { lines[lines.count - 1] += "," }
        return lines
      }
      return [indent + open] + inner + [indent + close]
    }
  }

  private var hasElements: Bool {
    switch self {
    case .leaf: false
    case .labeled(_, let node): node.hasElements
    case .group(_, let children, _, let isCollection):
      isCollection && !children.isEmpty || children.contains(where: \.hasElements)
    }
  }
}

extension [Node] {
  /// Returns the elements sorted by their texts.
  ///
  /// Sets and dictionaries have no order of their own, and two equal ones must give equal lines.
  fileprivate func sorted() -> [Node] {
    sorted { $0.inline < $1.inline }
  }
}
