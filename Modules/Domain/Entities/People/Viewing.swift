public import Basics

/// Who is looking, and at whose data.
public struct Viewing: Equatable, Sendable {
  /// Who is signed in.
  public var person: RecordID
  public var role: UserRole
  /// What the person is called; nil when neither name nor e-mail says.
  public var name: String?
  /// The athlete whose data pages show: oneself for an athlete, the chosen one for a parent, nil while a parent has none.
  public var athlete: RecordID?
  public var athleteName: String?
  /// The family through which they look; nil for an athlete who has none yet.
  public var family: RecordID?

  public init(
    person: RecordID, role: UserRole, name: String? = nil, athlete: RecordID? = nil,
    athleteName: String? = nil, family: RecordID? = nil
  ) {
    self.person = person
    self.role = role
    self.name = name
    self.athlete = athlete
    self.athleteName = athleteName
    self.family = family
  }

  /// A parent looks at an athlete's data and changes none of it (domain reference 1, "viewing as parent").
  public var isReadOnly: Bool { role == .parent && athlete != nil }
}
