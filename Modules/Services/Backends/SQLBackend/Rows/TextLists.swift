import Basics
import JSON

/// Ids in a JSON array; other values in it are ignored.
enum IDList {
  static func ids(_ text: String?) -> [RecordID] {
    guard let text, text != "[]" else { return [] }
    return JSONColumn.value(text)?.array?.compactMap { $0.string.flatMap { RecordID($0) } } ?? []
  }
}

enum TextList {
  private static let everyDivision = ["ALL"]

  static func texts(_ text: String?) -> [String]? {
    // The most common value needs no parsing.
    if text == #"["ALL"]"# { return everyDivision }
    return JSONColumn.value(text)?.array?.compactMap(\.string)
  }
}
