import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("A parent's view of the records")
struct ParentTests {
  private static let nouns = [
    ("schools", ["s1", "s2"]), ("coaches", ["c1"]), ("interactions", ["i1"]), ("offers", ["o1"]),
    ("events", ["e1"]), ("documents", ["d1"]),
  ]

  @Test("A parent sees whose records these are, and nothing to change them with", arguments: nouns)
  func readOnly(noun: String, handles: [String]) async throws {
    let title = noun.capitalizedFirst
    let stage = Stage(as: ExampleFamily.dana)
    let page = try await stage.show(noun)
    #expect(page.title == "Sam Lee's \(title)")
    #expect(
      page.banner?.lines == [
        "Viewing Sam Lee's \(title) (Read-Only)", "Sam Lee sees your visits.",
      ])
    #expect(page.handles == handles)
    let writing = ["add", "edit", "delete", "status", "tier", "log"]
    func isWriting(_ command: String) -> Bool {
      command.split(separator: " ").dropFirst().first.map { writing.contains(String($0)) } ?? false
    }
    #expect(!page.commands.contains(where: isWriting))
    let handle = try #require(page.rows.first?.handle)
    let shown = try await stage.show("\(noun) show \(handle)")
    #expect(shown.banner != nil && !shown.commands.contains(where: isWriting))
  }

  @Test("An empty list offers a parent nothing to add")
  func empty() async throws {
    let page = try await Stage(as: ExampleFamily.dana, MadeUpFamily.empty).show("schools")
    #expect(page.empty == EmptyState("No schools yet"))
  }

  @Test("A parent who helps reads in an empty list who can bring in a table")
  func emptyForHelper() async throws {
    let stage = Stage(MadeUpFamily.empty)
    _ = try await stage.backend.families.setHelp(
      of: ExampleFamily.dana, inFamily: ExampleFamily.samsFamily, to: [.records])
    stage.backend.signIn(ExampleFamily.dana)
    stage.family.reset()
    let empty = try #require(try await stage.show("schools").empty)
    #expect(empty.detail?.hasSuffix("Only Sam Lee can add many at once, from a table.") == true)
    #expect(empty.links.map(\.command) == ["schools add"])
  }

  @Test("Letters are the athlete's own, and a parent is told so")
  func letters() async throws {
    let page = try await Stage(as: ExampleFamily.dana).show("letters")
    #expect(
      page.empty
        == EmptyState(
          "Letters are Sam Lee's own.",
          detail: "No other person sees letters of recommendation."))
  }

  @Test(
    "Every write is refused before the gateway is asked",
    arguments: [
      "schools add X", "schools edit s1 --tier A", "schools delete s1",
      "schools status s1 declined",
      "schools tier s1 none", "coaches add A s1 head", "interactions log email c1 Hello",
      "interactions add s1 email", "offers delete o1", "events edit e1 --attended yes",
      "documents delete d1", "letters add Joel",
    ])
  func refused(line: String) async throws {
    let stage = Stage(as: ExampleFamily.dana)
    let before = try stage.backend.everything()
    let told = try await stage.say(line)
    #expect(told.problems.first?.title == "You can view this but not change it.")
    #expect(told.problems.first?.exitCode == .refused)
    let writes = [".add", ".edit", ".delete", ".deletionPreview"]
    #expect(!stage.backend.hook.calls.contains { call in writes.contains(where: call.hasSuffix) })
    #expect(try stage.backend.everything() == before)
  }

  @Test("Every command that changes something says so, for hosts that refuse early")
  func modes() {
    for command in Stage().feature.commands.map(\.description) where command.mode != .makesFile {
      let reads = ["list", "show", "board", "compare", ""].contains(command.verb)
      #expect(command.mode == (reads ? .reads : .writes), "\(command.words)")
    }
  }

  @Test("Visits to every kind are noted, as the banner says; refreshing is no visit")
  func visits() async throws {
    let stage = Stage(as: ExampleFamily.dana)
    for line in [
      "schools", "schools show s1", "coaches show c1", "interactions show i1", "events show e1",
      "offers show o1", "documents show d1", "letters",
    ] { _ = try await stage.show(line) }
    #expect(
      try await stage.visits()
        == [
          "school", "school s1", "coach c1", "interaction i1", "event e1", "offer o1",
          "document d1", "recommendation",
        ])
    let prompt = Prompt(stage)
    try await prompt.enter("schools show s1")
    await prompt.send(.reloadRequested)
    #expect(try await stage.visits().count == 9)
  }

  @Test("A parent without an athlete is told how to be linked, and nothing is loaded")
  func unlinked() async throws {
    let stage = Stage(as: ExampleFamily.dana) { $0.members.removeAll { $0.role == .parent } }
    let page = try await stage.show("schools")
    #expect(page.empty?.text == "You are not linked to an athlete.")
    #expect(stage.backend.hook.count(of: "schools.list") == 0)
  }

  @Test("Another viewer finds nothing of the one before: neither record nor filters")
  func viewerChanged() async throws {
    let stage = Stage()
    let (store, school) = (stage.store(), try await stage.reference("s1"))
    try await store.enter("schools show s1", knowing: [school]) {
      $0.wanted = .record(school)
      $0.loaded = .loading
    }
    let shown = try await stage.loadedSchool()
    await store.receive(.pageLoaded(.success(shown))) { $0.loaded = .loaded(shown) }
    await store.send(event: .viewerChanged) {
      $0.wanted = .list(RecordsFeature.ListRequest(.school))
      $0.loaded = .loading
    }
    let loaded = try await stage.loadedSchools()
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.send(event: .signedOut) { $0 = RecordsFeature.State() }
    await store.finish()
  }
}
