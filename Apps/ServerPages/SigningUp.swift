import CivilTime
import Domain
import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingServer
import WebHost
import WebRendering

// The pages on which a person creates an account, with a parent's consent where it is needed, and
// then the account's first profile.
extension ServerPages {
  /// Returns the form for a new account.
  ///
  /// - Parameter sendsMail: whether the server confirms the person's address and asks the parent by
  ///   e-mail. Otherwise the form itself contains the text for the parent.
  private static func signUpForm(sendsMail: Bool) -> AccountForm {
    let agreement = ParameterDescription.box(
      "agrees",
      "My parent sits with me, has read the text for parents, and agrees to this account.")
    return AccountForm(
      title: "Make an account",
      sentences: [
        "For athletes from 13 on, and for parents. From 13 to 17 a parent has to agree."
          + (sendsMail ? " We ask them by e-mail." : " The text for parents:")
      ] + (sendsMail ? [] : consentText(sendsMail: false)), submit: "Make my account",
      action: OwnPage.signUp.address,
      fields: [
        .email("email", "Your e-mail address"),
        .password(
          "password", "A password (\(SignUpForm.shortestPassword) characters or more)", isNew: true),
        .text(
          "born", "Your birth date (month, day and year, such as 5/31/2010)", autofill: "bday"),
        .text("parent-name", "If you are under 18: your parent's name", isRequired: false)
          .neededBySome,
        .email(
          "parent-email", "If you are under 18: your parent's e-mail address", isRequired: false
        ).neededBySome,
      ] + (sendsMail ? [] : [agreement]),
      links: [CommandLink("I have an account: sign in", OwnPage.signIn.rawValue)])
  }

  func signUp(_ request: Request) async throws -> Response {
    let form = Self.signUpForm(sendsMail: ground.mail != nil)
    guard request.method == .post else {
      let invite = request.query["invite"].flatMap { $0.isEmpty ? nil : $0 }
      switch ground.registration {
      case .open: break
      case .invite:
        guard let invite else { throw Problem.invitationNeeded }
        guard try await isOpen(invite) else {
          return say(
            "This invitation is not good any more",
            "Each one is good once, for seven days, and until a newer one is made for the same address. If you made your account with it, sign in. Otherwise ask the person who runs this server for a new one.",
            links: [CommandLink("Sign in", OwnPage.signIn.rawValue)], status: .notFound)
        }
      case .closed: throw Problem.registrationClosed
      }
      return show(form, hidden: [.invite(invite), .timeZone(nil)])
    }
    var sent = try await fields(of: request)
    let invite = sent["invite"]
    let today = ground.now().day
    if let born = try? NaturalDate.birthDate(sent["born"] ?? "", today: today).get() {
      sent["born"] = born.description
    }
    var faults = SignUpFields.faults(
      of: sent, today: today, sendsMail: ground.mail != nil)
    guard faults.isEmpty else {
      return show(
        form, sent, faults, hidden: [.invite(invite), .timeZone(sent[TimeZoneFields.name])],
        status: .badRequest)
    }
    var data: JSONObject = ["birth_date": .string(sent["born"]?.trimmed ?? "")]
    if let name = sent["parent-name"]?.trimmed, !name.isEmpty {
      data["consent"] = [
        "parent_name": .string(name),
        "parent_email": .string(sent["parent-email"]?.trimmed ?? ""),
        "text": .string(SignUpForm.consentText),
      ]
    }
    if let invite { data["invite"] = .string(invite) }
    if let zone = TimeZoneFields.zone(sent[TimeZoneFields.name]) {
      data[TimeZoneFields.member] = .string(zone.name)
    }
    let answer = try await ask(
      "/auth/v1/signup",
      [
        "email": .string(sent["email"]?.trimmed ?? ""),
        "password": .string(sent["password"] ?? ""), "data": .object(data),
      ], for: request)
    if let session = answer.session {
      return try await enter(session, next: OwnPage.begin.address)
    }
    // An answer without a session means that the e-mail address has to be confirmed first. The
    // answer is the same if the address has an account already, so that it does not reveal
    // accounts.
    if answer.response.status.isSuccess {
      return try codeForm(.signUp, to: sent["email"]?.trimmed ?? "", for: nil)
    }
    switch answer.code {
    case "weak_password": faults["password"] = SignUpFields.weakPassword
    case "user_already_exists":
      faults["email"] = .ofField("An account could not be made with this address.")
    case "consent_needed": faults["parent-email"] = SignUpFields.parentsAddress
    case "validation_failed":
      faults["email"] = .ofField("Write an address such as sam@example.org.")
    default:
      let problem: Problem =
        switch (answer.code, ground.registration) {
        case ("signup_disabled", .invite): .invitationNeeded
        case ("signup_disabled", _): .registrationClosed
        default: answer.problem
        }
      return show(
        form, sent, problem: problem,
        hidden: [.invite(invite), .timeZone(sent[TimeZoneFields.name])],
        status: answer.response.status)
    }
    return show(
      form, sent, faults, hidden: [.invite(invite), .timeZone(sent[TimeZoneFields.name])],
      status: .badRequest)
  }

  /// Returns whether a person can still use this invitation to create an account.
  private func isOpen(_ invite: String) async throws -> Bool {
    try await ground.ask(
      """
      SELECT EXISTS (
        SELECT 1 FROM accounts.invites AS i WHERE i.digest = accounts.digest($1) AND i.until > now())
      """, [invite]
    ).value == "t"
  }

  // MARK: - The first profile of an account

  private static let profileForm = AccountForm(
    title: "Who are you?",
    sentences: [
      "Your pages begin with this. You can change your name and the year later. Whether you are the athlete or a parent you can change under Account, as long as nothing was written.",
      "A parent and an athlete have an account each. If you are a parent, your athlete makes one too, and gives you the family's code.",
    ],
    submit: "Go on", action: OwnPage.begin.address,
    fields: [
      .choice("role", "I am", [("player", "the athlete"), ("parent", "a parent")]),
      .text("name", "Your name", autofill: "name"),
      .text(
        "year", "If you are the athlete: the year of your graduation", placeholder: "NUMBER",
        isRequired: false
      ).neededBySome,
      .offering("sport", "If you are the athlete: your sport").neededBySome,
    ], offers: ["sport": Sport.all.map(\.name)])

  /// Shows the form for the first profile of an account, and creates the profile from the form that
  /// was sent.
  func beginProfile(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    guard !signedIn.hasProfile else { return .seeOther(try RequestTarget("/")) }
    guard request.method == .post else {
      return try show(Self.profileForm.content(), to: signedIn)
    }
    let sent = try await requireToken(request, signedIn)
    let faults = ProfileFields.faults(of: sent, today: ground.now().day)
    guard faults.isEmpty else {
      return try show(
        Self.profileForm.content(given: sent, faults: faults), to: signedIn, status: .badRequest)
    }
    var arguments: JSONObject = [
      "role": .string(sent["role"] ?? ""), "full_name": .string(sent["name"]?.trimmed ?? ""),
    ]
    if sent["role"] == "player", let year = sent["year"].flatMap({ Int($0.trimmed) }) {
      arguments["graduation_year"] = JSONValue(year)
    }
    let answer = try await ask(
      "/rest/v1/rpc/open_profile", arguments,
      token: try ground.token(signedIn.user, signedIn.session), for: request)
    // The code 23514 means that a value breaks a rule of the database. The other values were
    // checked above, so this rule is about the name.
    if answer.code == "23514", let rule = answer.message {
      return try show(
        Self.profileForm.content(given: sent, faults: ["name": .ofField(rule)]), to: signedIn,
        status: .badRequest)
    }
    guard answer.response.status.isSuccess else {
      return try show(
        Self.profileForm.content(given: sent, problem: answer.problem), to: signedIn,
        status: answer.response.status)
    }
    if sent["role"] == "player", let made = try await self.signedIn(request) {
      try await begin(made, sport: sent["sport"]?.trimmed ?? "")
    }
    return .seeOther(try RequestTarget("/"))
  }

  /// Stores the sport in a new athlete's profile. The sport decides which measures, positions and
  /// tasks the athlete's pages show at first.
  private func begin(_ athlete: SignedInPerson, sport: String) async throws {
    _ = try await files.answer(athlete) { services throws(Problem) in
      let people = services[PeopleGateway.self]
      var edit = ProfileEdit()
      edit.player = try await people.profile(of: athlete.person).player ?? PlayerProfile()
      edit.player?.primarySport = sport
      _ = try await people.updateProfile(of: athlete.person, edit)
      return .null
    }
  }
}

/// The rules of the sign-up form that are checked before the request is sent, so that each problem
/// can be shown beside its field. The server checks further rules of its own.
enum SignUpFields {
  static let parentsAddress = Problem.ofField(
    "Your parent needs an e-mail address of their own.")

  static let weakPassword = Problem.ofField(
    "Choose a longer password, and one that others do not have.")

  /// Returns the problem with the new password in a sent form: the two passwords that were typed
  /// differ, or the password is too short. Returns nil if there is no problem.
  static func fault(ofPassword sent: [String: String]) -> Problem? {
    if sent[ServerPages.differing("password")] != nil {
      return .ofField("The two are not the same. Write it twice once more.")
    }
    guard (sent["password"] ?? "").count >= SignUpForm.shortestPassword else {
      return .ofField("Choose \(SignUpForm.shortestPassword) characters or more.")
    }
    return nil
  }

  static func faults(
    of sent: [String: String], today: CalendarDay, sendsMail: Bool = false
  ) -> [String: Problem] {
    var faults: [String: Problem] = [:]
    func text(_ name: String) -> String { sent[name]?.trimmed ?? "" }
    if !text("email").contains("@") {
      faults["email"] = .ofField("Write an address such as sam@example.org.")
    }
    faults["password"] = fault(ofPassword: sent)
    let born: CalendarDay
    switch NaturalDate.birthDate(text("born"), today: today) {
    case .success(let day): born = day
    case .failure(let failure):
      faults["born"] = .ofField(
        failure.reason == .noSuchDay
          ? failure.sentence : "Write month, day and year, such as 5/31/2010.")
      return faults
    }
    let age = born.years(until: today)
    if born > today || age > SignUpForm.oldest {
      faults["born"] = .ofField("Look at the year again.")
    } else if age < SignUpForm.youngest {
      faults["born"] = .ofField("A child under 13 cannot have an account. A parent can have one.")
    } else if age < SignUpForm.grownUp {
      let name = text("parent-name")
      if name.isEmpty {
        faults["parent-name"] = .ofField("Write the name of the parent who agrees.")
      } else if name.unicodeScalars.count > SignUpForm.longestParentName {
        faults["parent-name"] = .ofField(
          "At most \(SignUpForm.longestParentName) characters fit.")
      } else if !SignUpForm.isParentName(name) {
        faults["parent-name"] = .ofField("Write your parent's name, with two letters or more.")
      }
      if !text("parent-email").contains("@") {
        faults["parent-email"] = .ofField("Write your parent's address.")
      } else if text("parent-email").lowercased() == text("email").lowercased() {
        faults["parent-email"] = parentsAddress
      }
      if !sendsMail, sent["agrees"] != "yes" {
        faults["agrees"] = .ofField("Without your parent's agreement there is no account.")
      }
    }
    return faults
  }
}

/// The rules of the form for the first profile of an account. A problem is shown beside its field.
enum ProfileFields {
  static func faults(of sent: [String: String], today: CalendarDay) -> [String: Problem] {
    var faults: [String: Problem] = [:]
    if !["player", "parent"].contains(sent["role"] ?? "") {
      faults["role"] = .ofField("Choose one.")
    }
    let name = sent["name"]?.trimmed ?? ""
    if name.isEmpty { faults["name"] = .ofField("Write your name.") }
    if name.unicodeScalars.count > Person.longestName {
      faults["name"] = .ofField("At most \(Person.longestName) characters fit.")
    }
    let year = sent["year"]?.trimmed ?? ""
    if sent["role"] == "player" {
      let isYear = Int(year).map { PlayerProfile.graduationYears.contains($0) } ?? false
      if !isYear { faults["year"] = .ofField("Write a year such as \(today.year + 2).") }
      let sport = try? ProfileField.primarySport.value(typed: sent["sport"] ?? "", today: today)
      if sport?.plainText == nil {
        faults["sport"] = .ofField("Choose your sport, or write it.")
      }
    }
    return faults
  }
}

extension Problem {
  fileprivate static let invitationNeeded = Problem(
    .refused, "An account needs an invitation here.",
    details: ["Each one is for one address, and good once and for seven days."],
    fix: "Ask the person who runs this server for a new one.")
  fileprivate static let registrationClosed = Problem(
    .refused, "No new accounts are made here.", fix: "Ask the person who runs this server.")
}
