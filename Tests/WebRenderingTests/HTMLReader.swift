/// A strict reader of the HTML that the program writes. Everything that it does not know is a
/// fault.
struct HTMLReader {
  struct Element {
    let name: String
    let attributes: [String: String]
    let depth: Int
  }

  private(set) var elements: [Element] = []
  private(set) var faults: [String] = []
  /// The text between the tags.
  ///
  /// The reader resolves only the five character references that the program writes.
  private(set) var words = ""

  private static let void: Set = ["meta", "input", "link"]
  private static let known: Set = [
    "html", "head", "meta", "title", "style", "body", "header", "main", "nav", "section", "div",
    "span", "p", "a", "ul", "li", "h1", "h2", "h3", "h4", "h5", "h6", "button", "form", "input",
    "label", "select", "option", "textarea", "table", "caption", "thead", "tbody", "tr", "th",
    "td", "dl", "dt", "dd", "progress", "figure", "figcaption", "svg", "path", "details",
    "summary", "code", "br", "link", "script", "fieldset", "legend", "datalist", "rect", "text",
    "kbd",
  ]

  init(_ text: String) {
    var rest = text[...]
    guard rest.hasPrefix("<!DOCTYPE html>\n") else {
      faults = ["no doctype"]
      return
    }
    rest = rest.dropFirst(16)
    var open: [String] = []
    while let start = rest.firstIndex(of: "<") {
      words += Self.resolved(rest[..<start])
      guard let end = rest[start...].firstIndex(of: ">") else {
        faults.append("a tag without end")
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        if open.popLast() != String(tag.dropFirst()) {
          faults.append("</\(tag.dropFirst())> closes nothing")
        }
      } else {
        let element = read(tag, depth: open.count)
        elements.append(element)
        if !Self.known.contains(element.name) { faults.append("<\(element.name)>") }
        if element.name == "br" { words += "\n" }
        if element.name == "style", let close = rest.range(of: "</style>") {
          rest = rest[close.upperBound...]
        } else if !Self.void.contains(element.name), element.name != "br" {
          open.append(element.name)
        }
      }
    }
    if !open.isEmpty { faults.append("left open: \(open)") }
  }

  private mutating func read(_ tag: Substring, depth: Int) -> Element {
    let name = String(tag.prefix { $0 != " " })
    var attributes: [String: String] = [:]
    var rest = tag.dropFirst(name.count)
    while let space = rest.first {
      if space != " " { faults.append("attribute without space in <\(tag.prefix(60))>") }
      rest = rest.dropFirst()
      let key = String(rest.prefix { $0 != " " && $0 != "=" })
      rest = rest.dropFirst(key.count)
      var value = ""
      if rest.first == "=" {
        guard rest.dropFirst().first == "\"", let end = rest.dropFirst(2).firstIndex(of: "\"")
        else {
          faults.append("unquoted value in <\(tag.prefix(60))>")
          break
        }
        value = Self.resolved(rest.dropFirst(2)[..<end])
        rest = rest[rest.index(after: end)...]
      }
      if attributes.updateValue(value, forKey: key) != nil { faults.append("twice \(key)") }
      if key == "style" { faults.append("a style in <\(tag.prefix(60))>") }
      if key.hasPrefix("on") || key.contains("<") { faults.append("attribute \(key)") }
    }
    return Element(name: name, attributes: attributes, depth: depth)
  }

  private static func resolved(_ text: some StringProtocol) -> String {
    var result = String(text)
    for (escape, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      result = result.split(separator: escape, omittingEmptySubsequences: false).joined(
        separator: sign)
    }
    return result
  }

  /// Returns the elements with this name.
  subscript(_ name: String) -> [Element] { elements.filter { $0.name == name } }
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
