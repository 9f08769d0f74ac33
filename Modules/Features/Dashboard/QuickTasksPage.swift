import Domain
import FeatureKit

/// Builds the section with the viewer's own to-do list.
struct QuickTasksWidget {
  private let tasks: Loading<[QuickTaskRow]>
  private let limit: Int?
  /// Whether the section has a text field for a new task. If false, the section has a link to the
  /// form that adds a task.
  private let hasField: Bool

  init(_ tasks: Loading<[QuickTaskRow]>, limit: Int?, hasField: Bool) {
    self.tasks = tasks
    self.limit = limit
    self.hasField = hasField
  }

  /// Creates the section for the dashboard. On the dashboard it lists at most six tasks, because
  /// other sections follow.
  init(_ tasks: Loading<[QuickTaskRow]>, _ context: PageContext) {
    self.init(
      tasks, limit: context.rowLimit.map { min($0, Self.shownAmongOthers) },
      hasField: context.hasButtons)
  }

  private static let shownAmongOthers = 6

  @BlockBuilder
  var blocks: [Block] {
    Section("Quick Tasks", writing: hasField ? Self.field : nil) { content }
  }

  private static let addition = CommandLink("Add a task...", "quick add")

  private static var field: SectionForm {
    SectionForm(
      "Add a quick task", addition.command, button: "Add", visible: ["text"],
      placeholder: addition.label)
  }

  @BlockBuilder
  var content: [Block] {
    switch tasks {
    case .idle, .loading:
      Paragraph("Loading your quick tasks…", tone: .muted)
    case .failed(let problem):
      Message(problem)
    case .loaded(let tasks):
      if !tasks.isEmpty {
        let shown = tasks.prefix(max(limit ?? tasks.count, 1))
        RowList(
          shown.map(row),
          more: shown.count < tasks.count
            ? CommandLink("… \(tasks.count - shown.count) more", "quick --all") : nil)
      }
      let links =
        (hasField ? [] : [Self.addition])
        + (tasks.contains(where: \.task.isCompleted)
          ? [CommandLink("Clear completed", "quick clear")] : [])
      if !links.isEmpty { Links(links) }
    }
  }

  private func row(_ row: QuickTaskRow) -> Row {
    let (handle, task) = (row.reference.handle, row.task)
    let (marker, words): (Marker, String) =
      task.isCompleted ? (.checked, "done") : (.unchecked, "open")
    let toggle = CommandLink(
      task.text, "quick toggle \(handle)",
      spoken: "Mark \(task.text) as \(task.isCompleted ? "open again" : "done")")
    return Row(task.text, marker, handle: handle, spoken: "\(task.text), \(words)")
      .opening(toggle)
      .styled(task.isCompleted ? .muted : .neutral)
      .offering([CommandLink("Delete", "quick delete \(handle)", spoken: "Delete \(task.text)")])
  }
}

extension DashboardFeature {
  func quickTasksPage(
    _ tasks: Loading<[QuickTaskRow]>, all: Bool, in context: PageContext
  ) -> Page {
    Page(title: "Quick Tasks", context: "on this computer only", problem: tasks.problem) {
      if tasks.value?.isEmpty == true {
        Paragraph("You have no quick tasks. They are short reminders for you alone.", tone: .muted)
      }
      QuickTasksWidget(tasks, limit: all ? nil : context.rowLimit, hasField: false).content
    }
  }
}
