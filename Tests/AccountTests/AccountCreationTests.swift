import Auth
import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of creating an account: as the first person in an empty data file, and as a person who
/// joins a family later. A parent may create an account before the athlete does (domain.md 9).
@Suite struct AccountCreationTests {
  private typealias Action = AccountFeature.Action

  @Test("The first athlete has a profile with what was said, and is signed in without a session")
  func athlete() async throws {
    let stage = Stage.empty()
    let store = stage.store()
    let person = Reference(kind: .person, id: .numbered(500), handle: "p1", title: "Sam Lee")
    try await store.enter(
      "account create --name ' Sam Lee ' --role athlete --graduation-year 2028 --sport baseball --email SAM@example.org"
    )
    let made = MadeAccount(person: person, role: .athlete)
    await store.receive(.accountMade(.success(made)))
    await store.expect(
      .done(
        Done(
          "Made the profile of Sam Lee, p1. You are signed in as Sam.",
          details: ["For a parent to look on:  family create"], references: [person])))
    await store.finish()
    #expect(stage.office.state.person == person.id)
    #expect(stage.office.state.sessions.isEmpty)
    let page = try await stage.say("profile").page
    #expect(page.fact("Name") == "Sam Lee")
    #expect(page.fact("Graduation year") == "2028")
    #expect(page.fact("Primary sport") == "Baseball")
    #expect(page.fact("E-mail of the account") == "sam@example.org")
  }

  @Test("A parent makes a profile and joins a family of this file with its code in one step")
  func withCode() async throws {
    let stage = Stage()
    let heard = try await stage.say(
      "account create --name 'Pat Lee' --role parent --code FAM-SAM234")
    #expect(heard.problems.isEmpty)
    #expect(heard.done.contains { $0.sentence == "You joined Lee Family." })
    #expect(!heard.done.contains { $0.details.contains { $0.contains("family join") } })
    #expect(try await stage.family.current().athleteName == "Sam Lee")
  }

  @Test("A code with words about an athlete, or without a parent, makes no profile and is told why")
  func misplacedCode() async throws {
    let stage = Stage()
    let before = try await stage.backend.people.profiles().count
    for said in ["--athlete-name 'Mia Kim'", "--athlete-sport soccer"] {
      let heard = try await stage.say(
        "account create --name 'Pat Lee' --role parent --code FAM-SAM234 \(said)")
      #expect(
        heard.problems.map(\.title) == ["With a family's code the athlete has a profile already."])
      #expect(heard.problems.map(\.parameters) == [["code"]])
    }
    let alone = try await stage.say("account create --name 'Pat Lee' --code FAM-SAM234")
    #expect(
      alone.problems.map(\.fix) == [
        "Say that you are one:  account create --role parent --code CODE"
      ])
    #expect(try await stage.backend.people.profiles().count == before)
    // The form of a page suggests the year.
    let withYear = try await stage.say(
      "account create --name 'Pat Lee' --role parent --code FAM-SAM234 --athlete-graduation-year 2028"
    )
    #expect(withYear.done.contains { $0.sentence == "You joined Lee Family." })
  }

  @Test("A code that fits no family leaves the profile, and one in an empty file makes none")
  func withWrongCode() async throws {
    let line = "account create --name 'Pat Lee' --role parent --code FAM-ABC234"
    let heard = try await Stage().say(line)
    #expect(heard.done.count == 1 && heard.problems.count == 1)
    let empty = Stage.empty()
    #expect(try await empty.say(line).problems.map(\.parameters) == [["code"]])
    #expect(try await empty.backend.people.profiles().isEmpty)
  }

  @Test("A profile needs a name")
  func nameless() async throws {
    let stage = Stage.empty()
    for line in ["account create", "account create --role parent --athlete-name Sam"] {
      let heard = try await stage.say(line)
      #expect(
        heard.needs == [
          Need(
            "name",
            Problem(
              .usage, "A profile needs a name.", fix: "Give it:  account create --name NAME"))
        ])
    }
    #expect(try await stage.backend.people.profiles().isEmpty)
  }

  @Test("Everything but the name can be left out; an athlete is meant when nobody says")
  func skipped() async throws {
    let stage = Stage.empty()
    let heard = try await stage.say("account create --name Sam")
    #expect(
      heard.done.first?.sentence == "Made the profile of Sam, p1. You are signed in as Sam.")
    #expect(try await stage.family.current().role == .player)
  }

  @Test(
    "A parent who is the first has both profiles and the family made, and is told how to sign in as the athlete"
  )
  func parentFirst() async throws {
    let stage = Stage.empty()
    let store = stage.store()
    try await store.enter(
      "account create --role parent --name 'Dana Lee' --athlete-name 'Sam Lee' --athlete-graduation-year 2028"
    )
    let dana = Reference(kind: .person, id: .numbered(500), handle: "p1", title: "Dana Lee")
    let sam = Reference(kind: .person, id: .numbered(501), handle: "p2", title: "Sam Lee")
    var family = try #require(try await stage.backend.families.families().first?.family)
    // The answer that creates the family is the only one that shows the family code to the parent.
    // The result of `families()` has no code, because later only the athlete can read the code.
    family.code = "FAM-JXZKHQ"
    let made = MadeAccount(
      person: dana, role: .parent,
      family: CreatedFamily(family: family, athlete: sam, parent: dana))
    await store.receive(.accountMade(.success(made)))
    await store.expect(
      .done(
        Done(
          "Made the profiles of Dana Lee, p1, and Sam Lee, p2, and their family.",
          details: [
            "You are signed in as Dana: you see Sam's pages and change none of them."
          ], references: [dana, sam])))
    await store.expect(
      .notice(Notice("To sign in as Sam on this computer:  account sign-in \"Sam Lee\"")))
    await store.finish()

    let viewing = try await stage.family.current()
    #expect(viewing.role == .parent)
    #expect(viewing.athleteName == "Sam Lee")
    #expect(try await stage.say("profile").page.context == "Class of 2028")
    try await stage.say("account sign-in \"Sam Lee\"")
    #expect(try await stage.family.current().role == .player)
    #expect(try await stage.say("family").page.rows.map(\.title) == ["Sam Lee", "Dana Lee"])
  }

  @Test(
    "A first parent need not say more on a line: the athlete has no name yet, and is there")
  func parentFirstSkipped() async throws {
    let stage = Stage.empty()
    let heard = try await stage.say("account create --role parent --name Dana")
    #expect(
      heard.done.first?.sentence
        == "Made the profiles of Dana, p1, and Athlete, p2, and their family.")
    #expect(
      heard.notices == ["To sign in as Athlete on this computer:  account sign-in Athlete"])
  }

  @Test("A first parent says the athlete's sport too")
  func parentFirstSport() async throws {
    let stage = Stage.empty()
    try await stage.say(
      "account create --role parent --name Dana --athlete-name Mia --athlete-sport swimming")
    let athlete = try #require(try await stage.family.current().athlete)
    let profile = try await stage.backend.people.profile(of: athlete)
    #expect(profile.player?.primarySport == "swimming")
  }

  @Test("A later athlete or parent gets a profile alone, and hears how to join")
  func later() async throws {
    let stage = Stage()
    let athlete = try await stage.say("account create --name 'Ana Roe' --role athlete")
    #expect(
      athlete.lines == [
        "Made the profile of Ana Roe, p5. You are signed in as Ana.",
        "For a parent to look on:  family create",
        "So that only you sign in as Ana:  account passphrase",
      ])
    let parent = try await stage.say("account create --name 'Max Roe' --role parent")
    #expect(
      parent.lines == [
        "Made the profile of Max Roe, p6. You are signed in as Max.",
        "To see your athlete's pages:  family join CODE",
        "So that only you sign in as Max:  account passphrase",
      ])
    #expect(try await stage.family.current().athlete == nil)
  }

  @Test(
    "A later parent who names an athlete of this file makes no second one",
    arguments: ["Sam Lee", "sam LEE"])
  func knownAthlete(_ name: String) async throws {
    let stage = Stage()
    let people = try await stage.backend.people.profiles().count
    let heard = try await stage.say(
      "account create --role parent --name 'Jo Lee' --athlete-name '\(name)' --athlete-graduation-year 2028"
    )
    #expect(
      heard.lines == [
        "Made the profile of Jo Lee, p5. You are signed in as Jo.",
        "Sam Lee has a profile here already. To see their pages:  family join CODE",
        "So that only you sign in as Jo:  account passphrase",
      ])
    #expect(try await stage.backend.people.profiles().count == people + 1)
  }

  @Test("A later parent who names an athlete nobody knows makes that family too")
  func unknownAthlete() async throws {
    let stage = Stage()
    let heard = try await stage.say("account create --role parent --name Max --athlete-name Ana")
    #expect(
      heard.done.first?.sentence == "Made the profiles of Max, p5, and Ana, p6, and their family.")
    #expect(try await stage.family.current().athleteName == "Ana")
  }

  @Test("At a prompt the account's page follows, with nothing of the person before")
  func pageAfter() async throws {
    let stage = Stage()
    var shown = AccountFeature.State()
    shown.screen = .profile
    shown.loaded = .loaded(.profile(try await stage.feature.loadedProfile()))
    let store = stage.store(shown)
    try await store.enter("account create --name Ana")
    let person = Reference(kind: .person, id: .numbered(500), handle: "p5", title: "Ana")
    let made = MadeAccount(person: person, role: .athlete, isBesideOthers: true)
    await store.receive(.accountMade(.success(made))) {
      $0.screen = .account
      $0.loaded = .loading
    }
    await store.expect(
      .done(
        Done(
          "Made the profile of Ana, p5. You are signed in as Ana.",
          details: [
            "For a parent to look on:  family create",
            "So that only you sign in as Ana:  account passphrase",
          ], references: [person])))
    let loaded = try await stage.feature.loadedAccount()
    #expect(loaded.profile?.name == "Ana")
    await store.receive(.pageLoaded(.success(.account(loaded)))) {
      $0.loaded = .loaded(.account(loaded))
    }
    await store.finish()
  }

  @Test("A new profile ends the session of whoever was signed in before")
  func endsSession() async throws {
    let stage = Stage()
    try await stage.say("account sign-in dana")
    try await stage.say("account create --name Ana")
    #expect(stage.office.state.token == nil && stage.office.state.sessions.isEmpty)
  }

  @Test("The guided form asks an athlete and a parent for what fits each, and offers what it can")
  func questions() throws {
    let commands = Stage().feature.commands
    let command = try #require(commands.first { $0.description.words == "account create" })
    var draft = try CommandDraft(command.description, words: [])
    #expect(command.description.isGuided)
    #expect(draft.unasked.map(\.question) == ["Are you the athlete or a parent?", "Your name"])
    draft.fill("role", with: "athlete")
    #expect(draft.unasked.map(\.question) == ["Your name", "Graduation year", "Primary sport"])
    draft.fill("role", with: "parent")
    #expect(
      draft.unasked.map(\.question) == [
        "Your name", "Your athlete's name", "Your athlete's graduation year",
        "Your athlete's sport",
      ])
    let context = ParseContext(now: ExampleFamily.now, zone: .utc)
    let offered = command.description.parameters.compactMap { $0.suggestion?.text(in: context) }
    #expect(offered == ["athlete", "2028", "2028"])
  }
}
