public import Basics

/// Profiles: the people who use this file, and their own data.
///
/// Like every gateway it acts for one person, whom the backend knows. The operation itself checks reading and writing against the rules of
/// access, whatever a host has checked before.
public struct PeopleGateway: Gateway {
  /// All profiles in this file, to choose one to sign in with. Only this endpoint and the one that makes an account work while signed out.
  public var profiles = Endpoint<Void, [ProfileSummary]>("profiles")
  /// Returns the caller and their families. The terminal and browser hosts call it before every
  /// page, so it reads nothing more.
  public var standing = Endpoint<Void, PersonStanding>("standing")
  public var profile = Endpoint<RecordID, ProfilePageData>("profile")
  public var createAccount = Endpoint<NewAccount, CreatedAccount>("createAccount")
  public var createFamilyAsParent = Endpoint<NewParentFamily, CreatedFamily>("createFamilyAsParent")
  public var updateProfile = Endpoint<
    (person: RecordID, edit: ProfileEdit), ProfilePageData
  >("updateProfile")

  public init() {}
}

extension PeopleGateway {
  public func profile(of person: RecordID) async throws(Problem) -> ProfilePageData {
    try await profile(person)
  }

  /// Changes name, graduation year, preferences and home in one operation, so that one undo reverts all of it.
  public func updateProfile(
    of person: RecordID, _ edit: ProfileEdit
  ) async throws(Problem) -> ProfilePageData {
    try await updateProfile((person, edit))
  }
}

/// A person with their families, in the order in which the person joined them.
public struct PersonStanding: Sendable {
  public var person: Person
  public var families: [RecordID]

  package init(person: Person, families: [RecordID]) {
    self.person = person
    self.families = families
  }
}
