import Basics
import Testing

@testable import DemoFamily

@Suite("The demo family's data files")
struct DemoDataTests {
  @Test("Every line of the colleges says one, and no two have the same name or domain")
  func schools() {
    let file = EmbeddedFile(PackageResources.schools_txt)
    #expect(SchoolProfile.all.count == file.places.count)
    #expect(SchoolProfile.all.count == 30)
    #expect(Set(SchoolProfile.all.map(\.name)).count == 30)
    #expect(Set(SchoolProfile.all.map(\.domain)).count == 30)
  }

  @Test(
    "A line that is no college is none",
    arguments: [
      [""], ["Whitfern College"],
      ["A", "a", "B", "MA", "north", "-72.67", "D3", "C", "1900", "3.8", "63200"],
      ["A", "a", "B", "MA", "42.33", "", "D3", "C", "1900", "3.8", "63200"],
      ["A", "a", "B", "MA", "42.33", "-72.67", "D3", "C", "1,900", "3.8", "63200"],
      ["A", "a", "B", "MA", "42.33", "-72.67", "D3", "C", "1900", "good", "63200"],
      ["A", "a", "B", "MA", "42.33", "-72.67", "D3", "C", "1900", "3.8", "1.5"],
      ["A", "a", "B", "MA", "42.33", "-72.67", "D3", "C", "1900", "3.8", "63200", "more"],
    ])
  func noSchool(parts: [String]) {
    #expect(SchoolProfile(parts) == nil)
  }

  @Test("Every line of the messages is of a known kind, and every kind has one")
  func messages() {
    let kinds = DemoMessage.lines.map { DemoMessage.Kind(rawValue: $0[0]) }
    #expect(!kinds.contains(nil) && Set(kinds) == Set(DemoMessage.Kind.allCases))
    #expect(DemoMessage.lines.allSatisfy { $0.count == 3 && !$0[2].isEmpty })
    #expect(
      DemoMessage.lines.count
        == DemoMessage.Kind.allCases.map { DemoMessage.choices($0).count }.reduce(0, +))
  }

  @Test("There are names of every kind, each once")
  func names() {
    for names in [DemoNames.athletes, DemoNames.parents, DemoNames.coaches, DemoNames.families] {
      #expect(names.count >= 10 && Set(names).count == names.count)
    }
  }
}
