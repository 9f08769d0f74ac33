import Foundation
import FoundationXML

/// A strict XML reader that returns the elements with their attributes, and the text between them.
final class XMLReader: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
  }

  private(set) var elements: [Element] = []
  private(set) var words = ""
  private(set) var isWellFormed = false

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  /// Reads the program's own HTML, in which only a few elements have no end tag.
  convenience init(html: String) {
    var text = html.replacing("<!DOCTYPE html>\n", with: "")
    text.replace(#/<(meta[^>]*|br)>/#) { "<\($0.output.1)/>" }
    self.init(text)
  }

  func named(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { words += string }
}
