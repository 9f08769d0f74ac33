import Basics
import Domain
import Testing

@Suite("The catalogue validator")
struct CatalogueValidatorTests {
  @Test("A small sound catalogue has no fault")
  func soundCatalogue() {
    #expect(faults(in: sound).isEmpty)
  }

  @Test("Nothing at all is four grades without tasks")
  func emptyCatalogue() {
    #expect(
      words(for: []) == [
        "Grade 9 has no task.", "Grade 10 has no task.", "Grade 11 has no task.",
        "Grade 12 has no task.",
      ])
  }

  @Test("A fault planted in one task is found and named", arguments: PlantedFault.all)
  func plantedFault(planted: PlantedFault) {
    var tasks = sound
    tasks[1] = planted.task
    #expect(words(for: tasks) == [planted.words])
  }

  @Test("A key used twice is one fault")
  func duplicateKey() {
    #expect(words(for: sound + [sound[0]]) == ["9-01 is the key of more than one task."])
  }

  @Test("Two tasks may not share an id")
  func duplicateID() {
    let twin = task("12-02", grade: 12, id: sound[0].id)
    #expect(
      words(for: sound + [twin]) == [
        "9-01 and 12-02 share the id c0a7a106-0000-4000-8000-000000000901."
      ])
  }

  @Test("A grade that lost its tasks is named")
  func uncoveredGrade() {
    #expect(words(for: sound.filter { $0.grade != 11 }) == ["Grade 11 has no task."])
  }

  @Test("A circle is named as the path that closes it, once")
  func cycle() {
    let circle = [
      task("9-02", grade: 9, needs: ["9-04"]),
      task("9-03", grade: 9, needs: ["9-02"]),
      task("9-04", grade: 9, needs: ["9-01", "9-03"]),
    ]
    #expect(faults(in: sound + circle) == [.cycle(["9-02", "9-04", "9-03", "9-02"])])
    #expect(
      words(for: sound + circle) == [
        "Tasks wait for each other: 9-02 needs 9-04 needs 9-03 needs 9-02."
      ])
  }

  @Test("Two ways to one prerequisite are no circle")
  func diamond() {
    let diamond = [
      task("9-02", grade: 9, needs: ["9-01"]),
      task("9-03", grade: 9, needs: ["9-01"]),
      task("9-04", grade: 9, needs: ["9-02", "9-03"]),
    ]
    #expect(faults(in: sound + diamond).isEmpty)
  }

  @Test("January is later than December, because a school year starts in September")
  func schoolYearOrder() {
    let december = task("9-02", grade: 9, dueMonth: 12)
    let january = task("9-03", grade: 9, dueMonth: 1, needs: ["9-02"])
    #expect(faults(in: sound + [december, january]).isEmpty)

    let tooLate = task("9-02", grade: 9, dueMonth: 1)
    let tooEarly = task("9-03", grade: 9, dueMonth: 12, needs: ["9-02"])
    #expect(
      words(for: sound + [tooLate, tooEarly]) == ["9-02 is due after 9-03, which needs it."])
  }

  @Test("All faults are found in one go, in catalogue order")
  func severalFaults() {
    var tasks = sound
    tasks[0] = task("9-01", grade: 9, category: "academics", title: " ")
    tasks[3] = task("12-01", grade: 12, divisions: [], needs: ["12-99"])
    #expect(
      faults(in: tasks) == [
        .unknownCategory(task: "9-01", category: "academics"),
        .emptyTitle(task: "9-01"),
        .noDivision(task: "12-01"),
        .danglingNeed(task: "12-01", need: "12-99"),
      ])
  }
}

/// A task with a fault, which a test adds to a catalogue without faults, and the message that the
/// validator must report.
struct PlantedFault: CustomTestStringConvertible, Sendable {
  let task: CatalogueTask
  let words: String

  var testDescription: String { words }

  static let all = [
    PlantedFault(
      task: second(needs: ["9-99"]), words: "10-01 needs 9-99, which is not in the catalogue."),
    PlantedFault(
      task: second(needs: ["10-01"]), words: "Tasks wait for each other: 10-01 needs 10-01."),
    PlantedFault(
      task: second(needs: ["11-01"]), words: "11-01 is due after 10-01, which needs it."),
    PlantedFault(
      task: second(before: ["12-99"]),
      words: "10-01 stands before 12-99, which is not in the catalogue."),
    PlantedFault(
      task: second(before: ["9-01"]),
      words: "10-01 stands before 9-01, which is not due after it."),
    PlantedFault(
      task: second(isRequired: true, needs: ["9-01"]),
      words: "10-01 is required but needs 9-01, which is not."),
    PlantedFault(
      task: second(id: RecordID(high: 1, low: 2)),
      words: """
        10-01 has the id `00000000-0000-0001-0000-000000000002`, which is not a version 4 uuid.
        """),
    PlantedFault(
      task: second(category: "academics"),
      words: """
        10-01 has the category `academics`; use one of academic, athletic, recruiting, exposure, \
        mindset.
        """),
    PlantedFault(
      task: second(divisions: ["D1"]),
      words: "10-01 names the division `D1`; use ALL, DI, DII, DIII, NAIA, JUCO."),
    PlantedFault(
      task: second(divisions: []),
      words: "10-01 names no division; use ALL when every division asks for it."),
    PlantedFault(
      task: second(dueMonth: 6),
      words: "10-01 is due in month 6; a school year has 9 to 12 and 1 to 5."),
    PlantedFault(task: second(title: ""), words: "10-01 has no title."),
    PlantedFault(
      task: second(title: String(repeating: "x", count: 256)),
      words: "The title of 10-01 has 256 characters; at most 255 fit."),
    PlantedFault(
      task: second(description: " "), words: "10-01 says nothing under `description`."),
    PlantedFault(
      task: second(description: "Run a 7.2. Then rest."),
      words: "10-01 has 2 sentences under `description`; it takes one."),
    PlantedFault(
      task: second(description: "Run a lap"),
      words: "10-01 ends without a full stop under `description`."),
    PlantedFault(
      task: second(whyItMatters: "It helps."),
      words: "10-01 has 1 sentence under `why it matters`; it takes two or three."),
    PlantedFault(
      task: second(failureRisk: "One. Two! Three? Four."),
      words: "10-01 has 4 sentences under `what can go wrong`; it takes two or three."),
  ]

  private static func second(
    id: RecordID? = nil, category: String = "academic", isRequired: Bool = false,
    divisions: [String] = ["ALL"], dueMonth: Int = 10, needs: [String] = [],
    before: [String] = [], title: String = "A title", description: String = "Do it.",
    whyItMatters: String = "It helps. It lasts.", failureRisk: String = "It stalls. It ends."
  ) -> CatalogueTask {
    CatalogueTask(
      key: "10-01", id: id, grade: 10, category: category, isRequired: isRequired,
      divisions: divisions, dueMonth: dueMonth, needs: needs, before: before, title: title,
      description: description, whyItMatters: whyItMatters, failureRisk: failureRisk)
  }
}

/// A catalogue without faults: one optional task for each grade, without prerequisites.
private let sound = [
  task("9-01", grade: 9), task("10-01", grade: 10), task("11-01", grade: 11),
  task("12-01", grade: 12),
]

private func task(
  _ key: String, grade: Int, id: RecordID? = nil, category: String = "academic",
  divisions: [String] = ["ALL"], dueMonth: Int = 10, needs: [String] = [],
  title: String = "A title"
) -> CatalogueTask {
  CatalogueTask(
    key: key, id: id, grade: grade, category: category, isRequired: false, divisions: divisions,
    dueMonth: dueMonth, needs: needs, title: title, description: "Run a 7.2 by May.",
    whyItMatters: "It helps. It lasts.", failureRisk: "It stalls. It ends.")
}

private func faults(in tasks: [CatalogueTask]) -> [CatalogueFault] {
  CatalogueValidator().faults(in: tasks)
}

private func words(for tasks: [CatalogueTask]) -> [String] {
  faults(in: tasks).map(\.description)
}
