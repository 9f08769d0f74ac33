import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Reports
import Testing

@Suite("A parent's view")
struct ParentTests {
  /// Returns the prompt of the parent Dana, who viewed Sam last.
  private func parent() -> Prompt {
    Prompt(as: ExampleFamily.dana) { rows in
      rows.setDevicePreference(
        DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
        to: ExampleFamily.sam.description)
    }
  }

  @Test(
    "A parent sees what the athlete sees, and whose it is",
    arguments: ["reports", "reports generate", "reports compare 2026-01 2026-02"])
  func readOnly(line: String) async throws {
    let page = try await parent().show(line)
    let own = try await Prompt().show(line)
    #expect(page.problem == nil)
    #expect(page.banner?.lines == ["Viewing Sam Lee's Reports (Read-Only)"])
    #expect(page.banner?.spoken == "Viewing Sam Lee's reports. You can look and not change.")
    #expect(page.banner?.links.map(\.command) == ["family switch"])
    #expect(own.banner == nil)
    #expect(Array(page.blocks.dropFirst()) == own.blocks)
  }

  @Test("A parent exports like anybody who may look")
  func files() async throws {
    #expect(
      try await parent().file("reports csv last-30-days").text
        == Prompt().file("reports csv last-30-days").text)
    #expect(try await parent().file("reports pdf last-30-days").text.contains("Sam Lee"))
  }

  @Test(
    "What a parent saw of the reports is noted for the athlete, once, and one that failed is not",
    arguments: [
      ("reports", 1), ("reports generate", 1), ("reports compare 2026-01 2026-02", 1),
      ("reports csv last-30-days", 1),
    ])
  func visits(line: String, count: Int) async throws {
    let prompt = parent()
    _ = try? await prompt.show(line)
    let visits = try await prompt.stage.backend.viewLog.views(of: ExampleFamily.sam, limit: 9).rows
    #expect(visits.map(\.itemType) == Array(repeating: .known(.report), count: count))
    let failing = parent()
    failing.stage.backend.hook.fail("reports.aggregate", .offline)
    _ = try? await failing.show(line)
    #expect(
      failing.stage.backend.hook.count(of: "viewLog.record") == (line == "reports" ? 1 : 0))
    let own = Prompt()
    _ = try? await own.show(line)
    #expect(own.stage.backend.hook.count(of: "viewLog.record") == 0)
  }

  @Test("A parent without an athlete is told how to get one")
  func unlinked() async throws {
    for line in ["reports", "reports generate", "reports compare 2026-01 2026-02"] {
      let prompt = Prompt(as: ExampleFamily.stranger) { rows in
        rows.add(Person(id: ExampleFamily.stranger, email: "alex@example.org", role: .parent))
      }
      let page = try await prompt.show(line)
      #expect(
        page.empty?.text == "You are not linked to an athlete."
          || page.problem?.title == "You are not linked to an athlete.")
      #expect(page.cards.isEmpty)
    }
  }

  @Test("After switching the athlete nothing of the one before is shown")
  func switching() async throws {
    let prompt = parent()
    _ = try await prompt.show("reports generate last-year")
    _ = try await prompt.stage.family.switchTo(ExampleFamily.mia)
    await prompt.hear(.viewerChanged)
    let page = prompt.page()
    #expect(page.cards.isEmpty && page.tables.isEmpty)
    #expect(page.banner?.lines == ["Viewing Mia Lee's Reports (Read-Only)"])
    #expect(page.forms.first?.fields.first?.value == "2026-01-11", "the range too is the usual one")
    #expect(try await prompt.enter("reports csv").problems.count == 1)
  }

  @Test("A report on its way when the athlete changes comes too late to be seen")
  func late() async throws {
    let prompt = parent()
    let gate = prompt.stage.backend.hook.hold("reports.aggregate")
    async let generating = prompt.enter("reports generate")
    while prompt.stage.backend.hook.count(of: "reports.aggregate") == 0 {
      await _Concurrency.Task.yield()
    }
    _ = try await prompt.stage.family.switchTo(ExampleFamily.mia)
    await prompt.hear(.viewerChanged)
    gate.open()
    _ = try await generating
    #expect(prompt.state.report == .idle)
    #expect(prompt.page().cards.isEmpty)
  }
}
