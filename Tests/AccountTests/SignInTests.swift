import Auth
import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of signing in and out, and of passphrases.
@Suite struct SignInTests {
  private static let sam = Reference(
    kind: .person, id: ExampleFamily.sam, handle: "p1", title: "Sam Lee")
  private static let dana = Reference(
    kind: .person, id: ExampleFamily.dana, handle: "p2", title: "Dana Lee")

  @Test(
    "A profile without a passphrase needs its name or its handle",
    arguments: ["dana", "DANA lee", "p2", "d l"])
  func byName(_ words: String) async throws {
    let stage = Stage()
    let store = stage.store()
    try await store.enter("account sign-in '\(words)'")
    let signedIn = SignedInProfile(
      reference: Self.dana, isParent: true,
      whatIsSeen: "You see Mia Lee's pages and change none of them.")
    await store.receive(.signInFinished(.success(.finished(signedIn))))
    await store.expect(
      .done(
        Done(
          "You are signed in as Dana Lee.",
          details: ["You see Mia Lee's pages and change none of them."], references: [Self.dana])))
    await store.finish()
    #expect(stage.office.state.person == ExampleFamily.dana)
  }

  @Test(
    "A profile with a passphrase asks for it, and then signs in for a day or for thirty",
    arguments: [(false, "one day", 1), (true, "30 days", 30)])
  func passphrase(remembers: Bool, words: String, days: Int) async throws {
    let stage = Stage(ExampleFamily.dana)
    stage.office.guardProfile(ExampleFamily.sam)
    let line = "account sign-in sam" + (remembers ? " --remember" : "")
    let asked = try await stage.say(line)
    let need = Need(
      "passphrase",
      Problem(
        .signInNeeded, "Sam Lee has a passphrase.",
        fix: "Give it with --passphrase-file FILE or --passphrase-fd N."))
    #expect(asked.needs == [need])
    #expect(asked.done.isEmpty && stage.office.state.person == ExampleFamily.dana)
    let heard = try await stage.say(line, secrets: ["passphrase": Office.passphrase])
    #expect(
      heard.lines == ["You are signed in as Sam Lee.", "You stay signed in for \(words)."])
    #expect(
      stage.office.state.sessions.values.map(\.expiresAt) == [ExampleFamily.now.adding(days: days)])
  }

  @Test("A wrong passphrase signs nobody in, and the third makes the next wait")
  func wrong() async throws {
    let stage = Stage(ExampleFamily.dana)
    stage.office.guardProfile(ExampleFamily.sam)
    for _ in 1...2 {
      let problem = await stage.problem(with: "account sign-in sam", secrets: ["passphrase": "no"])
      #expect(
        problem == Problem(.signInNeeded, "That is not Sam Lee's passphrase.", fix: "Try again."))
    }
    let third = await stage.problem(with: "account sign-in sam", secrets: ["passphrase": "no"])
    #expect(third?.fix == "Wait 1 second, then try again.")
    let fourth = await stage.problem(
      with: "account sign-in sam", secrets: ["passphrase": Office.passphrase])
    #expect(fourth?.title == "Too many wrong passphrases for Sam Lee.")
    #expect(fourth?.exitCode == .signInNeeded)
    #expect(stage.office.state.person == ExampleFamily.dana)
  }

  @Test("Without a name the only profile is meant; several are listed; none has to be made first")
  func withoutName() async throws {
    let several = try await Stage(nil).say("account sign-in")
    #expect(
      several.needs.map(\.problem) == [
        Problem(
          .usage, "4 people use this file.",
          details: [
            "  p1  Sam Lee (athlete)", "  p2  Dana Lee (parent)", "  p3  Mia Lee (athlete)",
            "  p4  Alex Moss (athlete)",
          ], fix: "Say who:  account sign-in NAME")
      ])
    #expect(several.needs.map(\.parameter) == ["profile"])
    let one = Stage.empty()
    try await one.say("account create --name Sam")
    try await one.say("account sign-out")
    #expect(try await one.say("account sign-in").lines == ["You are signed in as Sam."])
    let none = await Stage.empty().problem(with: "account sign-in")
    #expect(
      none
        == Problem(
          .notFound, "This file has no profile yet.", fix: "Make one:  account create"))
  }

  @Test(
    "Who uses another computer is not signed in by name, and hears how to come to this one",
    arguments: ["dana", "DANA lee", "p2"])
  func usesAnotherComputer(_ words: String) async throws {
    let stage = Stage()
    stage.office.change { $0.elsewhere = [ExampleFamily.dana] }
    let problem = await stage.problem(with: "account sign-in '\(words)'")
    #expect(problem == AuthFailure.usesAnotherComputer(name: "Dana Lee").problem)
    #expect(problem?.fix == "Connect:  account connect")
    #expect(stage.office.state.person == ExampleFamily.sam)
    let listed = try await stage.say("account sign-in").needs.first?.problem
    #expect(listed?.details.contains { $0.contains("Dana") } == false)
  }

  @Test("A parent of nobody is told how to see somebody's pages")
  func lonelyParent() async throws {
    let stage = Stage(ExampleFamily.dana)
    try await stage.say("family leave", agrees: true)
    try await stage.say("family leave", agrees: true)
    #expect(
      try await stage.say("account sign-in dana").lines == [
        "You are signed in as Dana Lee.", "To see your athlete's pages:  family join CODE",
      ])
  }

  @Test("Signing out forgets the person, and warns when anybody could come back")
  func signOut() async throws {
    let stage = Stage()
    try await stage.say("account sign-in sam")
    let store = stage.store()
    try await store.enter("account sign-out")
    let profile = SignedOutProfile(name: "Sam Lee", hasPassphrase: false)
    await store.receive(.signOutFinished(.success(profile)))
    let warning = "Sam Lee has no passphrase: anybody at this computer can sign in as Sam."
    await store.expect(
      .done(
        Done(
          "Sam Lee is signed out.", details: [warning, SignedOutProfile.elsewhere],
          brief: Done.Brief("Sam Lee is signed out.", warnings: [warning]))))
    await store.finish()
    let state = stage.office.state
    #expect(state.person == nil && state.sessions.isEmpty && state.token == nil)

    let guarded = Stage()
    guarded.office.guardProfile(ExampleFamily.sam)
    #expect(
      try await guarded.say("account sign-out").lines == [
        "Sam Lee is signed out.", "A browser has its own sign-in. To end it, press Sign out there.",
      ])
  }

  @Test(
    "Signing out when nobody is signed in says so, and is no failure",
    arguments: [nil, Problem.signInNeeded, Problem(.sessionExpired)])
  func signOutNobody(_ refusal: Problem?) async throws {
    let stage = Stage(nil)
    stage.office.change { $0.refusal = refusal }
    let heard = try await stage.say("account sign-out")
    #expect(heard.notices == ["You were not signed in."])
    #expect(heard.problems.isEmpty)
  }

  @Test("A first passphrase is asked for, set, and keeps whoever set it signed in")
  func setPassphrase() async throws {
    let stage = Stage()
    let asked = try await stage.say("account passphrase")
    #expect(asked.needs.map(\.parameter) == ["passphrase"])
    #expect(
      asked.needs.first?.problem.title
        == "A passphrase has 8 to 128 characters, with a capital letter, a small letter and a digit."
    )
    let heard = try await stage.say(
      "account passphrase", secrets: ["passphrase": Office.passphrase])
    #expect(
      heard.lines == [
        "Your passphrase is set.", "It cannot be reset: keep it somewhere safe.",
        "You stay signed in here.",
      ])
    #expect(
      stage.office.state.credentials[ExampleFamily.sam]?.passphraseHash == "hash:thgil7robraH")
    #expect(stage.office.state.sessions.values.map(\.userID) == [ExampleFamily.sam])
  }

  @Test("Another passphrase takes the one there is")
  func changePassphrase() async throws {
    let stage = Stage()
    stage.office.guardProfile(ExampleFamily.sam)
    let new = ["passphrase": "Lighthouse9"]
    let asked = try await stage.say("account passphrase", secrets: new)
    #expect(
      asked.needs == [
        Need(
          "current",
          Problem(
            .signInNeeded, "You have a passphrase already.",
            fix: "Give it with --current-file FILE or --current-fd N."))
      ])
    let wrong = await stage.problem(
      with: "account passphrase", secrets: new.merging(["current": "no"]) { $1 })
    #expect(wrong?.title == "That is not Sam Lee's passphrase.")
    let heard = try await stage.say(
      "account passphrase", secrets: new.merging(["current": Office.passphrase]) { $1 })
    #expect(
      heard.lines == ["Your passphrase is changed.", "Sign-ins on other devices have ended."])
    #expect(stage.office.state.credentials[ExampleFamily.sam]?.passphraseHash == "hash:9esuohthgiL")
  }

  @Test(
    "A passphrase that will not do is refused with what it has to be, and never repeated",
    arguments: [
      ("Short1", "A passphrase has 8 to 128 characters; this one has 6."),
      ("harborlight7", "A passphrase needs a capital letter, a small letter and a digit."),
    ])
  func badPassphrase(secret: String, title: String) async throws {
    let stage = Stage()
    let problem = try #require(
      await stage.problem(with: "account passphrase", secrets: ["passphrase": secret]))
    #expect(problem.title == title)
    #expect(problem.exitCode == .usage)
    #expect(!"\(problem)".contains(secret))
    #expect(stage.office.state.credentials.isEmpty)
  }

  @Test("Removing the passphrase takes it, and removing none is done already")
  func removePassphrase() async throws {
    let stage = Stage()
    #expect(
      try await stage.say("account passphrase --remove").lines
        == ["You have no passphrase: you sign in by name alone."])
    stage.office.guardProfile(ExampleFamily.sam)
    #expect(
      try await stage.say("account passphrase --remove").needs.map(\.parameter) == ["current"])
    #expect(
      try await stage.say("account passphrase --remove", secrets: ["current": Office.passphrase])
        .lines == ["Your passphrase is gone: you sign in by name alone."])
    #expect(stage.office.state.credentials[ExampleFamily.sam]?.passphraseHash == nil)
  }

  @Test("Removing takes no new passphrase, and nobody has one")
  func misfits() async throws {
    let both = await Stage().problem(
      with: "account passphrase --remove", secrets: ["passphrase": Office.passphrase])
    #expect(
      both
        == Problem(
          .usage, "--remove takes no new passphrase.", fix: "Usage:  account passphrase --remove"))
    let nobody = await Stage(nil).problem(
      with: "account passphrase", secrets: ["passphrase": Office.passphrase])
    #expect(nobody == .signInNeeded)
  }

  @Test("A secret shows in no action, state or failure of a test")
  func secretsStayHidden() {
    let secret = SecretText(Office.passphrase)
    let actions: [AccountFeature.Action] = [
      .signInRequested(SignInRequest(name: "sam", passphrase: secret)),
      .passphraseRequested(PassphraseRequest(new: secret, current: secret)),
    ]
    for action in actions { #expect(!String(reflecting: action).contains(Office.passphrase)) }
  }
}
