public import Basics
public import CivilTime
public import JSON

/// A person who uses the program; a row of `users`. An athlete is a person whose role is `player`.
public struct Person: Equatable, Sendable {
  /// The largest number of characters of a person's name.
  public static let longestName = 120

  public let id: RecordID
  /// The e-mail address, which no other person in the same database has. A profile without an
  /// address has a placeholder here (an invented address at `local.invalid`), which is never shown
  /// and never gets mail.
  public var email: String
  /// The role (athlete, parent or administrator), which decides what the person may do (domain.md
  /// 3).
  public var role: Open<UserRole>
  public var fullName: String?
  public var phone: String?
  public var profilePhotoURL: String?
  /// The graduation year. The grade is not stored: it is computed from this year and the current
  /// day (domain.md 4.1).
  public var graduationYear: Int?
  /// The stage of recruiting. The properties from this one to `isAdmin` belong to another app that
  /// uses the same tables: this program stores and exports their values, and none of its rules
  /// reads them.
  public var currentPhase: Open<Phase>
  public var phaseMilestoneData: JSONValue = .object([:])
  public var statusScore: Int?
  public var statusLabel: Open<StatusLabel>?
  public var isRecoveryModeActive = false
  public var recoveryPlanShownAt: Instant?
  public var isICloudSyncEnabled = false
  public var isAdmin = false
  /// The ZIP code of the family's home, with five digits. Recruiting packets contain no part of the
  /// home address, and so they leave it out.
  public var zipCode: String?
  /// The grade point average from the column `users.gpa`. If the athlete's profile
  /// (`PlayerProfile`) has one too, that one is used instead (domain.md 4.13).
  public var gpa: Double?
  public var satScore: Int?
  public var actScore: Int?
  public var profileCompleteness: Int?
  /// Whether the person has answered the first questions of another app that uses the same tables.
  /// This program only stores and exports the value.
  public var isOnboardingCompleted = false
  public var createdAt: Instant?
  public var updatedAt: Instant?

  public init(
    id: RecordID, email: String, role: UserRole, fullName: String? = nil, graduationYear: Int? = nil
  ) {
    self.id = id
    self.email = email
    self.role = .known(role)
    self.fullName = fullName
    self.graduationYear = graduationYear
    currentPhase = .known(.freshman)
  }
}

/// The stage of recruiting that an athlete has reached, as another app that uses the same tables
/// computes it.
public enum Phase: String, Vocabulary {
  case freshman, sophomore, junior, senior, committed
}

/// An athlete's progress along the timeline, as another app that uses the same tables computes it.
public enum StatusLabel: String, Vocabulary {
  case onTrack = "on_track"
  case slightlyBehind = "slightly_behind"
  case atRisk = "at_risk"
}

extension Person {
  /// Returns the placeholder that a profile without an e-mail address gets, because the column for
  /// the address may not be empty. No mail is ever sent to it.
  public static func placeholderEmail(for id: RecordID) -> String { "\(id)@local.invalid" }

  /// The e-mail address that the person entered; nil if the profile has only the placeholder.
  public var contactEmail: String? { Self.contactEmail(email, of: id) }

  /// Returns the stored e-mail address of a person; nil if it is only the placeholder.
  public static func contactEmail(_ stored: String, of id: RecordID) -> String? {
    stored.isEmpty || stored == placeholderEmail(for: id) ? nil : stored
  }

  /// The person's name for display, which is never empty: the full name, else the e-mail address,
  /// else the role.
  public var displayName: String {
    if let fullName, !fullName.isEmpty { return fullName }
    if let contactEmail { return contactEmail }
    return role == .player ? "Athlete" : "Parent"
  }
}
