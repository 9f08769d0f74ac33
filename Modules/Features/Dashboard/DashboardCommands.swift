import Domain
public import FeatureKit

extension DashboardFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "show", "Show how your recruiting stands, at a glance.", .reads,
      examples: [CommandExample("dashboard", prints: "Dashboard\n…")]
    ) { .viewRequested(.home) }
    .explained(
      "Numbers, action items, charts and lists of one athlete, each from its own source: if one cannot be loaded, the others are shown. Parts are hidden with `settings set`."
    )
    Command(
      "activity", "Show what happened lately: contacts, changes of status, documents.", .reads,
      Option("from", .integer(0...1000), "Skip so many of the newest entries").labelled(
        "How many of the newest to leave out"),
      examples: [
        CommandExample("dashboard activity", prints: "Recent Activity\n…"),
        CommandExample("dashboard activity --from 10", prints: "Recent Activity\n…"),
      ]
    ) { .viewRequested(.activity(from: $0 ?? 0)) }
    Under("next") { next }
    Under("suggestions") { suggestionCommands }
    Under("quick") { quickTaskCommands }
  }

  private var next: Command<Self> {
    Command(
      "", "Show the three most useful things to do now, each with its command.", .reads,
      examples: [CommandExample("next", prints: "Next\n…")]
    ) { .viewRequested(.next) }
    .explained(
      "What is due within three days comes first; then what is overdue and required, a coach who waits for you, a deadline of the next two weeks, and an action item, one of each before a second. A coach to write to comes after the deadlines, and an optional task that is overdue comes last."
    )
  }

  @CommandBuilder<Self>
  private var suggestionCommands: Commands<Self> {
    Command(
      "list", "Show your action items, the most urgent first.", .reads,
      Option("school", .reference(.school), "Only those about this school").labelled(
        "About this school"),
      examples: [
        CommandExample("suggestions", prints: "Action Items\n…"),
        CommandExample("suggestions --school s1", prints: "Action Items\n…"),
      ]
    ) { .viewRequested(.suggestions(school: $0)) }
    Command(
      "more", "Bring up to three more action items forward.", .writes,
      examples: [CommandExample("suggestions more", prints: "✓ 3 more action items.\n…")]
    ) { .moreRequested }
    Command(
      "dismiss", "Put an action item away. It stays away for a while.", .writes,
      Argument("suggestion", .reference(.suggestion), ask: "Which action item?"),
      examples: [
        CommandExample(
          "suggestions dismiss g1", prints: "✓ Dismissed g1 Register with the NCAA.\n…")
      ]
    ) { .dismissalRequested($0) }
    .onlyWhereOffered
    Command(
      "complete", "Say that an action item is done.", .writes,
      Argument("suggestion", .reference(.suggestion), ask: "Which action item is done?"),
      examples: [
        CommandExample(
          "suggestions complete g1", prints: "✓ Completed g1 Register with the NCAA.\n…")
      ]
    ) { .completionRequested($0) }
    .onlyWhereOffered
    .explained(
      "It leaves the list and stays away for at least 7 days. Logging an interaction with a school completes what asked for one by itself."
    )
    Command(
      "why", "Show the rule behind an action item, what it saw, and when it returns.", .reads,
      Argument("suggestion", .reference(.suggestion), ask: "Which action item?"),
      examples: [CommandExample("suggestions why g1", prints: "Register with the NCAA\n…")]
    ) { .viewRequested(.reasons($0.id)) }
  }

  @CommandBuilder<Self>
  private var quickTaskCommands: Commands<Self> {
    Command(
      "list", "Show your quick tasks.", .reads,
      Flag("all", "Show every one, however many").forTerminal,
      examples: [CommandExample("quick", prints: "Quick Tasks\n…")]
    ) { .viewRequested(.quickTasks(all: $0)) }
    Command(
      "add", "Add a quick task.", .writesOwn,
      Argument.rest("text", "What to do", max: 200, ask: "What do you want to do?"),
      examples: [
        CommandExample("quick add Call Coach Smith", prints: "✓ Added q7 Call Coach Smith.\n…")
      ]
    ) { .quickTaskTyped($0) }
    .explained(
      "Quick tasks are your own, also while you look at another person's pages. They are kept on this computer only, and work without a connection."
    )
    Command(
      "toggle", "Mark a quick task as done, or as open again.", .writesOwn,
      RepeatedArgument(
        "task", .reference(.quickTask), ask: "Which quick tasks? (commas between)"),
      examples: [
        CommandExample("quick toggle q2", prints: "✓ q2 Print the packing list is done.\n…")
      ]
    ) { .toggleRequested($0) }
    Command(
      "delete", "Delete a quick task.", .writesOwn,
      RepeatedArgument(
        "task", .reference(.quickTask), ask: "Which quick tasks? (commas between)"),
      examples: [CommandExample("quick delete q4", prints: "✓ Deleted q4 Order new laces.\n…")]
    ) { .deletionRequested($0) }
    Command(
      "clear", "Delete the quick tasks that are done.", .writesOwn,
      examples: [CommandExample("quick clear", prints: "✓ Cleared 1 quick task.\n…")]
    ) { .clearingRequested }
  }
}
