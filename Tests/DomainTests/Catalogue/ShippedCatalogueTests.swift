import Basics
import CivilTime
import Domain
import Testing

@Suite("The catalogue that ships")
struct ShippedCatalogueTests {
  @Test("It has no fault")
  func isSound() {
    let faults = CatalogueValidator().faults(in: TaskCatalogue.all)
    #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
  }

  @Test(
    "Each grade has as many tasks, and as many required ones, as rule 5 says",
    arguments: [(9, 18, 5), (10, 20, 8), (11, 23, 14), (12, 16, 6)])
  func counts(grade: Int, total: Int, required: Int) {
    let tasks = TaskCatalogue.all.filter { $0.grade == grade }
    #expect(tasks.count == total)
    #expect(tasks.count(where: \.isRequired) == required)
  }

  @Test("It has the tasks of rule 5 in their order and no other")
  func order() {
    #expect(TaskCatalogue.all.map(\.key) == CatalogueTable.rows.map(\.key))
  }

  @Test("A task has the facts of its row in rule 5", arguments: CatalogueTable.rows)
  func facts(row: CatalogueRow) throws {
    let task = try #require(TaskCatalogue.all.first { $0.key == row.key })
    #expect(task.title == row.title)
    #expect(task.category == row.category)
    #expect(task.isRequired == row.isRequired)
    #expect(task.divisions == row.divisions)
    #expect(task.needs == row.needs)
    #expect(row.key.hasPrefix("\(task.grade)-"))
  }

  @Test(
    "An id never changes, because families' progress hangs on it",
    arguments: [
      ("9-01", "c0a7a106-0000-4000-8000-000000000901"),
      ("10-20", "c0a7a106-0000-4000-8000-000000001020"),
      ("11-08", "c0a7a106-0000-4000-8000-000000001108"),
      ("12-16", "c0a7a106-0000-4000-8000-000000001216"),
    ])
  func ids(key: String, id: String) throws {
    #expect(try #require(TaskCatalogue.all.first { $0.key == key }).id.description == id)
  }

  @Test("No two texts are equal, nor begin with the same two words")
  func everyTextIsItsOwn() {
    for text in [\CatalogueTask.description, \.whyItMatters, \.failureRisk] {
      let openings = TaskCatalogue.all.map { $0[keyPath: text].split(separator: " ").prefix(2) }
      #expect(Set(openings).count == openings.count)
    }
    let texts = TaskCatalogue.all.flatMap { [$0.description, $0.whyItMatters, $0.failureRisk] }
    #expect(Set(texts).count == texts.count)
  }

  @Test("Titles and texts are clean: no control characters, double spaces or blank edges")
  func cleanText() {
    for task in TaskCatalogue.all {
      for text in [task.title, task.description, task.whyItMatters, task.failureRisk] {
        #expect(text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }, "\(task.key)")
        #expect(!text.contains("  "), "\(task.key)")
        #expect(text.first != " " && text.last != " ", "\(task.key)")
      }
    }
  }

  @Test("Deadlines are spread: no month of a grade holds more than five")
  func spreadDeadlines() {
    let months = Dictionary(grouping: TaskCatalogue.all) { [$0.grade, $0.dueMonth] }
    #expect(months.values.allSatisfy { $0.count <= 5 })
  }

  @Test("No deadline comes after one that waits for it, whatever the class", arguments: 2024...2040)
  func deadlinesFollowPrerequisites(graduationYear: Int) {
    let days = Dictionary(
      uniqueKeysWithValues: TaskCatalogue.templates.map { task in
        let day = Deadline.day(
          explicit: nil, dueMonth: task.dueMonth, grade: task.gradeLevel,
          graduationYear: graduationYear)
        return (task.id, day)
      })
    for task in TaskCatalogue.templates {
      for need in task.dependencyIDs {
        guard let needed = days[need] ?? nil, let due = days[task.id] ?? nil else {
          Issue.record("\(task.title) has no deadline")
          continue
        }
        #expect(needed <= due, "\(task.title)")
      }
    }
  }

  @Test("As rows the tasks keep their facts, and their needs become ids")
  func templates() throws {
    #expect(TaskCatalogue.templates.map(\.id) == TaskCatalogue.all.map(\.id))
    let emails = try #require(TaskCatalogue.templates.first { $0.title.hasPrefix("Send First") })
    #expect(emails.dependencyIDs.map(\.description).map { $0.suffix(4) } == ["1005", "1010"])
    #expect(emails.gradeLevel == 10)
    #expect(emails.category == .recruiting)
    #expect(emails.isRequired)
    #expect(emails.division == .d1)
    #expect(emails.dueMonth == 2)
    #expect(emails.description?.hasPrefix("Send a short personal email") == true)
    #expect(emails.whyItMatters?.isEmpty == false)
    #expect(emails.failureRisk?.isEmpty == false)
  }

  @Test("The letter of intent is history: 12-11 says so and names what is signed instead")
  func letterOfIntent() throws {
    let task = try #require(TaskCatalogue.all.first { $0.key == "12-11" })
    #expect(task.whyItMatters.contains("abolished in October 2024"))
    #expect(task.description.contains("athletics aid agreement"))
  }
}
