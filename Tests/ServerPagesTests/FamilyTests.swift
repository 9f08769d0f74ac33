import Foundation
import PostgreSQL
import SharingTesting
import Testing
import WebTesting

@testable import ServerPages

/// Families who only ever use a browser.
@Suite struct FamilyTests {
  @Test("A parent asks with the family's code, the athlete lets them in, and both see the same")
  func joining() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp(name: "Sam Lee")
      let address = ServedPeople.address()
      let dana = try await people.signedUp(address, role: "parent", name: "Dana Lee")
      let form = try await sam.get("/c?line=schools%20add")
      _ = try await sam.press("schools add", on: form, [("name", "Oak College")])
      let own = try await sam.press("family create", on: try await sam.get("/family"))
      let sure = try await sam.press("family code --renew", on: own)
      let made = try await sam.press("family code --renew", on: sure)
      let code = try #require(
        made.words.firstMatch(of: /FAM-[A-Z0-9]{6}/)?.0, "\(made.status) \(made.words)")
      #expect(try await !dana.get("/schools").words.contains("Oak College"))
      let asked = try await dana.press(
        "family join", on: try await dana.get("/c?line=family%20join"), [("code", String(code))])
      #expect(asked.status == 200, "\(asked.words)")
      let family = try await sam.get("/family")
      #expect(family.words.contains("Dana Lee"), "\(family.words)")
      // The athlete is asked whether it is the right one.
      let asks = try await sam.press("family admit \(address)", on: family)
      let admitted = try await sam.press("family admit \(address)", on: asks)
      #expect(admitted.outcome.contains("Dana Lee"), "\(admitted.words)")
      let schools = try await dana.get("/schools")
      #expect(schools.words.contains("Oak College"), "\(schools.words)")
      _ = try await dana.get("/schools/s1")
      // That the parent looked reaches the database, though nothing was pressed.
      let viewed = """
        SELECT count(*) FROM public.parent_view_log AS v JOIN accounts.people AS p ON p.id = v.parent_user_id WHERE p.email = $1
        """
      var tries = 0
      while try await people.count(viewed, address) == 0, tries < 600 {
        tries += 1
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(try await people.count(viewed, address) > 0)
      // A parent looks, and changes nothing.
      let refused = try await dana.press("schools delete s1", on: schools)
      #expect(!refused.outcome.hasPrefix("✓"), "\(refused.words)")
      #expect(try await sam.get("/schools").words.contains("Oak College"))
    }
  }
}
