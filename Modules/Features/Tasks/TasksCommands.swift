import CivilTime
import Domain
public import FeatureKit

extension TasksFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "list", "Show the tasks of your grade.", .reads,
      Option("grade", .integer(9...12), "Another grade, 9 to 12").labelled("Grade (9 to 12)"),
      Option("status", .vocabulary, "Only tasks of this status, this time").labelled("Status")
        .assuming(TaskStatusFilter.all.rawValue),
      Option("urgency", .vocabulary, "Only tasks this urgent, this time").labelled("Urgency")
        .assuming(TaskUrgencyFilter.all.rawValue),
      Option("sort", .choice, "By day with `due`; else required ones first, then by urgency")
        .labelled("Order").assuming(ListOrder.usual.rawValue),
      Flag("all", "Show every task, however many").forTerminal, Self.dataFields.option,
      examples: [
        CommandExample("tasks", prints: "My Tasks\n…"),
        CommandExample("tasks --grade 9 --status completed", prints: "My Tasks\n…"),
        CommandExample("tasks --sort due", prints: "My Tasks\n…"),
        CommandExample("tasks --grade 12 --fields handle,due", prints: "[{\"handle\":…"),
      ]
    ) { grade, status, urgency, order, all, fields in
      let listing = Listing(
        grade: grade, status: status, urgency: urgency, order: order ?? .usual, showsAll: all)
      return switch fields {
      case nil: .listRequested(listing)
      case .listing?: .fieldNamesRequested
      case .names(let names)?: .dataRequested(.list(listing), fields: names)
      }
    }
    .filtersStored(by: "filter")
    .explained(
      "Required tasks come first, then what is more urgent, then by title; `--sort due` goes by day. What `tasks filter` remembers applies unless an option says otherwise."
    )
    Command(
      "show", "Show what to do, why it matters, what can go wrong, and what it waits for.", .reads,
      Argument("task", .reference(.task), ask: "Which task?"), Self.dataFields.option,
      examples: [CommandExample("tasks show t1", prints: "My Tasks\n…")]
    ) { task, fields in
      switch fields {
      case nil: .detailsRequested(task)
      case .listing?: .fieldNamesRequested
      case .names(let names)?: .dataRequested(.one(task), fields: names)
      }
    }
    Command(
      "plan", "Show the required tasks that are left, month by month until you graduate.", .reads,
      examples: [CommandExample("tasks plan", prints: "My Plan\n…")]
    ) { .planRequested }
    .explained(
      "For an athlete who begins later than in grade 9. A task that is due stands in the month of its day. A task that was due before you came stands as early as it fits: behind what it waits for, before what waits for it, at most three in a month where that is possible."
    )
    Command(
      "complete", "Mark a task complete, or several.", .writes,
      RepeatedArgument(
        "task", .reference(.task), ask: "Which tasks are complete? (commas between)"),
      examples: [
        CommandExample(
          "tasks complete t43",
          prints: "✓ t43 Register with NCAA Eligibility Center is complete. Great job! 🎉\n…"),
        CommandExample(
          "tasks complete t43 t60", prints: "✓ 2 tasks are complete. Great job! 🎉\n…"),
      ]
    ) { .statusRequested($0, .completed) }
    .changing(.tasks)
    .explained(
      "A task that waits for others cannot be completed before them: the answer names them. Several are named by their handles: all of them are completed, in one step, or none. `undo` takes it back."
    )
    Command(
      "start", "Mark a task as in progress.", .writes,
      RepeatedArgument(
        "task", .reference(.task), ask: "Which tasks did you start? (commas between)"),
      examples: [
        CommandExample(
          "tasks start t60", prints: "✓ t60 Evaluate School Fit Beyond Baseball is in progress.\n…")
      ]
    ) { .statusRequested($0, .inProgress) }
    .changing(.tasks)
    Command(
      "skip", "Set a task aside. It does not count as completed.", .writes,
      RepeatedArgument(
        "task", .reference(.task), ask: "Which tasks do you want to skip? (commas between)"),
      examples: [
        CommandExample(
          "tasks skip t42", prints: "✓ t42 Take SAT or ACT Again (if needed) is skipped.\n…")
      ]
    ) { .statusRequested($0, .skipped) }
    .changing(.tasks)
    .explained(
      "What waits for a skipped task stays locked, and the answer names it. Only a task of a grade before your first one unlocks what waits for it."
    )
    Command(
      "reset", "Put a task back to not started.", .writes,
      RepeatedArgument(
        "task", .reference(.task), ask: "Which tasks should start over? (commas between)"),
      examples: [
        CommandExample(
          "tasks reset t41", prints: "✓ t41 Meet with College Counselor is back to not started.\n…")
      ]
    ) { .statusRequested($0, .notStarted) }
    .changing(.tasks)
    Command(
      "due", "Give a task a due date of your own, or `none` for the usual one.", .writes,
      RepeatedArgument("task", .reference(.task), ask: "Which tasks? (commas between)"),
      Argument(
        "day", ValueKind.dueDay.orNothing(), "The day, or none",
        ask: "When is it due? (none for the usual day)"
      ).labelled("When is it due?", hint: "Leave it empty for the usual day.").orLeftEmpty,
      examples: [
        CommandExample(
          "tasks due t45 2026-03-02",
          prints: "✓ t45 Peak Athletic Performance is due Mar 2, 2026.\n…"),
        CommandExample(
          "tasks due t45 t60 feb 28", prints: "✓ 2 tasks are due Feb 28, 2026.\n…"),
      ]
    ) { .dueDateRequested($0, $1) }
    .changing(.tasks)
    Command(
      "catch-up", "Say which steps of earlier grades are done already.", .writes,
      Argument<EarlierSteps>.rest(
        "steps", .earlierSteps, "Grades, tasks by their handles, all or none",
        ask: "Which are done?"
      ).optional.suggesting("none"),
      examples: [
        CommandExample(
          "tasks catch-up t4 t14", prints: "✓ 2 tasks are complete from before.\n…"),
        CommandExample(
          "tasks catch-up all of grade 9", prints: "✓ 2 tasks are complete from before.\n…"),
      ]
    ) { .catchUpRequested($0) }
    .changing(.tasks)
    .filledInWhereOffered
    .explained(
      "For an athlete who begins later than in grade 9. Without a word it lists what is open and asks; a number is a grade, a task is named by its handle. They are marked complete without a day, in one step, which `undo` takes back. Steps of earlier grades that were neither begun nor given a deadline are never overdue for an athlete who came later: they are from before."
    )
    Command(
      "filter", "Choose which tasks are shown; the choice is remembered.", .writesOwn,
      Option(
        "status", .vocabulary, "All, or only this status",
        ask: "Which status? all, not-started, in-progress, completed or skipped"
      ).labelled("Status"),
      Option(
        "urgency", .vocabulary, "All, or only this urgency",
        ask: "Which urgency? all, critical, urgent or upcoming"
      ).labelled("Urgency"),
      // Only a browser's form shows this flag. A terminal asks for the status and the urgency, and
      // both questions already offer `all`. The condition keeps a terminal from asking about the
      // flag: a terminal would ask only if the flag were set, and the flag cannot be set before the
      // question.
      Flag("clear", "Show everything again").asked(when: "clear", is: "yes"),
      examples: [
        CommandExample(
          "tasks filter --status in-progress", prints: "✓ Filters: status In Progress, urgency All."
        ),
        CommandExample("tasks filter --clear", prints: "✓ Filters: status All, urgency All."),
      ]
    ) { status, urgency, clear in
      .filtersRequested(FilterChoice(status: status, urgency: urgency, clears: clear))
    }
    .guided
    .explained(
      "Filters are remembered on this machine, for each athlete. Without an option it says which are set."
    )
  }
}

extension TasksFeature.Listing {
  /// The command line that shows this list again. Links begin with it, so that they keep the list's
  /// grade, filters and order.
  var line: String {
    var words = ["tasks"]
    if showsAll { words.append("--all") }
    if let grade { words += ["--grade", "\(grade)"] }
    if let status { words += ["--status", status.typed] }
    if let urgency { words += ["--urgency", urgency.rawValue] }
    if order != .usual { words += ["--sort", order.rawValue] }
    return words.joined(separator: " ")
  }

  /// Returns the filters that apply to this list: those of the command, and the remembered filters
  /// where the command names none.
  func filters(over remembered: TaskFilters) -> TaskFilters {
    TaskFilters(status: status ?? remembered.status, urgency: urgency ?? remembered.urgency)
  }
}

extension TasksFeature.FilterChoice {
  /// The chosen filters, such as the status and the urgency, as one text.
  ///
  /// The text becomes part of an effect's identifier (an effect is the work that a command starts).
  /// So the program recognizes a repeat of the same command while the first one runs.
  var name: String {
    "\(status?.rawValue ?? "") \(urgency?.rawValue ?? "") \(clears ? "clear" : "")"
  }
}
