import CivilTime
import FeatureKit

/// A small feature with an example of each case that a host (the program around features) must
/// handle.
struct Chores: FeatureModule {
  struct State: Equatable, Sendable {
    var isLoaded = false
    var loads = 0
    var shown: String?
    var until: CalendarDay?
    var done: [String] = []
    var failsToLoad = false
  }

  enum Action: Equatable, Sendable {
    case listRequested(fails: Bool)
    case loadRequested
    case reloaded
    case loaded
    case shown(Reference)
    case completed(Reference)
    case deleteRequested(Reference, sure: Bool)
    case deleted(Reference)
    case started([String])
    case exported(lines: Int)
    case secretSet(SecretText)
    case signInRequested(String, SecretText?)
    case filtered(CalendarDay)
    case went(String)
    case worked
    case edited(Reference, title: String?, day: CalendarDay?)
    case drawn(path: String)
    case forgotten
    case notesListed
  }

  enum Role: String, CaseIterable, Sendable { case athlete, parent }

  /// A kind of record of which no record exists, so that its references are never found.
  static let event = ReferenceKind(letter: "e", singular: "event", plural: "events")
  static let kind = ReferenceKind(letter: "t", singular: "task", plural: "tasks")

  static let manifest = FeatureManifest(
    id: "Chores", title: "Chores", summary: "What to do.", order: 1,
    nouns: [
      Noun("tasks", aliases: ["chores"], summary: "What to do next.", opens: "list"),
      Noun("account", summary: "Who you are.", opens: "create"),
      Noun("notes", summary: "What was noted.", opens: "list"),
    ],
    routes: [RoutePattern("/tasks", "tasks"), RoutePattern("/tasks/{id}", "tasks show {id}")],
    shows: [kind: "tasks show"])

  init(_ dependencies: Dependencies) {}

  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .listRequested(let fails):
      state.failsToLoad = fails
      state.shown = nil
      return load
    case .loadRequested:
      return load
    case .reloaded:
      return .merge(.tell(.notice(Notice("The tasks have changed."))), load)
    case .loaded:
      state.isLoaded = true
      state.loads += 1
      return .none
    case .shown(let task):
      state.shown = task.title
      return .tell(.notice(Notice("Looking at \(task.handle).")))
    case .completed(let task):
      guard task.handle != "t3" else {
        return .tell(
          .problem(
            Problem(
              .locked, "t3 \(task.title) is locked.", details: ["First complete: t1 Stretch"],
              fix: "See why:  tasks show 3")))
      }
      state.done.append(task.title)
      return .tell(
        .done(Done("\(task.handle) \(task.title) is complete.", details: ["undo takes it back"])))
    case .deleteRequested(let task, let sure):
      if sure { return .tell(.done(Done("\(task.title) is gone."))) }
      return .tell(
        .question(
          Question(
            "Delete \(task.title)?", details: ["Its notes go with it."], agree: "Delete",
            yes: .deleted(task))))
    case .deleted(let task):
      return .tell(.done(Done("\(task.title) is deleted.")))
    case .started(let answers):
      return .tell(.done(Done("Started: \(answers.joined(separator: ", "))")))
    case .exported(let lines):
      let text = (1...lines).map { "line \($0)\n" }.joined()
      return .tell(
        .artifact(
          Artifact(name: "tasks.csv", mediaType: "text/csv", text: text)
            .holding("The lines of the tasks.")))
    case .secretSet(let secret):
      return .tell(.done(Done("A secret of \(secret.revealed.count) letters is kept.")))
    case .signInRequested(let name, let secret):
      guard let secret, name != "Omar" || secret.revealed == "sesame" else {
        let problem = Problem(.signInNeeded, "\(name) has a passphrase.", details: ["It is kept."])
        return .tell(
          .needs(Need("passphrase", problem, choosing: name == "Nora" ? NewSecret(fewest: 4) : nil))
        )
      }
      return .tell(.done(Done("\(name) is in with \(secret.revealed.count) letters.")))
    case .filtered(let day):
      state.shown = nil
      state.until = day
      return .tell(.done(Done("Shown until \(day).")))
    case .went(let path):
      return .tell(.open(Route(path)))
    case .worked:
      return .run("work") { send in
        send.tell(.progress(Progress("Counting", done: 1, of: 2)))
        while !_Concurrency.Task.isCancelled { await _Concurrency.Task.yield() }
      }
    case .edited(let task, let title, let day):
      let words = [title, day?.description].map { $0 ?? "-" }.joined(separator: ", ")
      return .tell(.done(Done("\(task.handle) is now \(words).")))
    case .drawn(let path):
      var drawing = Artifact(name: "tasks.svg", mediaType: "image/svg+xml", text: "<svg/>")
      drawing.path = path
      return .tell(.artifact(drawing))
    case .notesListed:
      return .tell(.notice(Notice("These are the notes.")))
    case .forgotten:
      state = State()
      return .none
    }
  }

  private var load: Effect<Action> {
    .run("load") { $0(.loaded) }
  }

  func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed: .loadRequested
    case .dataChanged, .changedElsewhere: .reloaded
    case .viewerChanged, .signedOut: .forgotten
    }
  }

  func badge(_ state: State) -> Badge? {
    state.done.isEmpty ? nil : Badge("\(state.done.count) done")
  }

  func page(_ state: State, in context: PageContext) -> Page {
    let failure = Problem(.offline)
    var page = Page(
      title: state.shown ?? "My Tasks", context: "loaded \(state.loads)",
      problem: state.failsToLoad ? failure : nil
    ) {
      if state.failsToLoad { Message(failure) }
      RowList([
        Row(
          "Stretch", state.done.contains("Stretch") ? .checked : .unchecked, handle: "t1",
          spoken: "Task t1. Stretch."
        )
        .opening(CommandLink("Stretch", "tasks show t1")),
        Row("Run", .locked, handle: "t3", spoken: "Task t3. Run.")
          .opening(CommandLink("Run", "tasks show t3")),
      ])
      Links(
        [CommandLink("Stretch", "tasks show t1"), CommandLink("Run", "tasks show t3")]
          .filter { !state.done.contains($0.label) })
    }
    page.remembered = state.until.map { ["until": "\($0)"] } ?? [:]
    return page
  }
}

extension Chores {
  @CommandBuilder<Self>
  var commands: Commands<Self> {
    Command(
      "list", "Show the tasks.", .reads, Flag("fails", "Fail"), Option("out", .file, "Draw them"),
      examples: [CommandExample("tasks", prints: "My Tasks\n…")]
    ) { fails, out in out.map { .drawn(path: $0) } ?? .listRequested(fails: fails) }
    Command("show", "Show one task.", .reads, Self.task) { .shown($0) }
    Command(
      "complete", "Mark a task complete.", .writes, Self.task,
      examples: [CommandExample("tasks complete 1", prints: "✓ t1 Stretch is complete.\n…")]
    ) { .completed($0) }
    Command("due", "Give a task a due date.", .writes, Self.task, Argument("day", .day)) {
      task, _ in
      .completed(task)
    }
    Command("delete", "Delete a task.", .writes, Self.task, Flag("sure", "Do not ask")) {
      .deleteRequested($0, sure: $1)
    }
    Command("export", "Write the tasks to a file.", .makesFile, Option("lines", .integer(1...9))) {
      .exported(lines: $0 ?? 2)
    }
    Command("filter", "Choose what is shown.", .writesOwn, Option("until", .day, "The last day")) {
      .filtered($0 ?? .first)
    }
    Command("go", "Go somewhere.", .reads, Argument("path", .text())) { .went($0) }
    Command("work", "Work long.", .writes) { .worked }
    Command(
      "edit", "Change a task.", .writes, Self.task, Option("title", .text(), ask: "New title"),
      Option("day", .day, ask: "New day")
    ) { .edited($0, title: $1, day: $2) }.guided
    Command(
      "change", "Change a task that is shown.", .writes, Self.task,
      Option("title", .text(), ask: "Title").emptied(by: .option("clear")),
      Option("state", ValueKind<Role>.choice, ask: "Whose is it?").emptied(by: .option("clear")),
      Option("like", .reference(Self.event), ask: "Like which event?"),
      Option("note", .text(), ask: "Note").emptied(by: .option("clear")).askedLater,
      Option("clear", .text()).repeated.notAsked
    ) { task, title, role, _, note, cleared in
      .started([title, role?.rawValue, note].map { $0 ?? "-" } + cleared.map { "no \($0)" })
    }
    .guided
    .beginning { _ in ["title": ["Stretch\nevery day"], "state": ["parent"]] }
    Under("notes") {
      Command("list", "Show the notes.", .reads) { .notesListed }
      Command("add", "Add a note.", .writesOwn) { .started(["a note"]) }
      Command(
        "jot", "Note what somebody said.", .writesOwn, Argument("who", ValueKind<Role>.choice),
        Argument("words", .text()), Option("on", .day).orLastWord(["yesterday"])
      ) { .started([$0.rawValue, $1, $2?.description ?? "-"]) }
      Command(
        "told", "Note who said what.", .writesOwn, Argument("topic", ValueKind<Role>.choice),
        Argument("who", ValueKind<Role>.choice)
      ) { .started([$0.rawValue, $1.rawValue]) }
    }
    Under("account") {
      Command(
        "create", "Begin.", .writesOwn,
        Option("role", ValueKind<Role>.choice, ask: "Are you the athlete or a parent?")
          .suggesting("athlete"),
        Option("name", .text(max: 20), ask: "Your name"),
        Option("child", .text(), ask: "The athlete's name").asked(when: "role", is: "parent"),
        Option("year", .integer(2020...2040), ask: "Graduation year").suggesting(.year(plus: 2)),
        Option("sport", .text(), ask: "Primary sport"),
        Flag("news", "Send news?")
      ) { role, name, child, year, sport, news in
        .started(
          [
            role?.rawValue, name, child, year.map { "\($0)" }, sport, news ? "news" : nil,
          ].map { $0 ?? "-" })
      }.guided
      Command(
        "passphrase", "Set a passphrase.", .writesOwn, Secret("passphrase", ask: "New passphrase")
      ) {
        $0.map { .secretSet($0) } ?? .forgotten
      }
      Command(
        "sign-in", "Sign in.", .writesOwn, Argument("name", .text()),
        Secret("passphrase", ask: "Passphrase", isRequired: false)
          .typedTwice
          .checked { secret throws(Problem) in
            if secret.revealed.count < 3 { throw Problem(.usage, "That is too short.") }
          }
      ) { .signInRequested($0, $1) }
    }
  }

  private static var task: Argument<Reference> {
    Argument("task", .reference(kind), "The task", ask: "Which task?")
  }
}
