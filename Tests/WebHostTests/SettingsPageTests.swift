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
