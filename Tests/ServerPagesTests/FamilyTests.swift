import CivilTime
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

/// The life of a family on the web pages of a server: joining, helping, and leaving.
@Suite struct FamilyTests {
  @Test("A parent asks with the family's code, the athlete lets them in, and both see the same")
  func joining() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp(name: "Sam Lee")
      let address = ServedPeople.address()
      let dana = try await people.signedUp(address, role: "parent", name: "Dana Lee")
      let form = try await sam.get("/c?line=schools%20add")
      _ = try await sam.press("schools add", on: form, [("name", "Oak College")])
      #expect(try await !dana.get("/schools").words.contains("Oak College"))
      let early = try await dana.get("/c?line=schools%20add")
      #expect(
        early.words.contains("not linked to an athlete")
          && early.words.contains("your athlete lets you in"), "\(early.words)")
      #expect(!early.body.contains("id=\"f-name\""))
      try await Self.join(dana, address, sam, signsInAgain: true)
      let schools = try await dana.get("/schools")
      #expect(schools.words.contains("Oak College"), "\(schools.words)")
      #expect(!(try await dana.get("/dashboard")).words.contains("You asked to join"))
      _ = try await dana.get("/schools/s1")
      // The server logs in its database which pages the parent has viewed. It sends these entries
      // in the background, although the parent has sent no form.
      let viewed = """
        SELECT count(*) FROM public.parent_view_log AS v JOIN accounts.people AS p ON p.id = v.parent_user_id WHERE p.email = $1
        """
      try await eventually("the database has an entry") {
        try await people.count(viewed, address) > 0
      }
      // A parent without an athlete's permission may read but not change, so the deletion must not
      // happen.
      _ = try await dana.press("schools delete s1", on: schools)
      #expect(try await sam.get("/schools").words.contains("Oak College"))
    }
  }

  /// The parent asks to join with the code of the athlete's new family, and the athlete admits the
  /// parent.
  private static func join(
    _ dana: Browser, _ address: String, _ sam: Browser, signsInAgain: Bool = false
  ) async throws {
    try await ask(dana, sam)
    if signsInAgain {
      // When the parent signs out, the server deletes its copy of the parent's data file. After the
      // sign-in the file is fetched again, and the page must still show the request to join.
      let out = try await dana.get("/sign-out")
      _ = try await dana.post(out.fields, to: "/sign-out")
      _ = try await dana.post(
        [("email", address), ("password", ServedPeople.password)], to: "/sign-in")
    }
    let waiting = try await dana.get("/dashboard").words
    #expect(waiting.contains("You asked to join a family."), "\(waiting)")
    let family = try await sam.get("/family")
    #expect(family.words.contains("Dana Lee"), "\(family.words)")
    // The first press of the button asks whether this is the right person. The second one admits
    // the parent.
    let asks = try await sam.press("family admit \(address)", on: family)
    let admitted = try await sam.press("family admit \(address)", on: asks)
    #expect(admitted.outcome.contains("Dana Lee"), "\(admitted.words)")
  }

  /// The athlete makes a family and a code, and the parent asks to join with it.
  private static func ask(_ dana: Browser, _ sam: Browser) async throws {
    let own = try await sam.press("family create", on: try await sam.get("/family"))
    let sure = try await sam.press("family code --renew", on: own)
    let made = try await sam.press("family code --renew", on: sure)
    let code = try #require(
      made.words.firstMatch(of: /FAM-[A-Z0-9]{6}/)?.0, "\(made.status) \(made.words)")
    let asked = try await dana.press(
      "family join", on: try await dana.get("/c?line=family%20join"), [("code", String(code))])
    #expect(asked.status == 200, "\(asked.words)")
  }

  @Test("A parent withdraws a request, and no page speaks of it any more")
  func withdrawing() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp(name: "Sam Lee")
      let dana = try await people.signedUp(role: "parent", name: "Dana Lee")
      #expect(try await !dana.get("/family").body.contains("family withdraw"))
      try await Self.ask(dana, sam)
      #expect(try await sam.get("/family").words.contains("Dana Lee"))
      let waiting = try await dana.get("/family")
      #expect(waiting.body.contains("family withdraw"), "\(waiting.body)")
      let withdrawn = try await dana.press("family withdraw", on: waiting)
      #expect(withdrawn.outcome.contains("You withdrew your request"), "\(withdrawn.words)")
      for page in ["/family", "/dashboard"] {
        #expect(try await !dana.get(page).words.contains("You asked to join"), "\(page)")
        #expect(try await !dana.get(page).words.contains("did not let you in"), "\(page)")
      }
      #expect(try await !sam.get("/family").words.contains("Dana Lee"))
    }
  }

  @Test("A letter tells the athlete of a request to join on its day, and the parent of the answer")
  func joiningByLetter() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let emails = (0..<3).map { _ in ServedPeople.address() }
      let (athlete, parent, stranger) = (emails[0], emails[1], emails[2])
      _ = try await before.signedUp(athlete, name: "Sam Lee")
      _ = try await before.signedUp(parent, role: "parent", name: "Dana Lee")
      _ = try await before.signedUp(stranger, role: "parent", name: "Kim Stone")
      for email in emails {
        _ = try await before.server.admin.run(
          "UPDATE accounts.people SET confirmed_at = now() WHERE email = $1", [email])
      }
      try await ServedPeople.with(mail: bag.mail) { people in
        let day = Zone.utc.day(of: people.server.clock.now).text(.long)
        let sam = try await people.signedIn(athlete)
        let dana = try await people.signedIn(parent)
        try await Self.join(dana, parent, sam)
        let asked = try await bag.letter(to: athlete)
        #expect(asked.subject == "A parent asks to join your family")
        #expect(
          asked.text.contains("On \(day) a parent asked")
            && asked.text.contains("Dana Lee, \(parent)") && asked.link == "/family",
          "\(asked.text)")
        let answered = try await bag.letter(to: parent)
        #expect(answered.subject == "Your request to join a family was answered")
        #expect(
          answered.text.contains("On \(day) Sam Lee let you into") && answered.link == "/dashboard",
          "\(answered.text)")

        let session = try await people.server.ask(
          .post, "/auth/v1/token?grant_type=password",
          ["email": .string(stranger), "password": .string(ServedPeople.password)])
        let token = try #require(session.json["access_token"]?.string)
        let family = try await sam.get("/family")
        let code = try #require(family.words.firstMatch(of: /FAM-[A-Z0-9]{6}/)?.0)
        for _ in 0..<2 {
          let told = try await people.server.ask(
            .post, "/rest/v1/rpc/join_family", token: token, ["code": .string(String(code))])
          #expect(told.json["outcome"] == "asked", "\(told.json)")
        }
        _ = try await bag.letter(to: athlete, after: 1)
        let line = "family admit \(stranger) --decline"
        let sure = try await sam.press(line, on: try await sam.get("/family"))
        _ = try await sam.press(line, on: sure)
        let declined = try await bag.letter(to: stranger)
        #expect(
          declined.text.contains("On \(day) the athlete") && declined.text.contains("did not let")
            && !declined.text.contains("Sam"), "\(declined.text)")
        #expect(bag.count(for: athlete) == 2, "Asking twice causes one letter.")
      }
    }
  }

  @Test("Each family that a parent asks gets a letter, and one parent causes five in an hour")
  func severalFamilies() async throws {
    let bag = Mailbag()
    try await ServedPeople.with { before in
      let parent = ServedPeople.address()
      let athletes = (0..<6).map { _ in ServedPeople.address() }
      _ = try await before.signedUp(parent, role: "parent", name: "Dana Lee")
      for athlete in athletes { _ = try await before.signedUp(athlete, name: "Sam Lee") }
      for email in athletes + [parent] {
        _ = try await before.server.admin.run(
          "UPDATE accounts.people SET confirmed_at = now() WHERE email = $1", [email])
      }
      try await ServedPeople.with(mail: bag.mail) { people in
        let dana = try await people.signedIn(parent)
        for athlete in athletes.prefix(2) {
          let sam = try await people.signedIn(athlete)
          try await Self.ask(dana, sam)
          let letter = try await bag.letter(to: athlete)
          #expect(letter.subject == "A parent asks to join your family")
        }
        #expect(bag.count(for: athletes[0]) == 1)

        // The remaining requests are written into the database, because the server lets an account
        // try few codes in five minutes.
        let database = people.server.admin
        _ = try await database.run(
          """
          INSERT INTO public.family_units (id, player_user_id)
          SELECT gen_random_uuid(), p.id FROM accounts.people AS p WHERE p.email = ANY ($1::text[])
          """, ["{\(athletes.dropFirst(2).joined(separator: ","))}"])
        _ = try await database.run(
          """
          INSERT INTO compass.join_requests (family_unit_id, user_id, code_used)
          SELECT f.id, d.id, 'FAM-AAAAAA' FROM public.family_units AS f
          JOIN accounts.people AS p ON p.id = f.player_user_id
          JOIN accounts.people AS d ON d.email = $2
          WHERE p.email = ANY ($1::text[])
          """, ["{\(athletes.dropFirst(2).joined(separator: ","))}", parent])
        func begun(after minutes: Int) async throws -> String? {
          _ = try await database.run(
            """
            UPDATE accounts.joining_letters AS l SET sent_at = l.sent_at - interval '\(minutes) minutes'
            FROM accounts.people AS p WHERE p.id = l.parent AND p.email = $1
            """, [parent])
          return try await database.run(
            """
            SELECT jsonb_array_length(accounts.begin_joining_letters(p.id))
            FROM accounts.people AS p WHERE p.email = $1
            """, [parent]
          ).value
        }
        #expect(try await begun(after: 0) == "3", "Two letters of five are sent.")
        #expect(try await begun(after: 6) == "0", "Five letters are sent in this hour.")
        #expect(try await begun(after: 60) == "5")
        _ = try await database.run(
          "DELETE FROM compass.join_requests AS j USING accounts.people AS p WHERE p.id = j.user_id AND p.email = $1",
          [parent])
        #expect(try await begun(after: 70) == "0", "No request is left.")
      }
    }
  }

  @Test("A change of rights brings another cookie, and soon the former opens nothing")
  func anotherCookie() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp(name: "Sam Lee")
      let address = ServedPeople.address()
      let dana = try await people.signedUp(address, role: "parent", name: "Dana Lee")
      _ = try await dana.get("/tasks")
      let alone = try #require(dana.cookie)
      let before = try await dana.get("/time-zone")
      #expect(dana.cookie == alone, "Nothing has changed.")
      try await Self.join(dana, address, sam)

      // The parent's rights have changed, so the server replaces the parent's session cookie. Two
      // tabs request a page with the old cookie at the same time. Both get their page, but only one
      // answer contains the new cookie.
      let tab = people.browser()
      tab.cookie = alone
      async let first = dana.get("/tasks")
      async let second = tab.get("/schools")
      #expect(try await first.status == 200)
      #expect(try await second.status == 200)
      let others = [dana.cookie, tab.cookie].compactMap { $0 }.filter { $0 != alone }
      #expect(others.count == 1)
      let member = try #require(others.first)

      // If the answer with the new cookie is lost, the browser still has the old cookie, which must
      // stay valid. After a waiting time the server must answer with another new cookie and stop
      // accepting the lost one.
      // On a busy machine the requests alone can take that long, so the waiting time begins later.
      try await people.age(of: address, by: -600)
      dana.cookie = alone
      #expect(try await dana.get("/tasks").path == "/tasks")
      #expect(dana.cookie == alone)
      try await people.age(of: address, by: 611)
      #expect(try await dana.get("/tasks").path == "/tasks")
      let again = try #require(dana.cookie)
      #expect(again != alone && again != member)
      tab.cookie = member
      #expect(try await tab.get("/tasks").path.hasPrefix("/sign-in"))

      // After the browser has sent the new cookie and a waiting time has passed, the server must no
      // longer accept the old cookie. Forms that were opened with the old cookie must work with the
      // new one.
      _ = try await dana.get("/tasks")
      #expect(dana.cookie == again)
      try await people.age(of: address)
      tab.cookie = alone
      #expect(try await tab.get("/tasks").path.hasPrefix("/sign-in"))
      let zone = try await dana.post(
        before.fields + [("time-zone", "other"), ("other-zone", "America/Denver")], to: "/time-zone"
      )
      #expect(zone.status == 200 && zone.path == "/account", "\(zone.status) \(zone.words)")
      #expect(zone.words.contains("The new time zone counts from now on."))
      #expect(try await !dana.get("/account").words.contains("counts from now on"))
      #expect(dana.cookie == again)

      // The server also replaces the cookie of a parent who loses rights: the athlete removes the
      // parent from the family.
      let family = try await sam.get("/family")
      let removal = try #require(
        family.body.firstMatch(of: /family remove p\d+/)?.0, "\(family.body)")
      let asks = try await sam.press(String(removal), on: family)
      let gone = try await sam.press(String(removal), on: asks)
      #expect(gone.outcome.contains("no longer"), "\(gone.words)")
      // The server would refuse to undo the removal of a member, so the page must not have a button
      // for it.
      #expect(!gone.outcome.contains("Undo"), "\(gone.outcome)")
      let history = try await sam.get("/c?line=history")
      #expect(history.words.contains("cannot be undone"), "\(history.words)")
      let refused = try await sam.press("undo", on: history)
      #expect(
        refused.words.contains("Removing a parent cannot be undone at a server."),
        "\(refused.words)")
      #expect(try await !sam.get("/c?line=history").words.contains("undone Removed"))
      _ = try await dana.get("/tasks")
      #expect(dana.cookie != again)
    }
  }
}

extension ServedPeople {
  /// Makes the database believe that the waiting time is over, after which the server no longer
  /// accepts the cookies that were replaced.
  fileprivate func age(of email: String, by seconds: Int = 11) async throws {
    _ = try await server.admin.run(
      """
      UPDATE accounts.pages AS g
      SET renamed_at = g.renamed_at - interval '\(seconds) seconds',
        shown_at = g.shown_at - interval '\(seconds) seconds'
      FROM accounts.sessions AS s JOIN accounts.people AS p ON p.id = s.person
      WHERE g.session = s.id AND p.email = $1
      """, [email])
  }
}
