public import Basics

/// One profile of the file, as the sign-in page lists it.
public struct ProfileSummary: Equatable, Sendable {
  public var reference: Reference
  public var role: UserRole
  public var email: String?

  public init(reference: Reference, role: UserRole, email: String? = nil) {
    self.reference = reference
    self.role = role
    self.email = email
  }
}

/// One person's profile. The player description is there for athletes, the home only for oneself.
public struct ProfilePageData: Equatable, Sendable {
  public var reference: Reference
  public var person: Person
  public var player: PlayerProfile?
  public var home: HomeLocation?

  public init(
    reference: Reference, person: Person, player: PlayerProfile? = nil, home: HomeLocation? = nil
  ) {
    self.reference = reference
    self.person = person
    self.player = player
    self.home = home
  }

  /// The year rules count with (rule 4.1).
  public var graduationYear: Int? {
    Grade.graduationYear(account: person.graduationYear, player: player?.graduationYear)
  }
}

/// What a first start asks; everything but the role may be skipped.
public struct NewAccount: Equatable, Sendable {
  public var role: UserRole
  public var name: String?
  public var email: String?
  public var graduationYear: Int?
  public var primarySport: String?

  public init(
    role: UserRole, name: String? = nil, email: String? = nil, graduationYear: Int? = nil,
    primarySport: String? = nil
  ) {
    self.role = role
    self.name = name
    self.email = email
    self.graduationYear = graduationYear
    self.primarySport = primarySport
  }
}

/// A parent who comes first: both profiles and the family are made at once (rule 9, "Parent first").
public struct NewParentFamily: Equatable, Sendable {
  public var parent: NewAccount
  public var athlete: NewAccount
  public var familyName: String?

  public init(parent: NewAccount, athlete: NewAccount, familyName: String? = nil) {
    self.parent = parent
    self.athlete = athlete
    self.familyName = familyName
  }
}

/// A profile that was made.
public struct CreatedAccount: Equatable, Sendable {
  public var person: Reference
  public var role: UserRole

  public init(person: Reference, role: UserRole) {
    self.person = person
    self.role = role
  }
}

/// A family that was made, with everybody in it.
public struct CreatedFamily: Equatable, Sendable {
  public var family: FamilyUnit
  public var athlete: Reference
  public var parent: Reference

  public init(family: FamilyUnit, athlete: Reference, parent: Reference) {
    self.family = family
    self.athlete = athlete
    self.parent = parent
  }
}

/// What to change of a profile; what is not mentioned stays.
public struct ProfileEdit: Equatable, Sendable {
  public var fullName: Change<String> = .keep
  public var email: Change<String> = .keep
  public var phone: Change<String> = .keep
  public var profilePhotoURL: Change<String> = .keep
  public var graduationYear: Change<Int> = .keep
  /// The preference as it is to be; nil leaves it. Read it, change what you mean, hand it back.
  public var player: PlayerProfile?
  public var home: HomeLocation?

  public init() {}
}
