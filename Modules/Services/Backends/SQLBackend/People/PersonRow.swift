import CivilTime
import Domain
import FeatureKit
import JSON
import Persistence
import SQLite

/// A row of `users` and its columns, in one place for reading and writing.
enum PersonRow {
  static let columns = """
    id, email, full_name, role, phone, profile_photo_url, graduation_year, current_phase,
    phase_milestone_data, status_score, status_label, recovery_mode_active, recovery_plan_shown_at,
    icloud_sync_enabled, is_admin, zip_code, gpa, sat_score, act_score, profile_completeness,
    onboarding_completed, created_at, updated_at
    """

  static func person(_ row: borrowing ResultRow) throws -> Person {
    var person = Person(
      id: try row.recordID(0), email: try row.optionalText(1) ?? "", role: .player)
    person.fullName = try row.optionalText(2)
    person.role = Open(try row.text(3))
    person.phone = try row.optionalText(4)
    person.profilePhotoURL = try row.optionalText(5)
    person.graduationYear = try row.optionalInt(6)
    person.currentPhase = Open(try row.optionalText(7) ?? Phase.freshman.rawValue)
    person.phaseMilestoneData = JSONColumn.value(try row.optionalText(8)) ?? .object([:])
    person.statusScore = try row.optionalInt(9)
    person.statusLabel = try row.optionalText(10).map { Open($0) }
    person.isRecoveryModeActive = try row.optionalBool(11) ?? false
    person.recoveryPlanShownAt = try row.optionalText(12).flatMap { Instant($0) }
    person.isICloudSyncEnabled = try row.optionalBool(13) ?? false
    person.isAdmin = try row.optionalBool(14) ?? false
    person.zipCode = try row.optionalText(15)
    person.gpa = try row.optionalReal(16)
    person.satScore = try row.optionalInt(17)
    person.actScore = try row.optionalInt(18)
    person.profileCompleteness = try row.optionalInt(19)
    person.isOnboardingCompleted = try row.optionalBool(20) ?? false
    person.createdAt = try row.optionalText(21).flatMap { Instant($0) }
    person.updatedAt = try row.optionalText(22).flatMap { Instant($0) }
    return person
  }

  /// Writes the whole row, new or changed.
  static func save(_ person: Person, in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO users (\(columns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
        ?21, ?22, ?23)
      ON CONFLICT (id) DO UPDATE SET email = ?2, full_name = ?3, role = ?4, phone = ?5,
        profile_photo_url = ?6, graduation_year = ?7, current_phase = ?8, phase_milestone_data = ?9,
        status_score = ?10, status_label = ?11, recovery_mode_active = ?12, recovery_plan_shown_at = ?13,
        icloud_sync_enabled = ?14, is_admin = ?15, zip_code = ?16, gpa = ?17, sat_score = ?18,
        act_score = ?19, profile_completeness = ?20, onboarding_completed = ?21, created_at = ?22,
        updated_at = ?23
      """, person.id, person.email, person.fullName, person.role.raw, person.phone,
      person.profilePhotoURL, person.graduationYear, person.currentPhase.raw,
      person.phaseMilestoneData.text, person.statusScore, person.statusLabel?.raw,
      person.isRecoveryModeActive, person.recoveryPlanShownAt?.description,
      person.isICloudSyncEnabled, person.isAdmin, person.zipCode, person.gpa, person.satScore,
      person.actScore, person.profileCompleteness, person.isOnboardingCompleted,
      person.createdAt?.description, person.updatedAt?.description)
  }
}

/// A column that holds JSON text, which may be anything a server wrote.
enum JSONColumn {
  static func value(_ text: String?) -> JSONValue? {
    text.flatMap { try? JSONValue.parse($0) }
  }
}
