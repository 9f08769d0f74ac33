import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Notifications
import Testing

@Suite("Filters and search")
struct FilterTests {
  @Test(
    "Type filter narrows list correctly",
    arguments: [
      ("all", ["n7", "n6", "n5", "n4", "n3", "n2", "n1"]), ("follow-ups", ["n3"]),
      ("deadlines", ["n5", "n4"]), ("inbound", ["n6"]), ("digest", ["n2"]), ("offers", ["n7"]),
      ("events", ["n1"]), ("follow_up_reminder", ["n3"]), ("DEADLINE-ALERT", ["n5", "n4"]),
    ])
  func types(word: String, handles: [String]) async throws {
    #expect(try await Prompt().show("notifications filter \(word)").handles == handles)
    #expect(try await Prompt().show("notifications --type \(word)").handles == handles)
  }

  @Test(
    "Search filters by title and message",
    arguments: [
      ("CEDAR", ["n7", "n6", "n4"]), ("in review", ["n2"]), ("scholarship", ["n7"]),
      ("nothing of it", []),
    ])
  func search(words: String, handles: [String]) async throws {
    #expect(try await Prompt().show("notifications search \(words)").handles == handles)
    #expect(try await Prompt().show("notifications --search '\(words)'").handles == handles)
  }

  @Test("Filter + search combine correctly")
  func combined() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications search cedar")
    let page = try await prompt.show("notifications filter deadlines")
    #expect(page.handles == ["n4"])
    #expect(page.paragraphs == ["Showing Deadlines · search “cedar” · 1 of 7"])
    #expect(page.context == "3 unread", "the count is that of the whole inbox")
    // The filter "All" removes the filter by type and leaves the search.
    #expect(try await prompt.show("notifications filter all").handles == ["n7", "n6", "n4"])
    // Searching for an empty text ends the search, so all notifications are shown.
    #expect(try await prompt.show("notifications search").rows.count == 7)
    #expect(try await prompt.show("notifications").paragraphs == ["Showing all 7"])
  }

  @Test("Where no choice is kept between pages, a type's link keeps the search")
  func linksKeepSearch() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications --search cedar")
    var context = prompt.stage.context
    context.keepsChoices = false
    let page = prompt.stage.feature.page(prompt.state, in: context)
    #expect(page.links.contains { $0.command == "notifications --type deadlines --search cedar" })
  }

  @Test("A choice holds until the page is left, and is not kept by the program")
  func kept() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications filter deadlines")
    #expect(try await prompt.show("notifications").handles == ["n5", "n4"])
    #expect(try await prompt.show("notifications --type events").handles == ["n1"], "this time")
    #expect(try await prompt.show("notifications").handles == ["n5", "n4"])
    let writes = prompt.stage.backend.hook.calls.filter { $0 == "devicePreferences.set" }
    #expect(writes.count == 1, "only the day is remembered")
    await prompt.send(try #require(prompt.stage.feature.leaving))
    #expect(prompt.state.filter == .all && prompt.state.loaded == .idle)
    #expect(try await prompt.show("notifications").rows.count == 7)
  }

  @Test("Unread can be asked for alone")
  func unread() async throws {
    let page = try await Prompt().show("notifications --unread --type deadlines")
    #expect(page.handles == ["n5"])
    #expect(page.paragraphs == ["Showing Deadlines · unread · 1 of 7"])
  }

  @Test("Filters that hide everything say so, with what clears them")
  func noMatch() async throws {
    let prompt = Prompt()
    let once = try await prompt.show("notifications --search zebra")
    #expect(
      once.empty
        == EmptyState(
          "No notifications match.", links: [CommandLink("Show all notifications", "notifications")]
        ))
    try await prompt.enter("notifications filter offers")
    let chosen = try await prompt.show("notifications search zebra")
    #expect(chosen.empty?.links.map(\.command) == ["notifications filter --clear"])
    #expect(chosen.empty?.detail == nil, "nobody is all caught up")
    #expect(try await prompt.show("notifications filter --clear").rows.count == 7)
  }

  @Test("The chips say which is active")
  func chips() async throws {
    let page = try await Prompt().show("notifications filter inbound")
    let chips = page.everyLink.filter { $0.command.hasPrefix("notifications filter") }
    #expect(
      chips.map(\.label)
        == ["All", "Follow-ups", "Deadlines", "Inbound", "Digest", "Offers", "Events"])
    #expect(chips.filter { !$0.isEnabled }.map(\.spoken) == ["Inbound filter. Active"])
    #expect(chips.first?.spoken == "All filter. Inactive")
  }

  @Test("Delete while filtering: gone from the filtered and from the whole list")
  func deleteWhileFiltering() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications filter deadlines")
    try await prompt.enter("notifications delete n5")
    #expect(prompt.page().handles == ["n4"])
    #expect(prompt.page().context == "2 unread")
    #expect(try await prompt.show("notifications filter all").rows.count == 6)
  }
}
