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

@Suite("Letters of the pages")
struct LetterTests {
  static let accounts = "SELECT count(*) FROM accounts.people WHERE email = $1"

  static func codeFields(
    _ purpose: ServerLetter.CodePurpose, _ email: String, _ code: String
  ) -> [(String, String)] {
    [("for", purpose.rawValue), ("email", email), ("code", code)]
  }

  @Test("An account is made when its address is confirmed, by the code of the letter")
  func confirmedByCode() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      let email = ServedPeople.address()
      let asked = try await people.signUp(email)
      #expect(asked.status == 200 && asked.words.contains("Confirm your address"), "\(asked.words)")
      #expect(try await people.count(Self.accounts, email) == 0)
      let early = try await people.browser().post(
        [("email", email), ("password", ServedPeople.password)], to: "/sign-in")
      #expect(early.words.contains("do not open an account"))
      let browser = people.browser()
      let wrong = try await browser.post(Self.codeFields(.signUp, email, "no"), to: "/code")
      #expect(wrong.status == 400 && wrong.body.contains("id=\"f-code-fault\""), "\(wrong.words)")
      let code = try await bag.code(for: email)
      let begun = try await browser.post(Self.codeFields(.signUp, email, code), to: "/code")
      #expect(begun.path == "/begin", "\(begun.words)")
      #expect(
        try await people.count(Self.accounts + " AND confirmed_at IS NOT NULL", email) == 1)
    }
  }

  @Test("The link of the letter fills in the form, and only its button uses the code up")
  func confirmedByLink() async throws {
    let post = try SMTPServer()
    defer { post.stop() }
    let settings = try MailSettings.ofThisMachine(port: post.port)
    try await ServedPeople.with(mailThrough: settings) { people in
      let email = ServedPeople.address()
      _ = try await people.signUp(email)
      let taken = try await post.arrived()
      let letter = ServerLetter(subject: taken.headers["Subject"] ?? "", text: taken.text)
      #expect(taken.to == [email] && letter.subject == "Confirm your address")
      let (link, code) = (try #require(letter.link), try #require(letter.code))
      let browser = people.browser()
      for _ in 0..<2 {
        let form = try await browser.get(link)
        #expect(form.body.contains("value=\"\(code)\"") && form.words.contains("Go on"))
      }
      let begun = try await browser.post(Self.codeFields(.signUp, email, code), to: "/code")
      #expect(begun.path == "/begin", "\(begun.words)")
    }
  }

  @Test("Signing up with an address that has an account is answered as with any other")
  func signUpTellsNothing() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let known = ServedPeople.address()
      _ = try await before.signedUp(known)
      try await ServedPeople.with(mail: bag.mail) { people in
        let unknown = ServedPeople.address()
        let answers = [try await people.signUp(known), try await people.signUp(unknown)]
        #expect(answers[0].status == answers[1].status)
        #expect(
          answers[0].body.replacing(known, with: "A").replacing(encoded(known), with: "A")
            == answers[1].body.replacing(unknown, with: "A").replacing(encoded(unknown), with: "A"))
        #expect(try await bag.letter(to: known) == .accountExists)
      }
    }
  }

  func encoded(_ email: String) -> String { email.replacing("@", with: "%40") }

  @Test("A forgotten password is replaced, and a stranger learns nothing of it")
  func recovery() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let email = ServedPeople.address()
      let old = try await before.signedUp(email)
      try await ServedPeople.with(mail: bag.mail) { people in
        let browser = people.browser()
        #expect(try await browser.get("/sign-in").words.contains("I forgot my password"))
        let unknown = ServedPeople.address()
        var bodies: [String] = []
        for one in [email, unknown] {
          let answer = try await browser.post(
            [("for", "recovery"), ("email", one)], to: "/send-code")
          #expect(answer.status == 200)
          bodies.append(answer.body.replacing(one, with: "A").replacing(encoded(one), with: "A"))
        }
        #expect(bodies[0] == bodies[1])
        let code = try await bag.code(for: email)
        #expect(bag.count(for: unknown) == 0)
        let form = try await browser.post(Self.codeFields(.recovery, email, code), to: "/code")
        #expect(
          form.path == "/password" && !form.words.contains("Your password until now"),
          "\(form.status) \(form.words)")
        let weak = try await browser.post(
          form.fields + [("password", "12345678"), ("password", "12345678")], to: "/password")
        #expect(weak.status == 400)
        let changed = try await browser.post(
          form.fields + [("password", "quite another one"), ("password", "quite another one")],
          to: "/password")
        #expect(changed.path == "/account", "\(changed.words)")
        // The code of the letter allowed the person to set one new password without the old one.
        // From now on the page asks for the current password again.
        #expect(try await browser.get("/password").words.contains("Your password until now"))
        #expect(try await bag.letter(to: email, after: 1) == .passwordChanged)
        #expect(try await old.get("/tasks").path.hasPrefix("/sign-in"))
        let back = try await people.browser().post(
          [("email", email), ("password", "quite another one")], to: "/sign-in")
        #expect(back.status == 200 && back.path != "/sign-in")
      }
    }
  }

  @Test("The fifth wrong code says at its field how long to wait, for every address alike")
  func wrongCodes() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let email = ServedPeople.address()
      _ = try await before.signedUp(email)
      try await ServedPeople.with(mail: bag.mail) { people in
        for one in [email, ServedPeople.address()] {
          let browser = people.browser()
          for number in 1...6 {
            let answer = try await browser.post(
              Self.codeFields(.signIn, one, "00000\(number)"), to: "/code")
            #expect(answer.status == (number <= 5 ? 400 : 429))
            #expect(answer.body.contains("id=\"f-code-fault\""), "\(answer.words)")
            #expect(
              answer.words.contains("also none of a new e-mail") == (number >= 5),
              "\(number): \(answer.words)")
          }
          let again = try await browser.post(
            [("for", "sign-in"), ("email", one)], to: "/send-code")
          #expect(
            again.status == 200 && again.words.contains("before you type the new one"),
            "\(again.words)")
        }
      }
    }
  }

  @Test("What cannot be a code is said at its field, and uses up no try")
  func noCode() async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail) { people in
      let email = ServedPeople.address()
      _ = try await people.signUp(email)
      let browser = people.browser()
      for shown in ["12", "abcdef", "12345x", "1234567", "１２３４５６"] {
        let answer = try await browser.post(Self.codeFields(.signUp, email, shown), to: "/code")
        #expect(
          answer.status == 400 && answer.words.contains("Write the six digits of the e-mail."),
          "\(shown): \(answer.words)")
      }
      let code = try await bag.code(for: email)
      let spaced = "\(code.prefix(3)) \(code.suffix(3))"
      let begun = try await browser.post(Self.codeFields(.signUp, email, spaced), to: "/code")
      #expect(begun.path == "/begin", "\(begun.words)")
    }
  }

  @Test("Another address counts when it is confirmed, and the old one is told")
  func anotherAddress() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let (email, other, new) = (
        ServedPeople.address(), ServedPeople.address(), ServedPeople.address()
      )
      _ = try await before.signedUp(email)
      _ = try await before.signedUp(other)
      try await ServedPeople.with(mail: bag.mail) { people in
        let browser = try await people.signedIn(email)
        let form = try await browser.get("/change-address")
        let wrong = try await browser.post(
          form.fields + [("email", new), ("current", "not my password")], to: "/change-address")
        #expect(wrong.status == 400 && wrong.words.contains("This is not your password."))
        func ask(_ address: String) async throws -> Browser.Answer {
          try await browser.post(
            form.fields + [("email", address), ("current", ServedPeople.password)],
            to: "/change-address")
        }
        let taken = try await ask(other)
        let asked = try await ask(new)
        func shape(_ answer: Browser.Answer, _ address: String) -> String {
          answer.body.replacing(address, with: "A").replacing(encoded(address), with: "A")
            .replacing(answer.hidden["_token"] ?? "", with: "T")
        }
        #expect(shape(taken, other) == shape(asked, new))
        #expect(try await bag.letter(to: other) == .addressTaken)
        let warned = try await bag.letter(to: email, after: 1)
        #expect(warned.subject == "The address of your account is to be changed")
        #expect(try await people.count(Self.accounts, new) == 0)
        let code = try await bag.code(for: new)
        let stale = browser.cookie
        let done = try await browser.post(
          asked.fields + Self.codeFields(.address, new, code), to: "/code")
        #expect(done.path == "/account" && done.words.contains(new), "\(done.words)")
        #expect(browser.cookie != stale)
        #expect(try await bag.letter(to: email, after: 2) == .addressChanged)
        #expect(
          try await people.count("SELECT count(*) FROM public.users WHERE email = $1", new) == 1)
        _ = try await people.signedIn(new)
        let gone = try await people.browser().post(
          [("email", email), ("password", ServedPeople.password)], to: "/sign-in")
        #expect(gone.words.contains("do not open an account"))
      }
    }
  }

  @Test("The link for a new address does nothing where its person is not signed in")
  func addressOfStranger() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let (email, other, new) = (
        ServedPeople.address(), ServedPeople.address(), ServedPeople.address()
      )
      for one in [email, other] { _ = try await before.signedUp(one) }
      try await ServedPeople.with(mail: bag.mail) { people in
        let browser = try await people.signedIn(email)
        let asked = try await browser.post(
          try await browser.get("/change-address").fields
            + [("email", new), ("current", ServedPeople.password)], to: "/change-address")
        #expect(asked.status == 200, "\(asked.words)")
        let letter = try await bag.letter(to: new)
        let (link, code) = (try #require(letter.link), try #require(letter.code))
        let fields = Self.codeFields(.address, new, code)
        func expectNoChange(_ place: String) async throws {
          #expect(try await people.count(Self.accounts, new) == 0, "\(place)")
        }

        let stranger = people.browser()
        let opened = try await stranger.get(link)
        #expect(opened.path.hasPrefix("/sign-in") && opened.words.contains("until now"))
        let sent = try await stranger.post(fields, to: "/code")
        #expect(sent.path.hasPrefix("/sign-in"), "\(sent.words)")
        let wrong = try await stranger.post(
          [("next", link), ("email", email), ("password", "not my password")], to: "/sign-in")
        #expect(wrong.status == 400 && stranger.cookie == nil, "\(wrong.words)")
        try await expectNoChange("the stranger's browser")

        let verified = try await people.server.ask(
          .post, "/auth/v1/verify",
          ["type": "email_change", "email": .string(new), "token": .string(code)])
        #expect(verified.json["access_token"] == nil, "\(verified.json)")
        try await expectNoChange("the stranger's program")

        let somebody = try await people.signedIn(other)
        let foreign = try await somebody.post(
          try await somebody.get(link).fields + fields, to: "/code")
        #expect(foreign.status == 400 && foreign.words.contains("for another account"))
        try await expectNoChange("the browser of another person")

        let form = try await stranger.post(
          [("next", link), ("email", email), ("password", ServedPeople.password)], to: "/sign-in")
        #expect(form.path.hasPrefix("/code") && form.words.contains("Go on"), "\(form.words)")
        _ = try await stranger.post(fields, to: "/code")
        try await expectNoChange("a form without its token")
        let done = try await stranger.post(form.fields + fields, to: "/code")
        #expect(done.path == "/account" && done.words.contains(new), "\(done.words)")
        let again = try await stranger.post(
          try await stranger.get(link).fields + fields, to: "/code")
        #expect(again.status == 400 && again.words.contains("This code is not good"))
      }
    }
  }

  @Test("An address that was never confirmed can be confirmed on the account's page")
  func confirmingLater() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let email = ServedPeople.address()
      _ = try await before.signedUp(email)
      try await ServedPeople.with(mail: bag.mail) { people in
        let browser = try await people.signedIn(email)
        #expect(try await browser.get("/account").words.contains("Confirm the e-mail address"))
        _ = try await browser.post([("for", "sign-in"), ("email", email)], to: "/send-code")
        let code = try await bag.code(for: email)
        _ = try await browser.post(Self.codeFields(.signIn, email, code), to: "/code")
        #expect(try await !browser.get("/account").words.contains("Confirm the e-mail address"))
        // There are two sessions, one of each browser. Signing in with the code, in a browser that
        // is signed in already, must confirm the address and must not add a third session.
        #expect(
          try await people.count(
            """
            SELECT count(*) FROM accounts.pages AS g JOIN accounts.sessions AS s ON s.id = g.session
            JOIN accounts.people AS p ON p.id = s.person WHERE p.email = $1
            """, email) == 2)
      }
    }
  }

  @Test("A code signs in to the page that was asked for, also after a wrong code")
  func codeLeadsOn() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let email = ServedPeople.address()
      _ = try await before.signedUp(email)
      try await ServedPeople.with(mail: bag.mail) { people in
        let browser = people.browser()
        let asked = try await browser.get("/tasks")
        #expect(asked.path == "/sign-in?next=%2Ftasks")
        #expect(asked.body.contains("next=%2Ftasks"), "\(asked.body)")
        let (kept, way) = ("name=\"next\" value=\"/tasks\"", [("next", "/tasks")])
        let form = try await browser.get("/send-code?for=sign-in&next=%2Ftasks")
        #expect(form.body.contains(kept), "\(form.body)")
        let sent = try await browser.post(
          [("for", "sign-in"), ("email", email)] + way, to: "/send-code")
        #expect(sent.body.contains(kept) && sent.body.contains("next=%2Ftasks"), "\(sent.body)")
        let wrong = try await browser.post(
          Self.codeFields(.signIn, email, "no") + way, to: "/code")
        #expect(wrong.status == 400 && wrong.body.contains(kept), "\(wrong.body)")
        let code = try await bag.code(for: email)
        let entered = try await browser.post(
          Self.codeFields(.signIn, email, code) + way, to: "/code")
        #expect(entered.path == "/tasks" && entered.status == 200, "\(entered.words)")
      }
    }
  }

  @Test("Without a mail server the pages offer no letter")
  func noMail() async throws {
    try await ServedPeople.with { people in
      let browser = try await people.signedUp()
      #expect(try await !people.browser().get("/sign-in").words.contains("forgot"))
      #expect(try await !browser.get("/account").words.contains("e-mail address"))
      for page in ["/code", "/send-code", "/change-address", "/consent?link=x"] {
        #expect(try await browser.get(page).status == 404, "\(page)")
      }
    }
  }
}
