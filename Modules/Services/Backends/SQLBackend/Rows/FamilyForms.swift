import Basics
import CivilTime
import Domain
import JSON

// The mappings in this file are those of the tables that are not records: people, families,
// progress, suggestions, notifications and others (domain.md 2.1 to 2.4).

extension TableForm where Record == Person {
  static let people = TableForm(
    .users, .person, id: \.id, blank: { Person(id: $0, email: "", role: .player) },
    [
      Column("email", \.email), Column("full_name", \.fullName), Column("role", \.role),
      Column("phone", \.phone), Column("profile_photo_url", \.profilePhotoURL),
      Column("graduation_year", \.graduationYear), Column("current_phase", \.currentPhase),
      Column("phase_milestone_data", \.phaseMilestoneData),
      Column("status_score", \.statusScore), Column("status_label", \.statusLabel),
      Column("recovery_mode_active", \.isRecoveryModeActive),
      Column("recovery_plan_shown_at", \.recoveryPlanShownAt),
      Column("icloud_sync_enabled", \.isICloudSyncEnabled), Column("is_admin", \.isAdmin),
      Column("zip_code", \.zipCode), Column("gpa", \.gpa), Column("sat_score", \.satScore),
      Column("act_score", \.actScore), Column("profile_completeness", \.profileCompleteness),
      Column("onboarding_completed", \.isOnboardingCompleted),
      Column("created_at", \.createdAt), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == FamilyUnit {
  static let families = TableForm(
    .familyUnits, nil, id: \.id,
    blank: { FamilyUnit(id: $0, playerID: $0, createdAt: .beginning) },
    [
      Column("player_user_id", \.playerID), Column("family_name", \.name),
      Column("family_code", \.code), Column("code_generated_at", \.codeGeneratedAt),
      Column("created_at", \.createdAt), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == FamilyMember {
  static let members = TableForm(
    .familyMembers, nil, id: \.id,
    blank: {
      FamilyMember(id: $0, familyID: $0, personID: $0, role: .parent, addedAt: .beginning)
    },
    [
      Column("family_unit_id", \.familyID), Column("user_id", \.personID),
      Column("role", \.role), Column("added_at", \.addedAt), Column("helps", \.helps),
    ])
}

extension TableForm where Record == FamilyCodeUse {
  static let codeUses = TableForm(
    .familyCodeUses, nil, id: \.id,
    blank: {
      FamilyCodeUse(
        id: $0, familyID: $0, personID: $0, code: "", action: .generated, createdAt: .beginning)
    },
    [
      Column("family_unit_id", \.familyID), Column("user_id", \.personID),
      Column("code_used", \.code), Column("action", \.action),
      Column("created_at", \.createdAt),
    ])
}

extension TableForm where Record == ViewLogEntry {
  static let views = TableForm(
    .parentViews, nil, id: \.id,
    blank: {
      ViewLogEntry(
        id: $0, parentID: $0, athleteID: $0, itemType: .dashboard, viewedAt: .beginning)
    },
    [
      Column("parent_user_id", \.parentID), Column("athlete_id", \.athleteID),
      Column("viewed_item_type", \.itemType), Column("viewed_item_id", \.itemID),
      Column("viewed_at", \.viewedAt),
    ])
}

extension TableForm where Record == AthleteTask {
  static let athleteTasks = TableForm(
    .athleteTasks, nil, id: \.id,
    blank: { AthleteTask(id: $0, athleteID: $0, taskID: $0) },
    [
      Column("athlete_id", \.athleteID), Column("task_id", \.taskID),
      Column("status", \.status), Column("completed_at", \.completedAt),
      Column("deadline_date", \.deadline), Column("is_recovery_task", \.isRecoveryTask),
      Column("created_by", \.createdBy), Column("updated_by", \.updatedBy),
      Column("created_at", \.createdAt), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == RecruitingSuggestion {
  static let suggestions = TableForm(
    .suggestions, .suggestion, id: \.id,
    blank: {
      RecruitingSuggestion(
        id: $0, athleteID: $0, rule: .interactionGap, urgency: .low, message: "",
        createdAt: .beginning)
    },
    [
      Column("athlete_id", \.athleteID), Column("rule_type", \.rule),
      Column("urgency", \.urgency), Column("message", \.message),
      Column("action_type", \.action), Column("related_school_id", \.relatedSchoolID),
      Column("related_task_id", \.relatedTaskID), Column("dismissed", \.isDismissed),
      Column("dismissed_at", \.dismissedAt), Column("completed", \.isCompleted),
      Column("completed_at", \.completedAt), Column("pending_surface", \.isPendingSurface),
      Column("surfaced_at", \.surfacedAt),
      Column("condition_snapshot", \.conditionSnapshot),
      Column("reappeared", \.hasReappeared), Column("previous_suggestion_id", \.previousID),
      Column("created_at", \.createdAt), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == AppNotification {
  static let notifications = TableForm(
    .notifications, .notification, id: \.id,
    blank: {
      AppNotification(
        id: $0, personID: $0, type: .unknown(""), title: "", createdAt: .beginning)
    },
    [
      Column("user_id", \.personID), Column("type", \.type), Column("title", \.title),
      Column("message", \.message), Column("priority", \.priority),
      // The column of the type comes before that of the id, because setting `relatedID` without a
      // type has no effect.
      Column("related_entity_type", \.relatedType), Column("related_entity_id", \.relatedID),
      Column("scheduled_for", \.scheduledFor), Column("sent_at", \.sentAt),
      Column("read_at", \.readAt), Column("email_sent", \.isEmailSent),
      Column("email_sent_at", \.emailSentAt), Column("action_url", \.actionURL),
      Column("occasion", \.occasion), Column("created_at", \.createdAt),
    ])
}

extension TableForm where Record == SchoolStatusChange {
  static let statusChanges = TableForm(
    .statusChanges, nil, id: \.id,
    blank: {
      SchoolStatusChange(
        id: $0, schoolID: $0, from: nil, to: .known(.researching), changedBy: $0,
        changedAt: .beginning)
    },
    [
      Column("school_id", \.schoolID), Column("previous_status", \.previousStatus),
      Column("new_status", \.newStatus), Column("changed_by", \.changedBy),
      Column("changed_at", \.changedAt), Column("notes", \.notes),
      Column("created_at", \.createdAt),
    ])
}

extension AppNotification {
  fileprivate var relatedType: Open<RelatedType>? {
    get { related?.type }
    set { related = newValue.map { RelatedEntity(type: $0, id: related?.id) } }
  }

  fileprivate var relatedID: RecordID? {
    get { related?.id }
    set { related?.id = newValue }
  }
}

extension Instant {
  /// A placeholder for the time of a record whose row is being read.
  ///
  /// It never remains in a record, because the column with the time is never null and replaces it.
  static var beginning: Instant { Instant(milliseconds: 0) }
}

extension CalendarDay {
  static var beginning: CalendarDay { CalendarDay(dayNumber: 0) }
}
