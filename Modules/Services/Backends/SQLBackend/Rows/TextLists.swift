import Basics
import JSON

/// Parses a JSON array of ids and ignores other values in it.
enum IDList {
  static func ids(_ text: String?) -> [RecordID] {
    guard let text, text != "[]" else { return [] }
    return JSONColumn.value(text)?.array?.compactMap { $0.string.flatMap { RecordID($0) } } ?? []
  }
}

enum TextList {
  private static let everyDivision = ["ALL"]

  static func texts(_ text: String?) -> [String]? {
    // Most rows have this text, so its parsing is avoided.
    if text == #"["ALL"]"# { return everyDivision }
    return JSONColumn.value(text)?.array?.compactMap(\.string)
  }
}
