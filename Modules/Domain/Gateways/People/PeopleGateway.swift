public import Basics

/// Profiles: who uses this file, and what they say of themselves.
///
/// Like every gateway it acts for one person, whom the backend knows; reading and writing are checked against the rules of
/// access inside the operation, whatever a host let through.
public struct PeopleGateway: Gateway {
  /// Everybody with a profile in this file, for choosing whom to sign in. The only endpoint that needs nobody signed in, beside making an account.
  public var profiles: @Sendable () async throws(Problem) -> [ProfileSummary]
  /// Who the caller is and where they belong: asked before every page, so no more is read for it.
  public var standing: @Sendable () async throws(Problem) -> PersonStanding
  public var profile: @Sendable (_ person: RecordID) async throws(Problem) -> ProfilePageData
  public var createAccount: @Sendable (NewAccount) async throws(Problem) -> CreatedAccount
  public var createFamilyAsParent:
    @Sendable (NewParentFamily) async throws(Problem) -> CreatedFamily
  public var updateProfile:
    @Sendable (_ person: RecordID, ProfileEdit) async throws(Problem) -> ProfilePageData

  public static func unimplemented(_ place: Unimplemented) -> PeopleGateway {
    PeopleGateway(
      profiles: place.endpoint("profiles"),
      standing: place.endpoint("standing"),
      profile: place.endpoint("profile"),
      createAccount: place.endpoint("createAccount"),
      createFamilyAsParent: place.endpoint("createFamilyAsParent"),
      updateProfile: place.endpoint("updateProfile"))
  }
}

extension PeopleGateway {
  public func profile(of person: RecordID) async throws(Problem) -> ProfilePageData {
    try await profile(person)
  }

  /// Name, graduation year, preferences and home in one operation, so that one undo takes all of it back.
  public func updateProfile(
    of person: RecordID, _ edit: ProfileEdit
  ) async throws(Problem) -> ProfilePageData {
    try await updateProfile(person, edit)
  }
}

/// A person and the families they are in, in the order they joined them.
public struct PersonStanding: Sendable {
  public var person: Person
  public var families: [RecordID]

  package init(person: Person, families: [RecordID]) {
    self.person = person
    self.families = families
  }
}
