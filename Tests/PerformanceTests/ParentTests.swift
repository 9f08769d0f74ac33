import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Performance
import Testing

@Suite("A parent's view")
struct ParentTests {
  /// Returns the prompt of the parent Dana, who viewed Sam last.
  private func parent(_ change: @escaping @Sendable (inout MadeUpFamily) -> Void = { _ in })
    -> Prompt
  {
    Prompt(as: ExampleFamily.dana) { rows in
      rows.setDevicePreference(
        DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
        to: ExampleFamily.sam.description)
      change(&rows)
    }
  }

  @Test(
    "A parent sees everything, whose it is, and nothing to change it with",
    arguments: [
      "performance", "performance show m9", "performance chart velocity", "performance timeline",
      "performance chart era",
    ])
  func readOnly(line: String) async throws {
    let page = try await parent().show(line)
    #expect(page.problem == nil)
    #expect(page.banner?.lines == ["Viewing Sam Lee's Performance (Read-Only)"])
    #expect(
      page.banner?.spoken
        == "Viewing Sam Lee's performance. You can look and not change. Sam Lee sees your visits.")
    #expect(page.banner?.links.map(\.command) == ["family switch"])
    let verbs = page.links.compactMap { $0.command.split(separator: " ").dropFirst().first }
    #expect(Set(verbs).isDisjoint(with: ["log", "edit", "delete", "verify"]))
    #expect(page.rows.allSatisfy { $0.links.isEmpty })
  }

  @Test(
    "Whatever a parent would write is refused, and nothing is written",
    arguments: [
      "metrics log era 2", "metrics edit m1 --value 3", "metrics verify m1", "metrics delete m1",
    ])
  func refused(line: String) async throws {
    let prompt = parent()
    let told = try await prompt.enter(line)
    #expect(told.problems.map(\.exitCode) == [.refused])
    #expect(told.problems.map(\.title) == ["You can view this but not change it."])
    #expect(told.count == 1)
    #expect(!prompt.stage.backend.hook.calls.contains { $0.hasPrefix("metrics.") })
  }

  @Test("A visit is noted where the athlete reads it; fetching again is no visit")
  func viewLog() async throws {
    let prompt = parent()
    _ = try await prompt.show("performance")
    await prompt.hear(.refreshed)
    let visits = try await prompt.stage.backend.viewLog.views(of: ExampleFamily.sam, limit: 10)
    #expect(visits.rows.map(\.itemType) == [.known(.performance)])
  }

  @Test("A parent exports and draws like anybody who may look")
  func files() async throws {
    let prompt = parent()
    #expect(try await prompt.file("metrics export csv").text.split(separator: "\n").count == 10)
    #expect(try await prompt.file("metrics chart velocity --out a.svg").text.hasPrefix("<svg"))
  }

  @Test("An athlete without measurements shows a parent no button to log one")
  func empty() async throws {
    let prompt = parent { $0.removeMetrics() }
    let page = try await prompt.show("performance")
    #expect(page.empty?.text == "No metrics logged yet")
    #expect(page.empty?.links == [])
  }

  @Test("A parent without an athlete is told how to get one")
  func unlinked() async throws {
    let prompt = Prompt(as: ExampleFamily.stranger) { rows in
      rows.add(Person(id: ExampleFamily.stranger, email: "alex@example.org", role: .parent))
    }
    let page = try await prompt.show("performance")
    #expect(page.empty?.text == "You are not linked to an athlete.")
    #expect(page.problem == nil)
  }

  @Test("After switching the athlete nothing of the one before is shown")
  func switching() async throws {
    let prompt = parent()
    _ = try await prompt.show("performance --type velocity")
    _ = try await prompt.stage.family.switchTo(ExampleFamily.mia)
    await prompt.hear(.viewerChanged)
    let page = prompt.page()
    #expect(page.rows.isEmpty && page.cards.isEmpty && page.charts.isEmpty)
    #expect(page.banner?.lines == ["Viewing Mia Lee's Performance (Read-Only)"])
  }
}
