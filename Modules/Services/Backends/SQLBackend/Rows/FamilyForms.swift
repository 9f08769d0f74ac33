import Basics
import CivilTime
import Domain

// A mapping says which column of a table stores which property of a Swift type. This file contains
// the mappings for people, families, the progress with tasks, suggestions, notifications and some
// other tables (domain.md 2.1 to 2.4). It contains none for records, the entries that a family
// writes about its recruiting, such as schools and coaches.

extension TableForm where Record == Person {
  static let people = TableForm(
    Person.stored, .person, id: \.id,
    blank: { Person(id: $0, email: "", role: .player) })
}

extension TableForm where Record == FamilyUnit {
  static let families = TableForm(
    FamilyUnit.stored, id: \.id,
    blank: { FamilyUnit(id: $0, playerID: $0, createdAt: .beginning) })
}

extension TableForm where Record == FamilyMember {
  static let members = TableForm(
    FamilyMember.stored, id: \.id,
    blank: {
      FamilyMember(id: $0, familyID: $0, personID: $0, role: .parent, addedAt: .beginning)
    })
}

extension TableForm where Record == FamilyCodeUse {
  static let codeUses = TableForm(
    FamilyCodeUse.stored, id: \.id,
    blank: {
      FamilyCodeUse(
        id: $0, familyID: $0, personID: $0, code: "", action: .generated, createdAt: .beginning)
    })
}

extension TableForm where Record == ViewLogEntry {
  static let views = TableForm(
    ViewLogEntry.stored, id: \.id,
    blank: {
      ViewLogEntry(
        id: $0, parentID: $0, athleteID: $0, itemType: .dashboard, viewedAt: .beginning)
    })
}

extension TableForm where Record == AthleteTask {
  static let athleteTasks = TableForm(
    AthleteTask.stored, id: \.id,
    blank: { AthleteTask(id: $0, athleteID: $0, taskID: $0) })
}

extension TableForm where Record == RecruitingSuggestion {
  static let suggestions = TableForm(
    RecruitingSuggestion.stored, .suggestion, id: \.id,
    blank: {
      RecruitingSuggestion(
        id: $0, athleteID: $0, rule: .interactionGap, urgency: .low, message: "",
        createdAt: .beginning)
    })
}

extension TableForm where Record == AppNotification {
  static let notifications = TableForm(
    AppNotification.stored, .notification, id: \.id,
    blank: {
      AppNotification(
        id: $0, personID: $0, type: .unknown(""), title: "", createdAt: .beginning)
    })
}

extension TableForm where Record == SchoolStatusChange {
  static let statusChanges = TableForm(
    SchoolStatusChange.stored, id: \.id,
    blank: {
      SchoolStatusChange(
        id: $0, schoolID: $0, from: nil, to: .known(.researching), changedBy: $0,
        changedAt: .beginning)
    })
}

extension Instant {
  /// A value for the time of a record while the record's row is being read.
  ///
  /// It never remains in a record, because the column with the time is never null and replaces it.
  static var beginning: Instant { Instant(milliseconds: 0) }
}

extension CalendarDay {
  static var beginning: CalendarDay { CalendarDay(dayNumber: 0) }
}
