import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Tasks
import Testing

@Suite("Lines")
struct CommandTests {
  private static let choices = "all, not-started, in-progress, completed, skipped"

  @Test(
    "A line that cannot be meant is refused with what to do, and nothing is written",
    arguments: [
      ("tasks --grade 8", "8 is out of range.", ExitCode.usage),
      ("tasks --grade 13", "13 is out of range.", .usage),
      ("tasks --grade ten", "`ten` is not a whole number.", .usage),
      ("tasks --grade", "--grade needs a value.", .usage),
      ("tasks --grade 9 --grade 10", "--grade was given 2 times.", .usage),
      ("tasks --status done", "`done` is not one of the choices.", .usage),
      ("tasks --status ''", "`` is not one of the choices.", .usage),
      ("tasks --urgency future", "`future` is not one of the choices.", .usage),
      ("tasks --all=yes", "--all takes no value.", .usage),
      ("tasks --grad 9", "`tasks list` has no option --grad.", .usage),
      ("tasks list 9", "`9` is one word too many for `tasks list`.", .usage),
      ("tasks 9", "There is no command `tasks 9`.", .usage),
      (
        "tasks compete 3", "There is no command `tasks compete`. Did you mean `tasks complete`?",
        .usage
      ),
      ("tasks show", "`task` is missing.", .usage),
      ("tasks show t99", "There is no task t99.", .notFound),
      ("tasks show 99", "There is no task t99.", .notFound),
      ("tasks show m3", "`m3` does not name a task (t…).", .usage),
      ("tasks show swimming", "No task is called `swimming`.", .notFound),
      ("tasks show ''", "Say which task.", .usage),
      ("tasks show 3 4", "`4` is one word too many for `tasks show`.", .usage),
      ("tasks complete", "`task` is missing.", .usage),
      ("tasks complete t0", "There is no task `t0`.", .notFound),
      ("tasks complete -1", "`-1` does not name a task (t…).", .usage),
      ("tasks complete 3 now", "No task is called `3 now`.", .notFound),
      ("tasks complete 3 --force", "`tasks complete` has no option --force.", .usage),
      ("tasks complete a", "`a` fits four tasks. Use one of:", .usage),
      ("tasks start", "`task` is missing.", .usage),
      (
        "tasks start 00000000-0000-4000-8000-0000000000ff",
        "There is no task with the id 00000000-0000-4000-8000-0000000000ff.", .notFound
      ),
      ("tasks skip", "`task` is missing.", .usage),
      ("tasks skip '\u{1B}[2J'", "No task is called `\u{1B}[2J`.", .notFound),
      ("tasks reset", "`task` is missing.", .usage),
      ("tasks reset 99999999999999999999", "There is no task `99999999999999999999`.", .notFound),
      ("tasks due", "`task` is missing.", .usage),
      ("tasks due 3", "`day` is missing.", .usage),
      ("tasks due 3 someday", "`someday` is not a date.", .usage),
      ("tasks due 3 2026-02-30", "There is no day `2026-02-30` in the calendar.", .usage),
      ("tasks due 3 ''", "`` is not a date.", .usage),
      ("tasks due 3 feb 34", "There is no day `feb 34` in the calendar.", .usage),
      ("tasks due none 3", "No task is called `none`.", .notFound),
      ("tasks plan 12", "`12` is one word too many for `tasks plan`.", .usage),
      ("tasks filter done", "`done` is one word too many for `tasks filter`.", .usage),
      ("tasks filter --status done", "`done` is not one of the choices.", .usage),
      ("tasks filter --urgency none", "`none` is not one of the choices.", .usage),
      ("tasks filter --clear=no", "--clear takes no value.", .usage),
    ])
  func badInput(line: String, title: String, exitCode: ExitCode) async throws {
    let stage = Stage()
    let references = try await stage.references()
    let calls = stage.backend.hook.calls
    let problem = await #expect(throws: Problem.self) {
      _ = try await stage.feature.action(for: line, knowing: references, now: stage.context.now)
    }
    #expect(problem?.title == title)
    #expect(problem?.exitCode == exitCode)
    #expect(stage.backend.hook.calls == calls)
  }

  @Test("Every command has been given bad input")
  func everyCommand() {
    let verbs = Stage().feature.commands.map(\.description.verb)
    #expect(
      verbs == [
        "list", "show", "plan", "complete", "start", "skip", "reset", "due", "catch-up", "filter",
      ])
  }

  @Test(
    "A line means its action, however the task is named",
    arguments: [
      "tasks complete t3", "tasks complete 3", "task complete T3", "tasks COMPLETE strength",
      "tasks complete start routine", "tasks complete t3, 3",
      "tasks complete \"start routine\"", "tasks complete 00000000-0000-4000-8000-000000000003",
    ])
  func naming(line: String) async throws {
    let stage = Stage()
    let action = try await stage.feature.action(
      for: line, knowing: try await stage.references(), now: stage.context.now)
    #expect(action == .statusRequested([try await stage.reference("t3")], .completed))
  }

  @Test(
    "Handles come before the day, however many words that has; of a name only the last word is the day",
    arguments: [
      ("tasks due 3 feb 14", ["t3"]), ("tasks due t3 t6 2026-02-14", ["t3", "t6"]),
      ("tasks due t3,t6 Feb 14", ["t3", "t6"]), ("tasks due strength 2026-02-14", ["t3"]),
      ("tasks due start a strength routine 2026-02-14", ["t3"]),
      ("tasks due t3 \"feb 14\"", ["t3"]), ("tasks due \"start a strength\" \"feb 14\"", ["t3"]),
      ("tasks due t3 \"make a highlight clip\" \"feb 14\"", ["t3", "t6"]),
    ])
  func dueOfSeveral(line: String, handles: [String]) async throws {
    let stage = Stage()
    let references = try await stage.references()
    let action = try await stage.feature.action(
      for: line, knowing: references, now: stage.context.now)
    let named = handles.compactMap { handle in references.first { $0.handle == handle } }
    #expect(action == .dueDateRequested(named, CalendarDay("2026-02-14")))
  }

  @Test("Every command says what it does, whether it writes, and shows an example")
  func declarations() {
    for command in Stage().feature.commands.map(\.description) {
      #expect(command.summary.hasSuffix("."))
      #expect(!command.examples.isEmpty, "\(command.words) has no example")
      for example in command.examples { #expect(example.line.hasPrefix("tasks")) }
      for parameter in command.parameters where parameter.isRequired {
        #expect(parameter.question.contains("?"))
      }
    }
    let modes = Stage().feature.commands.map(\.description).map { ($0.verb, $0.mode) }
    #expect(modes.filter { $0.1 == .reads }.map(\.0) == ["list", "show", "plan"])
    #expect(modes.filter { $0.1 == .writesOwn }.map(\.0) == ["filter"])
    #expect(
      modes.filter { $0.1 == .writes }.map(\.0) == [
        "complete", "start", "skip", "reset", "due", "catch-up",
      ])
  }

  @Test("Every command on the page can be said, and means this feature or another's")
  func links() async throws {
    let prompt = Prompt()
    for line in ["tasks", "tasks show 4", "tasks --grade 11", "tasks --status skipped"] {
      let page = try await prompt.show(line)
      for link in page.links where link.command.hasPrefix("tasks") {
        let isAsked = link.command.hasPrefix("tasks due")
        if !isAsked {
          _ = try await prompt.stage.feature.action(
            for: link.command, knowing: try await prompt.stage.references())
        }
      }
    }
  }

  @Test(
    "Web paths are the page's commands, both ways",
    arguments: [
      ("/tasks", "tasks"), ("/tasks?grade=9", "tasks --grade 9"), ("/tasks/t3", "tasks show t3"),
    ])
  func routes(path: String, line: String) {
    let routes = TasksFeature.manifest.routes
    #expect(routes.lazy.compactMap { $0.command(for: Route(path)) }.first == line)
    #expect(routes.lazy.compactMap { $0.route(for: line) }.first == Route(path))
  }
}
