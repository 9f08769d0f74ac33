import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Notifications
import Testing

@Suite("Generating")
struct GenerateTests {
  private static let twoEvents: @Sendable (inout MadeUpFamily) -> Void = { rows in
    rows.removeNotifications()
    rows.addEvent("Camp", on: "2026-02-11", id: 77)
    rows.addEvent("Showcase", on: "2026-02-17", id: 78)
  }

  @Test("`notifications generate` writes what is due, each once, as one step")
  func asked() async throws {
    let prompt = Prompt(Self.twoEvents)
    let told = try await prompt.enter("notifications generate")
    #expect(told.done.map(\.sentence) == ["Wrote 2 new notifications."])
    #expect(told.done.first?.details == ["Events 2 · undo takes it back"])
    #expect(told.done.first?.references.map(\.title) == ["Camp in 1 day", "Showcase in 7 days"])
    let again = try await prompt.enter("notifications generate")
    #expect(
      again.done == [
        Done(
          "Nothing new.", details: ["What is due today is in your inbox already, or was deleted."])
      ])
    #expect(try await prompt.stage.backend.undo.undo().summary == "Wrote 2 notifications")
    #expect(try await prompt.stage.references().isEmpty)
  }

  @Test("Opening the page writes them by itself, once a day and as no step")
  func daily() async throws {
    let prompt = Prompt(Self.twoEvents)
    let page = try await prompt.show("notifications")
    #expect(page.rows.map(\.title).sorted() == ["Camp in 1 day", "Showcase in 7 days"])
    #expect(try await prompt.stage.backend.undo.history(limit: 5).isEmpty)
    try await prompt.enter("notifications delete \(page.handles[0])")
    #expect(try await prompt.show("notifications").rows.count == 1)
    #expect(prompt.stage.backend.hook.count(of: "notifications.generate") == 1)
  }

  @Test("A day's work that fails keeps no page from being shown")
  func failingDay() async throws {
    let prompt = Prompt()
    prompt.stage.backend.hook.fail("notifications.generate", .storage(.readOnly))
    let page = try await prompt.show("notifications")
    #expect(page.rows.count == 7 && page.problem == nil)
  }

  @Test("Settings switch a kind off")
  func settings() async throws {
    let prompt = Prompt { rows in
      Self.twoEvents(&rows)
      rows.setNotifications { $0.enableDeadlineAlerts = false }
    }
    #expect(
      try await prompt.enter("notifications generate").done.map(\.sentence) == ["Nothing new."])
  }

  @Test("The desktop shows what is new, when it is asked to")
  func desktop() async throws {
    let prompt = Prompt(Self.twoEvents)
    let told = try await prompt.enter("notifications generate --desktop")
    #expect(told.notices == ["They are shown on the desktop."])
    #expect(
      prompt.stage.desktop.shown == [
        DesktopNotice("📅 Camp in 1 day", text: "Camp is on Feb 11, in 1 day.", isUrgent: true),
        DesktopNotice("📅 Showcase in 7 days", text: "Showcase is on Feb 17, in 7 days."),
      ])
    #expect(
      try await prompt.enter("notifications generate --desktop").notices
        == ["There was nothing to show on the desktop."])
    #expect(prompt.stage.desktop.shown.count == 2)
  }

  @Test("Without being asked, the desktop is left alone")
  func notAsked() async throws {
    let prompt = Prompt(Self.twoEvents)
    #expect(try await prompt.enter("notifications generate").notices.isEmpty)
    #expect(prompt.stage.desktop.shown.isEmpty)
  }

  @Test("Many at once are one notice that counts them")
  func many() async throws {
    let prompt = Prompt { rows in
      rows.removeNotifications()
      for index in 1...4 {
        rows.addEvent("Camp \(index)", on: "2026-02-1\(index < 3 ? 1 : 7)", id: UInt64(80 + index))
      }
    }
    try await prompt.enter("notifications generate --desktop")
    #expect(
      prompt.stage.desktop.shown == [
        DesktopNotice(
          "4 new notifications", text: "Camp 1 in 1 day · Camp 2 in 1 day", isUrgent: true)
      ])
  }

  @Test(
    "In quiet hours the inbox fills and the desktop stays still",
    arguments: [
      ("11:00", "13:00", true), ("12:00", "12:01", true), ("22:00", "12:00", false),
      ("22:00", "12:30", true), ("12:01", "11:59", false),
    ])
  func quiet(start: String, end: String, isQuiet: Bool) async throws {
    let prompt = Prompt { rows in
      Self.twoEvents(&rows)
      rows.setNotifications {
        ($0.quietHoursStart, $0.quietHoursEnd) = (TimeOfDay(start), TimeOfDay(end))
      }
    }
    let told = try await prompt.enter("notifications generate --desktop")
    #expect(told.done.map(\.sentence) == ["Wrote 2 new notifications."])
    #expect(prompt.stage.desktop.shown.isEmpty == isQuiet)
    #expect(
      told.notices == [
        isQuiet
          ? "Nothing is shown on the desktop before \(end): these are your quiet hours."
          : "They are shown on the desktop."
      ])
  }

  @Test("A desktop that cannot be reached says so, and what was written stays written")
  func noDesktop() async throws {
    let prompt = Prompt(Self.twoEvents)
    let missing = Problem(.failed, "Not here.", fix: "Install it with:  sudo apt install x")
    prompt.stage.desktop.fail(missing)
    let told = try await prompt.enter("notifications generate --desktop")
    #expect(told.problems == [missing])
    #expect(told.done.count == 1)
    #expect(try await prompt.stage.references().count == 2)
  }

  @Test("A parent may ask for what is due too: it goes into an inbox of their own")
  func parents() async throws {
    let told = try await Prompt(as: ExampleFamily.dana).enter("notifications generate")
    #expect(told.problems.isEmpty)
    #expect(told.done.count == 1)
  }
}
