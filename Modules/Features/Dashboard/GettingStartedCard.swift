import Domain
import FamilyContext
import FeatureKit

// The first steps of a new user, until all of them are done (rule 10.16).
extension DashboardPage {
  /// The steps for an athlete; for a parent of an athlete without records, how the athlete begins.
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

  /// Whether the athlete has no records yet; false while that is not known.
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
