import Domain
import FamilyContext
import FeatureKit

// This extension shows the first steps of a new user, such as adding a school. They are shown until
// all of them are done (domain.md 10.16).
extension DashboardPage {
  /// The first steps that a new athlete has not done yet.
  ///
  /// If a parent opens the dashboard of an athlete who has no records, it shows instead how the
  /// athlete can begin and let the parent help. A parent who helps with records can begin with a
  /// school.
  @BlockBuilder
  var gettingStarted: [Block] {
    if !firstSteps.isEmpty {
      Paragraph(progress, tone: .muted)
      if !stepsBelow.isEmpty { RowList(stepsBelow.map { row($0) }) }
    } else if isReadOnly, hasNotBegun {
      if frame.viewing.mayChange(.records) {
        RowList([firstSchool])
      } else {
        let athlete = frame.viewing.owner
        Message("\(athlete.subject) has not begun yet.", tone: .info)
        Paragraph(
          "To let you help, \(athlete.within) signs in, opens Family and chooses what you may help with.",
          tone: .muted)
      }
      // The second link is the sign-in command itself. A host (the shell or the web server) that
      // serves one person per session recognizes the command and leaves the link out.
      Links(
        [CommandLink("What lies ahead", "tasks")]
          + [frame.viewing.athletesWayIn].compactMap { $0 })
    }
  }

  /// The progress in words, such as `Getting started, 2 of 6 done: Set your graduation year, Add
  /// three schools`.
  private var progress: String {
    let done = firstSteps.filter(\.isDone).map(\.step.title)
    let count = "\(done.count) of \(GettingStartedStep.allCases.count) done"
    return "Getting started, \(count)" + (done.isEmpty ? "" : ": \(done.joined(separator: ", "))")
  }

  var openSteps: [GettingStartedStep] { firstSteps.filter { !$0.isDone }.map(\.step) }

  /// The first steps that are not done yet and that the section "Next" does not show.
  var stepsBelow: [GettingStartedStep] { openSteps.filter { !stepsOfNext.contains($0) } }

  /// The section for a family without records.
  ///
  /// It shows the first step that is not done yet as a row, and names the further steps in one
  /// sentence.
  @BlockBuilder
  var start: [Block] {
    Section("Start here") {
      if let first = openSteps.first {
        RowList([row(first, leads: true)])
        let then = openSteps.dropFirst().map(\.title).joined(separator: ", ")
        if !then.isEmpty { Paragraph("After that: \(then).", tone: .muted) }
      } else {
        gettingStarted
      }
    }
  }

  /// Returns whether the family has no records, so that the dashboard shows only the first step.
  ///
  /// A kind of data that is not loaded yet or failed to load counts as not empty.
  ///
  /// - Parameter sources: the kinds of data that the dashboard has requested. A kind that was not
  ///   requested, because its card or widget is hidden, is ignored.
  func isEmpty(_ sources: [DashboardFeature.Source]) -> Bool {
    guard parts.schools.value?.total == 0, !openSteps.isEmpty || isReadOnly else { return false }
    let found: [(source: DashboardFeature.Source, isEmpty: Bool?)] = [
      (.coaches, parts.coaches.value.map { $0.total == 0 }),
      (.interactions, parts.interactions.value.map { $0.total == 0 && $0.planned.isEmpty }),
      (.offers, parts.offers.value.map { $0.total == 0 }),
      (.metrics, parts.metrics.value?.isEmpty), (.events, parts.events.value?.rows.isEmpty),
      (.activity, parts.activity.value?.rows.isEmpty),
    ]
    return found.allSatisfy { $0.isEmpty ?? !sources.contains($0.source) }
  }

  var firstSteps: [(step: GettingStartedStep, isDone: Bool)] {
    guard !isReadOnly else { return [] }
    return GettingStartedStep.listed(
      GettingStartedStep.Counts(
        profile: parts.profile.value, schools: parts.schools.value?.total,
        coaches: parts.coaches.value?.total, contacts: parts.interactions.value?.total,
        metrics: parts.metrics.value?.total))
  }

  /// Whether the athlete has no school, no contact and no measurement yet.
  ///
  /// False if one of these failed to load or is still loading, because it may contain records.
  private var hasNotBegun: Bool {
    parts.schools.value?.total == 0 && parts.interactions.value?.total == 0
      && parts.metrics.value?.isEmpty == true
  }

  /// The row that offers a parent who helps with records to add a school.
  private var firstSchool: Row {
    let title = "Add a school"
    return Row(title, .unchecked, spoken: title)
      .showing(detail: "Any college that \(frame.viewing.owner.within) is curious about will do.")
      .offering([CommandLink("Start", "schools add", spoken: "Start: \(title)")], leads: true)
  }

  /// Returns the row of a first step, such as adding a school.
  ///
  /// - Parameter leads: whether the command of the row is the primary action of the page.
  func row(_ step: GettingStartedStep, leads: Bool = false) -> Row {
    Row(step.title, .unchecked, spoken: step.title)
      .showing(detail: step.detail)
      .offering(
        [CommandLink("Start", step.command, spoken: "Start: \(step.title)")], leads: leads)
  }
}
