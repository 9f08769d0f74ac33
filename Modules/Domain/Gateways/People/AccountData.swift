public import Basics

/// A person's profile in the data file (the family's database), as the sign-in page lists it.
public struct ProfileSummary: Equatable, Sendable {
  public var reference: Reference
  public var role: UserRole
  public var email: String?
  /// A text such as `class of 2027`, which distinguishes the person from another person with the
  /// same name (upper and lower case count as equal). Nil if all other people in the data file have
  /// other names.
  public var difference: String?

  public init(
    reference: Reference, role: UserRole, email: String? = nil, difference: String? = nil
  ) {
    self.reference = reference
    self.role = role
    self.email = email
    self.difference = difference
  }
}

/// The data of a person's profile page. `player` is set for athletes only. `home` is set only if
/// people read their own profile, because the home address is private.
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

  /// The graduation year of the account, or else the one in the athlete's preferences (domain.md
  /// 4.1).
  public var graduationYear: Int? {
    Grade.graduationYear(account: person.graduationYear, player: player?.graduationYear)
  }
}

/// The answers to the questions with which a profile is created. Only the role is required.
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

/// The profiles of a parent and an athlete with their family, for a parent who begins to use the
/// program before the athlete. All of them are created together (domain.md 9, "Parent first").
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

/// The person for whom a profile was created, and the person's role.
public struct CreatedAccount: Equatable, Sendable {
  public var person: Reference
  public var role: UserRole

  public init(person: Reference, role: UserRole) {
    self.person = person
    self.role = role
  }
}

/// A new family that a parent created together with the profiles of the parent and the athlete.
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

/// Changes to a profile. A value that is not set stays as it is.
public struct ProfileEdit: Equatable, Sendable {
  public var fullName: Change<String> = .keep
  public var email: Change<String> = .keep
  public var phone: Change<String> = .keep
  public var profilePhotoURL: Change<String> = .keep
  public var graduationYear: Change<Int> = .keep
  /// The complete new preference of the category `player`; nil leaves the stored one unchanged. The
  /// caller reads the stored value and changes it.
  public var player: PlayerProfile?
  public var home: HomeLocation?

  public init() {}
}
