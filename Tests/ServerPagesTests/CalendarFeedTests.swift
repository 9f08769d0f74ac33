import Foundation
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

@Suite struct CalendarFeedTests {
  /// Switches the calendar feed on and returns the path of its address.
  private static func address(of browser: Browser) async throws -> String {
    let page = try await browser.get("/calendar-address")
    let made = try await browser.post(
      page.fields + [("_command", "feed new")], to: "/calendar-address")
    return String(
      try #require(made.words.firstMatch(of: /\/feeds\/[A-Za-z0-9_-]{43}\.ics/)?.0, "\(made.words)")
    )
  }

  @Test("A calendar program reads the days of its person, and asks for what has changed only")
  func reading() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp()
      let title = "Spring, \(UUID().uuidString); a day with a very long name"
      let form = try await sam.get("/c?line=events%20add")
      let added = try await sam.press(
        "events add", on: form,
        [("name", title), ("type", "showcase"), ("on", "2027-04-18"), ("location", "Gym")])
      #expect(added.outcome.contains("Added"), "\(added.words)")
      let path = try await Self.address(of: sam)
      // The page shows the secret address of the feed only directly after it was created.
      #expect(try await !sam.get("/calendar-address").words.contains("/feeds/"))
      let program = people.browser()
      let answer = try await program.get(path)
      #expect(answer.status == 200 && program.cookie == nil)
      #expect(answer.headers["content-type"] == "text/calendar; charset=utf-8")
      let lines = answer.body.components(separatedBy: "\r\n")
      #expect(lines.first == "BEGIN:VCALENDAR" && lines.allSatisfy { $0.utf8.count <= 75 })
      let whole = answer.body.replacing("\r\n ", with: "")
      let escaped = title.replacing(",", with: "\\,").replacing(";", with: "\\;")
      #expect(whole.contains("SUMMARY:\(escaped)\r\n"), "\(whole)")
      #expect(whole.contains("DTSTART;VALUE=DATE:20270418") && whole.contains("DTSTAMP:"))
      let uid = try #require(whole.firstMatch(of: /UID:[^\r]+/)?.0)

      let tag = try #require(answer.headers["etag"])
      let same = try await program.get(path, ["If-None-Match": tag])
      #expect(same.status == 304 && same.body.isEmpty)
      _ = try await sam.press(
        "events add", on: try await sam.get("/c?line=events%20add"),
        [("name", "Second"), ("type", "camp"), ("on", "2027-05-01")])
      let newer = try await program.get(path, ["If-None-Match": tag])
      #expect(newer.status == 200 && newer.headers["etag"] != tag)
      #expect(newer.body.contains("SUMMARY:Second"))
      // The entry has the same UID as before, so a calendar program replaces it. With another UID
      // it would add a second entry.
      #expect(newer.body.replacing("\r\n ", with: "").contains(uid))
      // The person signs out in the browser. The feed still answers, because it has a secret
      // address of its own, and it ends the session that it opens for each answer.
      _ = try await sam.post(try await sam.get("/sign-out").fields, to: "/sign-out")
      #expect(try await program.get(path).body.contains("SUMMARY:Second"))
      let left = """
        SELECT count(*) FROM accounts.sessions AS s JOIN accounts.feeds AS f ON f.person = s.person
        WHERE f.digest = accounts.digest($1)
        """
      let secret = String(path.dropFirst("/feeds/".count).dropLast(".ics".count))
      // All tests share a database, so the server of another test may do its daily work for this
      // person at this moment. That work uses a session that ends soon, and the test waits for its
      // end.
      for _ in 0..<50 where try await people.count(left, secret) != 0 {
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(try await people.count(left, secret) == 0)
      #expect(
        try await people.count(
          "SELECT count(*) FROM accounts.feeds WHERE digest::text LIKE '%' || $1 || '%'", secret)
          == 0)
    }
  }

  @Test(
    "Another address ends the one before, switching it off ends both, and nothing is written with one"
  )
  func ending() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp()
      let first = try await Self.address(of: sam)
      let second = try await Self.address(of: sam)
      let program = people.browser()
      #expect(try await program.get(first).status == 404)
      #expect(try await program.get(second).status == 200)
      #expect(try await program.post([], to: second).status == 400)
      for path in ["/feeds", "/feeds/", "/feeds/x.ics", second + "/x"] {
        #expect(try await program.get(path, follow: false).status == 404, "\(path)")
      }
      // Another person cannot switch the feed off. A form without the page's token cannot do it
      // either.
      let other = try await people.signedUp()
      _ = try await other.post(
        try await other.get("/calendar-address").fields + [("_command", "feed off")],
        to: "/calendar-address")
      #expect(try await sam.post([("_command", "feed off")], to: "/calendar-address").status == 403)
      #expect(try await program.get(second).status == 200)
      let off = try await sam.post(
        try await sam.get("/calendar-address").fields + [("_command", "feed off")],
        to: "/calendar-address")
      #expect(off.words.contains("It is switched off."), "\(off.words)")
      #expect(try await program.get(second).status == 404)
    }
  }

  @Test(
    "After a hundred guessed addresses two servers tell a guesser to wait, and calendars are still read there"
  )
  func guessing() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp()
      let path = try await Self.address(of: sam)
      let program = people.browser()
      // No random address of another test is in this network.
      let guesser = Browser(port: people.server.port, from: "127.0.251.1")
      for number in 1...ServerPages.mostUnknownFeeds {
        let guess = try await guesser.get("/feeds/\(UUID().uuidString)-\(number).ics")
        try #require(guess.status == 404, "\(number) \(guess.words)")
      }
      func expectRefusal(of guesser: Browser) async throws {
        let refused = try await guesser.get("/feeds/\(UUID().uuidString).ics")
        #expect(refused.status == 429 && refused.words.contains("too many tries"))
        let wait = refused.headers["retry-after"].flatMap { Int($0) }
        #expect((2...300).contains(wait ?? 0), "\(refused.headers)")
        // A calendar service reads the calendars of many people from one address.
        #expect(try await guesser.get(path).status == 200)
      }
      try await expectRefusal(of: guesser)
      #expect(try await program.get(path).status == 200)
      try await people.withSecondServer(sam) { (second) async throws in
        try await expectRefusal(of: Browser(port: second.port, from: "127.0.251.1"))
        #expect(try await second.get(path).status == 200)
      }
    }
  }

  @Test(
    "An account that may not sign in has no calendar, and one that is deleted takes its address along"
  )
  func closed() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let path = try await Self.address(of: try await people.signedUp(email))
      let program = people.browser()
      let set = "UPDATE accounts.people SET disabled_at ="
      _ = try await people.server.admin.run("\(set) now() WHERE email = $1", [email])
      #expect(try await program.get(path).status == 404)
      _ = try await people.server.admin.run("\(set) NULL WHERE email = $1", [email])
      #expect(try await program.get(path).status == 200)
      _ = try await people.server.admin.run(
        "DELETE FROM accounts.people WHERE email = $1", [email])
      #expect(try await program.get(path).status == 404)
    }
  }
}
