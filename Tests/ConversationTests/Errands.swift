import CivilTime
import FeatureKit
import Synchronization

@testable import Conversation

/// A small feature for tests of requests. Its commands cover the different cases, such as listing,
/// changing and deleting records, making a file and taking a secret.
struct Errands: FeatureModule {
  struct State: Equatable, Sendable {
    var shown: String?
    var loads = 0
  }

  enum Action: Equatable, Sendable {
    case listRequested, loaded
    case shown(Reference)
    case doneRequested(Reference)
    case dropRequested(Reference), dropped(Reference)
    case moved(Reference, CalendarDay, note: String?, isUrgent: Bool)
    case exported
    case locked(SecretText)
    case unlockRequested(SecretText?)
    case went(String)
    case waited
    case left
  }

  static let kind = ReferenceKind(letter: "e", singular: "errand", plural: "errands")

  static let manifest = FeatureManifest(
    id: "Errands", title: "Errands", summary: "What to fetch.", order: 1,
    nouns: [Noun("errands", summary: "What to fetch.", opens: "list")],
    routes: [
      RoutePattern("/errands", "errands"), RoutePattern("/errands/{id}", "errands show {id}"),
      RoutePattern("/circle", "errands go /circle"),
    ], showsBadge: true)

  let deeds: Deeds
  init(_ dependencies: Dependencies) { deeds = dependencies[Deeds.self] }
  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .listRequested:
      return .load("list") { [deeds] () throws(Problem) in
        deeds.note("list")
      } into: { _ in
        .loaded
      }
    case .loaded:
      state.loads += 1
      return .none
    case .shown(let errand):
      state.shown = errand.title
      return .none
    case .doneRequested(let errand):
      deeds.note("done \(errand.handle)")
      return .tell(.done(Done("\(errand.title) is done.", references: [errand])))
    case .dropRequested(let errand):
      return .tell(
        .question(
          Question(
            "Drop \(errand.title)?", details: ["It is needed."], agree: "Drop",
            yes: .dropped(errand))))
    case .dropped(let errand):
      deeds.note("drop \(errand.handle)")
      return .tell(.done(Done("\(errand.title) is dropped.")))
    case .moved(let errand, let day, let note, let isUrgent):
      let more = [note, isUrgent ? "urgent" : nil].compactMap { $0 }.joined(separator: ", ")
      deeds.note("move \(errand.handle) \(day) \(more)")
      return .tell(.done(Done("\(errand.title) is moved to \(day).")))
    case .exported:
      return .tell(.artifact(Artifact(name: "errands.csv", mediaType: "text/csv", text: "a\n")))
    case .locked(let secret):
      return .tell(.done(Done("A secret of \(secret.revealed.count) letters.")))
    case .unlockRequested(nil):
      return .tell(.needs(Need("passphrase", Problem(.signInNeeded, "It has a passphrase."))))
    case .unlockRequested:
      return .tell(.done(Done("Unlocked.")))
    case .went(let path):
      return .tell(.open(Route(path)))
    case .waited:
      return .run("wait") { [deeds] send in
        send.tell(.progress(Progress("Waiting", done: 1, of: 2)))
        deeds.note("waits")
        while !Task.isCancelled { await Task.yield() }
      }
    case .left:
      deeds.note("left")
      return .none
    }
  }

  var commands: Commands<Errands> {
    Command("list", "Show them.", .reads) { .listRequested }
    Command("show", "Show one.", .reads, Self.errand) { .shown($0) }
    Command("done", "Do one.", .writes, Self.errand) { .doneRequested($0) }
    Command("drop", "Drop one.", .writes, Self.errand) { .dropRequested($0) }
    Command(
      "move", "Move one.", .writes, Self.errand, Argument("day", .day),
      Option("note", .text(max: 5), ask: "Why?"), Flag("urgent", "Soon")
    ) { .moved($0, $1, note: $2, isUrgent: $3) }
    .beginning { given throws(Problem) in
      ["day": ["2026-03-01"], "note": ["of \(given["errand"].first?.reference?.handle ?? "?")"]]
    }
    Command("export", "Write them.", .makesFile) { .exported }
    Command("lock", "Lock them.", .writesOwn, Secret("passphrase", ask: "New one")) {
      $0.map { .locked($0) } ?? .listRequested
    }
    Command(
      "unlock", "Unlock them.", .writesOwn,
      Secret("passphrase", ask: "Which?", isRequired: false)
    ) { .unlockRequested($0) }
    Command(
      "seal", "Seal them in a box.", .writesOwn, Argument("label", .text(), ask: "Which label?"),
      Secret("passphrase", ask: "New one")
    ) { label, secret in .locked(secret ?? SecretText(label)) }
    Command("go", "Go somewhere.", .reads, Argument("path", .text())) { .went($0) }
      .suggesting { _ throws(Problem) in ["path": ["/errands"]] }
    Command("wait", "Wait long.", .writes) { .waited }
  }

  func page(_ state: State, in context: PageContext) -> Page {
    Page(title: state.shown ?? "Errands of \(context.viewer.name)") {
      Paragraph("loaded \(state.loads)")
    }
  }

  func action(for event: HostEvent) -> Action? { nil }
  func badge(_ state: State) -> Badge? { Badge("\(state.loads) open") }
  var badgeRefresh: Action? { .listRequested }
  var leaving: Action? { .left }

  private static var errand: Argument<Reference> {
    Argument("errand", .reference(kind), "The errand", ask: "Which errand?")
  }
}

/// A second feature with a page `garden`, to which a command of `Errands` leads.
struct Garden: FeatureModule {
  struct State: Equatable, Sendable {}
  enum Action: Equatable, Sendable { case shown }

  static let manifest = FeatureManifest(
    id: "Garden", title: "Garden", summary: "What grows.", order: 2,
    nouns: [Noun("garden", summary: "What grows.", opens: "show")])

  init(_ dependencies: Dependencies) {}
  var initialState: State { State() }
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> { .none }
  var commands: Commands<Garden> { Command("show", "Show it.", .reads) { .shown } }
  func page(_ state: State, in context: PageContext) -> Page { Page(title: "Garden") {} }
  func action(for event: HostEvent) -> Action? { nil }
}

/// A list of notes. The commands of `Errands` add a note of what they did, and the tests read it.
final class Deeds: Capability {
  let notes = Mutex<[String]>([])

  func note(_ text: String) { notes.withLock { $0.append(text) } }
  var all: [String] { notes.withLock { $0 } }

  static func unimplemented(_ place: Unimplemented) -> Deeds { Deeds() }
}

extension Visit {
  /// Returns a visit (the features that one request uses) of the person with this name.
  static func of(
    _ name: String, isReadOnly: Bool = false, _ deeds: Deeds = Deeds(),
    made: @escaping @Sendable ([FeatureBox]) -> Void = { _ in }
  ) -> Visit {
    let errands = ["Milk", "Mail", "Stamps"].enumerated().map { index, title in
      ReferenceResolver.Named(
        Reference(
          kind: Errands.kind, id: RecordID(high: 0, low: UInt64(index + 1)),
          handle: "e\(index + 1)", title: title))
    }
    return Visit(
      time: { () throws(Problem) in
        ParseContext(now: Instant(milliseconds: 1_770_000_000_000), zone: .utc)
      },
      makeFeatures: { tell in
        let boxes = [
          FeatureBox(Errands.self, dependencies: Dependencies().providing(deeds), tell: tell),
          FeatureBox(Garden.self, dependencies: Dependencies().providing(deeds), tell: tell),
        ]
        made(boxes)
        return boxes
      },
      resolver: ReferenceResolver { lookup throws(Problem) in
        switch lookup {
        case .handle(_, let number): errands.filter { $0.reference.handle == "e\(number)" }
        case .id(_, let id): errands.filter { $0.reference.id == id }
        case .words, .first: errands
        }
      },
      looking: { () throws(Problem) in
        Looking(
          viewer: Viewer(name: name, subject: isReadOnly ? "Sam Lee" : nil, isReadOnly: isReadOnly),
          identity: name)
      },
      steps: Visit.Steps(
        undo: { () throws(Problem) in Done("Took back: \(deeds.all.last ?? "nothing").") },
        redo: { () throws(Problem) in Done("Did again.") },
        history: { _, _ throws(Problem) in Page(title: "History") {} }),
      upkeep: Visit.Upkeep(
        doctor: { _ throws(Problem) in Page(title: "Doctor") {} },
        remarks: { [Notice("One row could not be read.", tone: .warning)] }),
      preferences: PreferenceStore(load: { [:] }, save: { _, _ in }))
  }

  /// Returns a visit that notes which step is undone or redone.
  static func turning(_ deeds: Deeds) -> Visit {
    var visit = Visit.of("Dana", deeds)
    @Sendable func turn(_ words: String) -> Done {
      deeds.note(words)
      return Done("Turned.")
    }
    visit.steps = Visit.Steps(
      undo: { () throws(Problem) in turn("undo") }, redo: { () throws(Problem) in turn("redo") },
      undoStep: { id throws(Problem) in turn("undo step \(id)") },
      redoStep: { id throws(Problem) in turn("redo step \(id)") },
      undoEarlier: { id throws(Problem) in turn("undo earlier \(id)") },
      history: { _, _ throws(Problem) in Page(title: "History") {} })
    return visit
  }
}
