import Testing

@testable import Domain

@Suite("A data file of the catalogue")
struct CatalogueFileTests {
  @Test("Each file that ships is read whole, and has the tasks of its grade")
  func shipped() {
    #expect(TaskCatalogue.files.flatMap(\.faults) == [])
    #expect(TaskCatalogue.files.map { Set($0.tasks.map(\.grade)) } == [[9], [10], [11], [12]])
  }

  @Test("A task has what its lines say, and comments and empty lines say nothing")
  func task() {
    let lines = [
      "# The ninth grade", "", "task: 9-02", "category: academic", "required: yes",
      "divisions: DI, DII", "due month: 3", "needs: 9-01, 9-03", "before: 12-10, 11-05",
      "season: 12, 1, 2", "last grade: 10", "title: Look: a colon", "description: Do it.",
      "why: It helps. It lasts.", "risk: It stalls. It ends.",
    ]
    #expect(
      read(lines).tasks == [
        CatalogueTask(
          key: "9-02", grade: 9, category: "academic", isRequired: true, divisions: ["DI", "DII"],
          dueMonth: 3, needs: ["9-01", "9-03"], before: ["12-10", "11-05"], season: [12, 1, 2],
          lastGrade: 10, title: "Look: a colon", description: "Do it.",
          whyItMatters: "It helps. It lasts.",
          failureRisk: "It stalls. It ends.")
      ])
    #expect(read(lines).faults == [])
  }

  @Test("A task that had another key keeps its id")
  func was() {
    #expect(read(sound + ["was: 9-19"]).tasks.map(\.id) == [CatalogueTask.id(forKey: "9-19")])
  }

  @Test("A file without tasks has no faults of its own", arguments: [[], ["", "# Nothing yet"]])
  func empty(lines: [String]) {
    #expect(read(lines).tasks == [] && read(lines).faults == [])
  }

  @Test("What cannot be read is named, and the next task can be read", arguments: Unreadable.all)
  func unreadable(_ row: Unreadable) {
    let file = read(row.lines + ["task: 10-01"] + sound.dropFirst())
    #expect(file.faults.map(\.description) == row.words)
    #expect(file.tasks.map(\.key) == (row.isLeftOut ? ["10-01"] : ["9-02", "10-01"]))
  }

  /// Lines that cannot be read as the first task of a catalogue file, and the messages that the
  /// parser must give about them.
  struct Unreadable: CustomTestStringConvertible, Sendable {
    let lines: [String]
    let words: [String]
    var isLeftOut = true

    var testDescription: String { words.joined(separator: " ") }

    private static let needed = [
      "category", "required", "divisions", "due month", "title", "description", "why", "risk",
    ]
    static let all =
      needed.map(lacking) + [
        Unreadable(lines: ["task: 9-02"], words: needed.flatMap { lacking($0).words }),
        Unreadable(
          lines: replacing("required", with: "perhaps"),
          words: ["9-02 has `perhaps` in its line `required`, which cannot be read."]),
        Unreadable(
          lines: replacing("due month", with: "March"),
          words: ["9-02 has `March` in its line `due month`, which cannot be read."]),
        Unreadable(
          lines: replacing("due month", with: ""),
          words: ["9-02 has `` in its line `due month`, which cannot be read."]),
        Unreadable(
          lines: replacing("task", with: "nine"),
          words: ["nine has `nine` in its line `task`, which cannot be read."]),
        Unreadable(
          lines: sound + ["season: 12, 13"],
          words: ["9-02 has `12, 13` in its line `season`, which cannot be read."]),
        Unreadable(
          lines: sound + ["season: summer"],
          words: ["9-02 has `summer` in its line `season`, which cannot be read."]),
        Unreadable(
          lines: sound + ["last grade: sophomore"],
          words: ["9-02 has `sophomore` in its line `last grade`, which cannot be read."]),
        Unreadable(
          lines: sound + ["tilte: A title"],
          words: ["9-02 has a line `tilte`, which no task has."], isLeftOut: false),
        Unreadable(
          lines: sound + ["and goes on here"],
          words: ["9-02 has a line `and goes on here`, which no task has."], isLeftOut: false),
        Unreadable(
          lines: sound + ["title: Another"],
          words: ["9-02 has more than one line `title`."], isLeftOut: false),
        Unreadable(
          lines: ["title: A title"] + sound,
          words: ["`title` stands before the first task."], isLeftOut: false),
      ]

    private static func lacking(_ field: String) -> Unreadable {
      Unreadable(
        lines: sound.filter { !$0.hasPrefix("\(field):") },
        words: ["9-02 has no line `\(field)`."])
    }

    private static func replacing(_ field: String, with text: String) -> [String] {
      sound.map { $0.hasPrefix("\(field):") ? "\(field): \(text)" : $0 }
    }
  }
}

private let sound = [
  "task: 9-02", "category: academic", "required: no", "divisions: ALL", "due month: 10",
  "title: A title", "description: Do it.", "why: It helps. It lasts.",
  "risk: It stalls. It ends.",
]

private func read(_ lines: [String]) -> CatalogueFile {
  CatalogueFile(Array(lines.joined(separator: "\n").utf8))
}
