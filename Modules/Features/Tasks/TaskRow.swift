import CivilTime
import Domain
import FeatureKit

/// Builds the list row of one task: its icons, its commands, and its details when they are
/// expanded.
struct TaskRow {
  let task: TaskWithStatus
  let context: PageContext
  let isReadOnly: Bool
  /// The tasks that depend on this task. Nil while the details are collapsed.
  var dependants: [Reference]?
  /// The command line of the link `Hide details`, which leads from the expanded task to the list.
  var listLine = "tasks"
  /// Whether the row is on the page of the plan, which lists the open tasks by month.
  ///
  /// The plan contains tasks of several grades, so the row names the task's grade. It also has a
  /// link that skips the task.
  var isPlanned = false
  /// The tasks of earlier grades that one press marks as done together with this locked task, which
  /// is the last of them. Empty if the row offers no such link.
  var doneTogether: [TaskWithStatus] = []

  private var isExpanded: Bool { dependants != nil }
  private var status: TaskStatus { task.status }
  private var unmet: [TaskWithStatus.Prerequisite] { task.unmetPrerequisites }
  var row: Row {
    let due = task.dueText(on: context.today)
    return Row(task.task.title, marker, handle: task.handle, spoken: spoken(due: due))
      .opening(
        isExpanded
          ? CommandLink("Hide details", listLine)
          : CommandLink("Details", "tasks show " + task.handle)
      )
      .showing(
        badges, trailing: due.map { Badge($0, tone: urgencyTone) },
        detail: isExpanded || !task.isLocked ? nil : "after \(blockers)", isDetailSpoken: true,
        preview: isExpanded ? nil : task.task.description
      )
      .styled(task.isLocked ? .muted : .neutral)
      .offering(
        links, leads: isExpanded && task.canBeCompleted, showsLinks: !doneTogether.isEmpty
      )
      .expanding(details)
  }

  private var marker: Marker {
    switch status {
    case .completed: .checked
    case _ where task.isLocked: .locked
    case .inProgress: .started
    case .skipped: .skipped
    case .notStarted: .unchecked
    }
  }

  /// The badges of the row.
  ///
  /// A row whose details are not shown has one badge: the task's grade on the page of the plan, and
  /// the task's status in any other list.
  private var badges: [Badge] {
    if isExpanded { return expandedBadges }
    if isPlanned { return [Badge("Grade \(task.task.gradeLevel)", tone: .muted)] }
    return [task.isLocked ? Badge("Locked", tone: .muted) : statusBadge]
  }

  /// The first two unfinished tasks that this task depends on, and the number of the others, such
  /// as `Take the PSAT, Visit a camp and 3 more`.
  private var blockers: String {
    let names = unmet.prefix(2).map(\.reference.title)
    let others = unmet.count - names.count
    return (names + (others > 0 ? ["\(others) more"] : [])).inSentence()
  }

  private var expandedBadges: [Badge] {
    [statusBadge] + (task.isLocked ? [Badge("Locked", tone: .muted)] : [])
      + (task.task.isRequired ? [Badge("Required", tone: .info)] : [])
  }

  private var statusBadge: Badge {
    let tone: Tone =
      switch status {
      case .completed: .positive
      case .inProgress: .caution
      case .notStarted, .skipped: .muted
      }
    return Badge(task.statusWords, tone: tone)
  }

  private var urgencyTone: Tone {
    switch task.urgency(on: context.today) {
    case .critical: .danger
    case .urgent: .warning
    case .upcoming: .caution
    case .future, .none: .muted
    }
  }
}

// MARK: - Commands of a task

extension TaskRow {
  private var links: [CommandLink] {
    guard !isReadOnly else { return [] }
    if isExpanded { return [checkbox] + otherChanges }
    return isPlanned && status.isOpen ? [checkbox] + allDone + [skip] : [checkbox]
  }

  /// The link that marks a locked task of an earlier grade as done, together with all tasks that it
  /// depends on.
  private var allDone: [CommandLink] {
    guard !doneTogether.isEmpty else { return [] }
    let label = doneTogether.count == 2 ? "Both done" : "All \(doneTogether.count) done"
    return [
      CommandLink(
        label, "tasks catch-up " + doneTogether.map(\.handle).joined(separator: " "),
        spoken: "\(label): \(doneTogether.map(\.task.title).inSentence())")
    ]
  }

  private var checkbox: CommandLink {
    status == .completed
      ? CommandLink("Reset", "tasks reset \(task.handle)", spoken: resetWords)
      : CommandLink(
        "Complete", "tasks complete " + task.handle, spoken: checkboxWords,
        isEnabled: !task.isLocked)
  }

  private var otherChanges: [CommandLink] {
    let title = task.reference.title
    var links: [CommandLink] = []
    if status == .notStarted || status == .skipped, !task.isLocked {
      links.append(link("Start", "start", "Start \(title)"))
    }
    if status.isOpen { links.append(skip) }
    if status == .inProgress || status == .skipped {
      links.append(link("Reset", "reset", resetWords))
    }
    if status.isOpen { links.append(link("Set a date", "due", "Set a date for \(title)")) }
    return links
  }

  private var skip: CommandLink { link("Skip", "skip", "Skip \(task.reference.title)") }

  private func link(_ label: String, _ verb: String, _ spoken: String) -> CommandLink {
    CommandLink(label, "tasks \(verb) \(task.handle)", spoken: spoken)
  }

  /// The label of the checkbox: "Mark Take the PSAT complete", or the tasks that have to be
  /// completed first.
  private var checkboxWords: String {
    task.isLocked
      ? "Complete \(unmet.map(\.reference.title).inSentence()) to unlock"
      : "Mark " + task.reference.title + " complete"
  }

  private var resetWords: String { "Reset \(task.reference.title) to not started" }

  private func spoken(due: String?) -> String {
    let (isLocked, title) = (task.isLocked, task.reference.title)
    var words = ""
    words.reserveCapacity(title.utf8.count + 96)
    words += "Task "
    words += task.handle
    words += ". "
    words += title
    words += ", "
    words += task.statusWords
    words += isLocked ? ", Locked" : ", Unlocked"
    words += task.task.isRequired ? ", Required." : ", Optional."
    if isLocked { words += " \(checkboxWords)." }
    if let due {
      words += due == "Overdue" || task.isFromBefore ? " \(due)." : " Due \(due)."
    }
    return words
  }
}

// MARK: - The details of an expanded task

extension TaskRow {
  @BlockBuilder
  private var details: [Block] {
    if let dependants {
      if let description = task.task.description {
        Section("What to Do") { Paragraph(description) }
      }
      if let why = task.task.whyItMatters {
        Section("Why It Matters") { Paragraph(why) }
      }
      if let risk = task.task.failureRisk {
        Section("What Can Go Wrong") { Paragraph(risk) }
      }
      if task.isLocked {
        Section("🔒 Complete These First", tone: .danger) { RowList(unmet.map(row)) }
      } else if !task.prerequisites.isEmpty {
        Section("Prerequisites") { RowList(task.prerequisites.map(row)) }
      }
      if !dependants.isEmpty {
        Section("Waiting for This") { RowList(dependants.map(row)) }
      }
      Facts(facts)
    }
  }

  private func row(_ prerequisite: TaskWithStatus.Prerequisite) -> Row {
    var row = row(prerequisite.reference)
    row.marker = prerequisite.isCompleted ? .checked : .unchecked
    row.badges = [Badge("Grade \(prerequisite.gradeLevel)", tone: .muted)]
    let state = prerequisite.isCompleted ? "Completed" : "Not completed"
    row.spoken += ", \(state), Grade \(prerequisite.gradeLevel)."
    return row
  }

  private func row(_ other: Reference) -> Row {
    Row(other.title, .bullet, handle: other.handle, spoken: "Task \(other.handle). \(other.title)")
      .opening(CommandLink("Details", "tasks show \(other.handle)"))
  }

  private var facts: [Fact] {
    let divisions = task.task.divisionApplicability
    let due = task.deadline.map { day in
      day.text(.shortWithYear) + (task.athleteTask?.deadline == nil ? "" : " (own date)")
    }
    let completed = task.athleteTask?.completedAt.map {
      context.zone.day(of: $0).text(.shortWithYear)
    }
    return [
      Fact("Status", task.statusWords),
      Fact("Counts as", task.task.isRequired ? "Required" : "Optional"),
      Fact("Due", due ?? "No deadline"),
    ] + (status == .completed ? [Fact("Completed", completed ?? "before it was noted here")] : [])
      + [
        Fact("Category", task.task.category.words),
        Fact(
          "For",
          divisions.contains("ALL")
            ? "Every division"
            : divisions.map { Division(written: $0)?.words ?? $0 }.joined(separator: ", ")),
      ]
  }
}
