public import CivilTime
public import Domain
public import FeatureKit

extension AccountFeature {
  var serverCommands: Under<Self> {
    Under("account") {
      Command(
        "connect", "Share this file through a server, with your account there.", .writesOwn,
        Argument(
          "address", .text(max: 500), "Where the server is", ask: "The server's address"
        ).or(within: "code").neededInForm
          .labelled("The server's address", hint: "Leave it empty if the invitation has it."),
        Option(
          "code", .familyInvitation,
          "An invitation to a family that you ask to join as a parent, or its code",
          ask:
            "The invitation or the code of the family that you join as a parent?  (Enter for none)"
        )
        .asked(before: "address")
        .labelled(
          "The invitation or the code of the family that you join?",
          hint:
            "Paste the whole invitation, which also says where the server is. You join as a parent. Leave it empty if you have none, or if you are the athlete."
        ),
        Option(
          "key", .text(max: 2_000), "The server's public key, if this file is not connected yet",
          ask: "The server's public key"
        ).neededInForm
          .labelled("The server's public key", hint: "Leave it empty if the invitation has it."),
        Option("email", .email, "Your address there", ask: "Your e-mail address there")
          .ofOneself("email").neededInForm,
        Secret("password", "Your password there", ask: "Your password there"),
        Flag("new", "Make an account there", ask: "Is the account new?  (yes, no)")
          .answered(no: "I have one there", yes: "Make one there now")
          .labelled("Your account at the server"),
        Option(
          "name", .personName, "Your name, to join a family with a new account",
          ask: "Your name, if that server does not know you yet"
        )
        .asked(whenGiven: "code").ofOneself("name")
        .labelled(
          "Your name",
          hint: "If you join a family and have not used that server before. The family reads it."
        ),
        Option("birth-date", .birthDate, "For a new account", ask: "When were you born?")
          .asked(when: "new", isOneOf: ["yes"]).ofOneself("bday").neededInForm
          .labelled(
            "When were you born?",
            hint: "Needed for a new account. The year comes first, such as 2010-05-31."),
        Option("parent-name", .personName, "The parent who agrees, for an athlete under 18")
          .labelled("The name of the parent who agrees", hint: "Needed for an athlete under 18.")
          .notAsked
          .asked(when: "new", isOneOf: ["yes"]),
        Option("parent-email", .email, "That parent's address").labelled(
          "The e-mail address of that parent"
        ).notAsked
          .asked(when: "new", isOneOf: ["yes"]),
        examples: [
          CommandExample(
            "account connect https://compass.example.org --key KEY --email casey@example.org --yes",
            prints: "✓ This file is connected.\n…")
        ]
      ) { address, code, key, email, password, isNew, name, birthDate, parentName, parentEmail in
        .connectRequested(
          ServerRequest(
            address: address, key: key, email: email, password: password, isNew: isNew,
            birthDate: birthDate, parentName: parentName, parentEmail: parentEmail,
            invitation: code, name: name))
      }
      .guided
      .leavingOut { given throws(Problem) in try await leftOutOfConnecting(given) }
      .hindered { () throws(Problem) in await codeOfThisComputer() }
      .explained(
        "It says what would go there and asks. Your profile becomes your account's; from then on what is written here is sent after each command, and while a prompt or pages are open what your family writes comes by itself; `sync` does both now. Everything works without a network as before. In an empty folder it fetches all that the account has. A child under 13 cannot have an account; from 13 to 17 a parent's name and address say who agrees. With an invitation to a family you also ask to join it, as a parent; it has the server's address and key, which a family's code alone lacks. Several people may connect one file, each with their own account and password. The password is typed unseen, or read with --password-file or --password-fd."
      )
      Command(
        "disconnect", "Disconnect from the server, and keep this file.", .writesOwn,
        examples: [
          CommandExample(
            "account disconnect --yes", prints: "✓ This file is not connected any more.")
        ]
      ) { .disconnectRequested }
      .explained(
        "Nothing is deleted, here or there. What was not sent yet is not sent any more; it says how much that is, and asks."
      )
    }
  }
}

/// The values that a person typed for `account connect`, which connects the data file to a server.
public struct ServerRequest: Equatable, Sendable {
  public var address: String?
  public var key: String?
  public var email: String?
  public var password: SecretText?
  public var isNew: Bool
  public var birthDate: CalendarDay?
  public var parentName: String?
  public var parentEmail: String?
  /// The invitation to a family that the person asks to join. It may contain the server's address
  /// and key.
  public var invitation: FamilyInvitation?
  /// The name for the profile of a person who asks to join a family and has no profile yet.
  public var name: String?

  public init(
    address: String? = nil, key: String? = nil, email: String? = nil, password: SecretText? = nil,
    isNew: Bool = false, birthDate: CalendarDay? = nil, parentName: String? = nil,
    parentEmail: String? = nil, invitation: FamilyInvitation? = nil, name: String? = nil
  ) {
    self.address = address
    self.key = key
    self.email = email
    self.password = password
    self.isNew = isNew
    self.birthDate = birthDate
    self.parentName = parentName
    self.parentEmail = parentEmail
    self.invitation = invitation
    self.name = name
  }
}

extension ServerRequest {
  /// Returns the request after checking that the server's address, the e-mail address, the password
  /// and, for a new account, the date of birth are there. The command may omit the values that the
  /// invitation contains.
  ///
  /// Throws a usage problem that names the first missing value, or a value that contradicts the
  /// invitation.
  func checked() throws(Problem) -> ConnectRequest {
    if let address, let other = invitation?.server, !ServerAddress.isSame(address, other) {
      throw .contradicting("The invitation is for another server, \(other).", "address")
    }
    if let key, let other = invitation?.key, key != other {
      throw .contradicting("The invitation has another key.", "key")
    }
    guard let address = address ?? invitation?.server else {
      throw .notSaid("the server's address", option: "ADDRESS")
    }
    guard let email else { throw .notSaid("your address there", option: "--email ADDRESS") }
    guard let password else {
      throw .notSaid("your password there", option: "--password-file FILE")
    }
    var request = ConnectRequest(
      address: address, key: key ?? invitation?.key, email: email, password: password,
      joining: invitation.map { FamilyToJoin(code: $0.code, name: name) })
    guard isNew else { return request }
    guard let birthDate else { throw .notSaid("when you were born", option: "--birth-date DAY") }
    request.newAccount = NewServerAccount(
      birthDate: birthDate, parentName: parentName, parentEmail: parentEmail)
    return request
  }
}

extension Problem {
  fileprivate static func contradicting(_ title: String, _ parameter: String) -> Problem {
    Problem(.usage, title, fix: "Leave out what is wrong.").about([parameter])
  }
}
