import Basics
import CivilTime

/// Generates the notifications about deadlines. Each deadline is announced at several lead times,
/// such as 7 days before. If several lead times were missed, only the smallest is announced
/// (domain.md 10.2).
extension NotificationGeneration {
  func offer(
    _ offer: Offer, _ sources: NotificationSources, _ announced: AnnouncedOccasions
  ) -> NotificationDraft? {
    guard offer.status == .pending, let deadline = offer.deadlineDate,
      let occasion = occasion(
        .offer, DeadlineLeads.offer, offer.id, deadline, sources, announced)
    else { return nil }
    let left = today.days(until: deadline)
    let day = deadline.text(.short)
    let subject = "\(the("offer")) from \(name(ofSchool: offer.schoolID, sources))"
    let message =
      left < 0
      ? "\(subject) was due on \(day) and is still pending."
      : "\(subject) ends on \(day), \(when(left))."
    return NotificationDraft(
      .deadlineAlert,
      left < 0 ? owned("Offer deadline was due") : owned("Offer deadline \(when(left))"),
      message: message, priority: left <= 3 ? .high : .normal, about: .offer, id: offer.id,
      occasion: occasion, at: now)
  }

  func letter(
    _ letter: RecommendationLetter, _ sources: NotificationSources,
    _ announced: AnnouncedOccasions
  ) -> NotificationDraft? {
    guard letter.status == .requested, let due = letter.dueDate,
      let occasion = occasion(.letter, DeadlineLeads.letter, letter.id, due, sources, announced)
    else { return nil }
    let left = today.days(until: due)
    let subject = "The letter from \(Naming.of(letter.writerName, otherwise: "Coach"))"
    return NotificationDraft(
      .deadlineAlert,
      left < 0 ? "Recommendation letter was due" : "Recommendation letter due \(when(left))",
      message: left < 0
        ? "\(subject) was due on \(due.text(.short)) and has not come."
        : "\(subject) is due on \(due.text(.short)), \(when(left)).",
      priority: .normal, about: .recommendation, id: letter.id, occasion: occasion, at: now)
  }

  func event(
    _ event: RecruitingEvent, _ sources: NotificationSources, _ announced: AnnouncedOccasions
  ) -> NotificationDraft? {
    guard !event.isAttended,
      let occasion = occasion(
        .event, DeadlineLeads.event, event.id, event.startDate, sources, announced)
    else { return nil }
    let left = today.days(until: event.startDate)
    let name = Naming.of(event.name, otherwise: Naming.anEvent)
    return NotificationDraft(
      .event, owned(name: name) + " \(when(left))",
      message: "\(name) is on \(event.startDate.text(.short)), \(when(left)).",
      priority: left <= 1 ? .high : .normal, about: .event, id: event.id, occasion: occasion,
      at: now)
  }

  /// Returns the notifications about the deadlines of tasks. All tasks with the same lead time,
  /// such as 7 days before the deadline, share one notification (domain.md 10.3).
  func tasks(
    _ sources: NotificationSources, _ announced: AnnouncedOccasions
  ) -> [NotificationDraft] {
    let reached = sources.tasks.compactMap { task -> (lead: Int, task: TaskWithStatus)? in
      guard task.canBeCompleted, let deadline = task.deadline else { return nil }
      let leads = task.task.isRequired ? DeadlineLeads.requiredTask : DeadlineLeads.optionalTask
      return occasion(.tasks, leads, task.id, deadline, sources, announced)
        .map { ($0.lead, task) }
    }
    return Dictionary(grouping: reached, by: \.lead).sorted { $0.key < $1.key }.map { lead, due in
      let tasks = due.map(\.task).sorted { $0.isDue(before: $1) }
      return taskDraft(tasks, lead: lead, sources)
    }
  }

  private func taskDraft(
    _ tasks: [TaskWithStatus], lead: Int, _ sources: NotificationSources
  ) -> NotificationDraft {
    let days = tasks.compactMap(\.deadline)
    let last = days.max() ?? today
    let subject = tasks.count == 1 ? tasks[0].task.title : "\(tasks.count) tasks"
    let isOneDay = Set(days).count == 1
    let due = isOneDay ? when(today.days(until: last)) : "by \(last.text(.short))"
    let named = tasks.prefix(Self.namesAtMost).map { task in
      isOneDay ? task.task.title : "\(task.task.title) (\(task.deadline?.text(.short) ?? ""))"
    }
    let list = Self.list(named, of: tasks.count)
    return NotificationDraft(
      .deadlineAlert, owned(name: subject) + " due \(due)",
      message: tasks.count == 1
        ? "It is due on \(last.text(.short)), \(due)." : "\(list).",
      priority: tasks.contains(where: \.task.isRequired) && lead <= 3 ? .high : .normal,
      leadsTo: tasks.count == 1 ? "/tasks/\(tasks[0].id)" : "/tasks",
      occasion: NotificationOccasion(
        .tasks, lead: lead, of: sources.athlete,
        tasks.compactMap { task in task.deadline.map { .init(task.id, $0) } }), at: now)
  }

  /// The largest number of tasks that one message names. More names would not fit in a line, so the
  /// message counts the others, as in `and 2 more`.
  static let namesAtMost = 3

  /// Returns the names as a list that counts the others, such as `A, B, C and 2 more`. If there are
  /// no others, the list has no `and`, as in `A, B`.
  ///
  /// - Parameter count: the number of all names.
  static func list(_ names: [String], of count: Int) -> String {
    let more = count - names.count
    return names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Returns the cause to store with the notification of a deadline; nil if the deadline does not
  /// have to be announced now. It does not have to be announced if no lead time (such as 7 days
  /// before the deadline) is reached, or if it was announced before.
  private func occasion(
    _ source: NotificationOccasion.Source, _ leads: [Int], _ id: RecordID, _ deadline: CalendarDay,
    _ sources: NotificationSources, _ announced: AnnouncedOccasions
  ) -> NotificationOccasion? {
    let item = NotificationOccasion.Item(id, deadline)
    guard
      let lead = DeadlineLeads.reached(leads, daysLeft: today.days(until: deadline)),
      !announced.hold(source, item, of: sources.athlete, lead: lead)
    else { return nil }
    return NotificationOccasion(source, lead: lead, of: sources.athlete, [item])
  }

  /// Returns the name of a record. For a parent, the athlete's name is written before it, as in
  /// `Sam: Winter Camp`. `owned(_:)` is not used here, because it makes the first letter small.
  private func owned(name: String) -> String {
    switch reader {
    case .athlete: name
    case .parent(let athlete): "\(athlete): \(name)"
    }
  }
}
