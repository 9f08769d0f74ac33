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

/// One person's profile. Only an athlete has the player preferences, and only the person reads the home.
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

  /// The graduation year that rules use (rule 4.1).
  public var graduationYear: Int? {
    Grade.graduationYear(account: person.graduationYear, player: player?.graduationYear)
  }
}

/// The questions of the first start; all but the role are optional.
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

/// A parent who starts: both profiles and the family are made in one step (rule 9, "Parent first").
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

/// A profile that was created.
public struct CreatedAccount: Equatable, Sendable {
  public var person: Reference
  public var role: UserRole

  public init(person: Reference, role: UserRole) {
    self.person = person
    self.role = role
  }
}

/// A new family, with all its members.
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

/// Changes of a profile; values that are not set stay.
public struct ProfileEdit: Equatable, Sendable {
  public var fullName: Change<String> = .keep
  public var email: Change<String> = .keep
  public var phone: Change<String> = .keep
  public var profilePhotoURL: Change<String> = .keep
  public var graduationYear: Change<Int> = .keep
  /// The new preference; nil keeps the stored one. The caller reads the stored preference and
  /// passes it here with its changes.
  public var player: PlayerProfile?
  public var home: HomeLocation?

  public init() {}
}
