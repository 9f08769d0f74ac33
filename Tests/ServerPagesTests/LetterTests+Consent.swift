import Foundation
import HTTP
import JSON
import MailTesting
import PostgreSQL
import SharingTesting
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

// A parent's consent by e-mail.
extension LetterTests {
  private static func child(
    _ people: ServedPeople, _ bag: Mailbag, _ email: String = ServedPeople.address(),
    parent: String = ServedPeople.address()
  ) async throws -> (email: String, parent: String, link: String) {
    let year = Calendar(identifier: .gregorian).component(.year, from: Date())
    let (before, asked) = (bag.count(for: email), bag.count(for: parent))
    let browser = people.browser()
    let form = try await browser.get("/sign-up")
    #expect(!form.words.contains("My parent sits with me"))
    let sent = try await browser.post(
      [
        ("email", email), ("password", ServedPeople.password), ("password", ServedPeople.password),
        ("born", "\(year - 15)-01-01"), ("parent-name", "Dana Lee"), ("parent-email", parent),
      ], to: "/sign-up")
    #expect(sent.status == 200, "\(sent.words)")
    let code = try await bag.code(for: email, after: before)
    #expect(bag.count(for: parent) == asked)
    let waiting = try await browser.post(codeFields(.signUp, email, code), to: "/code")
    #expect(waiting.words.contains("Now your parent has to agree"), "\(waiting.words)")
    #expect(try await people.count(accounts, email) == 0)
    let letter = try await bag.letter(to: parent, after: asked)
    #expect(!letter.subject.contains("@"))
    return (email, parent, try #require(letter.link))
  }

  @Test("From 13 to 17 a parent agrees by e-mail, and can withdraw")
  func consent() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      let (email, parent, link) = try await Self.child(people, bag)
      let browser = people.browser()
      let form = try await browser.get(link)
      #expect(form.words.contains(email) && form.words.contains("Who sees it"), "\(form.words)")
      #expect(try await people.count(Self.accounts, email) == 0)
      let secret = try #require(link.split(separator: "=").last.map(String.init))
      #expect(try await browser.post([("link", secret)], to: "/consent").status == 400)
      let agreed = try await browser.post([("link", secret), ("answer", "yes")], to: "/consent")
      #expect(agreed.words.contains("has an account now"), "\(agreed.words)")
      #expect(
        try await browser.post([("link", secret), ("answer", "no")], to: "/consent").status == 404)
      #expect(try await bag.letter(to: email, after: 1).subject == "Your account is ready")
      let child = try await people.signedIn(email)
      #expect(try await child.get("/tasks").path == "/begin")
      #expect(
        try await people.count(
          "SELECT count(*) FROM accounts.consents WHERE parent_email = $1 AND withdrawn_at IS NULL",
          parent) == 1)

      let withdrawing = try #require(try await bag.letter(to: parent, after: 1).link)
      let question = try await browser.get(withdrawing)
      #expect(
        question.words.contains("Withdraw my agreement") && question.words.contains(email)
          && question.body.contains("href=\"/withdraw\""), "\(question.words)")
      #expect(try await browser.get("/withdraw").words.contains("Nothing was changed"))
      #expect(try await child.get("/begin").status == 200)
      let letters = bag.count(for: parent)
      for _ in 0..<2 {
        let done = try await browser.post(
          [("link", String(withdrawing.split(separator: "=").last ?? ""))], to: "/withdraw")
        #expect(
          done.words.contains("Your agreement is withdrawn")
            && done.words.contains("compass@example.org"), "\(done.words)")
      }
      let told = try await bag.letter(to: parent, after: letters)
      #expect(
        told.subject == "Your agreement is withdrawn" && told.text.contains(email)
          && told.text.contains("compass@example.org"))
      #expect(bag.count(for: parent) == letters + 1)
      #expect(try await child.get("/tasks").path.hasPrefix("/sign-in"))
      let again = try await people.browser().post(
        [("email", email), ("password", ServedPeople.password)], to: "/sign-in")
      #expect(again.words.contains("a parent's consent is missing"), "\(again.words)")
      let before = bag.count(for: email)
      _ = try await people.signUp(email)
      let waits = try await bag.letter(to: email, after: before)
      #expect(waits == .consentMissing(owner: "compass@example.org"))
      #expect(try await browser.get(withdrawing).words.contains("Your agreement is withdrawn"))
    }
  }

  @Test("A parent who has withdrawn can agree again, once, and the child signs in as before")
  func agreeingAgain() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      func secret(_ link: String) -> String {
        link.split(separator: "=").last.map(String.init) ?? ""
      }
      let (email, parent, asking) = try await Self.child(people, bag)
      let browser = people.browser()
      _ = try await browser.post([("link", secret(asking)), ("answer", "yes")], to: "/consent")
      let link = secret(try #require(try await bag.letter(to: parent, after: 1).link))
      let page = "/consent?link=\(link)"
      #expect(try await browser.get(page).status == 404, "The consent holds.")
      let done = try await browser.post([("link", link)], to: "/withdraw")
      #expect(done.body.contains("href=\"\(page)\""), "\(done.body)")
      #expect(try await bag.letter(to: parent, after: 2).link == page)

      let held =
        "SELECT count(*) FROM accounts.consents WHERE parent_email = $1 AND withdrawn_at IS NULL"
      let form = try await browser.get(page)
      #expect(form.words.contains("Agree again?") && form.words.contains("Who sees it"))
      #expect(try await browser.post([("link", link)], to: "/consent").status == 400)
      let no = try await browser.post([("link", link), ("answer", "no")], to: "/consent")
      #expect(no.words.contains("stays withdrawn"), "\(no.words)")
      #expect(try await people.count(held, parent) == 0)
      let (before, told) = (bag.count(for: email), bag.count(for: parent))
      let yes = try await browser.post([("link", link), ("answer", "yes")], to: "/consent")
      #expect(yes.words.contains("\(email) can sign in again"), "\(yes.words)")
      #expect(try await people.count(held, parent) == 1)
      #expect(try await bag.letter(to: email, after: before).subject == "Your account is ready")
      #expect(
        try await bag.letter(to: parent, after: told).link == "/withdraw?link=\(link)")
      _ = try await people.signedIn(email)
      let twice = try await browser.post([("link", link), ("answer", "yes")], to: "/consent")
      #expect(twice.status == 404, "\(twice.words)")
      #expect(try await people.count(held, parent) == 1)
    }
  }

  @Test("A child who signs in before the parent answers reads that the account waits for them")
  func signInWhileWaiting() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      let (email, parent, _) = try await Self.child(people, bag)
      let browser = people.browser()
      let wrong = try await browser.post(
        [("email", email), ("password", "not my password")], to: "/sign-in")
      #expect(
        wrong.words.contains("do not open an account") && !wrong.words.contains("Now your parent"),
        "\(wrong.words)")
      let right = try await browser.post(
        [("email", email), ("password", ServedPeople.password)], to: "/sign-in")
      #expect(
        right.words.contains("Now your parent has to agree")
          && right.body.contains("/send-code?for=sign-up") && browser.cookie == nil,
        "\(right.words)")
      var bodies: [String] = []
      for one in [email, ServedPeople.address()] {
        let again = try await browser.post([("for", "sign-up"), ("email", one)], to: "/send-code")
        #expect(again.words.contains("the e-mail went to your parent"), "\(again.words)")
        bodies.append(again.body.replacing(one, with: "A").replacing(encoded(one), with: "A"))
      }
      #expect(bodies[0] == bodies[1])
      let link = try #require(try await bag.letter(to: parent, after: 1).link)
      #expect(try await browser.get(link).words.contains(email))
    }
  }

  @Test("A sign-up that is confirmed again, with another parent, ends the first one's link")
  func mistypedParent() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      let (email, _, wrong) = try await Self.child(people, bag)
      let (_, parent, right) = try await Self.child(people, bag, email)
      let secrets = [wrong, right].map { String($0.split(separator: "=").last ?? "") }
      let browser = people.browser()
      #expect(
        try await browser.post([("link", secrets[0]), ("answer", "yes")], to: "/consent").status
          == 404)
      #expect(try await people.count(Self.accounts, email) == 0)
      let agreed = try await browser.post(
        [("link", secrets[1]), ("answer", "yes")], to: "/consent")
      #expect(agreed.words.contains("has an account now"), "\(agreed.words)")
      #expect(
        try await people.count(
          "SELECT count(*) FROM accounts.consents WHERE parent_email = $1", parent) == 1)
    }
  }

  @Test("A parent who gets no more e-mail for now can still agree with the one that came")
  func tooManyLetters() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      let (email, parent, link) = try await Self.child(people, bag)
      for _ in 0..<2 { _ = try await Self.child(people, bag, parent: parent) }
      let browser = people.browser()
      let again = try await browser.post([("for", "sign-up"), ("email", email)], to: "/send-code")
      #expect(again.status == 429 && again.words.contains("Several e-mails"), "\(again.words)")
      #expect(bag.count(for: parent) == 3)
      let secret = link.split(separator: "=").last.map(String.init) ?? ""
      let agreed = try await browser.post([("link", secret), ("answer", "yes")], to: "/consent")
      #expect(agreed.words.contains("has an account now"), "\(agreed.words)")
    }
  }

  @Test("Where a parent does not agree, or not in seven days, nothing is kept")
  func declined() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      let waiting = "SELECT count(*) FROM accounts.sign_ups WHERE email = $1"
      let (email, _, link) = try await Self.child(people, bag)
      let secret = link.split(separator: "=").last.map(String.init) ?? ""
      #expect(try await people.count(waiting, email) == 1)
      let said = try await people.browser().post(
        [("link", secret), ("answer", "no")], to: "/consent")
      #expect(said.words.contains("Nothing of what was asked for is kept."))
      #expect(try await people.count(waiting, email) == 0)
      #expect(try await people.count(Self.accounts, email) == 0)
      #expect(try await bag.letter(to: email, after: 1).subject == "There is no account")

      let (late, _, old) = try await Self.child(people, bag)
      _ = try await people.server.admin.run(
        "UPDATE accounts.sign_ups SET made_at = now() - interval '7 days 1 minute' WHERE email = $1",
        [late])
      #expect(try await people.browser().get(old).status == 404)
      // The function `forget` deletes expired sign-ups. The server of another test may have called
      // it before, so the test does not check its result but only that the rows are gone.
      _ = try await people.server.admin.run("SELECT accounts.forget()")
      #expect(try await people.count(waiting, late) == 0)
    }
  }
}
