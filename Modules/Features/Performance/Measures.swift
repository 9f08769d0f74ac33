import CivilTime
public import Domain
import FamilyContext
import FeatureKit

// This extension has the commands about the measures that an athlete can log: the measures of the
// sport, and those that the family has added.

extension PerformanceFeature {
  /// The result of adding or removing a measure of the family.
  public enum MeasureChange: Equatable, Sendable {
    case added(MetricType)
    case removed(MetricType)

    var done: Done {
      switch self {
      case .added(let measure):
        Done("Added the measure \(measure.listed).", details: [Done.undoHint])
      case .removed(let measure):
        Done(
          "Removed the measure \(measure.words). What was measured stays.",
          details: [Done.undoHint])
      }
    }
  }

  var measureCommands: Under<Self> {
    Under("measures") {
      Command(
        "list", "Show what can be measured: the measures of your sport, and your own.", .reads,
        examples: [CommandExample("measures", prints: "Measures\n…")]
      ) { .viewRequested(View(.measures)) }
      Command(
        "add", "Add a measure of your own.", .writes,
        Argument(
          "name", .text(max: MetricType.longestName), "What is measured",
          ask: "What do you measure?"
        )
        .labelled("Name"),
        Argument("unit", ValueKind<String?>.unit, "Its unit, or none", ask: "In which unit?")
          .labelled("Unit").optional,
        Argument(
          "better", ValueKind<Better>.choice, "Whether a lower or a higher value is better",
          ask: "Is a higher or a lower value better?"
        )
        .labelled("Which values are better?").or(.higher),
        examples: [
          CommandExample(
            #"measures add "30 m shuttle" s lower"#,
            prints:
              "✓ Added the measure 30 m shuttle in sec, lower is better.\n  undo takes it back")
        ]
      ) { name, unit, better in
        .measureRequested(name: name, unit: unit ?? nil, better)
      }.guided.explained(
        "Log it under its name like any other measure. Values of another unit than its own are refused, because they could not be compared."
      )
      Command(
        "remove", "Take a measure of your own off the list; what was measured stays.", .writes,
        Argument("measure", .ownMeasure, "Its name", ask: "Which measure?").labelled("Measure"),
        examples: [
          CommandExample(
            #"measures remove "grip strength""#,
            prints:
              "✓ Removed the measure Grip strength. What was measured stays.\n  undo takes it back")
        ]
      ) { .measureRemovalRequested($0) }
    }
  }

  /// The direction in which the values of a measure get better: a sprint time is better if it is
  /// lower.
  public enum Better: String, CaseIterable, Sendable {
    case higher, lower
  }

  func addMeasure(_ name: String, unit: String?, _ better: Better) -> Effect<Action> {
    let measure: MetricType
    do throws(Problem) {
      measure = try .own(name, unit: unit, isLowerBetter: better == .lower)
    } catch {
      return .tell(.problem(error))
    }
    return .save("measure") { [measures, family] () throws(Problem) in
      _ = try await measures.add((measure, try await family.athleteToChange()))
      return MeasureChange.added(measure)
    } into: {
      .measuresChanged($0)
    }
  }

  func removeMeasure(_ name: String) -> Effect<Action> {
    .save("measure") { [measures, family] () throws(Problem) in
      let athlete = try await family.athleteToChange()
      guard let measure = try await measures.offered(athlete).own(name) else {
        throw .noOwnMeasure(name)
      }
      _ = try await measures.remove((measure, athlete))
      return MeasureChange.removed(measure)
    } into: {
      .measuresChanged($0)
    }
  }
}

extension PerformancePage {
  func page(of measures: OfferedMeasures) -> Page {
    let mayChange = !loaded.viewing.isReadOnly
    let addLink = CommandLink("+ Add a measure", "measures add", spoken: "Add a measure")
    return Page(title: "Measures") {
      banner
      Section(measures.sport.name) {
        if measures.sport.measures.isEmpty {
          Paragraph(
            "No measures of this sport are known yet. Add your own below.", tone: .muted)
        } else {
          RowList(measures.sport.measures.map { $0.row(isLogged: !isReadOnly) })
        }
      }
      Section("Your own", links: mayChange ? [addLink] : []) {
        if measures.own.isEmpty {
          EmptyState("No measures of your own yet")
        } else {
          RowList(
            measures.own.map { measure in
              measure.row(
                isLogged: !isReadOnly,
                links: mayChange
                  ? [
                    CommandLink(
                      "Remove", "measures remove \(CommandText.quoted(measure.words))",
                      spoken: "Remove the measure \(measure.words)")
                  ] : [])
            })
        }
      }
    }
  }
}

extension ValueKind<String> {
  /// Parses the name of a measure that the family has added.
  ///
  /// The parser only refuses an empty text. The command looks up the measure later.
  fileprivate static var ownMeasure: ValueKind {
    ValueKind("MEASURE", completion: .named(OfferedMeasures.ownChoices)) {
      text, _ throws(Problem) in
      guard !text.trimmed.isEmpty else {
        throw Problem(.usage, "Say which measure.", fix: "Your own:  measures")
      }
      return text.trimmed
    }
  }
}

extension MetricType {
  /// The measure in words, such as `30 m shuttle in sec, lower is better`.
  fileprivate var listed: String {
    ([words] + [inUnit].compactMap { $0 }).joined(separator: " ") + ", \(better)"
  }

  private var inUnit: String? {
    MetricText.unitBeside(name: defaultUnit, type: self).map { "in \($0)" }
  }
  private var better: String { isLowerBetter ? "lower is better" : "higher is better" }

  /// Returns the list row of the measure.
  ///
  /// - Parameter isLogged: whether the row opens the command that logs a measurement.
  fileprivate func row(isLogged: Bool, links: [CommandLink] = []) -> Row {
    let log = CommandLink("Log", "performance log \(word)", spoken: "Log \(words)")
    return Row(words, spoken: listed)
      .opening(isLogged ? log : nil)
      .showing(detail: [inUnit, better].compactMap { $0 }.joined(separator: ", "))
      .offering(links)
  }
}
