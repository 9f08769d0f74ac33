import FeatureKit
import Testing

@Suite struct PageTests {
  @Test("The numbers at the prompt mean what can be opened, in reading order")
  func links() {
    let page = Page(title: "Tasks") {
      Banner(["Read-only"], links: [CommandLink("Switch", "family switch")])
      StatGrid([Stat("Done", "3", link: CommandLink("Done", "tasks --status done"))])
      Section("Required", links: [CommandLink("Filter", "tasks filter")]) {
        RowList(
          [
            Row("One", spoken: "Task t1. One.")
              .opening(CommandLink("One", "tasks show t1"))
              .offering([CommandLink("Complete", "tasks complete t1")]),
            Row("Two", handle: "t2", spoken: "Task t2. Two.")
              .offering([
                CommandLink("Complete", "tasks complete t2"),
                CommandLink("Locked", "tasks start t2", isEnabled: false),
              ]),
          ], more: CommandLink("15 more", "tasks --all"))
      }
      Paragraph("Nothing to open here")
      EmptyState("Nothing", links: [CommandLink("Add", "schools add")])
      Message(Problem(.offline, "Off."))
    }
    #expect(
      page.links.map(\.command) == [
        "family switch", "tasks --status done", "tasks filter", "tasks show t1",
        "tasks complete t2", "tasks --all", "schools add", "refresh",
      ])
  }

  @Test(
    "What leads to commands that do not exist is left out, and a section with it of which nothing is left"
  )
  func omitted() {
    let gone = CommandLink("Gone", "gone now")
    let there = CommandLink("There", "there")
    let page = Page(title: "Tasks") {
      Banner(["Words"], links: [gone, there])
      StatGrid([Stat("Done", "3", link: gone), Stat("Open", "4", link: there)])
      Section("Empty afterwards") { Links([gone]) }
      Section("Empty before", links: [there]) {}
      Section("Left", links: [gone]) {
        RowList(
          [Row("One", spoken: "One.").opening(gone).offering([there, gone])], more: gone)
      }
      EmptyState("Nothing", links: [gone])
      Links([gone])
      Links([gone, there])
    }
    let left = page.omitting { $0.hasPrefix("gone") }
    #expect(left.links.map(\.command) == Array(repeating: "there", count: 5))
    let titles = left.blocks.compactMap { block -> String? in
      if case .section(let section) = block { section.title } else { nil }
    }
    #expect(titles == ["Empty before", "Left"])
    #expect(page.omitting { _ in false } == page)
    func card(_ moves: [CommandLink]) -> RowList {
      RowList([Row("One", spoken: "One.").offering(moves: moves)])
    }
    let board = Page(title: "Board") { card([gone, there]) }
    #expect(board.omitting { $0.hasPrefix("gone") }.blocks == [card([there]).block])
  }

  @Test("The builder takes conditions and loops")
  func builder() {
    func page(_ isLong: Bool) -> Page {
      Page(title: "") {
        if isLong { Paragraph("a") } else { Paragraph("b") }
        if isLong { Paragraph("c") }
        for number in 1...2 { Paragraph("\(number)") }
      }
    }
    #expect(page(true).blocks == ["a", "c", "1", "2"].map { .paragraph(Paragraph($0)) })
    #expect(page(false).blocks == ["b", "1", "2"].map { .paragraph(Paragraph($0)) })
  }

  @Test(
    "A link's name contains what it shows, word for word and in this order",
    arguments: [
      ("Log Interaction", "Log Interaction with Ana", "Log Interaction with Ana"),
      ("Log", "Log a contact with Ana", "Log a contact with Ana"),
      ("Generate Report", "Generate report for these days", "Generate report for these days"),
      ("+ Add", "Add a measure", "Add a measure"), ("…", "More of them", "More of them"),
      ("Log Interaction", "Log an interaction", "Log Interaction: Log an interaction"),
      ("Let help", "Let Ana help", "Let help: Let Ana help"),
      ("Log", "Logging", "Log: Logging"), ("Off", "", "Off: "), ("", "Ana", "Ana"),
    ])
  func accessibleName(label: String, spoken: String, name: String) {
    #expect(CommandLink(label, "x", spoken: spoken).accessibleName == name)
    #expect(CommandLink(label, "x").accessibleName == nil)
  }

  @Test("A page shows the brief result with its warnings, and otherwise the whole one")
  func briefResult() {
    let link = CommandLink("Next", "next")
    var done = Done("Added x1 One.", details: ["Size 3", "There is also x2."], links: [link])
    #expect(done.onPage == done)
    done.brief = Done.Brief("Added One.", warnings: ["There is also x2."])
    #expect(
      done.onPage == Done("Added One.", details: ["There is also x2."], links: [link]))
  }

  @Test("What is not spoken otherwise is spoken as it stands")
  func spoken() {
    #expect(Stat("Coaches", "42", note: "2 new").spoken == "Coaches: 42, 2 new")
    #expect(Banner(icon: "👁", ["Viewing", "read-only"]).spoken == "Viewing read-only")
    #expect(Message("No.", details: ["Try."]).spoken == "No. Try.")
    #expect(ProgressBar("3 of 20", done: 3, of: 20, percent: 15).spoken == "3 of 20")
  }
}
