import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Synchronization
import TerminalRendering
import Testing

@testable import Archive

@Suite("Backups, restoring and erasing")
struct BackupTests {
  private static let names = [
    "compass-20260210T120000000Z-by-hand.sqlite",
    "compass-20260209T235959999Z-before-import-2.sqlite",
    "compass-20260101T000000000Z-before-version-4.sqlite", "damaged.sqlite",
  ]

  @Test("A name tells when and why a backup was made, in the family's zone")
  func names() {
    let backups = Self.names.map(ArchiveFeature.Backup.init(named:))
    #expect(
      backups.map { $0.when(in: Stage.zone) } == [
        "Feb 10, 2026, 07:00", "Feb 9, 2026, 18:59", "Dec 31, 2025, 19:00", nil,
      ])
    #expect(
      backups.map(\.reason) == ["by hand", "before an import", "before an update", nil])
  }

  @Test("A backup is made and named")
  func backUp() async throws {
    let done = try await Stage().say("backup").done.first
    #expect(done?.sentence == "Backup made: compass-20260210T120000000Z-by-hand.sqlite")
    #expect(done?.details.first == "In /home/sam/backups")
    #expect(
      done?.onPage.lines == [] && done?.onPage.sentence == "Backup made: Feb 10, 2026, 07:00.")
  }

  @Test("Restoring checks the backup first, says what is in it, asks, and keeps what was there")
  func restore() async throws {
    let contents = BackupContents(
      people: ["Sam Lee", "Dana Lee"], records: [KindCount(.school, 30)])
    let stage = Stage(shelf: Shelf(Self.names, contents: contents))
    let store = stage.store()
    let name = Self.names[0]
    let plan = ArchiveFeature.RestorePlan(name: name, contents: contents)
    try await store.enter("restore latest")
    await store.receive(.restorePrepared(.success(.asks(plan))))
    await store.expect(
      .question(
        Question(
          "Put the backup of Feb 10, 2026, 07:00 in the place of everything in your file?",
          details: [
            "Made by hand", "In it: Sam Lee and Dana Lee",
            "30 schools", "What is in your file now is kept as a backup first.",
          ], agree: .takingAway("Restore"), yes: .restoreConfirmed(name, [], .kept))))
    await store.send(.restoreConfirmed(name, [], .kept))
    await store.receive(
      .restored(
        name, .success("/home/sam/backups/compass-20260210T120000000Z-before-restore.sqlite"))
    )
    await store.expect(
      .done(
        Done(
          "Restored \(name).",
          details: [
            "What was there before is kept: compass-20260210T120000000Z-before-restore.sqlite",
            "To go back to it:  restore latest",
          ],
          brief: Done.Brief(
            "Restored the backup of Feb 10, 2026, 07:00.",
            warnings: ["What was there before is kept as a backup."]))))
    await store.finish()
    #expect(
      stage.shelf.calls == ["guards restore", "backups", "inspect \(name)", "restore \(name)"])
  }

  @Test("A name tells why its backup was made")
  func reasons() {
    let names = ["by-hand-p2", "before-import-p13-2", "before-version-4", "by-hand", "by-hand-2"]
    let backups = names.map {
      ArchiveFeature.Backup(named: "compass-20260210T120000000Z-\($0).sqlite")
    }
    #expect(
      backups.map(\.reason) == [
        "by hand", "before an import", "before an update", "by hand", "by hand",
      ])
  }

  @Test(
    "Whoever else has a passphrase is asked for it, one after the other, before anything is done",
    arguments: ["backup file", "restore latest"])
  func othersAgree(line: String) async throws {
    let stage = Stage(shelf: Shelf(Self.names))
    try stage.guardProfiles(ExampleFamily.sam, ExampleFamily.dana, ExampleFamily.mia)
    let store = stage.store()
    for (count, name) in ["Dana Lee", "Mia Lee"].enumerated() {
      let given = Array(repeating: SecretText("Harbor7light"), count: count)
      let need = Need(
        "passphrase",
        Problem(
          .signInNeeded, "\(name) has a passphrase, and has to agree.",
          details: ["It takes those of Dana Lee and Mia Lee, in this order."],
          fix: "Give each with --passphrase-file FILE or --passphrase-fd N."))
      if line == "backup file" {
        await store.send(.copyRequested(given, isSealed: false))
      } else {
        await store.send(.restoreRequested("latest", given, takesRights: false))
        await store.receive(.restorePrepared(.success(.needs(need))))
      }
      await store.expect(.needs(need))
    }
    #expect(!stage.shelf.calls.contains { $0.hasPrefix("copyFile") || $0.hasPrefix("restore ") })
    await store.finish()
  }

  @Test("A copy is sealed with at least eight characters, which are asked for as a new passphrase")
  func shortPassphraseOfCopy() async throws {
    let stage = Stage(shelf: Shelf(Self.names))
    let store = stage.store()
    await store.send(.copyRequested([], isSealed: true))
    await store.expect(.needs(.ownPassphrase))
    #expect(Need.ownPassphrase.newSecret == NewSecret(fewest: 8))
    let short = SecretText("Harbor7")
    for action in [
      ArchiveFeature.Action.copyRequested([short], isSealed: true),
      .copyRequested([], isSealed: true, own: short),
    ] {
      await store.send(action)
      await store.expect(
        .problem(
          Problem(
            .usage, "This needs at least 8 characters, and has 7.", fix: "Choose a longer one.")))
    }
    await store.send(.copyRequested([short, short], isSealed: true))
    await store.expect(
      .problem(
        Problem(
          .usage, "These are more passphrases than are needed.",
          fix: "Give one, for the copy itself.")))
    await store.finish()
  }

  @Test("The passphrases go to the archive with what they are for")
  func passphrasesAreHandedOn() async throws {
    let stage = Stage(shelf: Shelf(Self.names))
    try stage.guardProfiles(ExampleFamily.dana)
    let store = stage.store()
    let secret = [SecretText("Harbor7light")]
    await store.send(.restoreConfirmed(Self.names[0], secret, .kept))
    await store.receive(
      .restored(
        Self.names[0],
        .success("/home/sam/backups/compass-20260210T120000000Z-before-restore.sqlite")))
    await store.expect(
      .done(
        Done(
          "Restored \(Self.names[0]).",
          details: [
            "What was there before is kept: compass-20260210T120000000Z-before-restore.sqlite",
            "To go back to it:  restore latest",
          ],
          brief: Done.Brief(
            "Restored the backup of Feb 10, 2026, 07:00.",
            warnings: ["What was there before is kept as a backup."]))))
    #expect(stage.shelf.calls.last == "restore \(Self.names[0]) Harbor7light")
    await store.finish()
  }

  @Test("Without a backup there is nothing to restore, and a bad one is not asked about")
  func noBackup() async throws {
    #expect(
      try await Stage().say("restore latest").problems.first?.title == "There is no backup yet.")
    let damaged = Problem(.storage(.damaged), "x.sqlite is damaged.")
    let stage = Stage(shelf: Shelf(failure: damaged))
    let told = try await stage.say("restore x.sqlite")
    #expect(told.questions.first == nil)
    #expect(
      told.problems.first?.title == "Could not restore. Nothing was changed. x.sqlite is damaged.")
  }

  private static let erasure = Erasure(
    people: [.sam], records: [KindCount(.school, 30), KindCount(.coach, 1)], journalSteps: 12,
    backups: ["compass-20260210T120000000Z-by-hand.sqlite", "b.sqlite"], typedLines: 1)

  @Test("Erasing says what goes, asks, and says that it was read back")
  func erase() async throws {
    let scope = ErasureScope.family(ExampleFamily.samsFamily)
    let asked = Mutex<[String]>([])
    let stage = Stage(
      swap: {
        $0.erases(Self.erasure, of: scope) { call in asked.withLock { $0.append(call) } }
      })
    let store = stage.store()
    try await store.enter("erase family")
    await store.receive(.erasurePrepared(.success(.init(scope: scope, erasure: Self.erasure))))
    await store.expect(
      .question(
        Question(
          "Erase Sam Lee for good?",
          details: [
            "Goes: 30 schools, 1 coach", "Goes: 12 steps of the history",
            "Goes: 1 line typed at the prompt", "Goes: 2 backups: Feb 10, 2026, 07:00; b.sqlite",
            "This cannot be undone. Keep a copy first:  export",
          ], agree: .takingAway("Erase"), yes: .erasureConfirmed(scope))))
    await store.send(.erasureConfirmed(scope))
    await store.receive(.erased(.success(Self.erasure)))
    await store.expect(
      .done(
        Done(
          "Erased Sam Lee.",
          details: [
            "30 schools, 1 coach", "12 steps of the history", "1 line typed at the prompt",
            "2 backups: Feb 10, 2026, 07:00; b.sqlite",
            "Read back: nothing of it is left in the file, its log, the history and our backups.",
            "Copies that you made yourself are where you put them.",
          ])))
    await store.finish()
    #expect(asked.withLock { $0 } == ["preview", "erase"])
  }

  @Test("A server that erases too is named, and so is what stays out of reach")
  func eraseThereToo() async throws {
    var erasure = Erasure(people: [.sam], records: [], journalSteps: 0, backups: [])
    erasure.server = ErasedServer(address: "https://compass.example.org", keepsAccount: true)
    let stage = Stage(swap: { [erasure] in $0.erases(erasure) })
    let asked = try await stage.say("erase person").questions
    #expect(
      asked.first?.details.first
        == "Goes: You and all that is yours at https://compass.example.org, an athlete's family with it"
    )
    let page = PlainRenderer.render(try await stage.show("erase"))
    #expect(page.contains { $0.contains("https://compass.example.org") })
    #expect(
      erasure.done(in: Stage.zone).details.suffix(2) == [
        "Out of reach: your own other devices, which are signed out and keep their files; backups of the server.",
        "The address and password that open https://compass.example.org are kept there. Ask its owner to delete them.",
      ])
  }

  @Test(
    "What a server did not answer is said as it was, and not that nothing was changed",
    arguments: [Cause.offline, .serverError, .failed])
  func eraseUnanswered(cause: Cause) async throws {
    let problem = Problem(cause, "The server did not answer.", fix: "Ask again.")
    let stage = Stage(swap: { $0.erasurePreview.implement { _ throws(Problem) in throw problem } })
    #expect(try await stage.say("erase person").problems.first == problem)
  }

  @Test("Bytes that are left are said in the words of whoever found them")
  func leftovers() async throws {
    let left = Problem(
      .failed, "The data is deleted, but bytes of it are still on the disk.",
      details: ["x still holds some."], fix: "Close every other program.")
    let stage = Stage(swap: { $0.erasurePreview.implement { _ throws(Problem) in throw left } })
    #expect(try await stage.say("erase person").problems.first == left)
  }

  @Test("Whoever is in no family is told how to erase themselves")
  func noFamily() async throws {
    let problem = try await Stage(as: ExampleFamily.stranger).say("erase family").problems.first
    #expect(problem?.title == "You are in no family.")
  }

  @Test("A parent erases themselves and nobody else")
  func parent() async throws {
    let stage = Stage(as: ExampleFamily.dana)
    #expect(
      try await stage.say("erase person").questions.map(\.words) == ["Erase Dana Lee for good?"])
    let everybody = try await stage.say("erase family")
    #expect(everybody.questions.isEmpty && everybody.problems.map(\.cause) == [.refused])
  }
}

@Suite("The page of the data")
struct PageTests {
  @Test("It shows the ways in and out and every backup, newest first")
  func overview() async throws {
    let stage = Stage(
      shelf: Shelf([
        "compass-20260210T120000000Z-by-hand.sqlite",
        "compass-20260209T120000000Z-before-import.sqlite",
      ]))
    let page = try await stage.show("backup list")
    #expect(page.title == "Your data")
    #expect(page.rows.map(\.title) == ["Feb 10, 2026, 07:00", "Feb 9, 2026, 07:00"])
    #expect(page.rows.map(\.detail) == ["1.2 MB", "1.2 MB"])
    #expect(page.rows.first?.spoken == "Backup of Feb 10, 2026, 07:00, made by hand")
    let commands = page.links.map(\.command)
    #expect(commands.contains("export"))
    #expect(commands.contains("calendar export"))
    #expect(commands.contains("restore compass-20260210T120000000Z-by-hand.sqlite"))
  }

  @Test(
    "Above the backups alone stands whether the file is damaged or nobody is signed in",
    arguments: [
      (
        Cause.storage(.damaged), "The file cannot be looked into; its backups can be restored."
      ), (.signInNeeded, "You are not signed in; the backups can be restored."),
    ])
  func alone(cause: Cause, words: String) async throws {
    let stage = Stage(shelf: Shelf(["compass-20260210T120000000Z-by-hand.sqlite"]))
    stage.backend.hook.fail(cause)
    let page = try await stage.show("backup list")
    #expect(page.subtitle == words && page.rows.count == 1)
  }

  @Test("Backups of one minute are told apart by their seconds")
  func seconds() async throws {
    let stage = Stage(
      shelf: Shelf([
        "compass-20260210T120058000Z-before-import.sqlite",
        "compass-20260210T120007999Z-before-import.sqlite",
        "compass-20260210T115958000Z-before-import.sqlite",
      ]))
    let page = try await stage.show("backup list")
    #expect(
      page.rows.map(\.title) == [
        "Feb 10, 2026, 07:00:58", "Feb 10, 2026, 07:00:07", "Feb 10, 2026, 06:59",
      ])
  }

  @Test("A parent is offered nothing that only the athlete may")
  func parent() async throws {
    let stage = Stage(
      as: ExampleFamily.dana,
      shelf: Shelf(["compass-20260210T120000000Z-by-hand.sqlite"]))
    let page = try await stage.show("backup list")
    #expect(page.section("Bring it in")?.text == "Only Sam Lee can bring in a table or a file.")
    let commands = page.links.map(\.command)
    #expect(
      !commands.contains {
        $0.hasPrefix("restore") || $0.hasPrefix("import") || $0 == "backup file"
      })
    let erasing = try await stage.show("erase").links.map(\.command)
    #expect(erasing == ["erase person", "export"])
  }

  @Test("In a browser a backup has its time and never the name of its file")
  func namelessInBrowser() async throws {
    let stage = Stage(as: ExampleFamily.dana)
    let backups = [
      "compass-20260210T120000000Z-by-hand-p2.sqlite",
      "compass-20260209T120000000Z-before-import-p2.sqlite",
    ].map { ArchiveFeature.Backup(named: $0) }
    var state = stage.feature.initialState
    state.loaded = .loaded(.init(viewing: try await stage.family.current(), .backups(backups)))
    var context = stage.context
    #expect(stage.feature.page(state, in: context).rows.first?.detail == backups[0].name)
    context.hasButtons = true
    #expect(stage.feature.page(state, in: context).rows.first?.detail == nil)
    let choices = backups.choices(in: context.zone)
    #expect(choices.map(\.value) == backups.map(\.name))
    #expect(
      choices.map(\.label) == [
        "The newest, of Feb 10, 2026, 07:00 · by hand", "Feb 9, 2026, 07:00 · before an import",
      ])
  }

  @Test("In a browser each way in is a link with a name of its own")
  func waysIn() async throws {
    let stage = Stage()
    var state = stage.feature.initialState
    state.loaded = .loaded(.init(viewing: try await stage.family.current(), .backups([])))
    var context = stage.context
    context.hasButtons = true
    let links = stage.feature.page(state, in: context).links
    let ways = links.filter { $0.command.hasPrefix("import") }
    #expect(ways.map(\.command) == ["import", "import everything"])
    #expect(Set(links.map(\.label)).count == links.count)
  }

  @Test("Without backups it says when one is made")
  func empty() async throws {
    let page = try await Stage().show("backup list")
    #expect(PlainRenderer.render(page).contains { $0.contains("No backups yet.") })
  }

  @Test("What erasing would take is counted for the person and for the family")
  func erasing() async throws {
    let stage = Stage { $0.addSchools((1...30).map { "School \($0)" }) }
    let page = try await stage.show("erase")
    #expect(page.links.map(\.command) == ["erase person", "erase family", "export"])
    let said = PlainRenderer.render(page)
    #expect(said.contains { $0.contains("Schools") && $0.contains("30") })
  }

  @Test(
    "Every cause of failure has its words, and the page exits with it",
    arguments: [
      (Cause.timedOut, "Connection timed out"), (.offline, "You are offline."),
      (.serverError, "Server error"), (.failed, "Failed to load your data"),
      (.sessionExpired, "Your session has expired. Sign in again."),
      (.refused, "You can view this but not change it."),
    ])
  func failures(cause: Cause, words: String) async throws {
    let stage = Stage(shelf: Shelf(failure: Problem(cause, "raw")))
    stage.backend.hook.fail("archive.erasurePreview", cause)
    for line in ["backup list", "erase"] {
      let page = try await stage.show(line)
      #expect(page.problem?.title == words)
      #expect(page.problem?.cause == cause)
    }
  }

  @Test("Nothing of one person stays after a switch or a sign-out")
  func switching() async throws {
    let stage = Stage()
    let store = stage.store()
    let loaded = ArchiveFeature.LoadedPage(viewing: try await stage.family.current(), .backups([]))
    try await store.enter("backup list") { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.send(event: .viewerChanged) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.send(event: .signedOut) { $0 = .init() }
    await store.finish()
  }
}

extension Stage {
  /// Protects these profiles with a passphrase.
  fileprivate func guardProfiles(_ people: RecordID...) throws {
    for person in people {
      try backend.change(
        "INSERT INTO local_credentials (user_id, passphrase_hash) VALUES ('\(person)', 'hash')")
    }
  }
}

extension ArchiveGateway {
  /// Replaces the preview of an erasure and the erasure itself by functions that return `erasure`
  /// and delete nothing.
  ///
  /// A test can thereby return results that a file in memory cannot have, such as erased backups,
  /// lines that were typed at the prompt, or a server.
  ///
  /// - Parameter scope: the scope of the erasure that is simulated; nil for every scope.
  fileprivate mutating func erases(
    _ erasure: Erasure, of scope: ErasureScope? = nil,
    noting: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let answer = { @Sendable (asked: ErasureScope) throws(Problem) -> Erasure in
      guard scope == nil || asked == scope else { throw Problem(.notFound) }
      return erasure
    }
    erasurePreview.implement { scope throws(Problem) in
      noting("preview")
      return try answer(scope)
    }
    erase.implement { scope throws(Problem) in
      noting("erase")
      return try answer(scope)
    }
  }
}
