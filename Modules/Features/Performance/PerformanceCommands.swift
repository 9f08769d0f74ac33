import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension PerformanceFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "list", "Show the chart, the trends, the latest and the history.", .reads,
      Self.type, Self.event, Self.from, Self.to, Self.verified,
      Option("sort", ValueKind<MetricSort>.choice, "The order of the history").labelled("Order")
        .assuming(MetricSort.standard.words),
      Flag("reverse", "The other way round"),
      Flag("all", "Show every measurement, however many").forTerminal, Self.dataFields.option,
      examples: [
        CommandExample("performance", prints: "Performance Metrics\n…"),
        CommandExample(
          "performance --type exit-velo --from 2025-10-01 --verified",
          prints: "Performance Metrics\n…"),
        CommandExample(
          "performance --type exit-velo --fields on,value", prints: "[{\"on\":…"),
      ]
    ) { type, event, from, to, verified, sort, isReversed, all, fields in
      let selection = Selection(
        type: type, event: event, from: from, through: to, verifiedOnly: verified)
      let order = HistoryOrder(sort ?? .standard, isReversed: isReversed)
      return switch fields {
      case nil: .viewRequested(View(.overview, selection, order: order, showsAll: all))
      case .listing?: .fieldNamesRequested
      case .names(let names)?: .dataRequested(.selected(selection, order), fields: names)
      }
    }.explained(Self.whatComesFirst)
    Command(
      "log", "Log a measurement.", .writes,
      Argument("metric", .measured, "What was measured", ask: "Please select a metric type")
        .labelled("Metric type").keptForNext,
      Argument.rest(
        "value", ValueKind<MeasuredValue>.metricValue, "The number, with its unit if you like",
        ask: "Please enter a value"
      ).judged(by: .ofMeasurement).labelled("Value"),
      Option("on", .recordedDay, "The day, today if left out", ask: "Please select a date")
        .suggesting("today").orNamed("date").labelled("Date").keptForNext,
      Option(
        "unit", .unit, "The unit, the usual one if left out",
        ask: "Unit (Enter for the usual one, none for none)"
      ).labelled("Unit"),
      Option("notes", .text(max: Self.notesLimit), "Notes", ask: "Notes"),
      Option("event", .reference(.event), "The event it was measured at", ask: "At which event?")
        .keptForNext,
      Flag("verified", "Verified by another person?"),
      examples: [
        CommandExample(
          "performance log velocity 85.5 --on yesterday --notes \"After the long rest\"",
          prints: "✓ Logged m67 Fastball Velocity 85.50 mph on Feb 9, 2026.\n  undo takes it back"),
        CommandExample(
          "performance log batting-avg .345 --event e11 --verified",
          prints:
            "✓ Logged m67 Batting Average .345 on Feb 10, 2026, verified.\n  undo takes it back"
        ),
        CommandExample(
          "performance log exit-velo 95mph --date last-fri",
          prints: "✓ Logged m67 Exit Velocity 95.00 mph on Feb 6, 2026.\n  undo takes it back"),
      ]
    ) { type, value, day, unit, notes, event, verified in
      var changes = MetricChanges()
      let written = value.unit.flatMap { MetricUnit.kept($0, measuring: type) }
      if let written { changes.unit = written } else { changes.unit = unit ?? type.defaultUnit }
      if let notes { changes.notes = notes }
      if let event { changes.event = event.id }
      changes.isVerified = verified
      return .logRequested(Entry(type, value.value, on: day, changes: changes))
    }.guided.button("Log Metric").changing(.metrics).suggesting {
      [metrics, family] _ throws(Problem) in
      guard let athlete = try await family.current().athlete else { return [:] }
      let query = ListQuery<PerformanceMetric> { $0.limit = 10 }
      let newest = try await metrics.list(query, of: athlete).rows
      // The type "Other Metric" does not say what was measured, so it is not suggested.
      let type = newest.compactMap(\.metric.type.known).first { $0 != .other }
      return type.map { ["metric": [$0.word]] } ?? [:]
    }.explained(
      "Numbers keep the precision they are typed with. The same measurement can be logged twice: nothing is taken for a copy. Without a unit behind the number or `--unit` the usual one is kept (mph, sec, avg, era, k, val). A number that is possible and unlikely is asked about (`--yes` elsewhere), one that cannot be is refused with what was probably meant."
    )
    Command(
      "show", "Show one measurement with its notes.", .reads, Self.metric(ask: "Which metric?"),
      Self.dataFields.option,
      examples: [CommandExample("performance show m41", prints: "Exit Velocity…")]
    ) { metric, fields in
      switch fields {
      case nil: .viewRequested(View(.details(metric.id)))
      case .listing?: .fieldNamesRequested
      case .names(let names)?: .dataRequested(.one(metric), fields: names)
      }
    }
    Command(
      "edit", "Change a measurement; what is not named stays.", .writes,
      Self.metric(ask: "Which metric do you want to change?"),
      Option("type", .measured, "What was measured", ask: "New type").labelled("Metric type"),
      Option(
        "value", ValueKind<MeasuredValue>.metricValue, "The number, with its unit if you like",
        ask: "New value"
      ).labelled("Value"),
      Option("on", .recordedDay, "The day", ask: "New date").orNamed("date").labelled("Date"),
      Option("unit", .unit, "The unit, or none", ask: "New unit").labelled("Unit"),
      Option(
        "notes", ValueKind<String>.text(max: Self.notesLimit).orNothing(), "Notes, or none",
        ask: "New notes"
      ).labelled("Notes"),
      Option("event", .reference(.event), "The event it was measured at", ask: "New event")
        .emptied(by: .flag("no-event")).labelled("At which event?"),
      Flag("no-event", "Measured at no event?").notAsked.forTerminal,
      Option("verified", ValueKind<YesOrNo>.choice, "Verified by another person, or not")
        .labelled("Verified by another person?"),
      examples: [
        CommandExample(
          "performance edit m61 --value 80.9 --notes none",
          prints:
            "✓ Changed m61 Fastball Velocity 80.90 mph on Jan 29, 2026.\n  undo takes it back")
      ]
    ) { metric, type, value, day, unit, notes, event, noEvent, verified in
      var changes = MetricChanges()
      changes.type = type
      changes.value = value?.value
      changes.day = day
      let written = value?.unit.map { unit in
        type.flatMap { MetricUnit.kept(unit, measuring: $0) } ?? MetricUnit.kept(unit)
      }
      if let written { changes.unit = written } else { changes.unit = unit }
      changes.notes = notes
      if noEvent { changes.event = .some(nil) } else if let event { changes.event = event.id }
      changes.isVerified = verified.map { $0 == .yes }
      return .editRequested(metric, changes)
    }.guided.button("Save Changes").changing(.metrics).beginning {
      [metrics, family] given throws(Problem) in
      guard let metric = given["metric"].first?.reference else { return [:] }
      let row = try await metrics.show(metric.id, of: try await family.current().chosenAthlete())
      return row.typed.mapValues { [$0] }
    }
    Command(
      "delete", "Delete a measurement, after asking.", .writes,
      Self.metric(ask: "Which metric do you want to delete?"),
      examples: [
        CommandExample(
          "performance delete m66 --yes",
          prints: "✓ Deleted m66 Other Metric 125.00 of Feb 3, 2026.\n  undo takes it back")
      ]
    ) { .deletionRequested($0) }
    .changing(.metrics)
    Command(
      "verify", "Mark a measurement as verified by another person.", .writes,
      Self.metric(ask: "Which metric was verified?"), Flag("off", "Take the mark away again"),
      examples: [
        CommandExample(
          "performance verify m61",
          prints: "✓ m61 Fastball Velocity 80.70 mph is marked as verified.\n  undo takes it back")
      ]
    ) { .verificationRequested($0, isVerified: !$1) }
    .changing(.metrics)
    goalCommand
    measureCommands
    Command(
      "chart", "Draw one type over time; on the screen, or into a file.", .reads,
      Argument("metric", .measured, "What to draw; the one with most to say if left out")
        .optional.labelled("Metric type"),
      Self.event, Self.from, Self.to, Self.verified,
      Flag("table", "The numbers instead of the drawing"),
      Option("out", .picture, "Draw it into this file: .svg, .png or .pdf"),
      examples: [
        CommandExample(
          "performance chart velocity",
          prints:
            "Performance Trends                                             Fastball Velocity\n…"
        ),
        CommandExample("performance chart velocity --out velo.png", prints: "velo.png"),
      ]
    ) { type, event, from, to, verified, table, out in
      let view = View(
        .chart,
        Selection(type: type, event: event, from: from, through: to, verifiedOnly: verified),
        asTable: table)
      return out.map { .drawingRequested(view, $0) } ?? .viewRequested(view)
    }.explained(
      "A line needs two measurements. More than fifty are thinned to fifty; the highest and the lowest always stay. A goal is a second, broken line."
    )
    Command(
      "timeline", "Draw every type on one time axis.", .reads,
      Self.from, Self.to, Self.verified, Flag("table", "The numbers instead of the drawings"),
      examples: [
        CommandExample("performance timeline --from 2025-10", prints: "Timeline & Analytics…")
      ]
    ) { from, to, verified, table in
      .viewRequested(
        View(.timeline, Selection(from: from, through: to, verifiedOnly: verified), asTable: table))
    }
    Command(
      "export", "Write the measurements into a file, as a table or a report.", .makesFile,
      Argument("form", ValueKind<ExportFormat>.choice, "csv or pdf", ask: "As csv or pdf?"),
      Self.type, Self.event, Self.from, Self.to, Self.verified,
      examples: [
        CommandExample(
          "performance export csv --type sixty-time --verified --stdout",
          prints: """
            "Date","Metric Type","Value","Unit","Verified","Notes"
            "03/25/2025","60-Yard Dash","7.38","sec","Yes","Laser timed"
            "10/02/2025","60-Yard Dash","7.23","sec","Yes","Laser timed"…
            """),
        CommandExample(
          "performance export pdf --from 2026-01-01",
          prints: "performance-metrics-2026-02-10.pdf"),
      ]
    ) { format, type, event, from, to, verified in
      .exportRequested(
        format,
        Selection(type: type, event: event, from: from, through: to, verifiedOnly: verified))
    }
    Command(
      "filter", "Narrow what is shown, until `performance` shows everything again.", .reads,
      Self.type, Self.event, Self.from, Self.to, Self.verified,
      Flag("clear", "Show everything again"),
      examples: [
        CommandExample("performance filter --type pop-time", prints: "Performance Metrics\n…")
      ]
    ) { type, event, from, to, verified, clear in
      .filtersRequested(
        clear
          ? .clear
          : .narrow(
            Selection(type: type, event: event, from: from, through: to, verifiedOnly: verified)))
    }
  }

  private var goalCommand: Command<Self> {
    Command(
      "goal", "Set a goal for one measure, or take it back.", .writes,
      Argument("metric", .measured, "What is measured", ask: "Please select a metric type")
        .labelled("Metric type"),
      Argument.rest(
        "goal", .goal, "The number, and by when if you like; none takes the goal back",
        ask: "What do you want to reach?"
      ).judged(by: .ofGoal).labelled("Value to reach", hint: "Empty it to remove the goal."),
      Option("by", .goalDay, "By when; without it a goal keeps its day, none takes the day away")
        .labelled("By which day", hint: "Leave it empty if there is no such day."),
      examples: [
        CommandExample(
          "performance goal velocity 85 by june",
          prints: "✓ Goal for Fastball Velocity: 85 mph by Jun 30, 2026, …")
      ]
    ) { type, change, by in
      guard let by, case .set(let value, _) = change else { return .goalRequested(type, change) }
      return .goalRequested(type, .set(value, by: by))
    }
    .beginning { [goals, measures, family, calendar] given throws(Problem) in
      guard let named = given["metric"].first?.text,
        let athlete = try await family.current().athlete,
        let type = try await measures.offered(athlete).own(named) ?? MetricType(written: named),
        let goal = try await goals.goals(of: athlete).first(where: { $0.type == type })
      else { return [:] }
      return goal.typed(on: calendar.today())
    }
    .explained(
      "One goal a measure. It is a broken line in the chart, and the page says what is left to it: of the best measurement, and of batting average and ERA of the newest. A month means its last day, the next that is still to come. A new number keeps the day of the goal, unless it is over."
    )
  }

  static let whatComesFirst =
    "The chart is of the measure with most to say: one that can be drawn and was measured within half a year; of those first what an open goal was set for, then what is getting better or worse, then what has more of its last ten measurements, then the newest. The others are links with their names under it."

  /// The largest length of a note, in characters.
  static let notesLimit = 5000
}

// Options and arguments that several performance commands have in common.
extension PerformanceFeature {
  private static let type = Option("type", .measured, "Only this type").labelled("Metric type")
  private static let event = Option("event", .reference(.event), "Only what was measured there")
    .labelled("Event")
  private static let from = Option("from", .day, "The first day").labelled("From")
  private static let to = Option("to", .lastDay, "The last day").labelled("To")
  private static let verified = Flag("verified", "Only what is verified")

  private static func metric(ask: String) -> Argument<Reference> {
    Argument("metric", .reference(.metric), "The measurement", ask: ask)
  }
}
