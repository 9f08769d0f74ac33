import CivilTime
import Domain
import FamilyContext
import FeatureKit

// This extension has the page with the most important things to do next.
extension DashboardPage {
  var next: Page {
    let failures = failures(among: DashboardFeature.sourcesOfNext)
    let rows = rows(of: nextSteps)
    return Page(
      title: isReadOnly ? "Next for \(owner)" : "Next", context: context.today.text(.long),
      problem: failures.first?.problem
    ) {
      banner
      for failure in failures { failure.message }
      if isLoading {
        Paragraph("Looking for what is worth doing…", tone: .muted)
      } else if !rows.isEmpty {
        RowList(rows)
        Links([
          CommandLink("All tasks", "tasks"), CommandLink("All action items", "suggestions"),
        ])
      } else if failures.isEmpty {
        EmptyState(
          "Nothing needs you right now.",
          detail: "No deadline is near, no coach waits, and there are no action items.",
          links: [CommandLink("Dashboard", "dashboard")])
      }
    }
  }

  private var isLoading: Bool {
    DashboardFeature.sourcesOfNext.contains { parts[$0].isUnderWay }
  }

  /// The most important things to do, as many as the list has rows beside a new user's first steps.
  /// An overdue optional task is less important than a first step.
  var nextSteps: [NextStep] {
    let chosen = steps.chosen()
    let important = chosen.count { $0.kind != .optional }
    return Array(chosen.prefix(NextSteps.shown - openSteps(beside: important).count))
  }

  /// Returns the rows of the page `next`, which the dashboard also shows at its top.
  ///
  /// The first row that has a command of its own gives both pages their primary action. If none
  /// has one, the first row does.
  func rows(of steps: [NextStep]) -> [Row] {
    let first = openSteps(beside: steps.count).map { row($0) }
    var rows: [Row] = first + steps.map(row)
    let acting = first.isEmpty ? steps.firstIndex { $0.command != nil } : nil
    if let leading = acting ?? rows.indices.first, !isReadOnly { rows[leading].leads = true }
    return rows
  }

  /// Returns the first steps of a new user (such as adding a school) that are shown beside this
  /// number of important things to do.
  ///
  /// A user without schools gets one of the first steps at the top of the list. Other users get
  /// first steps only if the list has rows left.
  func openSteps(beside count: Int) -> [GettingStartedStep] {
    let room = max(parts.schools.value?.total == 0 ? 1 : 0, NextSteps.shown - count)
    return Array(openSteps.prefix(room))
  }

  private var steps: NextSteps {
    var steps = NextSteps(today: context.today, zone: context.zone)
    steps.tasks = parts.timeline.value?.tasks ?? []
    steps.unanswered = parts.unanswered.value ?? []
    steps.followUp = parts.coaches.value?.followUp ?? []
    steps.offers = parts.openOffers.value?.rows ?? []
    steps.events = parts.events.value?.rows ?? []
    steps.suggestions = parts.suggestions.value?.rows ?? []
    steps.owner = frame.viewing.owner
    return steps
  }

  private func row(_ step: NextStep) -> Row { step.row(isReadOnly: isReadOnly, in: context) }
}
