import FeatureKit
import Testing
import WebHost
import WebTesting

// Pages while another program writes to the family's file.
extension ServingTests {
  @Test("Pages do not wait for a program that writes, and what they leave behind is written later")
  func lockedFile() async throws {
    try await served { (served) async throws -> Void in
      let (athlete, parent) = (try await served.browser(), try await served.browser())
      _ = try await parent.press(
        "account sign-in", on: try await parent.get("/account"), [("profile", "Maria")])
      await served.host.finishLaterWork(within: .seconds(60))
      func visits() throws -> String {
        try served.household.sql(
          "SELECT count(*) FROM parent_view_log WHERE viewed_item_type = 'school';")
      }
      func chores() throws -> String {
        try served.household.sql("SELECT count(*) FROM device_preferences WHERE key LIKE 'daily%';")
      }
      // The day's work becomes due again.
      _ = try served.household.sql("DELETE FROM device_preferences WHERE key LIKE 'daily%';")
      let before = try #require(Int(try visits().trimmed))
      let writer = try OtherWriter(of: served.household.file)
      defer { writer.end() }
      let school = try await parent.get("/schools/s1")
      let dashboard = try await athlete.get("/dashboard")
      #expect(school.status == 200 && dashboard.status == 200)
      #expect(served.host.hasLaterWork)
      #expect(try visits() == "\(before)\n")
      #expect(try chores() == "0\n")
      writer.end()
      // If the program that wrote kept the file for too long, these pages try again.
      _ = try await parent.get("/tasks")
      _ = try await athlete.get("/dashboard")
      await served.host.finishLaterWork(within: .seconds(60))
      #expect(try visits() == "\(before + 1)\n")
      #expect(try chores() == "4\n")
    }
  }
}
