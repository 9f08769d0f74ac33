import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of the pages about families and about parents' visits.
@Suite struct FamilyPageTests {
  @Test("An athlete sees the family with its code and who can be taken out")
  func athlete() async throws {
    let page = try await Stage().say("family").page
    #expect(page.title == "My Family" && page.context == nil)
    #expect(page.sections.map(\.title) == ["Lee Family"])
    #expect(page.facts == [Fact("Athlete", "Sam Lee"), Fact("Code", "FAM-SAM234")])
    #expect(
      page.rows.map(\.spoken) == [
        "Sam Lee, p1, athlete, you, since Jul 25, 2025.",
        "Dana Lee, p2, parent, since Jul 25, 2025.",
      ])
    #expect(page.rows.map(\.detail) == ["sam.lee@example.org", "dana.lee@example.org"])
    #expect(page.rows.flatMap(\.links).map(\.label) == ["Let Dana help", "Remove"])
    #expect(
      page.commands == [
        "family allow p2", "family remove p2", "family views", "family code --renew",
      ])
  }

  @Test(
    "In a browser the athlete reads where a parent on this computer writes the code, unless a server has the family",
    arguments: [
      (nil, nil, true), ("https://a.example.org", nil, false), (nil, "sam@example.org", false),
    ] as [(String?, String?, Bool)])
  func placeOfCode(address: String?, email: String?, isSaid: Bool) async throws {
    var loaded = try await Stage().feature.loadedFamily()
    loaded.sharing = SharingStatus(address: address, email: email)
    var context = Stage.context()
    context.hasButtons = true
    let page = FamilyPage(loaded: loaded, context: context).page
    #expect(
      page.paragraphs.contains { $0.hasPrefix("A parent who uses this computer chooses “I'm a") }
        == isSaid)
    #expect(page.facts.contains(Fact("Code", "FAM-SAM234", isToCopy: true)))
  }

  @Test(
    "An athlete whose family is shared through a server sees an invitation to send",
    arguments: [
      ("https://a.example.org", "k", "sam@example.org", true),
      ("http://localhost", "k", "sam@example.org", false),
      ("https://a.example.org", nil, "sam@example.org", false),
      ("https://a.example.org", "k", nil, false), (nil, nil, nil, false),
    ] as [(String?, String?, String?, Bool)])
  func invitation(address: String?, key: String?, email: String?, isShown: Bool) async throws {
    let stage = Stage()
    var loaded = LoadedFamily(
      viewing: try await stage.family.current(),
      families: try await stage.backend.families.families(), athletes: [])
    loaded.families[0].family.codeGeneratedAt = ExampleFamily.now
    loaded.sharing = SharingStatus(address: address, email: email)
    loaded.sharing.key = key
    let invitation = "Server: https://a.example.org Key: k Code: FAM-SAM234"
    #expect(
      FamilyPage(loaded: loaded, context: stage.context).page.facts
        == [Fact("Athlete", "Sam Lee"), Fact("Code", "FAM-SAM234")]
        + (email == nil ? [] : [Fact("Code works", "until Feb 17, 2026")])
        + (isShown ? [Fact("Invitation", invitation, isToCopy: true)] : []))
    let known = KnownCode(
      code: "FAM-SAM234", family: "Lee Family",
      invitation: FamilyCode("FAM-SAM234").flatMap(loaded.sharing.invitation))
    #expect(
      known.done.details.contains("An invitation to send to a parent: \(invitation)") == isShown)
  }

  @Test(
    "An athlete with an account at a server sees until when the code works",
    arguments: [
      (0, "until Feb 17, 2026"), (-6, "until Feb 11, 2026"), (-7, "no longer, since Feb 10, 2026"),
    ])
  func endOfCode(days: Int64, words: String) async throws {
    let stage = Stage()
    var loaded = LoadedFamily(
      viewing: try await stage.family.current(),
      families: try await stage.backend.families.families(), athletes: [])
    loaded.sharing = SharingStatus(address: nil, email: "sam@example.org")
    loaded.families[0].family.codeGeneratedAt = ExampleFamily.now.adding(seconds: days * 86_400)
    let facts = FamilyPage(loaded: loaded, context: stage.context).page.facts
    #expect(facts.last == Fact("Code works", words))
  }

  @Test("A parent sees every family without its code, and the athletes to look at")
  func parent() async throws {
    let page = try await Stage(ExampleFamily.dana).say("family").page
    #expect(page.context == "2 families")
    #expect(
      page.sections.map(\.title) == ["Athletes you can look at", "Lee Family", "Mia's Family"])
    #expect(!page.facts.contains { $0.label == "Code" })
    let athletes = try #require(page.section("Athletes you can look at"))
    #expect(athletes.rows.map(\.marker) == [.bullet, .chosen])
    #expect(
      athletes.rows.map(\.spoken) == [
        "Sam Lee, class of 2028.", "Mia Lee, class of 2026, looking at.",
      ])
    #expect(
      page.commands == ["family views", "family join", "family leave"])
    #expect(athletes.rows.map { $0.opens?.command } == ["family switch p1", nil])
  }

  @Test("A parent whose family is shared through a server sees the code and the invitation")
  func invitationOfParent() async throws {
    let stage = Stage(ExampleFamily.dana)
    var loaded = LoadedFamily(
      viewing: try await stage.family.current(),
      families: Array(try await stage.backend.families.families().prefix(1)), athletes: [])
    loaded.families[0].family.code = "FAM-SAM234"
    loaded.families[0].family.codeGeneratedAt = ExampleFamily.now
    loaded.sharing = SharingStatus(address: "https://a.example.org", email: "dana@example.org")
    loaded.sharing.key = "k"
    let page = FamilyPage(loaded: loaded, context: stage.context).page
    let invitation = "Server: https://a.example.org Key: k Code: FAM-SAM234"
    #expect(
      page.facts == [
        Fact("Athlete", "Sam Lee"), Fact("Code", "FAM-SAM234"),
        Fact("Code works", "until Feb 17, 2026"), Fact("Invitation", invitation, isToCopy: true),
      ])
    #expect(
      page.paragraphs.contains(
        "Send the invitation to a parent, who pastes it where the program asks for a code. Then Sam Lee decides."
      ))
    #expect(page.commands == ["family views", "family join", "family leave"])
    let known = KnownCode(code: "FAM-SAM234", family: "Lee Family", isOwners: false)
    #expect(
      known.done.details == [
        "A parent joins with the code FAM-SAM234.", "The athlete decides about each who asks.",
      ])
  }

  @Test("Members are the families without the rest")
  func members() async throws {
    let page = try await Stage(ExampleFamily.dana).say("family members").page
    #expect(page.title == "Members")
    #expect(page.facts.isEmpty)
    #expect(page.rows.map(\.title) == ["Sam Lee", "Dana Lee", "Mia Lee", "Dana Lee"])
    #expect(page.commands.isEmpty)
  }

  @Test(
    "Without a family an athlete hears how to make one, a parent how to join one",
    arguments: [
      "family", "family members",
    ])
  func none(_ line: String) async throws {
    let athlete = try await Stage(ExampleFamily.stranger).say(line).page
    #expect(athlete.empty?.text == "You have no family here yet.")
    #expect(athlete.commands == ["family create"])
    let stage = Stage(ExampleFamily.dana)
    for _ in 1...2 { try await stage.say("family leave", agrees: true) }
    #expect(try await stage.say(line).page.empty == FamilyContextClient.linkYourFamily)
  }

  @Test(
    "A parent whose request is open reads who can let them in and withdraws it, and not how to join"
  )
  func asked() async throws {
    let stage = Stage(ExampleFamily.dana)
    for _ in 1...2 { try await stage.say("family leave", agrees: true) }
    var loaded = LoadedFamily(
      viewing: try await stage.family.current(), families: [], athletes: [])
    for hasAsked in [false, true] {
      loaded.sharing.hasAsked = hasAsked
      let family = FamilyPage(loaded: loaded, context: stage.context)
      for page in [family.page, family.membersPage] {
        #expect(page.empty == (hasAsked ? nil : FamilyContextClient.linkYourFamily))
        #expect(page.commands == [hasAsked ? "family withdraw" : "family join"])
        #expect(
          page.banners.map(\.lines)
            == (hasAsked
              ? [
                [
                  "You asked to join a family.",
                  "Only its athlete can let you in, on their Family page, and has not answered yet.",
                ]
              ] : []))
      }
    }
  }

  @Test("An athlete reads who looked at what and when; a parent reads their own visits")
  func visits() async throws {
    let stage = Stage(ExampleFamily.dana)
    try await stage.say("family switch sam")
    await stage.family.logView(.timeline, by: try await stage.family.current())
    try stage.backend.put { rows in
      for (position, ago) in [(90, Int64(3)), (91, 50), (92, 700)] {
        rows.views.append(
          ViewLogEntry(
            id: .numbered(UInt64(position)), parentID: ExampleFamily.dana,
            athleteID: ExampleFamily.sam, itemType: .dashboard,
            viewedAt: ExampleFamily.now.adding(seconds: -3600 * ago)))
      }
    }
    let own = try await stage.say("family views").page
    #expect(own.paragraphs == ["What you looked at, newest first. Sam Lee can read this too."])
    #expect(own.context == "4 in all")
    #expect(own.rows.map(\.title) == ["Tasks", "Dashboard", "Dashboard", "Dashboard"])
    #expect(own.rows.map { $0.trailing?.text } == ["just now", "3h ago", "2d ago", "Jan 12"])
    #expect(own.rows.first?.spoken == "You looked at Tasks, just now.")

    stage.office.change { $0.person = ExampleFamily.sam }
    stage.family.reset()
    let read = try await stage.say("family views").page
    #expect(read.paragraphs == ["What your parents looked at, newest first."])
    #expect(read.rows.first?.title == "Dana Lee · Tasks")
    #expect(read.rows.first?.spoken == "Dana Lee looked at Tasks, just now.")
  }

  @Test("Twenty visits are shown, and --all shows the rest")
  func manyVisits() async throws {
    let stage = Stage()
    try stage.backend.put { rows in
      for number in 1...23 {
        rows.views.append(
          ViewLogEntry(
            id: .numbered(UInt64(100 + number)), parentID: ExampleFamily.dana,
            athleteID: ExampleFamily.sam, itemType: .performance,
            viewedAt: ExampleFamily.now.adding(seconds: -Int64(number))))
      }
    }
    let newest = try await stage.say("family views").page
    #expect(newest.rows.count == 20)
    #expect(newest.commands == ["family views --all"])
    #expect(newest.links.map(\.label) == ["… 3 more"])
    let all = try await stage.say("family views --all").page
    #expect(all.rows.count == 23)
    #expect(all.commands.isEmpty)
  }

  @Test("Nobody has looked yet, or one has not looked oneself, or there is nobody to look at")
  func noVisits() async throws {
    #expect(try await Stage().say("family views").page.empty?.text == "No parent has looked yet.")
    let stage = Stage(ExampleFamily.dana)
    #expect(
      try await stage.say("family views").page.empty?.text == "You have not looked at anything yet."
    )
    for _ in 1...2 { try await stage.say("family leave", agrees: true) }
    #expect(
      try await stage.say("family views").page.empty == FamilyContextClient.linkYourFamily)
  }

  @Test(
    "Who asks to come in, who was turned away and that a code of before opens nothing stand on the family's page"
  )
  func joining() async throws {
    let stage = Stage()
    var loaded = LoadedFamily(
      viewing: try await stage.family.current(),
      families: try await stage.backend.families.families(), athletes: [])
    loaded.sharing = SharingStatus(address: "https://compass.example.org", email: "sam@example.org")
    loaded.sharing.asking = [
      JoinRequest(person: ExampleFamily.dana, name: "Dana Lee", email: "dana@example.org")
    ]
    var page = FamilyPage(loaded: loaded, context: stage.context).page
    #expect(page.banners.map { $0.lines.first } == ["Dana Lee asks to join your family."])
    #expect(
      page.commands.prefix(2) == [
        "family admit dana@example.org", "family admit dana@example.org --decline",
      ])
    loaded.sharing.asking = []
    loaded.sharing.turnedAwayFrom = "The family with the code FAM-AAAAAA"
    loaded.families[0].family.code = nil
    page = FamilyPage(loaded: loaded, context: stage.context).page
    #expect(
      page.banners.map(\.lines) == [
        [
          "The family with the code FAM-AAAAAA did not let you in.",
          "Ask the athlete, then try again with a new code.",
        ],
        [
          "Your family has no code yet.",
          "A parent joins with one. A code that you gave out before does not work here.",
        ],
      ])
    loaded.sharing = SharingStatus()
    #expect(FamilyPage(loaded: loaded, context: stage.context).page.banners.isEmpty)
  }
}
