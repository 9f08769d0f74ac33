import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension TasksFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    if state.shown == .fieldNames { return Self.dataFields.page }
    return switch state.loaded {
    case .idle, .loading:
      Page(title: "Tasks") { Paragraph("Loading tasks…", tone: .muted) }
    case .failed(let problem):
      Page(title: "Tasks", problem: problem) { Message(problem) }
    case .loaded(let loaded):
      if let timeline = loaded.timeline {
        TasksPage(state: state, loaded: loaded, timeline: timeline, context: context).page
      } else {
        Page(title: "Tasks") { FamilyContextClient.linkYourFamily }
      }
    }
  }
}

/// Builds the tasks page from the loaded tasks.
///
/// Filters, order and texts are computed here, so that the feature's state holds only loaded data.
private struct TasksPage {
  let listing: TasksFeature.Listing
  let loaded: TasksFeature.LoadedPage
  let timeline: TimelinePageData
  let context: PageContext
  let filters: TaskFilters
  let done: TaskProgress
  /// The positions in `timeline.tasks` of the tasks that match the filters, in the order of the
  /// list.
  ///
  /// The property holds positions instead of tasks, because a task is a large value to copy.
  let admitted: [Int]
  /// The task whose details are expanded. The page then shows only this task.
  let expanded: TaskWithStatus?

  init(
    state: TasksFeature.State, loaded: TasksFeature.LoadedPage, timeline: TimelinePageData,
    context: PageContext
  ) {
    listing = state.listing
    self.loaded = loaded
    self.timeline = timeline
    self.context = context
    let filters = state.listing.filters(over: loaded.filters)
    self.filters = filters
    done = timeline.progress
    admitted = state.listing.places(in: timeline.tasks, admittedBy: filters, today: context.today)
    expanded = state.shown.expanded.flatMap { id in timeline.tasks.first { $0.id == id } }
  }

  var page: Page {
    var page = shown
    if filters.status != .all { page.remembered["status"] = filters.status.typed }
    if filters.urgency != .all { page.remembered["urgency"] = filters.urgency.rawValue }
    return page
  }

  private var shown: Page {
    Page(title: title, context: gradeWords) {
      if loaded.viewing.isReadOnly { banner }
      if timeline.grade.isAssumed { assumedGrade }
      if let unfinished = loaded.unfinished {
        plan(unfinished)
      } else if timeline.tasks.isEmpty {
        EmptyState("No tasks available for this grade level")
      } else {
        progress
        if let expanded {
          group(of: [expanded][...], more: others)
        } else {
          gradeMessage
          catchingUp
          choices
          list
          if let next { Links([next]) }
        }
      }
    }
  }
}

// MARK: - The parts of the page above the list of tasks

extension TasksPage {
  private var owner: String { loaded.viewing.ownerWords }

  private var mayChange: Bool { loaded.viewing.mayChange(.tasks) }

  /// The title of the page. In a browser a task has a page of its own, which is named after it.
  private var title: String {
    if context.hasButtons, let expanded { return expanded.task.title }
    return loaded.viewing.isReadOnly ? "\(owner)'s \(subject)" : "My \(subject)"
  }

  private var subject: String { loaded.unfinished == nil ? "Tasks" : "Plan" }

  private var gradeWords: String {
    let grade = "Grade \(timeline.grade.level)"
    guard let year = timeline.grade.graduationYear else { return grade }
    return "\(grade) · Class of \(year)"
  }

  private var banner: Banner {
    let viewing = mayChange ? "Helping \(owner) with tasks" : "Viewing \(owner)'s Tasks (Read-Only)"
    let others = loaded.athletes.filter { $0.reference.id != loaded.viewing.athlete }
    return Banner(
      icon: "👁", [viewing, "\(owner) sees your visits."], tone: .info,
      links: others.map {
        CommandLink("Switch to \($0.athlete.name)", "family switch \($0.reference.handle)")
      },
      spoken: "\(viewing). \(owner) sees your visits.")
  }

  private var assumedGrade: Message {
    Message(
      "No graduation year is set, so grade \(timeline.grade.level) is shown.", tone: .caution,
      links: loaded.viewing.isReadOnly
        ? [] : [CommandLink("Set the graduation year", "profile edit --graduation-year")])
  }

  private var progress: ProgressBar {
    ProgressBar(
      "\(loaded.viewing.owner.have) completed \(done.completed) of \(done.total) tasks (\(done.percent)%)",
      done: done.completed, of: done.total, percent: done.percent,
      spoken:
        "Completed \(done.completed) of \(done.total) tasks, \(done.percent) percent complete."
    )
  }

  /// The lines above the list: the completion rate of the required tasks (domain.md 4.3), the
  /// active filters, and a link to change the filters.
  @BlockBuilder
  private var choices: [Block] {
    let required = "Required \(done.requiredCompleted) of \(done.requiredTotal)"
    let facts =
      (done.requiredTotal > 0 ? ["\(required) (\(done.requiredPercent)%)"] : [])
      + [
        "Status \(filters.status.words.lowercased())",
        "Urgency \(filters.urgency.words.lowercased())",
      ]
    Paragraph(facts.joined(separator: " · "), tone: .muted)
    Links([CommandLink("Filter", "tasks filter")])
  }

  /// A message for a grade in which no task can be started or completed: all its tasks are
  /// complete, or each open task depends on another one.
  ///
  /// The message has links to what the person can do instead.
  @BlockBuilder
  private var gradeMessage: [Block] {
    let grade = timeline.grade.level
    if done.completed == done.total {
      Message(
        "Every task of grade \(grade) is complete.", tone: .positive,
        links: Grade.levels.contains(grade + 1)
          ? [CommandLink("Look ahead to grade \(grade + 1)", "tasks --grade \(grade + 1)")] : [])
    } else if timeline.isAllLocked {
      let first = timeline.firstSteps.prefix(3)
      Message(
        "Every task left in grade \(grade) waits for another.",
        details: first.map {
          "First complete: \(context.name(of: $0.reference)) (grade \($0.gradeLevel))"
        }, tone: .caution,
        links: first.map {
          CommandLink(
            "Show \(context.showsHandles ? $0.reference.handle : $0.reference.title)",
            "tasks show \($0.reference.handle)")
        })
    }
  }

  /// A message with the number of tasks that cannot be started because they depend on earlier
  /// tasks. It counts only tasks that depend on a grade before the one in which the athlete began
  /// to use the program.
  ///
  /// The message has a link to the plan of the remaining tasks. It also has a link to the command
  /// that marks earlier tasks as done, unless the person has said that none of them is done.
  @BlockBuilder
  private var catchingUp: [Block] {
    let waiting =
      timeline.startedIn.map { startedIn in
        timeline.tasks.indices.count { place in
          timeline.tasks[place].hasIncompletePrerequisites && timeline.tasks[place].status.isOpen
            && timeline.tasks[place].unmetPrerequisites.contains { $0.gradeLevel < startedIn }
        }
      } ?? 0
    if waiting > 0 {
      let tasks = waiting == 1 ? "1 task waits" : "\(waiting) tasks wait"
      let asks = !loaded.hasNothingToCatchUp
      let how =
        mayChange
        ? "If you did those before you came here, say so once."
        : "If \(owner) did those before, \(loaded.viewing.owner.within) can say so."
      Message(
        "\(tasks) for steps of earlier grades.",
        details: asks ? [how] : [], tone: .info,
        links: (asks && mayChange ? [CommandLink("Catch up", "tasks catch-up")] : []) + [
          CommandLink("Plan what is left", "tasks plan")
        ])
    }
  }
}

// MARK: - The plan of open tasks by month

extension TasksPage {
  @BlockBuilder
  private func plan(_ unfinished: UnfinishedTasks) -> [Block] {
    if let plan = unfinished.plan(on: context.today) {
      let tasks = Dictionary(
        unfinished.tasks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let planned = plan.months.flatMap(\.tasks).compactMap { tasks[$0] }
      let leftOut = plan.leftOut.compactMap { tasks[$0]?.reference.title }
      if planned.isEmpty, leftOut.isEmpty {
        Message("Every required task is done or skipped.", tone: .positive)
      } else {
        let earlier = planned.count { $0.task.gradeLevel < unfinished.grade.level }
        Paragraph(words(of: plan, tasks: planned.count, earlier: earlier))
        if mayChange, earlier > 0 {
          Links([CommandLink("Say which steps are done already", "tasks catch-up")])
        }
        for month in plan.months {
          Section(month.firstDay.text(.month)) {
            RowList(
              month.tasks.compactMap { tasks[$0] }.map { task in
                TaskRow(
                  task: task, context: context, isReadOnly: !mayChange, isPlanned: true,
                  doneTogether: unfinished.doneTogether(with: task)
                ).row
              })
          }
        }
        if !leftOut.isEmpty {
          Paragraph(
            "Not planned, because the time for it is over: "
              + "\(leftOut.joined(separator: ", ")).", tone: .muted)
        }
      }
    }
    Links([CommandLink("Back to the list", listing.line)])
  }

  /// The plan in words, such as "19 months are left until graduation. 31 tasks are to be done, 14
  /// of earlier grades."
  private func words(of plan: TaskPlan, tasks count: Int, earlier: Int) -> String {
    let left =
      switch plan.monthsLeft {
      case nil: "The day of graduation has passed"
      case 0: "Less than a month is left until graduation"
      case 1: "1 month is left until graduation"
      case let months?: "\(months) months are left until graduation"
      }
    let tasks = KindCount(.task, count).words + (count == 1 ? " is" : " are")
    return "\(left). \(tasks) to be done"
      + (earlier > 0 ? ", \(earlier) of earlier grades." : ".")
  }
}

// MARK: - The list of tasks

extension TasksPage {
  @BlockBuilder
  private var list: [Block] {
    if admitted.isEmpty {
      EmptyState(
        "No tasks match these filters.",
        links: [CommandLink("Show all tasks", unfilteredLine)])
    } else {
      let limit = listing.showsAll ? nil : min(context.rowLimit ?? Self.mostRows, Self.mostRows)
      let visible = admitted.prefix(max(limit ?? admitted.count, 1)).map { timeline.tasks[$0] }
      // The tasks are sorted with the required ones first (domain.md 4.4), so these form the
      // beginning of the list and get a section of their own.
      let required = visible.prefix { $0.task.isRequired }
      let optional = visible.dropFirst(required.count)
      let more = more(than: visible.count)
      if listing.order == .due {
        Section("By due date") { rows(of: visible, more: more) }
      } else {
        if !required.isEmpty { group(of: required, more: optional.isEmpty ? more : nil) }
        if !optional.isEmpty { group(of: optional, more: more) }
      }
    }
  }

  /// The primary action of the list in a browser: a link that opens the required task that is due
  /// first. If no required task can be completed, the link opens the first task of the list that
  /// can. Nil if there is no such task.
  ///
  /// The link opens the task instead of completing it, because a person could otherwise complete a
  /// task by mistake with one press. The task's own page has the button that completes it.
  private var next: CommandLink? {
    guard context.hasButtons, mayChange else { return nil }
    let possible = admitted.filter { timeline.tasks[$0].canBeCompleted }
    let required = possible.filter { timeline.tasks[$0].task.isRequired }
    let soonest = required.min { timeline.tasks[$0].isDue(before: timeline.tasks[$1]) }
    guard let place = soonest ?? possible.first else { return nil }
    let task = timeline.tasks[place]
    return CommandLink("Next: \(task.task.title)", "tasks show \(task.handle)").leading()
  }

  /// The largest number of rows on the page without `--all`.
  private static let mostRows = 100

  /// The command line that shows all tasks of the grade.
  ///
  /// Filters that were set with `tasks filter` are remembered, so the command line has to clear
  /// them. The filters of a single `tasks` command apply to that command only, so without
  /// remembered filters the plain list is enough. In a browser, filters that were chosen on the
  /// list are stored after the page was sent, so the line names every filter.
  private var unfilteredLine: String {
    if context.hasButtons {
      return TasksFeature.Listing(grade: listing.grade, status: .all, urgency: .all).line
    }
    return loaded.filters.areActive
      ? "tasks filter --clear" : TasksFeature.Listing(grade: listing.grade).line
  }

  private func more(than count: Int) -> CommandLink? {
    guard count < admitted.count else { return nil }
    var whole = listing
    whole.showsAll = true
    return CommandLink("… \(admitted.count - count) more", whole.line)
  }

  /// The link below an expanded task that leads back to the list, with the number of the other
  /// tasks in it.
  private var others: CommandLink? {
    let filters = listOfThisGrade.filters(over: loaded.filters)
    let count = timeline.tasks.count {
      $0.id != expanded?.id && filters.admit($0, today: context.today)
    }
    let words =
      switch (context.hasButtons, count) {
      case (false, 0): "… back to the list"
      case (false, _): "… \(count) more"
      case (true, 0): "Back to the list"
      case (true, _):
        "\(count) more \(count == 1 ? "task" : "tasks") of grade \(timeline.grade.level)"
      }
    return CommandLink(words, listOfThisGrade.line)
  }

  /// The list to which the link on an expanded task leads: the list that the person saw before, if
  /// it has the task's grade, and otherwise a plain list of that grade.
  private var listOfThisGrade: TasksFeature.Listing {
    let (grade, year) = (timeline.grade.level, timeline.grade.graduationYear)
    let own = Grade(graduationYear: year, on: context.today, fallback: Grade.tasksFallback).level
    if (listing.grade ?? own) == grade { return listing }
    return TasksFeature.Listing(grade: grade == own ? nil : grade)
  }

  private func group(of tasks: ArraySlice<TaskWithStatus>, more: CommandLink?) -> Section {
    Section(tasks.first?.task.isRequired == true ? "Required" : "Optional") {
      rows(of: tasks, more: more)
    }
  }

  /// Returns the rows of these tasks. In a wide browser window the values of the rows are columns,
  /// unless a task is expanded.
  private func rows(of tasks: some Collection<TaskWithStatus>, more: CommandLink?) -> RowList {
    let rows = tasks.map(row)
    guard context.hasButtons, expanded == nil else { return RowList(rows, more: more) }
    return RowList(
      rows, more: more, title: RowList.Column("Task", order: nil),
      columns: [
        RowList.Column("Status", order: nil), RowList.Column("Can start", order: nil),
        RowList.Column("Due", order: TasksFeature.ListOrder.due.rawValue),
      ], cells: rows.map(Self.cells))
  }

  private static func cells(of row: Row) -> [Row.Cell?] {
    [
      row.badges.first.map { .badge($0) }, row.detail.map { .text($0) },
      row.trailing.map { .text($0.text, tone: $0.tone) },
    ]
  }

  private func row(_ task: TaskWithStatus) -> Row {
    TaskRow(
      task: task, context: context, isReadOnly: !mayChange,
      dependants: task.id == expanded?.id ? loaded.details?.dependants ?? [] : nil,
      listLine: listing.line
    ).row
  }
}

extension TasksFeature.Listing {
  /// Returns the positions in `tasks` of the tasks that match the filters, in the order of the
  /// list.
  func places(
    in tasks: [TaskWithStatus], admittedBy filters: TaskFilters, today: CalendarDay
  ) -> [Int] {
    var (admitted, orders) = ([Int](), [TaskOrder]())
    admitted.reserveCapacity(tasks.count)
    orders.reserveCapacity(tasks.count)
    // Access by position reads the fields of a task in place. A loop over the tasks themselves
    // would copy each task, which is a large value.
    for place in tasks.indices {
      let urgency = tasks[place].urgency(on: today)
      guard filters.admit(status: tasks[place].status, urgency: urgency) else { continue }
      admitted.append(place)
      orders.append(
        TaskOrder(
          isRequired: tasks[place].task.isRequired, urgency: urgency,
          title: tasks[place].task.title, id: tasks[place].task.id))
    }
    // The positions of the tasks are sorted instead of the tasks, because a position is an integer
    // and a task is a large value to move.
    let usual = orders.indices.sorted { orders[$0] < orders[$1] }.map { admitted[$0] }
    return order == .due ? Self.byDay(usual, of: tasks) : usual
  }

  /// Sorts open tasks by their due day, and puts completed and skipped ones after them.
  ///
  /// Tasks with equal days keep their order.
  private static func byDay(_ places: [Int], of tasks: [TaskWithStatus]) -> [Int] {
    places.enumerated().map { position, place in
      let task = tasks[place]
      return (
        place: place, rank: task.status.isOpen ? 0 : 1, day: task.deadline ?? CalendarDay.last,
        position: position
      )
    }.sorted { ($0.rank, $0.day, $0.position) < ($1.rank, $1.day, $1.position) }.map(\.place)
  }
}
