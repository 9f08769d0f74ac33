import CivilTime
import Domain
import FamilyContext
import FeatureKit

// The page with the most important things to do next.
extension DashboardPage {
  var next: Page {
    let failures = failures(among: DashboardFeature.sourcesOfNext)
    let rows = nextRows
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
    DashboardFeature.sourcesOfNext.contains { parts.isUnderWay($0) }
  }

  /// The rows of the page `next`. The dashboard begins with them too.
  var nextRows: [Row] {
    let chosen = steps.chosen()
    // A user without schools first sees a first step. Otherwise first steps only fill the free
    // rows.
    let room = max(parts.schools.value?.total == 0 ? 1 : 0, NextSteps.shown - chosen.count)
    let first = openSteps.prefix(room).map { row($0) }
    return Array((first + chosen.map(row)).prefix(NextSteps.shown))
  }

  private var steps: NextSteps {
    var steps = NextSteps(today: context.today, zone: context.zone)
    steps.tasks = parts.timeline.value?.tasks ?? []
    steps.unanswered = parts.unanswered.value ?? []
    steps.followUp = parts.coaches.value?.followUp ?? []
    steps.offers = parts.openOffers.value?.rows ?? []
    steps.events = parts.events.value?.rows ?? []
    steps.suggestions = parts.suggestions.value?.rows ?? []
    return steps
  }

  private func row(_ step: NextStep) -> Row { step.row(isReadOnly: isReadOnly) }
}
