import FeatureKit
import Foundation
import PostgreSQL
import SharingTesting
import Testing
import WebTesting

@testable import ServerPages

@Suite struct AccountPagesTests {
  @Test("The list of sessions names each browser, and a press signs one out")
  func sessions() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let first = try await people.signedUp(email)
      let second = try await people.signedIn(email)
      let page = try await first.get("/account")
      #expect(page.words.contains(email) && page.words.contains("(this one)"), "\(page.words)")
      // The session that shows the page is in use. The stored time of its use can be old.
      #expect(page.words.contains("In use now."), "\(page.words)")
      #expect(page.words.contains("Last used on"), "\(page.words)")
      let press = try #require(
        page.body.firstMatch(of: /name="_command" value="(end [0-9a-f-]{36})"/)?.1)
      let after = try await first.post(
        page.fields + [("_command", String(press))], to: "/account")
      #expect(after.words.contains("It is signed out."), "\(after.words)")
      #expect(try await second.get("/tasks").path.hasPrefix("/sign-in"))
      #expect(try await first.get("/tasks").status == 200)
      // Another person sends a form that ends the session with this id. The server must not end it,
      // because it is not a session of that person.
      let other = try await people.signedUp()
      let own = try await other.get("/account")
      let id = try await people.server.admin.run(
        "SELECT s.id FROM accounts.sessions AS s JOIN accounts.people AS p ON p.id = s.person WHERE p.email = $1",
        [email]
      ).value
      _ = try await other.post(own.fields + [("_command", "end \(id ?? "")")], to: "/account")
      #expect(try await first.get("/tasks").status == 200)
      // A form that lacks the token of the page is refused, because a page of another site could
      // send it.
      let bare = try await first.post([("_command", "end others")], to: "/account")
      #expect(bare.status == 403)
    }
  }

  /// Each case has the times at which two sessions of one name began, and the ends of their titles.
  @Test(
    "Devices of one name are told apart by day, time and year, as far as these differ",
    arguments: [
      ("2020-03-04 15:07", "2020-03-05 15:07", ["March 4, 2020", "March 5, 2020"]),
      (
        "2020-03-04 09:05", "2020-03-04 15:07",
        ["March 4, 2020, at 9:05 am", "March 4, 2020, at 3:07 pm"]
      ),
      (
        "2020-03-04 15:07:08", "2020-03-04 15:07:09",
        ["March 4, 2020, at 3:07:08 pm", "March 4, 2020, at 3:07:09 pm"]
      ),
      ("2019-03-04 15:07", "2020-03-04 15:07", ["March 4, 2019", "March 4, 2020"]),
    ])
  func namesakes(_ row: (first: String, second: String, ends: [String])) async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      _ = try await people.signedIn(email)
      // A session that began this year has a title without the year.
      func titles() async throws -> [String] {
        try await browser.get("/account").words
          .matches(of: /, signed in on ([A-Z][a-z]+ \d+(?:, \d{4})?(?:, at [\d:]+ [ap]m)?)/)
          .map { String($0.1) }
      }
      let today = try await titles()
      #expect(today.count >= 2 && today.allSatisfy { !$0.contains(/\d{4}/) }, "\(today)")
      _ = try await people.server.admin.run(
        """
        UPDATE accounts.sessions AS s
        SET created_at = CASE r.number WHEN 1 THEN $2 ELSE $3 END::timestamp AT TIME ZONE 'UTC'
        FROM (
          SELECT o.id, row_number() OVER (ORDER BY o.id) AS number
          FROM accounts.sessions AS o JOIN accounts.people AS p ON p.id = o.person WHERE p.email = $1
        ) AS r
        WHERE r.id = s.id
        """, [email, row.first, row.second])
      let shown = try await titles()
      #expect(Set(shown) == Set(row.ends), "\(shown)")
    }
  }

  private static let role = "/athlete-or-parent"

  @Test("Whoever chose wrong between athlete and parent chooses again, with the same account")
  func choosingTheRoleAgain() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      #expect(try await browser.get("/tasks").status == 200)
      #expect(try await browser.get("/account").body.contains("href=\"\(Self.role)\""))
      let form = try await browser.get(Self.role)
      #expect(form.words.contains("You are the athlete here."), "\(form.words)")
      #expect(try await browser.post([], to: Self.role).status == 403)
      let begun = try await browser.post(form.fields, to: Self.role)
      #expect(begun.path == "/begin", "\(begun.status) \(begun.words)")
      let first = try await browser.post(
        begun.fields + [("role", "parent"), ("name", "Dana Lee")], to: "/begin")
      #expect(first.status == 200, "\(first.words)")
      #expect(try await browser.get("/tasks").words.contains("not linked to an athlete"))
      let profiles = "SELECT count(*) FROM public.users WHERE email = $1 AND role = 'parent'"
      #expect(try await people.count(profiles, email) == 1)
      #expect(try await browser.get(Self.role).words.contains("You are a parent here."))
    }
  }

  @Test("A role on which records hang stays, and the page says why and what to do")
  func roleWithRecords() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      let open = try await browser.get(Self.role)
      let name = "Oak \(UUID().uuidString)"
      let adding = try await browser.get("/c?line=schools%20add")
      _ = try await browser.press("schools add", on: adding, [("name", name)])
      let refused = try await browser.post(open.fields, to: Self.role)
      #expect(refused.status == 409 && refused.words.contains("Delete them first"))
      let page = try await browser.get(Self.role)
      #expect(page.status == 200 && !page.words.contains("Choose again"), "\(page.words)")
      #expect(try await people.schools(called: name) == 1)
      #expect(
        try await people.count("SELECT count(*) FROM public.users WHERE email = $1", email) == 1)
    }
  }

  @Test("What was written when the session had ended is there again after signing in")
  func writtenAfterTheEnd() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      let form = try await browser.get("/c?line=schools%20add")
      let written = [
        ("name", "Kent & <b>Sons</b>"), ("notes", "Zoë said:\nnot before may"), ("city", ""),
      ]
      try await people.end(email)
      let told = try await browser.press("schools add", on: form, written)
      #expect(told.status == 401 && told.words.contains("You were signed out after a while."))
      #expect(!told.body.contains("Zo") && told.hidden["_token"] == nil)
      // A wrong password must not lose the command that the expired session has interrupted. The
      // form for signing in still contains it (`_kept`).
      let wrong = try await browser.post(
        told.fields + [("email", email), ("password", "not my password")], to: "/sign-in")
      #expect(wrong.status == 400 && wrong.hidden["_kept"] == told.hidden["_kept"])
      let again = try await browser.post(
        wrong.fields + [("email", email), ("password", ServedPeople.password)], to: "/sign-in")
      #expect(again.status == 200 && again.path.hasPrefix("/c?line=schools"), "\(again.words)")
      #expect(again.body.contains("value=\"Kent &amp; &lt;b&gt;Sons&lt;/b&gt;\""))
      #expect(again.body.contains("Zoë said:\nnot before may"))
      #expect(try await people.schools(called: "Kent & <b>Sons</b>") == 0)
      let saved = try await browser.press("schools add", on: again, written)
      #expect(saved.outcome.contains("Kent & <b>Sons</b>"), "\(saved.words)")
      #expect(try await people.schools(called: "Kent & <b>Sons</b>") == 1)
    }
  }

  @Test("What was written in several tabs is there again in each after signing in in one")
  func writtenInTabs() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      let form = try await browser.get("/c?line=schools%20add")
      try await people.end(email)
      let first = try await browser.press("schools add", on: form, [("name", "Tab One")])
      let second = try await browser.press("schools add", on: form, [("name", "Tab Two")])
      for (page, name) in [(first, "Tab One"), (second, "Tab Two")] {
        let again = try await browser.post(
          page.fields + [("email", email), ("password", ServedPeople.password)], to: "/sign-in")
        #expect(again.status == 200 && again.path.hasPrefix("/c?line=schools"), "\(again.words)")
        #expect(again.body.contains("value=\"\(name)\""), "\(again.words)")
      }
      let late = try await browser.press("schools add", on: form, [("name", "Tab Three")])
      #expect(late.status == 409 && late.words.contains("from before you signed in again"))
      #expect(late.body.contains("value=\"Tab Three\""), "\(late.words)")
      #expect(try await people.schools(called: "Tab Three") == 0)
    }
  }

  @Test("What one person wrote is not shown to another who signs in with the same browser")
  func writtenByAnother() async throws {
    try await ServedPeople.with { people in
      let (email, other) = (ServedPeople.address(), ServedPeople.address())
      let browser = try await people.signedUp(email)
      _ = try await people.signedUp(other)
      let form = try await browser.get("/c?line=schools%20add")
      try await people.end(email)
      let told = try await browser.press("schools add", on: form, [("name", "Kent")])
      let entered = try await browser.post(
        told.fields + [("email", other), ("password", ServedPeople.password)], to: "/sign-in")
      #expect(entered.status == 200 && !entered.body.contains("Kent"), "\(entered.words)")
    }
  }

  @Test("What one person wrote stays in its tab while another is signed in with the same browser")
  func writtenBesideAnother() async throws {
    try await ServedPeople.with { people in
      let (email, other) = (ServedPeople.address(), ServedPeople.address())
      let browser = try await people.signedUp(email)
      _ = try await people.signedUp(other)
      let form = try await browser.get("/c?line=schools%20add")
      try await people.end(email)
      let told = try await browser.press("schools add", on: form, [("name", "Kent")])
      _ = try await browser.post(
        [("email", other), ("password", ServedPeople.password)], to: "/sign-in")
      let typed = [("email", email), ("password", ServedPeople.password)]
      let refused = try await browser.post(told.fields + typed, to: "/sign-in")
      #expect(refused.status == 409 && refused.path == "/sign-in", "\(refused.words)")
      #expect(refused.words.contains("\(other) is signed in in this browser."))
      #expect(refused.hidden["_kept"] != nil && refused.hidden["_kept"] == told.hidden["_kept"])
      #expect(
        try await people.count(
          """
          SELECT count(*) FROM accounts.kept_forms AS k JOIN accounts.sessions AS s ON s.id = k.session
          JOIN accounts.people AS p ON p.id = s.person WHERE p.email = $1
          """, other) == 0)
      _ = try await browser.post(try await browser.get("/sign-out").fields, to: "/sign-out")
      let again = try await browser.post(refused.fields + typed, to: "/sign-in")
      #expect(again.status == 200 && again.path.hasPrefix("/c?line=schools"), "\(again.words)")
      #expect(again.body.contains("value=\"Kent\""))
    }
  }

  @Test("What is no form that was written leads nowhere")
  func notWritten() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      _ = try await people.signedUp(email)
      for fields in ["", "x", "====", "_command=quit", "name=Kent", "_command=schools%20add&name="]
      {
        let kept = fields.contains("&") ? Base64URL.text(Array(fields.utf8)) : fields
        let first = try await people.browser().post(
          [("email", email), ("password", ServedPeople.password), ("_kept", kept)], to: "/sign-in")
        #expect(first.status == 200 && !first.path.hasPrefix("/c"), "\(fields): \(first.path)")
        let bare = try await people.browser().post(
          fields.split(separator: "&").map { field in
            let pair = field.split(separator: "=", maxSplits: 1).map(String.init)
            return (pair.first ?? "", pair.count > 1 ? pair[1] : "")
          })
        #expect(bare.status == 401 && bare.hidden["_kept"] == nil, "\(fields)")
      }
    }
  }

  @Test("A new password ends the other sessions, and gives this browser a new cookie")
  func password() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let first = try await people.signedUp(email)
      let second = try await people.signedIn(email)
      let before = try #require(first.cookie)
      let form = try await first.get("/password")
      let wrong = try await first.post(
        form.fields + [
          ("current", "not my password"), ("password", "quite another one"),
          ("password", "quite another one"),
        ], to: "/password")
      #expect(wrong.status == 400 && wrong.words.contains("This is not your password."))
      let uneven = try await first.post(
        form.fields + [
          ("current", ServedPeople.password), ("password", "quite another one"),
          ("password", "quite another two"),
        ], to: "/password")
      #expect(uneven.words.contains("The two are not the same."))
      let changed = try await first.post(
        form.fields + [
          ("current", ServedPeople.password), ("password", "quite another one"),
          ("password", "quite another one"),
        ], to: "/password")
      #expect(changed.path == "/account", "\(changed.words)")
      #expect(first.cookie != before)
      #expect(try await second.get("/tasks").path.hasPrefix("/sign-in"))
      let stolen = people.browser()
      stolen.cookie = before
      #expect(try await stolen.get("/tasks").path.hasPrefix("/sign-in"))
    }
  }

  @Test("Deleting the account needs the password and a yes, and leaves nothing")
  func deletion() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let browser = try await people.signedUp(email)
      _ = try await browser.get("/tasks")
      let form = try await browser.get("/delete-account")
      #expect(form.words.contains("your family goes with it"))
      for fields in [
        [("password", ServedPeople.password)], [("password", "wrong"), ("sure", "yes")],
        [("sure", "yes")],
      ] {
        #expect(
          try await browser.post(form.fields + fields, to: "/delete-account").status == 400)
      }
      let count = "SELECT count(*) FROM accounts.people WHERE email = $1"
      #expect(try await people.count(count, email) == 1)
      let gone = try await browser.post(
        form.fields + [("password", ServedPeople.password), ("sure", "yes")], to: "/delete-account")
      #expect(gone.words.contains("Your account is deleted"), "\(gone.words)")
      #expect(try await people.count(count, email) == 0)
      #expect(try people.files.isEmpty)
      #expect(try await browser.get("/tasks").path.hasPrefix("/sign-in"))
    }
  }

  @Test(
    "The form for an account says what is wrong at its field",
    arguments: [
      ("sam", "long enough 1", "long enough 1", "1990-05-31", "", "email"),
      ("sam@example.org", "short", "short", "1990-05-31", "", "password"),
      ("sam@example.org", "long enough 1", "long enough 2", "1990-05-31", "", "password"),
      ("sam@example.org", "long enough 1", "long enough 1", "31.5.1990", "", "born"),
      ("sam@example.org", "long enough 1", "long enough 1", "2990-05-31", "", "born"),
      ("sam@example.org", "long enough 1", "long enough 1", "YOUNG", "", "born"),
      ("sam@example.org", "long enough 1", "long enough 1", "TEEN", "", "parent-email"),
      (
        "sam@example.org", "long enough 1", "long enough 1", "TEEN", "sam@example.org",
        "parent-email"
      ),
      ("sam@example.org", "long enough 1", "long enough 1", "TEEN", "p@example.org", "agrees"),
    ])
  func signUpFaults(
    _ email: String, _ first: String, _ second: String, _ born: String, _ parent: String,
    _ field: String
  ) async throws {
    try await ServedPeople.with { people in
      let year = Calendar(identifier: .gregorian).component(.year, from: Date())
      let day = ["YOUNG": "\(year - 12)-01-01", "TEEN": "\(year - 15)-01-01"][born] ?? born
      let answer = try await people.browser().post(
        [
          ("email", email), ("password", first), ("password", second), ("born", day),
          ("parent-name", "Dana Lee"), ("parent-email", parent),
        ], to: "/sign-up")
      #expect(answer.status == 400)
      #expect(answer.body.contains("id=\"f-\(field)-fault\""), "\(answer.body)")
      #expect(!answer.body.contains(first) || first == "short")
    }
  }

  @Test("From 13 to 17 an account is made with the recorded consent of a parent")
  func consent() async throws {
    try await ServedPeople.with { people in
      let year = Calendar(identifier: .gregorian).component(.year, from: Date())
      let email = ServedPeople.address()
      let made = try await people.browser().post(
        [
          ("email", email), ("password", ServedPeople.password),
          ("password", ServedPeople.password),
          ("born", "\(year - 15)-01-01"), ("parent-name", "Dana Lee"),
          ("parent-email", "dana@example.org"), ("agrees", "yes"),
        ], to: "/sign-up")
      #expect(made.path == "/begin", "\(made.words)")
      #expect(
        try await people.count(
          """
          SELECT count(*) FROM accounts.consents AS c JOIN accounts.people AS p ON p.id = c.person
          WHERE p.email = $1 AND c.parent_name = 'Dana Lee' AND c.withdrawn_at IS NULL
          """, email) == 1)
    }
  }

  @Test("A wrong password and an unknown address are answered alike")
  func whoHasAnAccount() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      _ = try await people.signedUp(email)
      let known = try await people.browser().post(
        [("email", email), ("password", "not the password")], to: "/sign-in")
      let unknown = try await people.browser().post(
        [("email", ServedPeople.address()), ("password", "not the password")], to: "/sign-in")
      #expect(known.status == unknown.status)
      #expect(
        known.words.replacing(/\S+@example.org/, with: "")
          == unknown.words.replacing(/\S+@example.org/, with: ""))
    }
  }
}
