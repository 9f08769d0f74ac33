import Basics
import JSON

/// Parses a JSON array of ids. Values in it that are not ids are ignored.
enum IDList {
  static func ids(_ text: String?) -> [RecordID] {
    guard let text, text != "[]" else { return [] }
    return JSONColumn.value(text)?.array?.compactMap { $0.string.flatMap { RecordID($0) } } ?? []
  }
}

enum TextList {
  private static let everyDivision = ["ALL"]

  static func texts(_ text: String?) -> [String]? {
    // Most tasks apply to all divisions, so their column of divisions has this text. It is returned
    // without parsing, because parsing JSON for each row takes long.
    if text == #"["ALL"]"# { return everyDivision }
    return JSONColumn.value(text)?.array?.compactMap(\.string)
  }
}
