public import Basics
public import CivilTime

/// A suggested next step for the athlete, such as `Answer Ana Rivera, Cedar Valley`: its title, its
/// reason, and the command with which the athlete does it.
public struct NextStep: Equatable, Sendable {
  public enum Kind: CaseIterable, Hashable, Sendable {
    case overdue, coach, deadline
    /// The step to write to a coach after a time without contact. The coach does not wait for an
    /// answer.
    case followUp
    case suggestion
    /// The step for an optional task that is overdue. Lists show it after all other steps.
    case optional
    /// The suggestion to change a school's status, such as to "committed" after an offer was
    /// accepted. Only the page of that school shows this kind of step.
    case status
  }

  /// A command with which the athlete does a next step, such as `tasks complete t24`, and the label
  /// of its button or link, such as `Mark as done`.
  public struct Way: Equatable, Sendable {
    public var label: String
    public var command: String

    public init(_ label: String, _ command: String) {
      self.label = label
      self.command = command
    }

    /// Returns the command that logs that the athlete has written to a coach. In a browser it opens
    /// the form in which the e-mail is logged.
    public static func loggingEmail(to coach: Reference) -> Way {
      Way("Log the e-mail", "interactions log email \(coach.handle)")
    }
  }

  public var kind: Kind
  public var reference: Reference
  public var title: String
  /// One sentence that says why the step is suggested, such as `Due tomorrow.`
  public var reason: String
  /// The command that opens the record that the step is about, such as `tasks show t24`.
  public var opens: String
  /// The command with which the athlete does the step or marks it as done; nil for a step without
  /// such a command, such as to get ready for an event.
  public var command: Way?
  /// Whether the step has a deadline within three days, so that it is listed before other steps.
  /// False for an event, because the athlete does not have to do anything for it by a certain day.
  public var isPressing: Bool

  public init(
    _ kind: Kind, _ reference: Reference, title: String, reason: String, opens: String,
    command: Way? = nil, isPressing: Bool = false
  ) {
    self.kind = kind
    self.reference = reference
    self.title = title
    self.reason = reason
    self.opens = opens
    self.command = command
    self.isPressing = isPressing
  }

  /// Returns whether the step's record is this suggestion, or the task that the suggestion is
  /// about. A page then shows the step and not the suggestion too.
  public func isAbout(_ suggestion: SuggestionRow) -> Bool {
    reference == suggestion.reference || suggestion.task == reference
  }
}

/// Chooses the next steps (the actions suggested to the athlete) that a page shows.
///
/// Steps with a deadline within three days come first. The others alternate: the first step of each
/// kind in the order of `NextStep.Kind`, then the second step of each kind, and so on. If all steps
/// of a kind came together, many overdue tasks would hide a coach who waits for an answer. The
/// steps to write to coaches come after those with deadlines, and count as one kind when the kinds
/// alternate. Optional tasks that are overdue come last.
public struct NextSteps: Sendable {
  public static let shown = 3
  /// A step for a deadline appears when at most this number of days is left. For events,
  /// `eventDays` is half of this number, because there is less to prepare.
  static let deadlineDays = 14
  static let eventDays = 7
  static let pressingDays = 3
  /// The number of days after its deadline for which the program still suggests to answer an offer.
  /// After that, the coach no longer waits for the answer.
  static let lateDays = 60

  /// Returns the range of days in which the deadline of an offer must lie so that the program
  /// suggests to answer it.
  public static func daysOfAnswers(from today: CalendarDay) -> ClosedRange<CalendarDay> {
    today.adding(days: -lateDays)...today.adding(days: deadlineDays)
  }

  /// Returns the range of days in which an event must begin so that the program suggests to get
  /// ready for it.
  public static func daysOfEvents(from today: CalendarDay) -> ClosedRange<CalendarDay> {
    today...today.adding(days: eventDays)
  }

  public var tasks: [TaskWithStatus] = []
  /// Coaches whose message is the newest contact and has no answer. The coach who has waited
  /// longest comes first.
  public var unanswered: [CoachRow] = []
  /// Coaches without a contact in the last 14 days (`CoachFollowUp`).
  public var followUp: [CoachRow] = []
  public var offers: [OfferRow] = []
  public var events: [EventRow] = []
  public var suggestions: [SuggestionRow] = []
  /// The words with which texts name the athlete: "you", or the athlete's name on a parent's page.
  public var owner = PageOwner(name: nil)

  private let today: CalendarDay
  private let zone: Zone

  public init(today: CalendarDay, zone: Zone) {
    self.today = today
    self.zone = zone
  }

  /// Returns the most important next step (action suggested to the athlete) for a school; nil if
  /// there is none. If the school was declined or is no longer pursued, steps to contact its
  /// coaches and suggestions are left out.
  public static func first(
    of details: SchoolDetails, today: CalendarDay, zone: Zone
  ) -> NextStep? {
    var steps = NextSteps(today: today, zone: zone)
    steps.offers = details.offers.rows
    steps.events = details.events.rows
    switch details.row.school.effectiveStatus.known {
    case .declined, .notPursuing: break
    default:
      steps.unanswered = details.unanswered
      steps.followUp = details.silent
      steps.suggestions = details.suggestions
    }
    return steps.chosen(limit: 1).first
  }

  public func chosen(limit: Int = shown) -> [NextStep] {
    let all = deadlines + locked + overdue + coaches + suggested
    let pressing = all.filter(\.isPressing)
    let turns: [[NextStep.Kind]] = [[.overdue], [.coach], [.deadline, .followUp], [.suggestion]]
    let kinds = turns.map { turn in
      all.filter { turn.contains($0.kind) && !$0.isPressing }
    }
    let rounds = (0..<(kinds.map { $0.count }.max() ?? 0)).flatMap { round in
      kinds.compactMap { round < $0.count ? $0[round] : nil }
    }
    var steps: [NextStep] = []
    for step in pressing + rounds + lateOptional where steps.count < limit {
      // A step is left out if a listed step is about the same record, so that nothing is suggested
      // twice. A suggestion is also left out if it is about a listed task, or if it asks for a
      // contact with a school while a listed step asks to write to a coach of that school.
      if !steps.contains(where: { $0.reference == step.reference || repeats(step, $0) }) {
        steps.append(step)
      }
    }
    return steps
  }

  private func repeats(_ step: NextStep, _ earlier: NextStep) -> Bool {
    guard step.kind == .suggestion,
      let suggestion = suggestions.first(where: { $0.reference == step.reference })
    else { return false }
    if earlier.isAbout(suggestion) { return true }
    guard [.coach, .followUp].contains(earlier.kind),
      suggestion.suggestion.action?.known == .logInteraction,
      let school = suggestion.school
    else { return false }
    return (unanswered + followUp).contains {
      $0.reference == earlier.reference && $0.school == school
    }
  }
}

// MARK: - The next steps of each kind

extension NextSteps {
  /// The next steps (actions suggested to the athlete) for overdue required tasks. The task that
  /// has been overdue longest comes first.
  private var overdue: [NextStep] {
    late { $0.isRequired }.map { entry in
      step(.overdue, entry.task, reason: "Was due \(past(entry.days)), and is required.")
    }
  }

  /// The next steps (actions suggested to the athlete) for overdue optional tasks. The task that
  /// has been overdue longest comes first.
  private var lateOptional: [NextStep] {
    late { !$0.isRequired }.map { entry in
      step(.optional, entry.task, reason: "Was due \(past(entry.days)).")
    }
  }

  /// The step for a required task that is due in the next two weeks and is locked, because tasks of
  /// earlier grades have to be done first. The step names those tasks. A task that also waits for a
  /// task of the current grade is left out, because that task has a step of its own. There is at
  /// most one such step, for the task that is due first, because the athlete cannot do a locked
  /// task yet.
  private var locked: [NextStep] {
    let own = Set(tasks.map(\.id))
    let near = dated.first { entry in
      let waits = entry.task.unmetPrerequisites
      return entry.task.isLocked && entry.task.task.isRequired
        && (0...Self.deadlineDays).contains(entry.days)
        && !waits.contains { own.contains($0.reference.id) }
    }
    return [near].compactMap { $0 }.map { entry in
      let first = entry.task.unmetPrerequisites.map(\.reference.title).inSentence()
      var locked = step(
        .deadline, entry.task, reason: "Due \(coming(entry.days)), and waits for \(first).",
        isPressing: entry.days <= Self.pressingDays)
      locked.command = nil
      return locked
    }
  }

  /// The open tasks that have a deadline, with the days left until the deadline, sorted by
  /// deadline. The number of days is negative if the deadline has passed.
  private var dated: [(task: TaskWithStatus, days: Int)] {
    tasks.filter(\.status.isOpen).sorted { $0.isDue(before: $1) }.compactMap { task in
      task.deadline.map { (task: task, days: today.days(until: $0)) }
    }
  }

  /// Returns the overdue tasks for which `isWanted` is true. A locked task, which waits for other
  /// tasks, never counts as overdue.
  private func late(
    _ isWanted: (TimelineTask) -> Bool
  ) -> [(task: TaskWithStatus, days: Int)] {
    dated.filter { $0.days < 0 && !$0.task.isLocked && isWanted($0.task.task) }
  }

  private func past(_ days: Int) -> String {
    days == -1 ? "yesterday" : shown(today.adding(days: days))
  }

  private func step(
    _ kind: NextStep.Kind, _ task: TaskWithStatus, reason: String, isPressing: Bool = false
  ) -> NextStep {
    NextStep(
      kind, task.reference, title: task.reference.title, reason: reason,
      opens: "tasks show \(task.handle)",
      command: NextStep.Way("Mark as done", "tasks complete \(task.handle)"),
      isPressing: isPressing)
  }

  private var deadlines: [NextStep] {
    let dueTasks: [(days: Int, step: NextStep)] = dated.compactMap { entry in
      let isNear = entry.task.task.isRequired ? entry.days <= Self.deadlineDays : entry.days == 0
      guard entry.days >= 0, isNear, !entry.task.isLocked else { return nil }
      return (
        entry.days,
        step(
          .deadline, entry.task, reason: "Due \(coming(entry.days)).",
          isPressing: entry.days <= Self.pressingDays)
      )
    }
    let answers: [(days: Int, step: NextStep)] = offers.compactMap { row in
      guard row.offer.status == .pending, let deadline = row.offer.deadlineDate else { return nil }
      guard Self.daysOfAnswers(from: today).contains(deadline) else { return nil }
      let days = today.days(until: deadline)
      let handle = row.reference.handle
      return (
        days,
        NextStep(
          .deadline, row.reference, title: "Answer: \(row.phrase)",
          reason: asking(for: days),
          opens: "offers show \(handle)",
          command: NextStep.Way("Decide", "offers show \(handle)"),
          isPressing: days <= Self.pressingDays)
      )
    }
    let visits: [(days: Int, step: NextStep)] = events.compactMap { row in
      guard Self.daysOfEvents(from: today).contains(row.event.startDate), !row.event.isAttended
      else { return nil }
      let days = today.days(until: row.event.startDate)
      return (
        days,
        NextStep(
          .deadline, row.reference, title: "Get ready for \(row.event.name)",
          reason: "It begins \(coming(days)).", opens: "events show \(row.reference.handle)")
      )
    }
    return (dueTasks + answers + visits).sorted {
      ($0.days, $0.step.title, $0.step.reference.handle)
        < ($1.days, $1.step.title, $1.step.reference.handle)
    }.map(\.step)
  }

  /// Returns the reason to answer an offer whose deadline is `days` days from today. A negative
  /// number is a deadline that has passed.
  private func asking(for days: Int) -> String {
    switch days {
    case ..<(-1): "The deadline was \(-days) days ago: answer, or ask for more time."
    case -1: "The deadline was yesterday: answer, or ask for more time."
    case 0: "They want to know today."
    default: "They want to know by \(coming(days))."
    }
  }

  /// The next steps (actions suggested to the athlete) to contact coaches: first coaches who wait
  /// for an answer, then coaches whose last contact is too long ago, and then coaches who were
  /// never contacted.
  private var coaches: [NextStep] {
    let waiting = unanswered.map { row in
      coach(
        .coach, row, "Answer",
        reason: row.coach.lastContactDate.map {
          "Wrote \(shown(zone.day(of: $0))), and has no answer yet."
        } ?? "Wrote, and has no answer yet.")
    }
    let known = followUp.filter { $0.coach.lastContactDate != nil }
    let silent = known + followUp.filter { $0.coach.lastContactDate == nil }
    return waiting
      + silent.map { row in
        coach(
          .followUp, row, "Write to",
          reason: row.coach.lastContactDate.map {
            "The last contact was \(shown(zone.day(of: $0)))."
          } ?? "There was no contact yet.")
      }
  }

  private func coach(
    _ kind: NextStep.Kind, _ row: CoachRow, _ verb: String, reason: String
  ) -> NextStep {
    let name = "\(row.coach.firstName) \(row.coach.lastName)".trimmed
    return NextStep(
      kind, row.reference, title: "\(verb) \(name), \(row.school.title)", reason: reason,
      opens: "coaches show \(row.reference.handle)", command: .loggingEmail(to: row.reference))
  }

  private var suggested: [NextStep] {
    suggestions.map { row in
      NextStep(
        .suggestion, row.reference, title: row.heading(of: owner), reason: row.suggestion.message,
        opens: "suggestions why \(row.reference.handle)",
        command: NextStep.Way("Do it", row.actionCommand))
    }
  }

  /// Returns the day that is `days` days from today as text: `today`, `tomorrow`, or
  /// `Feb 14, in 4 days`.
  private func coming(_ days: Int) -> String {
    switch days {
    case 0: "today"
    case 1: "tomorrow"
    default: "\(shown(today.adding(days: days))), in \(days) days"
    }
  }

  private func shown(_ day: CalendarDay) -> String {
    if day == today { return "today" }
    return day.text(day.year == today.year ? .short : .shortWithYear)
  }
}
