public import Basics
public import CivilTime

/// A person who asks to join a family.
public struct JoinRequest: Equatable, Sendable {
  public var person: RecordID
  public var name: String
  public var email: String

  public init(person: RecordID, name: String, email: String) {
    self.person = person
    self.name = name
    self.email = email
  }
}

/// The server to connect to, and the account to connect with.
public struct ConnectRequest: Equatable, Sendable {
  public var address: String
  /// The server's public key, which the server prints when it is set up; nil if another person has
  /// already connected the data file on this device to the server.
  public var key: String?
  public var email: String
  public var password: SecretText
  /// The data with which the server creates a new account; nil if the person signs in to an
  /// existing account. In both cases `password` has the password of the account.
  public var newAccount: NewServerAccount?
  /// The family that the person asks to join after the data file is connected; nil if the person
  /// asks to join none.
  public var joining: FamilyToJoin?

  public init(
    address: String, key: String?, email: String, password: SecretText,
    newAccount: NewServerAccount? = nil, joining: FamilyToJoin? = nil
  ) {
    self.address = address
    self.key = key
    self.email = email
    self.password = password
    self.newAccount = newAccount
    self.joining = joining
  }
}

/// A family that a parent asks to join with its code.
public struct FamilyToJoin: Equatable, Sendable {
  public var code: FamilyCode
  /// The parent's name, with which an account without a profile gets one; nil if the parent has a
  /// profile on this device or at the server.
  public var name: String?

  public init(code: FamilyCode, name: String? = nil) {
    self.code = code
    self.name = name
  }
}

/// The result of a request to join a family that a person makes while connecting to a server.
public enum JoinAnswer: Equatable, Sendable {
  case asked, isMember
  case refused(Problem)
}

/// The data that a server needs before it creates an account. The server refuses children under 13,
/// and requires a parent's consent for people up to the age of 17.
public struct NewServerAccount: Equatable, Sendable {
  public var birthDate: CalendarDay
  public var parentName: String?
  public var parentEmail: String?

  public init(birthDate: CalendarDay, parentName: String? = nil, parentEmail: String? = nil) {
    self.birthDate = birthDate
    self.parentName = parentName
    self.parentEmail = parentEmail
  }
}

/// A preview of connecting to a server, for a person who wants to know what it would do: the server
/// and the account, and the numbers of the rows of this device that would be sent.
public struct ConnectPlan: Equatable, Sendable {
  public var address: String
  public var email: String
  /// The counts of the rows that connecting would send to the server, in words such as
  /// `12 schools`. The list is empty if this device has no row to send and only fetches rows.
  public var goes: [String]

  public init(address: String, email: String, goes: [String]) {
    self.address = address
    self.email = email
    self.goes = goes
  }
}
