import FeatureKit
import FeatureTesting
import TerminalRendering
import Testing

@Suite("Pages in words")
struct PlainTests {
  @Test("Nothing of a page is left out, whole and in order")
  func everyField() {
    var count = 0
    var wanted: [String] = []
    let page = SamplePages.filled { field in
      count += 1
      let text = "\(field)-\(count)"
      if Self.isSaid(field) { wanted.append(text) }
      return text
    }
    let said = PlainRenderer.render(page).joined(separator: "\n")
    #expect(wanted.count > 50)
    for text in wanted { #expect(said.contains(text)) }
  }

  /// Returns whether the plain renderer must write the text of a field.
  ///
  /// It leaves out pictograms, previews, texts in place of which it writes a spoken sentence, and
  /// commands that cannot run.
  private static func isSaid(_ field: String) -> Bool {
    let replaced = [
      "banner.icon", "banner.line", "message.text", "message.details", "stat.title", "stat.value",
      "stat.note", "progress.text", "row.icon", "row.title", "row.preview", "aloud.label",
      "series.name",
      "chart.title",
      "chart.unit",
    ]
    let isReplacedLabel = field.hasSuffix("link.label") || field.hasPrefix("opens.")
    // The calendar grid is left out of plain text, because the lists of the page contain its
    // entries.
    return !replaced.contains(field) && !isReplacedLabel && !field.hasPrefix("disabled.")
      && !field.hasPrefix("current.") && !field.hasPrefix("month.")
      && !["table.caption", "column.title", "cell"].contains(field)
  }

  @Test("A table says each row with its columns' names")
  func table() {
    let page = Page(title: "Numbers") {
      Table(
        "Velocity", columns: ["Day", Column("mph", isNumeric: true)],
        rows: [["Aug 3", "81.00"], ["Feb 1", ""]])
    }
    #expect(
      PlainRenderer.render(page) == [
        "Numbers.", "Velocity:", "Day: Aug 3, mph: 81.00.", "Day: Feb 1.",
      ])
  }

  @Test("A row says what its sentence leaves out, and nothing twice")
  func row() {
    let row = Row(
      "Build a list", handle: "t24", spoken: "Build a list, In progress, Unlocked, Required"
    )
    .showing([Badge("In progress")], trailing: Badge("Overdue"))
    let locked = Row("E-mail coaches", spoken: "E-mail coaches. Complete Build a list to unlock.")
      .showing(detail: "after Build a list", isDetailSpoken: true)
    #expect(
      PlainRenderer.render(Page(title: "Tasks") { RowList([row, locked]) })
        == [
          "Tasks.", "t24. Build a list, In progress, Unlocked, Required. Overdue.",
          "E-mail coaches. Complete Build a list to unlock.",
        ])
  }

  @Test("Parts stand apart, and nothing else does")
  func parts() {
    let page = Page(title: "Reports") {
      Paragraph("All of it.")
      Section("Schools") { Paragraph("Three.") }
      Section("Coaches") { Section("Head") { Paragraph("One.") } }
      Links([CommandLink("Back", "reports")])
    }
    #expect(
      PlainRenderer.render(page) == [
        "Reports.", "All of it.", "", "Schools:", "Three.", "", "Coaches:", "", "Head:", "One.", "",
        "Back: reports",
      ])
  }

  @Test("The number of a link comes last, after what the link is")
  func numbers() {
    let page = Page(title: "Tasks") {
      RowList([
        Row("Build a list", spoken: "Build a list").opening(CommandLink("a", "tasks show 1"))
      ])
      Links([CommandLink("Filter", "tasks filter")])
    }
    #expect(
      PlainRenderer.render(page, numbersLinks: true)
        == ["Tasks.", "Build a list. Link 1.", "Filter: tasks filter (link 2)"])
  }

  @Test("A pictogram at the end of what was done is not read; one in a name is")
  func flourish() {
    #expect(
      PlainRenderer.render(Done("t1 A is complete. Great job! 🎉")) == [
        "t1 A is complete. Great job!"
      ])
    #expect(PlainRenderer.render(Done("Added q1 🎉 party.")) == ["Added q1 🎉 party."])
    #expect(PlainRenderer.render(Done("Grade 9")) == ["Grade 9."])
  }
}
