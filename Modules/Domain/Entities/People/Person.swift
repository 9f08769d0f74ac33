public import Basics
public import CivilTime
public import JSON

/// A person who uses the program; a row of `users`. An athlete is a person whose role is `player`.
public struct Person: Equatable, Sendable {
  /// The largest number of characters of a person's name.
  public static let longestName = 120

  public let id: RecordID
  /// The e-mail address, which no two people share. A profile without an address has a placeholder,
  /// which is never shown and gets no mail.
  public var email: String
  /// The role, which decides what the person may do (rule 3 of domain.md).
  public var role: Open<UserRole>
  public var fullName: String?
  public var phone: String?
  public var profilePhotoURL: String?
  /// The graduation year. The grade is computed from this year and the current day, and is not
  /// stored (rule 4.1).
  public var graduationYear: Int?
  /// The stage of recruiting. This column and those below belong to the shipped app: they are read,
  /// stored and exported, and no rule of this program uses them.
  public var currentPhase: Open<Phase>
  public var phaseMilestoneData: JSONValue = .object([:])
  public var statusScore: Int?
  public var statusLabel: Open<StatusLabel>?
  public var isRecoveryModeActive = false
  public var recoveryPlanShownAt: Instant?
  public var isICloudSyncEnabled = false
  public var isAdmin = false
  /// The ZIP code of five digits. A packet does not contain it.
  public var zipCode: String?
  /// The grade point average from before the profile had one; a value in the profile takes
  /// precedence (rule 4.13).
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

/// A person's progress along the timeline, as a server may report it.
public enum StatusLabel: String, Vocabulary {
  case onTrack = "on_track"
  case slightlyBehind = "slightly_behind"
  case atRisk = "at_risk"
}

extension Person {
  /// Returns the placeholder address of a profile without an address, because the column may not be
  /// empty. No mail is ever sent to it.
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
