public import Basics

/// The operations on the profiles of the people who use a data file (the family's database).
///
/// All operations act for the signed-in person, whom the backend knows. Each operation checks the
/// rights of this person itself, even if the shell or the web server has checked them before.
public struct PeopleGateway: Gateway {
  /// Returns all profiles of the data file, from which a person chooses one to sign in. Only this
  /// endpoint, `createAccount` and `createFamilyAsParent` work while no person is signed in.
  public var profiles = Endpoint<Void, [ProfileSummary]>("profiles")
  /// Returns the signed-in person and their families. The shell and the web server call it before
  /// every page, so it must be fast and reads nothing else.
  public var signedInPerson = Endpoint<Void, PersonWithFamilies>("signedInPerson")
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

  /// Changes the name, the graduation year, the preferences and the home address in one
  /// transaction, so that one `undo` reverts all of them.
  public func updateProfile(
    of person: RecordID, _ edit: ProfileEdit
  ) async throws(Problem) -> ProfilePageData {
    try await updateProfile((person, edit))
  }
}

/// A person with the ids of their families, in the order in which the person joined them.
public struct PersonWithFamilies: Sendable {
  public var person: Person
  public var families: [RecordID]

  package init(person: Person, families: [RecordID]) {
    self.person = person
    self.families = families
  }
}
