import Testing
import WebTesting

@testable import WebHost

@Suite("Settings on a page")
struct SettingsPageTests {
  @Test("Each setting is a control with words for people, and is saved by a press")
  func saved() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/c?line=set")
      #expect(page.status == 200 && page.words.contains("Your time zone"), "\(page.words)")
      #expect(page.body.contains("name=\"timezone\"") && page.body.contains("name=\"terminal\""))
      #expect(!page.body.contains("name=\"theme\"") && !page.words.contains("`"))
      let saved = try await browser.press("set", on: page, [("timezone", "America/New_York")])
      #expect(saved.outcome.contains("Your settings are saved."), "\(saved.words)")
      #expect(saved.body.contains("value=\"America/New_York\""))
      let emptied = try await browser.press("set", on: saved, [("timezone", "")])
      #expect(!emptied.body.contains("America/New_York\""), "\(emptied.words)")
    }
  }

  @Test("What is wrong is said at its field, and nothing of the form is saved")
  func wrong() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let sent = try await browser.press(
        "set", on: try await browser.get("/c?line=set"),
        [("timezone", "Mars/Olympus"), ("terminal", "on")])
      #expect(sent.status == 400 && sent.body.contains("id=\"f-timezone-fault\""))
      #expect(sent.words.contains("There is no time zone “Mars/Olympus”."), "\(sent.words)")
      #expect(!(try await browser.get("/tasks")).words.contains("For the terminal"))
    }
  }

  @Test("Settings that are no switch are fields on their page, and what is wrong is said there")
  func valued() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/settings")
      for name in ["follow-up-days", "quiet-hours", "tasks-status", "tasks-urgency"] {
        #expect(page.body.contains("id=\"f-\(name)\""), "\(name): \(page.body)")
      }
      #expect(!page.body.contains("settings+set") && page.body.contains("Overdue / Due Soon"))
      #expect(!page.body.contains(">Choose</option>"), "All of them have a value.")
      let unchanged = try await browser.press(
        "settings edit", on: page,
        [
          ("follow-up-days", "7"), ("quiet-hours", ""), ("tasks-status", "all"),
          ("tasks-urgency", "all"),
        ])
      #expect(unchanged.outcome.contains("Nothing was changed."), "\(unchanged.words)")
      let wrong = try await browser.press(
        "settings edit", on: page,
        [("follow-up-days", "91"), ("quiet-hours", "late"), ("tasks-status", "all")])
      for fault in ["“91” does not fit", "“late” does not fit"] {
        #expect(wrong.status == 400 && wrong.words.contains(fault), "\(wrong.words)")
      }
      let saved = try await browser.press(
        "settings edit", on: wrong,
        [
          ("follow-up-days", "14"), ("quiet-hours", "10 pm to 7 am"), ("tasks-status", "all"),
          ("tasks-urgency", "all"),
        ])
      #expect(
        saved.outcome.contains("Follow-up days: 14. Quiet hours: 22:00-07:00."), "\(saved.words)")
      let emptied = try await browser.press(
        "settings edit", on: try await browser.get("/settings"), [("quiet-hours", "")])
      #expect(emptied.outcome.contains("Quiet hours: none."), "\(emptied.words)")
    }
  }

  @Test("Handles and commands are on a page only after the switch for them was set")
  func terminal() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let before = try await browser.get("/tasks")
      #expect(!before.body.contains("class=\"handle\"") && !before.body.contains("as-command"))
      let on = try await browser.press(
        "set", on: try await browser.get("/c?line=set"), [("terminal", "on")])
      #expect(on.body.contains("name=\"theme\"") && on.body.contains("name=\"width\""))
      let after = try await browser.get("/tasks")
      #expect(after.body.contains("class=\"handle\"") && after.body.contains("as-command"))
    }
  }
}
