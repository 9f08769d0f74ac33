import CivilTime
import Documents
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Packet
import Testing

/// Tests of `packet preview`, `packet html` and `packet pdf`, which show the document that presents
/// an athlete to coaches: the values that they disclose, and the two file formats.
@Suite struct PreviewTests {
  /// Returns the packet feature with an athlete whose profile is complete, so that every part of
  /// the packet has content.
  static func full(
    as person: RecordID = ExampleFamily.sam, _ change: (inout MadeUpFamily) -> Void = { _ in }
  ) -> Stage {
    Stage(as: person) { rows in
      rows.setPlayer { player in
        player.primaryPosition = "Pitcher"
        player.highSchool = "Lincoln High"
        player.heightInches = 73
        player.weightPounds = 180
        player.gpa = 3.85
        player.satScore = 1280
        player.coreCourses = ["Algebra II", "Chemistry"]
        player.videoLinks = [
          VideoLink(title: "Spring highlights", url: "https://youtu.be/abc", platform: "youtube"),
          VideoLink(title: nil, url: "javascript:alert(1)", platform: nil),
        ]
      }
      rows.removeSchools()
      rows.addSchool("Ohio State") { school in
        school.priorityTier = .known(.a)
        school.status = .known(.offerReceived)
        school.fitScore = 82
      }
      for day in 1...3 { rows.addContact(.email, on: "2026-02-0\(day)T13:30:00Z") }
      rows.addContact(.camp, on: "2026-01-20T13:30:00Z")
      change(&rows)
    }
  }

  @Test("The preview lists all that a coach would know, and what is kept back")
  func disclosed() async throws {
    let page = try await Self.full().say("packet").page
    #expect(page.title == "Recruiting Packet" && page.subtitle == "As coaches get it")
    #expect(
      page.facts.map { "\($0.label): \($0.value)" } == [
        "Name: Sam Lee", "Position: Pitcher", "School and class: Lincoln High • Class of 2028",
        "Height: 6'1\"", "Weight: 180 lbs", "E-mail address: sam.lee@example.org", "GPA: 3.85",
        "SAT: 1280", "Core courses: Algebra II, Chemistry", "Video link: Spring highlights",
        "Video link: javascript:alert(1)",
      ])
    #expect(page.sectionTitles == ["What it tells", "What it keeps back"])
    #expect(page.rows.map(\.title).contains("The schools on the list and the contacts with them"))
  }

  @Test("The family's own copy says that it has the schools, and that it is never e-mailed")
  func withSchools() async throws {
    let page = try await Self.full().say("packet --with-schools").page
    #expect(page.subtitle == "The family's own copy, with the schools: it is never e-mailed")
    #expect(
      page.facts.map { "\($0.label): \($0.value)" }.suffix(2) == [
        "Priority A Schools (1): Ohio State",
        "Contacts with schools: 4 in all, with 1 school on the list",
      ])
    #expect(page.links.map(\.command).contains("packet pdf --with-schools"))
  }

  @Test("Its primary action is the file", arguments: ["", " --with-schools"])
  func primary(option: String) async throws {
    let links = try await Stage().say("packet\(option)").page.links
    #expect(links.filter(\.leads).map(\.command) == ["packet pdf\(option)"])
  }

  @Test("What would make it better is named, with the way there")
  func gaps() async throws {
    let page = try await Stage().say("packet").page
    let section = try #require(page.section("What would make it better"))
    #expect(section.links.map(\.command) == ["profile edit"])
    #expect(
      section.blocks == [
        .paragraph(
          Paragraph(
            "primary position, high school, height, weight, GPA, SAT or ACT score, core courses, a video link"
          ))
      ])
  }

  @Test("A parent may preview and render it, and is offered neither changes nor e-mail")
  func parent() async throws {
    let stage = Self.full(as: ExampleFamily.dana)
    let page = try await stage.say("packet").page
    #expect(
      page.links.map(\.command) == [
        "family switch p3", "packet html", "packet pdf", "packet --with-schools",
      ])
    for line in ["packet html", "packet pdf", "packet html --with-schools"] {
      #expect(try await stage.say(line).artifacts.count == 1)
    }
  }

  @Test("A parent reads whose packet it is, and is offered the other athletes")
  func banner() async throws {
    let banner = try await Self.full(as: ExampleFamily.dana).show("packet").banner
    #expect(banner?.lines.first == "You're viewing Sam Lee's recruiting data.")
    #expect(banner?.links.map(\.command) == ["family switch p3"])
  }

  @Test("A parent who is linked to nobody is told how to link the family")
  func unlinked() async throws {
    let stage = Stage(as: ExampleFamily.dana) {
      $0.members.removeAll { $0.personID == ExampleFamily.dana }
    }
    let page = try await stage.say("packet").page
    #expect(page.blocks == [FamilyContextClient.linkYourFamily.block])
    #expect(try await stage.say("packet pdf").problems.map(\.cause) == [.notFound])
  }

  @Test("A look and a file are noted once each; fetching again is no visit")
  func visits() async throws {
    let prompt = Prompt(Stage(as: ExampleFamily.dana))
    await prompt.send(.previewRequested(.forCoaches))
    await prompt.send(.refreshRequested)
    await prompt.send(.dataChanged)
    #expect(try await prompt.stage.visits() == [.known(.packet)])
    await prompt.send(.fileRequested(.html, .forCoaches))
    #expect(try await prompt.stage.visits() == [.known(.packet), .known(.packet)])
  }

  @Test("Nothing of the athlete before stays when another is looked at, or after signing out")
  func leaves() async throws {
    let prompt = Prompt(Stage())
    await prompt.send(.previewRequested(.forFamily))
    #expect(prompt.state.loaded.value?.contents?.packet.cover.name == "Sam Lee")
    var state = prompt.state
    _ = prompt.stage.feature.reduce(&state, .viewerChanged)
    #expect(state.copy == .forFamily && state.loaded == .loading)
    state = prompt.state
    _ = prompt.stage.feature.reduce(&state, .signedOut)
    #expect(state == PacketFeature.State())
  }

  @Test("A page that nobody opened fetches nothing when data change")
  func unopened() async throws {
    let prompt = Prompt(Stage())
    await prompt.send(.dataChanged)
    #expect(prompt.state == PacketFeature.State())
    #expect(prompt.stage.backend.hook.calls.isEmpty)
  }

  @Test("The HTML has every part in its place, and the schools only when asked for")
  func html() async throws {
    let heard = try await Self.full().say("packet html")
    let artifact = try #require(heard.artifacts.first)
    #expect(artifact.name == "Sam_Lee_RecruitingPacket-2026-02-10.html")
    #expect(artifact.mediaType == "text/html")
    let html = try await artifact.collectedText()
    var rest = html[...]
    for words in [
      "Sam Lee", "Pitcher", "Lincoln High • Class of 2028", "Generated February 10, 2026", "Height",
      "6&#39;1&quot;", "Weight", "180 lbs", "GPA", "3.85", "Position", "Academic",
      "SAT", "1280", "Core courses", "Algebra II, Chemistry", "Video Links",
      "YouTube, Spring highlights", "https://youtu.be/abc", "javascript:alert(1)", "Contact",
      "sam.lee@example.org", "Phone number: Available upon request.",
      "Recruiting Compass · February 10, 2026",
    ] {
      let found = rest.firstRange(of: words)
      #expect(found != nil, "\(words) is missing or in the wrong place")
      rest = found.map { rest[$0.upperBound...] } ?? rest
    }
    #expect(!html.contains("href=\"javascript"))
    #expect(!html.contains("Ohio State") && !html.contains("Activity Summary"))
    let own = try await #require(
      try await Self.full().say("packet html --with-schools").artifacts.first
    ).collectedText()
    for words in [
      "Schools of Interest", "Priority A Schools (1)", "Ohio State", "Offer", "82",
      "Activity Summary", "Most recent contact", "February 3, 2026", "Emails", "Camps",
    ] {
      #expect(own.contains(words), "\(words) is missing")
    }
  }

  @Test("The PDF is the same packet under its own name")
  func pdf() async throws {
    let artifact = try #require(try await Self.full().say("packet pdf").artifacts.first)
    #expect(artifact.name == "Sam_Lee_RecruitingPacket-2026-02-10.pdf")
    #expect(artifact.mediaType == "application/pdf")
    let text = try await artifact.collectedText()
    #expect(text.hasPrefix("%PDF Sam Lee · Recruiting Packet"))
    #expect(!text.contains("Ohio State"))
  }

  @Test("An address that may not be shared is in none of it")
  func keptBack() async throws {
    let stage = Self.full { $0.setPlayer { $0.allowsSharingEmail = false } }
    let page = try await stage.say("packet").page
    #expect(!page.facts.contains { $0.value.contains("sam.lee@example.org") })
    #expect(page.rows.map(\.title).contains("E-mail address: coaches read \"Not provided\""))
    let html = try await #require(try await stage.say("packet html").artifacts.first)
      .collectedText()
    #expect(!html.contains("sam.lee@example.org") && html.contains("Not provided"))
  }

  @Test(
    "What cannot be loaded is said in the page's words",
    arguments: [
      (Cause.timedOut, "Connection timed out. Refresh to try again."),
      (.offline, "You are offline. The packet needs a connection."), (.serverError, "Server error"),
      (.failed, "Failed to load your packet"),
      (.sessionExpired, "Your session has expired. Sign in again."),
    ])
  func failures(_ cause: Cause, _ words: String) async throws {
    let stage = Stage()
    stage.backend.hook.fail(cause)
    for line in ["packet html", "packet pdf"] {
      #expect(try await stage.say(line).problems.map(\.title) == [words])
    }
    #expect(try await stage.say("packet email c1").problems.map(\.title) == [words])
    let page = try await stage.say("packet").page
    #expect(page.problem?.cause == cause)
    #expect(page.facts.isEmpty)
  }

  @Test("Without any schools or contacts the family's copy still says so")
  func nothingYet() async throws {
    let html = try await #require(
      try await Stage { $0.removeSchools() }.say("packet html --with-schools").artifacts.first
    ).collectedText()
    #expect(!html.contains("Schools of Interest"))
    #expect(html.contains("None yet"))
  }
}
