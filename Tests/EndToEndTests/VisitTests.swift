import Auth
import CivilTime
import Composition
import Conversation
import FeatureKit
import FeatureTesting
import Foundation
import ShellHost
import Synchronization
import Testing
import Threads

/// Runs many visits at once in one process, over shared files. A visit answers one command line for
/// one person, as a web server does for each request of a browser.
@Suite("Many visits in one process")
struct VisitTests {
  let files = FamilyFiles()
  /// The threads on which visits run.
  ///
  /// A visit may block its thread, so these are not threads of Swift's task pool.
  let threads = WorkThreads(most: 4)

  private func file(of household: Household) throws -> FamilyFile {
    let options = try GlobalOptions.parse(["--data", household.data, "--now", household.now])
    return try files.file(options, environment: Environment(["TZ": "UTC"]))
  }

  private func person(_ role: String, of file: FamilyFile) async throws -> Profile {
    try #require(try await file.profiles().first { $0.role == role })
  }

  private func answer(
    _ line: String, _ visitor: Visitor, to file: FamilyFile, fields: [String: [String]]? = nil,
    agreement: Agreement = .none, step: Int? = nil
  ) async -> Answer {
    await withTaskExecutorPreference(threads) {
      await Conversation(file.visit(visitor)).answer(
        Request(line, fields: fields, agreement: agreement, step: step))
    }
  }

  @Test("A form has the types of events in the words of the athlete's sport")
  func wordsOfTheSport() async throws {
    let household = try Household()
    defer { withExtendedLifetime(household) {} }
    let open = try file(of: household)
    let player = try await person("player", of: open)
    let athlete = Visitor.inSession(VisitorSession(person: player.id))
    for (sport, game) in [("Baseball", "Game"), ("Swimming", "Meet"), ("Golf", "Tournament")] {
      let edited = await answer("profile edit --sport \(sport)", athlete, to: open)
      #expect(edited.exitCode == .done, "\(edited)")
      let choices = await withTaskExecutorPreference(threads) {
        await open.visit(athlete).lists.choices("event-types")
      }
      #expect(
        choices.map(\.label) == ["Showcase", "Camp", "Official visit", "Unofficial visit", game])
      #expect(choices.last?.value == "game")
    }
  }

  @Test("Hundreds of visits of four people to two files see their own, and leave nothing behind")
  func manyVisits() async throws {
    let boxes = MadeBoxes()
    let households = [try Household(), try Household()]
    do {
      let open = try households.map { try file(of: $0) }
      #expect(try file(of: households[0]) === open[0], "whoever asks for an open file gets it")
      #expect(files.count == 2)
      var visitors: [(file: Int, profile: Profile, isParent: Bool)] = []
      for (index, file) in open.enumerated() {
        visitors.append((index, try await person("player", of: file), false))
        visitors.append((index, try await person("parent", of: file), true))
        let made = await answer(
          "quick add \"Belongs to \(index)\"", .inSession(visitor(visitors[index * 2])), to: file)
        #expect(made.exitCode == .done, "\(made)")
      }
      let who = visitors
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<400 {
          let (index, profile, isParent) = who[number % who.count]
          let zone = try Zone.named(number % 3 == 0 ? "America/New_York" : "UTC")
          let line = ["account who", "quick", "tasks"][number / who.count % 3]
          group.addTask {
            var visit = open[index].visit(
              .inSession(VisitorSession(person: profile.id), zone: zone))
            let make = visit.makeFeatures
            visit.makeFeatures = { tell in
              let made = make(tell)
              boxes.held.withLock { $0 += made.map { WeakBox($0) } }
              return made
            }
            #expect(try await visit.time().zone == zone)
            let conversation = Conversation(visit)
            let answer = await withTaskExecutorPreference(threads) {
              await conversation.answer(Request(line))
            }
            let looking = try await conversation.look()
            #expect(looking.viewer.name == profile.name)
            #expect(looking.viewer.isReadOnly == isParent)
            let said = String(describing: answer)
            #expect(!said.contains("Belongs to \(1 - index)"))
            if line == "quick", !isParent { #expect(said.contains("Belongs to \(index)")) }
            if line == "account who" { #expect(said.contains(profile.name)) }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(boxes.held.withLock { $0.count } >= 400)
    #expect(boxes.held.withLock { $0.filter { $0.box != nil }.count } == 0)
    #expect(files.count == 0, "a file that nobody visits any more is closed")
  }

  private func visitor(_ one: (file: Int, profile: Profile, isParent: Bool)) -> VisitorSession {
    VisitorSession(person: one.profile.id)
  }

  @Test("Who signs in or out in one session changes neither another's nor this device's")
  func sessions() async throws {
    let household = try Household()
    let file = try file(of: household)
    let athlete = try await person("player", of: file)
    let parent = try await person("parent", of: file)
    let (mine, other) = (VisitorSession(person: athlete.id), VisitorSession(person: athlete.id))
    func name(_ visitor: Visitor) async throws -> String? {
      let looking = try await Conversation(file.visit(visitor)).look()
      return looking.identity == nil ? nil : looking.viewer.name
    }
    let device = try await name(.onDevice())
    let dump = try household.sql("SELECT * FROM device_preferences WHERE user_id = ''")
    let signedIn = await answer(
      "account sign-in", .inSession(mine), to: file, fields: ["profile": [parent.name]])
    #expect(signedIn.exitCode == .done, "\(signedIn)")
    #expect(try await name(.inSession(mine)) == parent.name)
    #expect(try await name(.inSession(other)) == athlete.name)
    #expect(try await name(.onDevice()) == device)
    let out = await answer("account sign-out", .inSession(mine), to: file)
    #expect(out.exitCode == .done, "\(out)")
    #expect(try await name(.inSession(mine)) == nil)
    #expect(try await name(.inSession(other)) == athlete.name)
    #expect(try await name(.onDevice()) == device)
    #expect(try household.sql("SELECT * FROM device_preferences WHERE user_id = ''") == dump)
  }

  @Test("A browser stays with the person who was alone in the file when others come into it")
  func staysWithTheOnlyOne() async throws {
    let household = try Household(demo: false)
    try household.run([
      "account", "create", "--name", "Mia Hall", "--role", "athlete",
      "--graduation-year", "2028",
    ])
    let file = try file(of: household)
    // A browser starts without a person if this device remembers none.
    let (early, late) = (VisitorSession(), VisitorSession())
    #expect(await answer("tasks", .inSession(early), to: file).exitCode == .done)
    try household.run(["account", "create", "--name", "Paul Hall", "--role", "parent"])
    let again = try await Conversation(file.visit(.inSession(early))).look()
    #expect(again.viewer.name == "Mia Hall")
    #expect(await answer("tasks", .inSession(late), to: file).exitCode == .signInNeeded)
  }

  @Test("A passphrase lets in the session that gave it, and no other")
  func passphrase() async throws {
    let household = try Household()
    let file = try file(of: household)
    let athlete = try await person("player", of: file)
    let mine = VisitorSession(person: athlete.id)
    let set = await answer(
      "account passphrase", .inSession(mine), to: file, fields: ["passphrase": ["Harbor7light"]])
    #expect(set.exitCode == .done, "\(set)")
    let stranger = VisitorSession(person: athlete.id)
    #expect(await answer("tasks", .inSession(stranger), to: file).exitCode == .signInNeeded)
    let wrong = await answer(
      "account sign-in", .inSession(stranger), to: file,
      fields: ["profile": [athlete.name], "passphrase": ["Hunter2hunter2"]])
    #expect(wrong.exitCode != .done)
    #expect(await answer("tasks", .inSession(stranger), to: file).exitCode == .signInNeeded)
    let right = await answer(
      "account sign-in", .inSession(stranger), to: file,
      fields: ["profile": [athlete.name], "passphrase": ["Harbor7light"]])
    #expect(right.exitCode == .done, "\(right)")
    #expect(await answer("tasks", .inSession(stranger), to: file).exitCode == .done)
    #expect(
      await answer("tasks", .inSession(VisitorSession(person: athlete.id)), to: file).exitCode
        == .signInNeeded)
    #expect(await answer("tasks", .onDevice(profile: athlete.name), to: file).exitCode != .done)
  }

  @Test("A button takes back the step that it names, and not another tab's")
  func undoOfOneStep() async throws {
    let household = try Household()
    defer { withExtendedLifetime(household) {} }
    let file = try file(of: household)
    let session = VisitorSession(person: try await person("player", of: file).id)
    let first = await answer("quick add First", .inSession(session), to: file)
    let step = try #require(first.step)
    #expect(step.summary.contains("First"))
    let second = await answer("quick add Second", .inSession(session), to: file)
    #expect(second.step?.id != step.id)
    let late = await answer("undo", .inSession(session), to: file, step: step.id)
    #expect(late.exitCode == .conflict)
    #expect(
      late.problem?.title == "That is not your last change any more. Nothing was taken back.")
    let right = await answer("undo", .inSession(session), to: file, step: second.step?.id)
    #expect(right.done?.sentence.contains("Second") == true)
    #expect(right.step == nil)
    #expect(
      await answer("undo", .inSession(session), to: file, step: second.step?.id).exitCode
        == .conflict)
    #expect(await answer("undo", .inSession(session), to: file, step: step.id).exitCode == .done)
  }

  @Test("A visitor's session reads none of this computer's files")
  func noFiles() async throws {
    let household = try Household()
    try household.layOutFiles()
    let file = try file(of: household)
    let session = VisitorSession(person: try await person("player", of: file).id)
    let answer = await answer(
      "import schools \(household.folder)/schools.csv", .inSession(session), to: file)
    #expect(answer.exitCode == .usage)
    #expect(String(describing: answer).contains("is not read here"), "\(answer)")
  }

  @Test("Who watches a file hears of every write, of this process and of another")
  func revisions() async throws {
    let household = try Household()
    let file = try file(of: household)
    let session = VisitorSession(person: try await person("player", of: file).id)
    _ = await answer("tasks", .inSession(session), to: file)
    let before = try #require(file.revision())
    #expect(file.revision() == before)
    _ = await answer("quick add Milk", .inSession(session), to: file)
    let after = try #require(file.revision())
    #expect(after != before)
    try household.run(["quick", "add", "Mail"])
    #expect(try #require(file.revision()) != after)
  }
}

/// Weak references to the boxes (type-erased features) that the visits created. They show whether
/// every box was deallocated after its visit.
private final class MadeBoxes: Sendable {
  let held = Mutex<[WeakBox]>([])
}
