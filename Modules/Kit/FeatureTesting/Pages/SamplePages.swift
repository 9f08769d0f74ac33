import CivilTime
public import FeatureKit

/// Pages for tests of renderers (for a terminal or HTML). Together they contain every kind of
/// block, such as paragraphs, lists and charts.
public enum SamplePages {
  public static let all: [(name: String, page: Page)] = [
    ("tasks", tasks), ("parent", parent), ("dashboard", dashboard), ("unfolded", unfolded),
    ("report", report), ("empty", empty), ("failed", failed),
  ]

  public static let tasks = Page(title: "My Tasks", context: "Grade 10 · Class of 2028") {
    progress
    Paragraph("Status all · Urgency all", tone: .muted)
    Links([CommandLink("Filter", "tasks filter")])
    required
    optional
  }

  public static let parent = Page(
    title: "Sam Lee's Tasks", context: "Grade 10 · Class of 2028"
  ) {
    Banner(
      icon: "👁", ["Viewing Sam Lee's Tasks (Read-Only)"],
      links: [CommandLink("Switch athlete", "family switch")],
      spoken: "Viewing Sam Lee's tasks, read-only.")
    progress
    required
  }

  public static let dashboard = Page(title: "Dashboard", context: "Welcome back, Sam!") {
    StatGrid([
      Stat("Coaches", "42", tone: .first, link: CommandLink("Coaches", "coaches")),
      Stat("Schools", "31", tone: .second, link: CommandLink("Schools", "schools")),
      Stat("Interactions", "118", tone: .third),
      Stat("Offers", "2", tone: .fourth),
      Stat("Accepted", "1", note: "50%", tone: .fifth),
      Stat("A-Tier", "6", tone: .sixth),
    ])
    Section("Action Items", links: [CommandLink("More suggestions", "suggestions more")]) {
      RowList([
        Row(
          "You have not contacted Cedar Valley in 34 days", .bullet, handle: "g7",
          spoken: "You have not contacted Cedar Valley in 34 days, high urgency."
        )
        .showing(trailing: Badge("high", tone: .danger))
        .styled(.danger)
        .offering([CommandLink("Why", "suggestions why g7")]),
        Row(
          "Add a highlight video", .bullet, handle: "g9",
          spoken: "Add a highlight video, medium urgency."
        )
        .showing(trailing: Badge("medium", tone: .caution))
        .styled(.caution),
      ])
    }
    interactions
    schools
    EmptyState(
      "No metrics logged yet",
      links: [CommandLink("Log Your First Metric", "performance log")])
  }

  /// A page with one row expanded, which shows further blocks below the row, as after `tasks show
  /// t27`.
  public static let unfolded = Page(title: "My Tasks") {
    Section("Required") {
      RowList([
        Row(
          "Start a weekly strength routine", .unchecked, handle: "t19",
          spoken: "Start a weekly strength routine, Not started, Unlocked, Required"
        )
        .opening(CommandLink("Show", "tasks show t19"))
        .showing([Badge("Not started", tone: .muted)])
        .offering([CommandLink("Complete", "tasks complete t19")]),
        Row(
          "E-mail ten coaches", .locked, handle: "t27",
          spoken:
            "E-mail ten coaches, Not started, Locked, Required. Complete Build a target list of 20 to 30 schools to unlock."
        )
        .opening(CommandLink("Fold", "tasks"))
        .showing(
          [Badge("Locked", tone: .muted), Badge("Required", tone: .info)],
          trailing: Badge("Feb 28"),
          detail: "Write to ten coaches from your target list, one at a time."
        )
        .styled(.muted)
        .offering([
          CommandLink(
            "Complete", "tasks complete t27",
            spoken: "Complete Build a target list of 20 to 30 schools to unlock",
            isEnabled: false),
          CommandLink("Set a date", "tasks due t27"),
        ])
        .expanding([
          Section("Why It Matters") {
            Paragraph(
              "Coaches recruit the athletes they know. A short, honest e-mail with your schedule is how a coach "
                + "who has never seen you play learns your name.")
          }.block,
          Section("What Can Go Wrong") {
            Paragraph("A copied text to fifty coaches is deleted fifty times.")
          }.block,
          Section("🔒 Complete These First", tone: .danger) {
            RowList([
              Row(
                "Build a target list of 20 to 30 schools", .started, handle: "t24",
                spoken: "Build a target list of 20 to 30 schools, In progress"
              )
              .opening(CommandLink("Show", "tasks show t24"))
            ])
          }.block,
        ]),
        Row(
          "Take the PSAT", .checked, handle: "t21",
          spoken: "Take the PSAT, Completed, Unlocked, Required"
        )
        .showing([Badge("Completed", tone: .positive)]),
      ])
    }
  }

  public static let report = Page(
    title: "Reports & Analytics",
    subtitle: "Generate comprehensive reports and export recruiting data"
  ) {
    Message(
      "No data found for selected date range.", details: ["Try a different range."], tone: .warning)
    Form(
      "Generate Report",
      fields: [
        Form.Field(
          "range", "Range", value: "last-30-days",
          kind: .choice([
            .init("last-7-days", "Last 7 days"), .init("last-30-days", "Last 30 days"),
            .init("last-year", "Last year"),
          ])),
        Form.Field("from", "From", value: "2026-01-11", kind: .day, spoken: "From date"),
        Form.Field(
          "to", "To", value: "2026-01-01", kind: .day,
          problem: "The end is before the start."),
        Form.Field("with-schools", "With schools", kind: .flag),
        Form.Field("least", "At least", value: "1", kind: .number),
        Form.Field("note", "Note", kind: .longText),
      ], submit: CommandLink("Generate", "reports generate"))
    Facts([
      Fact("Period", "Jan 11, 2026 to Feb 10, 2026"),
      Fact("Response rate", "38%", tone: .positive),
    ])
    Table(
      "Schools by status",
      columns: ["Status", "Newest school", Column("Count", isNumeric: true)],
      rows: [
        ["Researching", "Cedar Valley University", "14"], ["Interested", "Lakeside State", "5"],
        ["Offer received", "University of Northern California at the Sea", "2"],
      ])
    velocity
  }

  public static let empty = Page(title: "My Tasks", context: "Grade 9 · Class of 2029") {
    EmptyState("No tasks available for this grade level")
  }

  public static let failed: Page = {
    let problem = Problem(
      .timedOut, "Connection timed out", details: ["Could not reach the server in 10 seconds."])
    return Page(title: "My Tasks", problem: problem) { Message(problem) }
  }()
}

extension SamplePages {
  static let progress = ProgressBar(
    "You've completed 3 of 20 tasks (15%)", done: 3, of: 20, percent: 15,
    spoken: "Completed 3 of 20 tasks, 15 percent complete")

  static let required = Section("Required") {
    RowList([
      Row(
        "Build a target list of 20 to 30 schools", .started, handle: "t24",
        spoken: "Build a target list of 20 to 30 schools, In progress, Unlocked, Required"
      )
      .opening(CommandLink("Show", "tasks show t24"))
      .showing([Badge("In progress", tone: .caution)], trailing: Badge("Overdue", tone: .danger))
      .offering([CommandLink("Complete", "tasks complete t24")]),
      Row(
        "Start a weekly strength routine", .unchecked, handle: "t19",
        spoken: "Start a weekly strength routine, Not started, Unlocked, Required"
      )
      .opening(CommandLink("Show", "tasks show t19"))
      .showing([Badge("Not started", tone: .muted)], trailing: Badge("Feb 14", tone: .warning)),
      Row(
        "E-mail ten coaches", .locked, handle: "t27",
        spoken:
          "E-mail ten coaches, Not started, Locked, Required. Complete Build a target list of 20 to 30 schools to unlock."
      )
      .opening(CommandLink("Show", "tasks show t27"))
      .showing(
        [Badge("Locked", tone: .muted)], trailing: Badge("Feb 28"),
        detail: "after Build a target list of 20 to 30 schools", isDetailSpoken: true
      )
      .styled(.muted),
      Row(
        "Take the PSAT", .checked, handle: "t21",
        spoken: "Take the PSAT, Completed, Unlocked, Required"
      )
      .opening(CommandLink("Show", "tasks show t21"))
      .showing([Badge("Completed", tone: .positive)]),
    ])
  }

  static let optional = Section("Optional") {
    RowList(
      [
        Row(
          "Make a one-minute highlight clip", .unchecked, handle: "t33",
          spoken: "Make a one-minute highlight clip, Not started, Unlocked, Optional"
        )
        .opening(CommandLink("Show", "tasks show t33"))
        .showing([Badge("Not started", tone: .muted)], trailing: Badge("Mar 31"))
      ], more: CommandLink("15 more", "tasks --all"))
  }

  static let interactions = Chart(
    "Interactions, last 30 days", sentence: "9 interactions in 30 days, most on Jan 21 (3).",
    form: .line(
      [
        Chart.Series(
          "Interactions", tone: .first,
          points: zip(0..., [1, 0, 0, 1, 0, 0, 3, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])
            .map { Chart.Point(day(20_465 + $0 * 29 / 19), $1) })
      ], unit: nil),
    table: Table(
      columns: ["Day", Column("Interactions", isNumeric: true)], rows: [["Jan 21", "3"]]))

  static let schools = Chart(
    "Schools by status", sentence: "31 schools, most of them researching (14).",
    form: .bars([
      Chart.Bar("Researching", 14), Chart.Bar("Contacted", 9), Chart.Bar("Interested", 5),
      Chart.Bar("Offer received", 2, tone: .positive), Chart.Bar("Committed", 1, tone: .positive),
    ]),
    table: Table(
      columns: ["Status", Column("Schools", isNumeric: true)], rows: [["Researching", "14"]]),
    links: [CommandLink("Schools", "schools")])

  static let velocity = Chart(
    "Fastball velocity",
    sentence:
      "Fastball velocity rose from 81.00 to 85.50 mph over 9 measurements (Aug 3 to Feb 1). Trend: improving. Best 85.50 on Feb 1.",
    form: .line(
      [
        Chart.Series(
          "Velocity", tone: .first,
          points: [
            (0, 81), (20, 81.5), (44, 82), (60, 83.2), (80, 83.8), (112, 83), (130, 84),
            (160, 84.6), (182, 85.5),
          ].map { Chart.Point(day(20_303 + $0), $1) }),
        Chart.Series(
          "Goal", tone: .positive,
          points: [Chart.Point(day(20_303), 82), Chart.Point(day(20_485), 86)]),
      ], unit: "mph"),
    table: Table(
      columns: ["Day", Column("mph", isNumeric: true)],
      rows: [["Aug 3", "81.00"], ["Feb 1", "85.50"]]),
    links: [
      CommandLink("Save the picture", "performance chart velocity --out velocity.png")
    ])

  private static func day(_ number: Int) -> CalendarDay { CalendarDay(dayNumber: number) }
}
