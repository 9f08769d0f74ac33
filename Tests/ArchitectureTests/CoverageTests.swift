import Foundation
import Testing

/// The items of one checklist of a specification, each with the test that checks the item.
struct Checklist {
  var name: String
  var items: [Item]

  init(_ name: String, _ items: [Item]) {
    self.name = name
    self.items = items
  }

  struct Item {
    var words: String
    /// The path of the test file, without `Tests/` and `.swift`.
    var file: String
    /// The name of the test. The initializer takes the item's text without another name.
    var test: String

    init(_ words: String, in file: String, test: String? = nil) {
      self.words = words
      self.file = file
      self.test = test ?? words
    }
  }

  /// Returns one sentence for each missing test.
  ///
  /// - Parameter source: returns the text of a test file; nil when the file does not exist.
  func faults(source: (String) -> String?) -> [String] {
    items.compactMap { item in
      let path = "Tests/\(item.file).swift"
      guard let text = source(path) else { return "\(name): there is no file \(path)." }
      return Self.names(of: text).contains(item.test)
        ? nil : "\(name): \(path) has no test “\(item.test)” for “\(item.words)”."
    }
  }

  /// Returns the names of the tests in a source file: the texts directly after `@Test(`.
  private static func names(of text: String) -> Set<String> {
    var names: Set<String> = []
    for part in text.components(separatedBy: "@Test(").dropFirst() {
      let start = part.drop(while: \.isWhitespace)
      guard start.first == "\"" else { continue }
      names.insert(String(start.dropFirst().prefix { $0 != "\"" }))
    }
    return names
  }
}

@Suite("The checklists of the specifications")
struct CoverageTests {
  @Test("Every item of every checklist has a test that is there")
  func everyItemHasItsTest() {
    #expect(Checklist.all.map(\.items.count).reduce(0, +) > 150)
    let faults = Checklist.all.flatMap { checklist in
      checklist.faults { path in
        try? String(contentsOf: PackageMap.root.appending(path: path), encoding: .utf8)
      }
    }
    #expect(faults == [])
  }

  private static let tests = """
    @Test("It loads") func loads() {}
    @Test(
      "It fails, too", arguments: [1])
    func fails(_ number: Int) {}
    """

  @Test(
    "A test that is not there is named",
    arguments: [
      (Checklist.Item("It loads", in: "T"), []),
      (Checklist.Item("Fails", in: "T", test: "It fails, too"), []),
      (
        Checklist.Item("Fails", in: "T", test: "It fails"),
        ["Tasks: Tests/T.swift has no test “It fails” for “Fails”."]
      ),
      (Checklist.Item("It loads", in: "U"), ["Tasks: there is no file Tests/U.swift."]),
    ])
  func faults(item: Checklist.Item, faults: [String]) {
    let found = Checklist("Tasks", [item]).faults { $0 == "Tests/T.swift" ? Self.tests : nil }
    #expect(found == faults)
  }
}
