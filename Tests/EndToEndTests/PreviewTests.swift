import Composition
import FeatureKit
import Testing

/// Tests the option `--only`, with which a developer runs one feature with the example family.
@Suite("A feature opens alone")
struct PreviewTests {
  /// A page of each feature, with a text that proves that the page shows the example family's data.
  private static let pages: [String: (line: String, says: String)] = [
    "Account": ("profile", "Sam Lee"), "Archive": ("export schools --csv --stdout", "Cedar Valley"),
    "Calendar": ("calendar", "Send First Introductory Emails"),
    "Dashboard": ("dashboard", "Schools"), "Notifications": ("notifications", "Ana Rivera"),
    "Packet": ("packet preview", "Sam Lee"), "Performance": ("performance", "85.5"),
    "Records": ("schools", "Cedar Valley"), "Reports": ("reports generate last-year", "Schools"),
    "Sync": ("sync status", "not connected"), "Tasks": ("tasks", "Grade 10"),
  ]

  @Test("Every feature shows its page by itself", arguments: Compass.features)
  func page(feature: String) throws {
    let page = try #require(Self.pages[feature], "Say in PreviewTests what \(feature) shows.")
    let household = try Household(demo: false)
    let words = page.line.split(separator: " ").map(String.init)
    let answer = try household.run(["--only", feature] + words)
    #expect(answer.code == 0, "\(answer)")
    #expect(answer.output.contains(page.says), "\(answer)")
  }
}
