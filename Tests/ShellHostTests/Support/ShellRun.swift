import CivilTime
import FeatureKit
import JSON
import Synchronization

@testable import Conversation
@testable import LineEditing
@testable import ShellHost

/// A replacement for the application around the shell. It stores settings and undo steps in memory.
///
/// A test can change the viewer and the version of the data, as another process would do.
final class FakeApp: Sendable {
  struct State {
    var looking = Looking(viewer: Viewer(name: "Sam Lee"), identity: "sam")
    var settings: [String: String] = [:]
    var dataVersion: Int64 = 1
    var steps: [String] = []
    var failure: Problem?
    var welcome: Welcome?
  }

  let state: Mutex<State>

  init(_ state: State = State()) {
    self.state = Mutex(state)
  }

  static let now = Instant(milliseconds: 1_770_000_000_000)

  static let tasks = [
    "Stretch", "Strength routine", "Run", "Write coach Rivera", "Write coach Stone", "Énergie",
  ].enumerated().map { index, title in
    ReferenceResolver.Named(
      Reference(
        kind: Chores.kind, id: RecordID(high: 0, low: UInt64(index + 1)), handle: "t\(index + 1)",
        title: title))
  }

  var services: ShellServices {
    ShellServices(version: "1.2.3", visit: visit)
  }

  private var visit: Visit {
    Visit(
      time: { () throws(Problem) in ParseContext(now: Self.now, zone: .utc) },
      makeFeatures: { tell in
        [FeatureBox(Chores.self, dependencies: Dependencies(), tell: tell)]
      },
      resolver: ReferenceResolver { lookup throws(Problem) in
        switch lookup {
        case .handle(_, let number): Self.tasks.filter { $0.reference.handle == "t\(number)" }
        case .id(_, let id): Self.tasks.filter { $0.reference.id == id }
        case .words(let kinds, _), .first(_, let kinds):
          kinds.contains(Chores.kind) ? Self.tasks : []
        }
      },
      looking: { () throws(Problem) in
        if let failure = self.state.withLock({ $0.failure }) { throw failure }
        return self.state.withLock { $0.looking }
      },
      welcome: { () throws(Problem) in self.state.withLock { $0.welcome } },
      steps: Visit.Steps(
        undo: { () throws(Problem) in
          guard let step = self.state.withLock({ $0.steps.popLast() }) else {
            throw Problem(.notFound, "There is nothing to take back.")
          }
          return Done("Taken back: \(step)")
        },
        redo: { () throws(Problem) in Done("Done again.") },
        history: { number, _ throws(Problem) in
          Page(title: "History") { Paragraph("Page \(number) of the history.") }
        }),
      lists: Visit.Lists(words: { $0 == "zones" ? ["America/New_York", "UTC"] : [] }),
      upkeep: Visit.Upkeep(
        doctor: { _ throws(Problem) in Page(title: "Doctor") { Paragraph("All is well.") } },
        dataVersion: { self.state.withLock { $0.dataVersion } }),
      preferences: PreferenceStore(
        load: { () throws(Problem) in self.state.withLock { $0.settings } },
        save: { key, value throws(Problem) in
          self.state.withLock { $0.settings[key] = value }
        }))
  }
}

/// Runs the whole shell in memory and returns its exit code.
func run(_ arguments: String, _ console: FakeConsole, _ app: FakeApp = FakeApp()) async throws
  -> Int32
{
  let words = try CommandText.words(arguments).map(\.text)
  return await Shell.run(words, console: console.console) { _ throws(Problem) in app.services }
}

/// Runs one command without a terminal and returns its exit code and output.
func piped(
  _ arguments: String, app: FakeApp = FakeApp(), files: [String: String] = [:], input: [String] = []
) async throws -> (code: Int32, output: String, errors: String) {
  let console = FakeConsole(typed: input, files: files)
  let code = try await run(arguments, console, app)
  return (code, console.output, console.errors)
}

/// Runs a session in which the user types these lines at the prompt, and returns the screen.
func typed(
  _ lines: String?..., app: FakeApp = FakeApp(), secrets: [String] = []
) async throws -> String {
  let console = FakeConsole(terminal: true, typed: lines, secrets: secrets)
  _ = try await run("", console, app)
  return console.screen
}
