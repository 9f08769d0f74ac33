import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Testing

@Suite("Slow answers and quick fingers")
struct RaceTests {
  private let sam = ExampleFamily.sam

  @Test("A widget that is slow does not keep the others")
  func slowWidget() async throws {
    let prompt = Prompt()
    let slow = prompt.stage.backend.hook.hold("dashboard.interactions")
    async let asked = prompt.send(.viewRequested(.home))
    while prompt.state.parts.schools.value == nil || prompt.state.parts.profile.value == nil {
      await Task.yield()
    }
    let page = prompt.page()
    #expect(page.card("Schools")?.value == "4")
    #expect(page.card("Interactions")?.value == "…")
    #expect(page.problem == nil)
    slow.open()
    _ = await asked
    #expect(prompt.page().card("Interactions")?.value == "6")
  }

  @Test("A newer load supersedes an older one, source by source")
  func newerLoad() async throws {
    let prompt = Prompt()
    let slow = prompt.stage.backend.hook.hold("dashboard.schools")
    async let first = prompt.send(.viewRequested(.home))
    while prompt.stage.backend.hook.count(of: "dashboard.schools") == 0 { await Task.yield() }
    try prompt.stage.backend.change("DELETE FROM schools WHERE name = 'Oberlin'")
    await prompt.send(.refreshRequested)
    #expect(prompt.page().card("Schools")?.value == "3")
    try prompt.stage.backend.change("DELETE FROM schools")
    slow.open()
    _ = await first
    // The slow load ends last, but it began before the newer load. Its result, an empty list of
    // schools, must not replace the newer result.
    #expect(prompt.page().card("Schools")?.value == "3")
  }

  @Test("Switching the athlete in the middle of a load shows the new athlete only")
  func switchMidLoad() async throws {
    let prompt = Prompt(as: ExampleFamily.dana)
    _ = try await prompt.stage.family.switchTo(sam)
    let slow = prompt.stage.backend.hook.hold("dashboard.schools")
    async let first = prompt.send(.viewRequested(.home))
    while prompt.stage.backend.hook.count(of: "dashboard.schools") == 0 { await Task.yield() }
    _ = try await prompt.stage.family.switchTo(ExampleFamily.mia)
    await prompt.hear(.viewerChanged)
    slow.open()
    _ = await first
    #expect(prompt.page().card("Schools")?.value == "1")
    #expect(prompt.state.frame.value?.viewing.athlete == ExampleFamily.mia)
  }

  @Test("Signing out in the middle of a load shows nothing of the person")
  func signOutMidLoad() async throws {
    let prompt = Prompt()
    let slow = prompt.stage.backend.hook.hold("dashboard.schools")
    async let first = prompt.send(.viewRequested(.home))
    while prompt.stage.backend.hook.count(of: "dashboard.schools") == 0 { await Task.yield() }
    await prompt.hear(.signedOut)
    slow.open()
    _ = await first
    #expect(prompt.state == .init())
  }

  @Test("Rapid taps on suggestion buttons don't create duplicates")
  func rapidTaps() async throws {
    let prompt = Prompt()
    let suggestion = try #require(try await prompt.stage.references().first { $0.handle == "g2" })
    let slow = prompt.stage.backend.hook.hold("suggestions.dismiss")
    let tap = DashboardFeature.Action.dismissalRequested(suggestion)
    await prompt.send([tap, tap, tap]) { slow.open() }
    #expect(prompt.stage.backend.hook.count(of: "suggestions.dismiss") == 1)
  }

  @Test("No memory leaks when navigating away and back")
  func leaks() async throws {
    weak var gone: Store<DashboardFeature>?
    do {
      let store = Store(Stage().feature)
      gone = store
      for _ in 1...3 {
        await store.send(.viewRequested(.home)).settled()
        await store.send(.viewRequested(.suggestions(school: nil))).settled()
      }
      await store.send(.signedOut).settled()
      #expect(store.state == .init())
    }
    #expect(await isReleased { gone })
  }
}
