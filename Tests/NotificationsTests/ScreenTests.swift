import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Notifications
import TerminalRendering
import Testing
import WebRendering

@Suite("The page as it is seen and heard")
struct ScreenTests {
  private static let lines = [
    "notifications", "notifications show n6", "notifications filter deadlines",
    "notifications search zebra",
  ]

  @Test("VoiceOver works on all elements", arguments: lines)
  func spoken(line: String) async throws {
    let page = try await Prompt().show(line)
    #expect(page.rows.allSatisfy { !$0.spoken.isEmpty })
    let said = PlainRenderer.render(page).joined(separator: "\n")
    for icon in ["🔔", "⏰", "📊", "🎉", "📅", "●"] where page.title.first.map(String.init) != icon {
      #expect(!said.contains(icon), "pictures are not read aloud")
    }
  }

  @Test("Notification cards: unread, priority, type: title. relative time")
  func cards() async throws {
    let page = try await Prompt().show("notifications")
    #expect(
      page.row("n5")?.spoken == "Unread high Deadlines: Offer deadline in 3 days. 1d ago")
    #expect(page.row("n3")?.spoken == "Normal Follow-ups: Follow up with Ana Rivera. 6d ago")
    let html = HTMLRenderer.render(page)
    #expect(html.contains("Unread high Deadlines: Offer deadline in 3 days. 1d ago"))
    let plain = PlainRenderer.render(page)
    #expect(plain.contains("n5. Unread high Deadlines: Offer deadline in 3 days. 1d ago."))
    #expect(plain.contains("The offer ends on Feb 13, in 3 days."))
  }

  @Test("A megabyte in a text harms no renderer")
  func megabyte() async throws {
    let prompt = Prompt { rows in
      rows.fillInbox(1) { one, _ in (one.title, one.message) = ("Title", HostileText.huge) }
    }
    let page = try await prompt.show("notifications")
    let drawn = TerminalRenderer.render(page, TerminalStyle(width: 80))
    #expect(drawn.count < 20)
    #expect(!drawn.joined().contains("\u{1B}"))
    #expect(HTMLRenderer.render(page).utf8.count > 1_000_000)
  }

  @Test("Filter chips: type filter. active or inactive")
  func chips() async throws {
    let page = try await Prompt().show("notifications filter events")
    let html = HTMLRenderer.render(page, HTMLOptions(href: { "/\($0)" }))
    #expect(html.contains("aria-pressed=\"true\" aria-label=\"Events filter. Active\""))
    #expect(html.contains("Offers filter. Inactive"))
  }

  @Test("Delete button: Delete notification")
  func deleteButton() async throws {
    let page = try await Prompt().show("notifications")
    for row in page.rows {
      #expect(row.links.last?.spoken == "Delete notification")
      #expect(row.links.last?.command == "notifications delete \(row.handle ?? "")")
    }
  }

  @Test("Dynamic type scaling", arguments: [40, 60, 80, 200])
  func widths(width: Int) async throws {
    for line in Self.lines {
      let page = try await Prompt().show(line)
      let drawn = TerminalRenderer.render(page, TerminalStyle(width: width))
      #expect(drawn.allSatisfy { $0.count <= width }, "\(line) at \(width)")
    }
  }

  @Test("Long titles/messages truncate correctly", arguments: [40, 80])
  func longTexts(width: Int) async throws {
    let title = "Title " + String(repeating: "of many words ", count: 200)
    let message = "Message " + String(repeating: "with more words ", count: 400)
    let prompt = Prompt { rows in
      rows.fillInbox(1) { one, _ in (one.title, one.message) = (title, message) }
    }
    let page = try await prompt.show("notifications")
    let drawn = TerminalRenderer.render(page, TerminalStyle(width: width))
    let titles = drawn.filter { $0.contains("of many") }
    let messages = drawn.filter { $0.contains("with more") }
    #expect((1...2).contains(titles.count), "two lines at most")
    #expect((1...3).contains(messages.count), "three lines at most")
    #expect(titles.last?.contains("…") == true && messages.last?.contains("…") == true)
    // The list shortens a long text. JSON, plain sentences and the page of the one notification
    // must contain the whole text.
    #expect(JSONRenderer.render(page).text.contains(message.trimmed))
    #expect(PlainRenderer.render(page).contains { $0.contains(message.trimmed) })
    let handle = try #require(page.handles.first)
    #expect(try await prompt.show("notifications show \(handle)").paragraphs == [message])
  }

  @Test(
    "Hostile words in every text stay words, wherever they are shown",
    arguments: HostileText.samples)
  func hostile(text: String) async throws {
    let prompt = Prompt { rows in
      rows.fillInbox(3) { one, index in
        (one.title, one.message, one.actionURL) = (text, text, text)
        if index == 1 {
          one.type = .unknown(text)
          one.priority = .unknown(text)
        }
        one.related = .init(
          type: index == 2 ? .unknown(text) : .known(.event), id: ExampleFamily.showcase.id)
      }
      var event = ExampleFamily.showcase
      event.name = text
      rows.add(event)
    }
    for line in ["notifications", "notifications show n1", "notifications show n2"] {
      let page = try await prompt.show(line)
      #expect(page.problem == nil)
      for width in [40, 80] {
        for drawn in TerminalRenderer.render(page, TerminalStyle(width: width)) {
          #expect(!drawn.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        }
      }
      for drawn in PlainRenderer.render(page) {
        #expect(!drawn.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
      }
      let html = HTMLRenderer.render(page)
      #expect(!html.contains("<script") && !html.contains("<img"))
      _ = JSONRenderer.render(page).text
    }
    #expect(try await prompt.enter("notifications open n1").opened.count == 1)
  }
}
