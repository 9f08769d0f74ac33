import Domain
import FamilyContext
import FeatureKit

// What a new user does first, until all of it is done (rule 10.16).
extension DashboardPage {
  /// For an athlete the steps; for a parent of one who has not begun, how the athlete begins.
  @BlockBuilder
  var gettingStarted: [Block] {
    if !firstSteps.isEmpty {
      Paragraph("Getting started: \(firstSteps.count(where: \.isDone)) done", tone: .muted)
      RowList(firstSteps.map { row($0.step, isDone: $0.isDone) })
    } else if isReadOnly, hasNotBegun {
      Message(
        "\(frame.viewing.owner.subject) has not begun yet.",
        details: frame.viewing.athletesWayIn.map {
          ["To begin, \(frame.viewing.owner.within) signs in at this keyboard:  \($0.command)"]
        } ?? [], tone: .info)
    }
  }

  var firstSteps: [(step: GettingStartedStep, isDone: Bool)] {
    guard !isReadOnly else { return [] }
    return GettingStartedStep.listed(
      GettingStartedStep.Standing(
        profile: parts.profile.value, schools: parts.schools.value?.total,
        coaches: parts.coaches.value?.total, contacts: parts.interactions.value?.total,
        metrics: parts.metrics.value?.total))
  }

  /// Nothing is there of what an athlete begins with; false while that is not known.
  private var hasNotBegun: Bool {
    parts.schools.value?.total == 0 && parts.interactions.value?.total == 0
      && parts.metrics.value?.isEmpty == true
  }

  func row(_ step: GettingStartedStep, isDone: Bool) -> Row {
    isDone
      ? Row(marker: .checked, title: step.title, tone: .muted, spoken: "\(step.title), done")
      : Row(
        marker: .unchecked, title: step.title, detail: step.detail,
        links: [CommandLink("Start", step.command, spoken: step.title)], spoken: step.title)
  }
}
