public import Basics
public import CivilTime
public import JSON

/// Somebody who uses the program: a row of `users`. An athlete is a person whose role is player.
public struct Person: Equatable, Sendable {
  public let id: RecordID
  /// Unique among people. A profile made without one has a placeholder, which is never shown and never written to.
  public var email: String
  /// Decides what the person may do (rule 3).
  public var role: Open<UserRole>
  public var fullName: String?
  public var phone: String?
  public var profilePhotoURL: String?
  /// The class. The grade is worked out from it and from the day, and stored nowhere (rule 4.1).
  public var graduationYear: Int?
  /// From here on, what the shipped app keeps of a person. It is read, kept and exported; no rule here goes by it.
  public var currentPhase: Open<Phase>
  public var phaseMilestoneData: JSONValue = .object([:])
  public var statusScore: Int?
  public var statusLabel: Open<StatusLabel>?
  public var isRecoveryModeActive = false
  public var recoveryPlanShownAt: Instant?
  public var isICloudSyncEnabled = false
  public var isAdmin = false
  /// Five digits. It stands in no packet.
  public var zipCode: String?
  /// Older than the profile, which wins where it has a value of its own (rule 4.13).
  public var gpa: Double?
  public var satScore: Int?
  public var actScore: Int?
  public var profileCompleteness: Int?
  /// Whether the first questions have been answered.
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

/// The stage of recruiting a person is in, kept by the timeline of the shipped app.
public enum Phase: String, Vocabulary {
  case freshman, sophomore, junior, senior, committed
}

/// How far along the timeline a person is, as a server may say it.
public enum StatusLabel: String, Vocabulary {
  case onTrack = "on_track"
  case slightlyBehind = "slightly_behind"
  case atRisk = "at_risk"
}

extension Person {
  /// The address of a profile made without one: the column may not be empty, and nothing is ever sent there.
  public static func placeholderEmail(for id: RecordID) -> String { "\(id)@local.invalid" }

  /// The address people gave; nil while it is the placeholder.
  public var contactEmail: String? {
    email.isEmpty || email == Self.placeholderEmail(for: id) ? nil : email
  }

  /// What to call the person where there must be a name.
  public var displayName: String {
    if let fullName, !fullName.isEmpty { return fullName }
    if let contactEmail { return contactEmail }
    return role == .player ? "Athlete" : "Parent"
  }
}
