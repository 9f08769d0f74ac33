import Foundation
import PostgreSQL
import SharingTesting
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

@Suite struct TimeZoneTests {
  @Test(
    "Names of zones are taken with their region only",
    arguments: [
      ("America/Chicago", true), ("Pacific/Kiritimati", true), ("UTC", true), ("", false),
      ("local", false), ("Nowhere/Town", false), ("../etc/passwd", false),
      ("America/../../../etc/passwd", false), (nil, false),
    ] as [(String?, Bool)])
  func names(_ name: String?, _ isZone: Bool) {
    #expect((TimeZoneFields.zone(name) != nil) == isZone)
  }

  @Test(
    "A day is that of the person's zone, which the browser tells at sign-up and the person changes")
  func days() async throws {
    try await ServedPeople.with { people in
      // These two zones are 25 hours apart, so their local dates differ at every moment.
      let (early, late) = ("Pacific/Kiritimati", "Pacific/Pago_Pago")
      let email = ServedPeople.address()
      let form = try await people.browser().get("/sign-up")
      #expect(form.body.contains("name=\"time-zone\""))
      let browser = people.browser()
      let begun = try await browser.post(
        [
          ("email", email), ("password", ServedPeople.password),
          ("password", ServedPeople.password), ("born", "1990-05-31"), ("time-zone", early),
        ], to: "/sign-up")
      _ = try await browser.post(
        begun.fields + [
          ("role", "player"), ("name", "Sam Lee"), ("year", "2028"), ("sport", "baseball"),
        ], to: "/begin")

      func day(in zone: String) throws -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let parts = calendar.dateComponents([.year, .month, .day], from: Date())
        return String(
          format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      }
      func added(in zone: String) async throws -> Bool {
        let name = "Today \(UUID().uuidString)"
        let before = try day(in: zone)
        let answer = try await browser.press(
          "events add", on: try await browser.get("/c?line=events%20add"),
          [("name", name), ("type", "camp"), ("on", "today")])
        #expect(answer.outcome.contains("Added"), "\(answer.words)")
        let stored = try await people.server.admin.run(
          "SELECT start_date::date FROM public.events WHERE name = $1", [name]
        ).value
        return try stored == before || stored == day(in: zone)
      }
      #expect(try await added(in: early))
      let page = try await browser.get("/time-zone")
      #expect(page.body.contains(early))
      let wrong = try await browser.post(
        page.fields + [("time-zone", "other"), ("other-zone", "Nowhere/Town")], to: "/time-zone")
      #expect(wrong.status == 400 && wrong.body.contains("id=\"f-other-zone-fault\""))
      let done = try await browser.post(
        page.fields + [("time-zone", "other"), ("other-zone", late)], to: "/time-zone")
      #expect(done.path == "/account", "\(done.words)")
      #expect(try await added(in: late))
      // The form has a list of zones and a text field for other zones. If the person has changed
      // the choice in the list, that choice is stored (first case); otherwise the text is stored
      // (second case).
      for (chosen, written, zone) in [
        ("America/Denver", late, "America/Denver"), ("America/Denver", late, late),
      ] {
        _ = try await browser.post(
          page.fields + [("time-zone", chosen), ("other-zone", written)], to: "/time-zone")
        #expect(try await browser.get("/time-zone").body.contains("value=\"\(zone)\""), "\(zone)")
      }
      // The zone is stored with the account, so it also applies after signing in again.
      #expect(try await people.signedIn(email).get("/time-zone").body.contains(late))
    }
  }
}
