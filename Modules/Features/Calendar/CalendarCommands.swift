public import FeatureKit

extension CalendarFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Under("calendar") {
      Command(
        "", "Show a month: deadlines, events, visits and planned contacts.", .reads,
        Argument.rest(
          "month", .day, "A month, such as 2026-03, march or next month; otherwise this month",
          ask: "Which month?"
        ).optional,
        Flag("all", "Every entry of each day"),
        examples: [
          CommandExample("calendar", prints: "Calendar…"),
          CommandExample("calendar 2026-03", prints: "Calendar…"),
        ]
      ) { .monthRequested(Request($0, showsAll: $1)) }
      .explained(
        """
        A day stands for its month. Finished tasks, answered offers and letters that came are left out, and so are contacts \
        that took place.
        """)
      Command(
        "export", "Write deadlines and events into a calendar file.", .makesFile,
        examples: [
          CommandExample("calendar export", prints: "recruiting-calendar.ics")
        ]
      ) { .exportRequested }
      .explained(
        """
        Open tasks, open offers, letters that are due, and events. Import it again when something changed: each entry keeps its \
        identity, so nothing stands in your calendar twice.
        """)
    }
  }
}
