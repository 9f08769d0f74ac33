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
  /// What the athlete lets a parent help with; empty by default (rule 10.10).
  public var helps: Set<HelpArea>

  public init(
    person: RecordID, role: UserRole, name: String? = nil, athlete: RecordID? = nil,
    athleteName: String? = nil, family: RecordID? = nil, helps: Set<HelpArea> = []
  ) {
    self.person = person
    self.role = role
    self.name = name
    self.athlete = athlete
    self.athleteName = athleteName
    self.family = family
    self.helps = helps
  }

  /// A parent looks at an athlete's data (domain reference 1, "viewing as parent"), and changes nothing but what they help with.
  public var isReadOnly: Bool { role == .parent && athlete != nil }

  /// Whether the person may change that part of the athlete's data.
  public func mayChange(_ area: HelpArea) -> Bool { !isReadOnly || helps.contains(area) }
}
