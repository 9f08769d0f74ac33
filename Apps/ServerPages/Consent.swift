import AuthLive
import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingServer
import WebHost
import WebRendering

// The pages on which a parent consents to a child's account, or withdraws the consent. The secret
// in the e-mailed link gives access to them, because a parent may have no account to sign in with.
extension ServerPages {
  static let linkName = "link"

  /// Returns the sentences of the consent text `compass-consent-1`.
  ///
  /// - Parameter sendsMail: whether the server e-mails the parent a link to withdraw the consent.
  static func consentText(sendsMail: Bool) -> [String] {
    let withdrawing =
      sendsMail ? "with a link that we send you" : "by asking the person who runs this server"
    return [
      "What is kept: the address, the birth date, and what your child writes: schools, coaches, contacts, offers, results, grades and test scores, tasks, documents and notes.",
      "Who sees it: your child, and the parents whom your child lets into the family. The person who runs this server can read its database. Nothing is sold, and there are no advertisements.",
      "You may withdraw your agreement at any time, \(withdrawing). Your child is then signed out everywhere and cannot sign in here before 18. What was written stays until the person who runs this server deletes it for you.",
    ]
  }

  private static func consentForm(_ title: String, _ sentences: String...) -> AccountForm {
    AccountForm(
      title: title, sentences: sentences + consentText(sendsMail: true), submit: "Send my answer",
      action: OwnPage.consent.address,
      fields: [
        .choice(
          "answer", "Your answer",
          [
            ("yes", "I am the parent, have read this, and agree"),
            ("no", "I do not agree"),
          ])
      ])
  }

  /// Shows the consent text to a parent who opens the e-mailed link, and stores the parent's
  /// answer. A parent who has withdrawn the consent can give it again with the link of the e-mail
  /// about that.
  func answerConsent(_ request: Request) async throws -> Response {
    let sent = request.method == .post ? try await fields(of: request) : [:]
    let link = sent[Self.linkName] ?? request.query[Self.linkName] ?? ""
    let asked = try await ground.ask("SELECT accounts.asked_parent(accounts.digest($1))", [link])
    guard let mail = ground.mail, let json = try asked.json, let child = json["email"]?.string,
      let parent = json["parent_email"]?.string
    else { return try await agreeAgain(link, sent, request) }
    guard let agrees = Self.agrees(sent) else {
      let form = Self.consentForm(
        "May your child have an account?",
        "\(child) would like to have an account here, and says that you are the parent.")
      return askParent(form, link, request)
    }
    let withdrawing = Base64URL.text(try RandomSource.system.bytes(24))
    let answered = try await ground.ask(
      "SELECT accounts.answer_parent(accounts.digest($1), $2::boolean, accounts.digest($3))",
      [link, "\(agrees)", withdrawing])
    guard answered.value != nil else { throw Problem.linkIsOver }
    let pages = ground.address()
    mail.sendLater(.consentAnswered(agrees: agrees, pages: pages), to: child)
    guard agrees else {
      return say("There is no account", "You did not agree. Nothing of what was asked for is kept.")
    }
    mail.sendLater(.consentGiven(child: child, link: withdrawing, pages: pages), to: parent)
    return say(
      "Thank you",
      "\(child) has an account now. We sent you an e-mail with the link with which you can withdraw."
    )
  }

  /// Returns whether the parent agrees; nil if the form was not sent, or has no answer.
  private static func agrees(_ sent: [String: String]) -> Bool? {
    switch sent["answer"] {
    case "yes": true
    case "no": false
    default: nil
    }
  }

  private func askParent(_ form: AccountForm, _ link: String, _ request: Request) -> Response {
    let faults = request.method == .post ? ["answer": Problem.ofField("Choose one.")] : [:]
    return show(
      form, [:], faults, hidden: [FormField(Self.linkName, link)],
      status: faults.isEmpty ? .ok : .badRequest)
  }

  private func agreeAgain(
    _ link: String, _ sent: [String: String], _ request: Request
  ) async throws -> Response {
    guard let consent = try await consent(of: link), consent.isWithdrawn else {
      throw Problem.linkIsOver
    }
    let child = consent.child
    guard let agrees = Self.agrees(sent) else {
      let form = Self.consentForm(
        "Agree again?",
        "You withdrew your agreement that your child has an account here: \(child).",
        "If you agree again, your child can sign in again, and finds what was written.")
      return askParent(form, link, request)
    }
    guard agrees else {
      return say("Nothing was changed", "Your agreement stays withdrawn.")
    }
    guard let parent = try await ParentsConsent.giveAgain(with: link, ground.ask) else {
      throw Problem.linkIsOver
    }
    let pages = ground.address()
    ground.mail?.sendLater(.consentGiven(child: child, link: link, pages: pages), to: parent)
    let withdrawing = "With the same link you can withdraw at any time."
    guard try await maySignIn(consent.person) else {
      return say(
        "Thank you",
        "Your agreement is recorded again. The account \(child) is closed for another reason; ask the person who runs this server. \(withdrawing)"
      )
    }
    ground.mail?.sendLater(.consentAnswered(agrees: true, pages: pages), to: child)
    return say("Thank you", "\(child) can sign in again. \(withdrawing)")
  }

  private func maySignIn(_ person: String) async throws -> Bool {
    try await ground.ask("SELECT accounts.may_sign_in($1::uuid)", [person]).value == "t"
  }

  /// Returns the consent that the e-mailed link is about; nil if there is none.
  private func consent(
    of link: String
  ) async throws -> (person: String, child: String, isWithdrawn: Bool)? {
    let found = try await ground.ask(
      "SELECT accounts.consent_of_link(accounts.digest($1))", [link])
    guard let json = try found.json, let person = json["person"]?.string,
      let child = json["email"]?.string
    else { return nil }
    return (person, child, json["withdrawn"]?.bool == true)
  }

  private static func withdrawalForm(of child: String) -> AccountForm {
    AccountForm(
      title: "Withdraw your agreement?",
      sentences: [
        "You agreed that your child has an account here: \(child).",
        "If you withdraw, \(child) is signed out everywhere at once, and cannot sign in here before 18, unless you agree again.",
        "What was written stays until the person who runs this server deletes it for you.",
      ], submit: "Withdraw my agreement", action: OwnPage.withdraw.address, fields: [],
      links: [CommandLink("Keep things as they are", OwnPage.withdraw.rawValue)])
  }

  /// Shows the form to withdraw the consent of the e-mailed link, and withdraws it. The
  /// administrator's command `consent withdraw` withdraws it too, and ends the link. Without a link
  /// the page says that nothing was changed.
  func withdrawConsent(_ request: Request) async throws -> Response {
    if request.method != .post, request.query[Self.linkName] == nil {
      return say(
        "Nothing was changed",
        "Your agreement stays as it is. Keep the e-mail with the link: with it you can withdraw at any time."
      )
    }
    let sent = request.method == .post ? try await fields(of: request) : [:]
    let link = sent[Self.linkName] ?? request.query[Self.linkName] ?? ""
    guard let (person, child, isWithdrawn) = try await consent(of: link) else {
      throw Problem.linkIsOver
    }
    let back = "\(OwnPage.consent.address)?" + Fields([.init(Self.linkName, link)]).text
    if !isWithdrawn {
      guard request.method == .post else {
        return show(Self.withdrawalForm(of: child), hidden: [FormField(Self.linkName, link)])
      }
      let withdrawn = try await ParentsConsent.withdraw(for: person, ground.ask)
      if let mail = ground.mail, let (parent, held) = withdrawn, held {
        mail.sendLater(
          .consentWithdrawn(child: child, back: ground.address() + back, owner: mail.from),
          to: parent)
      }
    }
    return say(
      "Your agreement is withdrawn",
      "\(child) is signed out everywhere, and cannot sign in here before 18, unless you agree again. \(ServerLetter.deleting(owner: ground.mail?.from))",
      links: [CommandLink("Agree again", "open \(back)")])
  }

  /// Returns a page that consists of a title, one sentence and perhaps links, such as a confirmation.
  func say(
    _ title: String, _ sentence: String, links: [CommandLink] = [], status: Status = .ok
  ) -> Response {
    let page = Page(title: title) {
      Paragraph(sentence)
      if !links.isEmpty { Links(links) }
    }
    return front.answer(.page(page), status: status) { $0.target = Self.target }
  }
}

extension Problem {
  fileprivate static let linkIsOver = Problem(
    .notFound, "This link is used, or too old.",
    details: ["If you have agreed with this link, you need not do it again."],
    fix: "Look for a newer e-mail, or ask your child to send a new one.")
}
