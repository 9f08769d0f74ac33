public import Basics
public import CivilTime
public import JSON

/// A person who uses the program; a row of `users`. An athlete is a person whose role is `player`.
public struct Person: Equatable, Sendable {
  /// The largest number of characters of a person's name.
  public static let longestName = 120

  public let id: RecordID
  /// Unique among people. A profile without an address has a placeholder, which is never shown and gets no mail.
  public var email: String
  /// The role, which decides what the person may do (rule 3 of domain.md).
  public var role: Open<UserRole>
  public var fullName: String?
  public var phone: String?
  public var profilePhotoURL: String?
  /// The graduation year. The grade is computed from it and the day, and not stored (rule 4.1).
  public var graduationYear: Int?
  /// The columns from here on belong to the shipped app. They are read, stored and exported; no rule here uses them.
  public var currentPhase: Open<Phase>
  public var phaseMilestoneData: JSONValue = .object([:])
  public var statusScore: Int?
  public var statusLabel: Open<StatusLabel>?
  public var isRecoveryModeActive = false
  public var recoveryPlanShownAt: Instant?
  public var isICloudSyncEnabled = false
  public var isAdmin = false
  /// Five digits. A packet leaves it out.
  public var zipCode: String?
  /// Older than the profile; a value in the profile takes precedence (rule 4.13).
  public var gpa: Double?
  public var satScore: Int?
  public var actScore: Int?
  public var profileCompleteness: Int?
  /// Whether the person has answered the first questions.
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

/// The stage of recruiting that a person has reached; the timeline of the shipped app sets it.
public enum Phase: String, Vocabulary {
  case freshman, sophomore, junior, senior, committed
}

/// How far along the timeline a person is, as a server may report it.
public enum StatusLabel: String, Vocabulary {
  case onTrack = "on_track"
  case slightlyBehind = "slightly_behind"
  case atRisk = "at_risk"
}

extension Person {
  /// The address of a profile without one: the column may not be empty. No mail is ever sent to it.
  public static func placeholderEmail(for id: RecordID) -> String { "\(id)@local.invalid" }

  /// The address that the person gave; nil for the placeholder.
  public var contactEmail: String? {
    email.isEmpty || email == Self.placeholderEmail(for: id) ? nil : email
  }

  /// A name for the person that is never empty.
  public var displayName: String {
    if let fullName, !fullName.isEmpty { return fullName }
    if let contactEmail { return contactEmail }
    return role == .player ? "Athlete" : "Parent"
  }
}
