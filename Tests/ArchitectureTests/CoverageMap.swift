import Foundation

/// `docs/coverage.md`, read: which test holds which item of a page's specification.
struct CoverageMap {
  struct Entry: Equatable {
    /// The page and the table it stands in: `Tasks › Testing checklist`.
    var table: String
    var item: String
    var file: String
    var test: String
  }

  private(set) var entries: [Entry] = []
  /// Lines that look like rows and are none.
  private(set) var unreadable: [String] = []

  init(_ text: String) {
    var page = ""
    var section = ""
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("### ") {
        section = String(line.dropFirst(4))
      } else if line.hasPrefix("## ") {
        (page, section) = (String(line.dropFirst(3)), "")
      } else if line.hasPrefix("|"), !line.hasPrefix("| item |"), !line.hasPrefix("|---") {
        guard let entry = Self.entry(line, in: "\(page) › \(section)") else {
          unreadable.append(line)
          continue
        }
        entries.append(entry)
      }
    }
  }

  private static func entry(_ line: String, in table: String) -> Entry? {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 2 else { return nil }
    let parts = cells[1].components(separatedBy: " › ")
    guard parts.count == 2, parts[0].hasPrefix("`"), parts[0].hasSuffix("`") else { return nil }
    return Entry(
      table: table, item: cells[0], file: String(parts[0].dropFirst().dropLast()), test: parts[1])
  }
}

extension CoverageMap {
  /// What is wrong with the map, in words.
  ///
  /// - Parameters:
  ///   - required: the items of each table, as the specifications write them.
  ///   - source: the text of a test file; nil when there is none.
  func faults(required: [String: [String]], source: (String) -> String?) -> [String] {
    var faults = unreadable.map { "This row cannot be read: \($0)" }
    for (table, items) in required.sorted(by: { $0.key < $1.key }) {
      let covered = Set(entries.filter { $0.table == table }.map(\.item))
      faults += items.filter { !covered.contains($0) }.map { "\(table): no test for “\($0)”." }
    }
    for entry in entries {
      if required[entry.table]?.contains(entry.item) != true {
        faults.append("\(entry.table): “\(entry.item)” is no item of it.")
      }
      guard let text = source(entry.file) else {
        faults.append("There is no file \(entry.file).")
        continue
      }
      if !Self.names(of: text).contains(entry.test) {
        faults.append("\(entry.file) has no test “\(entry.test)”.")
      }
    }
    return faults
  }

  /// The names of the tests in a file.
  static func names(of text: String) -> Set<String> {
    var names: Set<String> = []
    for part in text.components(separatedBy: "@Test(").dropFirst() {
      let start = part.drop(while: \.isWhitespace)
      guard start.first == "\"" else { continue }
      names.insert(String(start.dropFirst().prefix { $0 != "\"" }))
    }
    return names
  }
}
