import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("A parent's view of the records")
struct ParentTests {
  private static let nouns = [
    "schools", "coaches", "interactions", "offers", "events", "documents",
  ]

  @Test("A parent sees whose records these are, and nothing to change them with", arguments: nouns)
  func readOnly(noun: String) async throws {
    let title = noun.capitalizedFirst
    let stage = Stage.filled(as: Stage.parent)
    let page = try await stage.show(noun)
    #expect(page.title == "Casey Shelton's \(title)")
    #expect(
      page.banner?.lines == [
        "Viewing Casey Shelton's \(title) (Read-Only)", "Casey Shelton sees your visits.",
      ])
    #expect(page.rows.count == 1)
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
    let page = try await Stage(as: Stage.parent).show("schools")
    #expect(page.empty == EmptyState("No schools yet"))
  }

  @Test("Letters are the athlete's own, and a parent is told so")
  func letters() async throws {
    let page = try await Stage(as: Stage.parent).show("letters")
    #expect(
      page.empty
        == EmptyState(
          "Letters are Casey Shelton's own.",
          detail: "Nobody else sees letters of recommendation."))
  }

  @Test(
    "Every write is refused before the gateway is asked",
    arguments: [
      "schools add X", "schools edit s3 --tier A", "schools delete s3",
      "schools status s3 declined",
      "schools tier s3 none", "coaches add A s3 head", "interactions log email c4 Hello",
      "interactions add s3 email", "offers delete o2", "events edit e5 --attended yes",
      "documents delete d6", "letters add Joel",
    ])
  func refused(line: String) async throws {
    let stage = Stage.filled(as: Stage.parent)
    let told = try await stage.say(line)
    #expect(told.problems.first?.title == "You can view this but not change it.")
    #expect(told.problems.first?.exitCode == .refused)
    #expect(stage.schools.asked.added.isEmpty && stage.schools.asked.edited.isEmpty)
    #expect(stage.interactions.asked.added.isEmpty)
  }

  @Test("Every command that changes something says so, for hosts that refuse early")
  func modes() {
    for command in Stage().feature.commands.map(\.description) {
      let reads = ["list", "show", ""].contains(command.verb)
      #expect(command.mode == (reads ? .reads : .writes), "\(command.words)")
    }
  }

  @Test("Visits to schools, coaches, interactions and events are noted, refreshing is no visit")
  func visits() async throws {
    let stage = Stage.filled(as: Stage.parent)
    for line in [
      "schools", "schools show s3", "coaches show c4", "interactions show i7", "events show e5",
      "offers show o2", "documents",
    ] { _ = try await stage.show(line) }
    #expect(
      stage.visits.all == [
        "school", "school \(Sample.school.id)", "coach \(Sample.coach.id)",
        "interaction \(Sample.interaction.id)", "event \(Sample.event.id)",
      ])
    let prompt = StagedPrompt(stage)
    await prompt.send(.recordRequested(Sample.school))
    await prompt.send(.reloadRequested)
    #expect(stage.visits.all.count == 6)
  }

  @Test("A parent without an athlete is told how to be linked, and nothing is loaded")
  func unlinked() async throws {
    let stage = Stage(as: Stage.parentAlone)
    let page = try await stage.show("schools")
    #expect(page.empty?.text == "You are not linked to an athlete yet.")
    #expect(stage.schools.asked.queries.isEmpty)
  }

  @Test("Another viewer finds nothing of the one before: neither record nor filters")
  func viewerChanged() async throws {
    let stage = Stage.filled()
    let store = stage.store()
    try await store.enter("schools show s3", knowing: Sample.references) {
      $0.wanted = .record(Sample.school)
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(try stage.loaded(ofSchool: Sample.schoolDetails)))) {
      [loaded = try stage.loaded(ofSchool: Sample.schoolDetails)] in $0.loaded = .loaded(loaded)
    }
    await store.send(event: .viewerChanged) {
      $0.wanted = .list(RecordsFeature.ListRequest(.school))
      $0.loaded = .loading
    }
    let loaded = RecordsFeature.LoadedPage(
      viewing: Stage.athlete,
      content: .list(
        RecordsFeature.ListRequest(.school),
        Listing([School.entry(Sample.schoolRow, to: Stage.casey)])))
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.send(event: .signedOut) { $0 = RecordsFeature.State() }
    await store.finish()
  }
}

extension Stage {
  func loaded(ofSchool details: SchoolDetails) throws -> RecordsFeature.LoadedPage {
    RecordsFeature.LoadedPage(
      viewing: viewing,
      content: .record(
        RecordsFeature.LoadedRecord(
          shown: ShownRecord(details.row.record),
          entry: School.entry(details.row, to: viewing.person),
          next: School.nextStep(in: details, ParseContext(now: Self.now, zone: Self.zone)),
          related: School.related(in: details, to: viewing.person),
          history: School.history(in: details))))
  }
}
