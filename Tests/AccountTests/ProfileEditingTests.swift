import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Account

/// Tests of `profile edit`, which changes any number of the profile's fields in one step.
@Suite struct ProfileEditingTests {
  @Test(
    "Every field of the table has an option that takes its example, and saves it",
    arguments: ProfileField.all)
  func everyField(_ field: ProfileField) async throws {
    let stage = Stage()
    let heard = try await stage.say(
      "profile edit --\(field.name) \(CommandText.quoted(field.example))")
    #expect(heard.problems.isEmpty)
    let stored = try #require(try await stage.preference(field.category))
    let text = try #require(field.text(of: stored))
    // The page writes the name of a sport as a title.
    let shown = try await stage.say("profile").page.fact(field.title)
    #expect(shown?.lowercased() == text.lowercased())
    #expect(heard.done.first?.sentence.hasSuffix("\(field.title) \(text).") == true)
  }

  @Test(
    "Every field but the graduation year can be emptied",
    arguments: ProfileField.all.filter { $0 != .graduationYear })
  func everyFieldEmptied(_ field: ProfileField) async throws {
    let stage = Stage()
    try await stage.say("profile edit --\(field.name) \(CommandText.quoted(field.example))")
    let heard = try await stage.say("profile edit --clear \(field.name)")
    #expect(heard.done.first?.sentence == "Saved: \(field.title) emptied.")
    let isLeftOut = ["latitude", "longitude"].contains(field.key)
    let shown =
      switch field.key {
      case "allow_share_email": "yes, unless you say no"
      default: "not set"
      }
    #expect(try await stage.say("profile").page.fact(field.title) == (isLeftOut ? nil : shown))
    let stored = try await stage.preference(field.category)?.object
    #expect(stored?.keys.contains(field.key) == false)
  }

  @Test("Several things at once are one step, and one undo takes all of them back")
  func oneStep() async throws {
    let stage = Stage()
    let before = try stage.backend.everything(but: "preference_history")
    let calls = stage.backend.hook.count(of: "people.updateProfile")
    let line =
      #"profile edit --name "Sam P. Lee" --height "6'1\"" --gpa 3.6 --city Lakeside --graduation-year 2027 --account-email sam@lee.example --clear position"#
    let heard = try await stage.say(line)
    #expect(
      heard.lines == [
        #"Saved: Name Sam P. Lee, Graduation year 2027, Height 6'1", GPA 3.60, City Lakeside, E-mail of the account sam@lee.example, Primary position emptied."#,
        "Still missing for a good packet: primary position, high school, weight, SAT or ACT score, core courses and a video link",
        "undo takes it back",
      ])
    #expect(stage.backend.hook.count(of: "people.updateProfile") == calls + 1)
    #expect(try await stage.backend.undo.history(limit: 5).count == 1)
    #expect(try stage.backend.everything(but: "preference_history") != before)
    _ = try await stage.backend.undo.undo()
    #expect(try stage.backend.everything(but: "preference_history") == before)
  }

  @Test("The graduation year is written where the account and where the preference has it")
  func graduationYear() async throws {
    let stage = Stage()
    try await stage.say("profile edit --graduation-year 2029")
    #expect(try await stage.person(ExampleFamily.sam).graduationYear == 2029)
    #expect(try await stage.preference(.player)?["graduation_year"]?.int == 2029)
    let refusal = await stage.problem(with: "profile edit --clear graduation-year")
    #expect(refusal?.title == "A profile keeps its graduation year.")
    #expect(try await stage.person(ExampleFamily.sam).graduationYear == 2029)
  }

  @Test("What is stored beside the fields stays, and an older key gives way to the newer")
  func unknownKeys() async throws {
    let stage = Stage()
    try stage.backend.put { rows in
      rows.setPreference(
        .player, of: ExampleFamily.sam,
        to: ["school_name": "Old High", "vertical_jump": 31, "gpa": "wrong type"])
    }
    #expect(try await stage.say("profile").page.fact("High school") == "Old High")
    try await stage.say("profile edit --high-school 'Cedar Valley High'")
    #expect(
      try await stage.preference(.player) == [
        "vertical_jump": 31, "gpa": "wrong type", "high_school": "Cedar Valley High",
      ])
  }

  @Test("The change goes through as one action each way, and the page follows")
  func exhaustive() async throws {
    let stage = Stage()
    let before = try await stage.feature.loadedProfile()
    let store = stage.store()
    try await store.enter("profile") {
      $0.screen = .profile
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(.profile(before)))) {
      $0.loaded = .loaded(.profile(before))
    }
    let field = try #require(ProfileField.named("gpa"))
    let value = try field.value(typed: "3.6", today: CalendarDay("2026-02-10")!)
    try await store.enter("profile edit --gpa 3.6")
    let after = try await stage.feature.loadedProfile()
    let saved = SavedProfile(before: before.own, after: after.own, changes: [.field(value)])
    await store.receive(.profileSaved(.success(saved)))
    await store.expect(.done(saved.done))
    await store.receive(.pageLoaded(.success(.profile(after)))) {
      $0.loaded = .loaded(.profile(after))
    }
    await store.finish()
  }

  @Test("A change that changes nothing says so")
  func unchanged() async throws {
    let stage = Stage()
    let heard = try await stage.say("profile edit --sport baseball")
    #expect(heard.lines == ["Nothing changed: Primary sport baseball."])
  }

  @Test("A name that changes is the name everywhere at once")
  func nameEverywhere() async throws {
    let stage = Stage()
    #expect(try await stage.family.current().name == "Sam Lee")
    try await stage.say("profile edit --name Samuel")
    #expect(try await stage.family.current().name == "Samuel")
  }

  @Test("A parent changes their own name, address and phone")
  func parentsOwn() async throws {
    let stage = Stage(ExampleFamily.dana)
    let heard = try await stage.say(
      "profile edit --name 'Dana Moss' --email dana@moss.example --phone 555-010-7788")
    #expect(
      heard.lines == [
        "Saved: Name Dana Moss, E-mail dana@moss.example, Phone 555-010-7788.",
        "undo takes it back",
      ])
    let dana = try await stage.person(ExampleFamily.dana)
    #expect(dana.fullName == "Dana Moss")
    #expect(dana.email == "dana@moss.example")
    #expect(dana.phone == "555-010-7788")
    let you = try #require(try await stage.say("profile").page.section("You"))
    #expect(you.facts.map(\.value) == ["Dana Moss", "dana@moss.example", "555-010-7788"])
    try await stage.say("profile edit --clear email --clear phone")
    let cleared = try await stage.person(ExampleFamily.dana)
    #expect(cleared.contactEmail == nil && cleared.phone == nil)
  }

  @Test("Everything else is refused to a parent, with the athlete who can change it")
  func parentRefused() async throws {
    let stage = Stage(ExampleFamily.dana)
    let before = try stage.everything
    let problem = try #require(
      await stage.problem(with: "profile edit --name Dana --gpa 4 --clear city"))
    #expect(
      problem
        == Problem(
          .refused, "You can view this but not change it.",
          details: ["Mia can change: GPA and City."]))
    #expect(problem.exitCode == .refused)
    #expect(try stage.everything == before)
  }

  @Test("The guided form asks for what a packet shows and leaves the rest to its options")
  func questions() throws {
    let commands = Stage().feature.commands
    let command = try #require(commands.first { $0.description.words == "profile edit" })
      .description
    let asked = try CommandDraft(command, words: []).unasked
    #expect(command.isGuided)
    #expect(asked.count == 19)
    #expect(asked.first?.question == "Name, for example Sam Lee")
    #expect(asked.contains { $0.question == "Height, for example 6'1\"" })
    for gap in PacketReadiness.Gap.allCases {
      let names = gap.fields.map(\.name)
      #expect(names.isEmpty || asked.contains { names.contains($0.name) })
    }
    let autofill: [String: String] = command.parameters.reduce(into: [:]) {
      $0[$1.name] = $1.autofill
    }
    #expect(
      autofill == [
        "name": "name", "account-email": "email", "email": "email", "phone": "tel",
        "address": "address-line1", "city": "address-level2", "state": "address-level1",
        "zip": "postal-code",
      ])
    #expect(command.parameters.map(\.name).contains("ncaa-id"))
    let choices = command.parameters.first { $0.name == "bats" }
    #expect(choices?.completion == .words(["left", "right", "switch"]))
  }

  @Test("A sport that was just answered decides which fields are asked for")
  func sportOfTheAnswers() async throws {
    let stage = Stage()
    let command = try #require(
      stage.feature.commands.first { $0.description.words == "profile edit" }
    ).description
    var draft = try CommandDraft(command, words: [])
    let ofBaseball = try await stage.feature.fieldsOfOthers(draft.given)
    #expect(ofBaseball.isDisjoint(with: ["bats", "throws"]))
    draft.fill("sport", with: "soccer")
    let ofSoccer = try await stage.feature.fieldsOfOthers(draft.given)
    #expect(ofSoccer.isSuperset(of: ["bats", "throws"]))
    #expect(!ofSoccer.contains("height"))
  }

  @Test(
    "The label of a field is its name alone; an example is a hint, unless the choices are listed",
    arguments: [
      ("gpa", "GPA", "For example 3.6"), ("latitude", "Latitude", "For example 41.54"),
      ("name", "Name", "For example Sam Lee"), ("bats", "Bats", nil),
      ("position", "Primary position", nil), ("share-email", "E-mail in the packet", nil),
    ] as [(String, String, String?)])
  func labels(name: String, label: String, hint: String?) throws {
    let parameters = try #require(
      Stage().feature.commands.first { $0.description.words == "profile edit" }
    ).description.parameters
    let parameter = try #require(parameters.first { $0.name == name })
    #expect(parameter.label == label && parameter.hint == hint)
  }
}
