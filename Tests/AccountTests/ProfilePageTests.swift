import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Account

/// Tests of the profile page for an athlete, for a parent who views it, and for a parent without a
/// family.
@Suite struct ProfilePageTests {
  @Test(
    "Every field of the table stands on the page once, with what is missing said as not set; coordinates only if they are known"
  )
  func everyField() async throws {
    let page = try await Stage().say("profile").page
    #expect(page.title == "My Profile" && page.context == "Class of 2028")
    let labels = page.facts.map(\.label)
    #expect(Set(labels).count == labels.count)
    #expect(
      Set(labels).union(["Latitude", "Longitude"]) == Set(ProfileTarget.all.map(\.title)))
    #expect(Set(labels).isDisjoint(with: ["Latitude", "Longitude"]))
    #expect(page.fact("Primary sport") == "Baseball")
    #expect(page.facts.first { $0.label == "GPA" } == Fact("GPA", "not set", tone: .muted))
    #expect(
      page.sections.map(\.title) == [
        "Missing for a good packet", "About", "Playing", "School", "Contact", "Video",
        "Registrations", "Elsewhere", "Home",
      ])
    #expect(page.commands.last == "profile edit")
  }

  @Test("What a good packet lacks is named, each with the line that adds it")
  func missing() async throws {
    let stage = Stage()
    let page = try await stage.say("profile").page
    let missing = try #require(page.section("Missing for a good packet"))
    #expect(
      missing.rows.map(\.title) == [
        "High school", "Height", "Weight", "GPA", "SAT or ACT score", "Core courses",
        "A video link",
      ])
    let height = try #require(page.row("Height"))
    #expect(height.detail == #"profile edit --height "6'1\"""#)
    #expect(height.opens == CommandLink("Add", "profile edit --height", spoken: "Add height"))
    #expect(height.spoken == #"Height is missing. To add it: profile edit --height "6'1\"""#)
    for row in missing.rows { try await stage.say(try #require(row.detail)) }
    let full = try await stage.say("profile").page
    #expect(full.section("Missing for a good packet") == nil)
    #expect(full.messages.map(\.text) == ["Everything a good packet needs is here."])
    #expect(full.messages.first?.tone == .positive)
  }

  @Test(
    "The example of a position is one of the athlete's sport",
    arguments: [("soccer", "goalkeeper"), ("Baseball", "shortstop"), ("softball", "pitcher")])
  func position(sport: String, example: String) async throws {
    let stage = Stage()
    try await stage.say("profile edit --sport \(sport) --clear position")
    let row = try #require(try await stage.say("profile").page.row("Primary position"))
    #expect(row.detail == "profile edit --position \(example)")
  }

  @Test("Who chose not to share the address is not nagged about it, and a name is asked for first")
  func nagging() async throws {
    let stage = Stage()
    var edit = ProfileEdit()
    edit.fullName = .clear
    edit.email = .clear
    _ = try await stage.backend.people.updateProfile(of: ExampleFamily.sam, edit)
    let titles = try await stage.say("profile").page.section("Missing for a good packet")?.rows
    #expect(titles?.first?.title == "Your name")
    #expect(titles?.first?.opens?.command == "profile edit --name")
    #expect(titles?.contains { $0.title == "E-mail for coaches" } == true)
    try await stage.say("profile edit --share-email no")
    let after = try await stage.say("profile").page.section("Missing for a good packet")?.rows
    #expect(after?.contains { $0.title == "E-mail for coaches" } == false)
  }

  @Test("A parent sees the athlete's profile read-only, without the home, and their own below")
  func parent() async throws {
    let stage = Stage(ExampleFamily.dana)
    try stage.backend.put { rows in
      rows.setPreference(
        .player, of: ExampleFamily.mia, to: ["gpa": 3.5, "primary_sport": "softball"])
      rows.setPreference(.location, of: ExampleFamily.mia, to: ["address": "12 Elm Street"])
    }
    let page = try await stage.say("profile").page
    #expect(page.title == "Mia Lee's Profile" && page.context == "Class of 2026")
    #expect(page.banner?.lines == ["Viewing Mia Lee's Profile (Read-Only)"])
    #expect(page.banner?.spoken == "Viewing Mia Lee's profile. You can look and not change.")
    #expect(page.fact("GPA") == "3.50")
    #expect(page.section("Home") == nil)
    #expect(!page.facts.contains { $0.value.contains("Elm Street") })
    #expect(page.rows.isEmpty)
    #expect(
      page.paragraphs == [
        "Missing for a good packet: primary position, high school, height, weight, SAT or ACT score, core courses and a video link"
      ])
    let you = try #require(page.section("You"))
    #expect(you.facts.map(\.label) == ["Name", "E-mail", "Phone"])
    #expect(you.facts.map(\.value) == ["Dana Lee", "dana.lee@example.org", "not set"])
    #expect(page.commands == ["profile edit"])
  }

  @Test(
    "A parent's look at the athlete's profile is noted for the athlete; the athlete's own is not")
  func visits() async throws {
    for (person, count) in [(ExampleFamily.dana, 1), (ExampleFamily.mia, 0)] {
      let stage = Stage(person)
      _ = try await stage.say("profile")
      let visits = try await stage.backend.viewLog.views(of: ExampleFamily.mia, limit: 9).rows
      #expect(visits.map(\.itemType) == Array(repeating: .known(.profile), count: count))
    }
  }

  @Test("A parent without an athlete sees the family-link message and their own profile")
  func parentAlone() async throws {
    let stage = Stage(ExampleFamily.dana)
    for _ in 1...2 { try await stage.say("family leave", agrees: true) }
    let page = try await stage.say("profile").page
    #expect(page.title == "My Profile" && page.problem == nil)
    #expect(page.empty == FamilyContextClient.linkYourFamily)
    #expect(page.sections.map(\.title) == ["You"])
  }

  @Test("Whatever is stored stands on the page whole and raw: renderers cut and escape")
  func hostile() async throws {
    let stage = Stage()
    let text = "<b>\u{202E}x\u{1B}[2J\u{0007}</b>" + String(repeating: "y", count: 5000)
    try stage.backend.put { rows in
      rows.setPreference(
        .player, of: ExampleFamily.sam,
        to: [
          "high_school": .string(text), "gpa": "x", "video_links": [3, ["url": "javascript:x"]],
        ])
    }
    let page = try await stage.say("profile").page
    #expect(page.fact("High school") == text)
    #expect(page.fact("GPA") == "not set")
    #expect(page.fact("Video links") == "javascript:x")
  }
}
