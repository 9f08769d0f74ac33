import CivilTime
import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Lists of records")
struct ListTests {
  @Test("A list is loaded once, and brings who looks and what there is")
  func path() async throws {
    let stage = SpyStage()
    stage.schools.answer { $0.rows = [SpySample.schoolRow] }
    let store = stage.store()
    let request = RecordsFeature.ListRequest(.school)
    try await store.enter("schools") {
      $0.wanted = .list(request)
      $0.loaded = .loading
    }
    let loaded = RecordsFeature.LoadedPage(
      viewing: SpyStage.athlete,
      content: .list(request, Listing([School.entry(SpySample.schoolRow, to: SpyStage.casey)])))
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.finish()
    #expect(stage.schools.asked.queries.count == 1)
    #expect(stage.schools.asked.athletes == [SpyStage.casey])
  }

  @Test("A line says status, tier, place and last contact, and the whole of it aloud")
  func row() async throws {
    let stage = SpyStage()
    stage.schools.answer { $0.rows = [SpySample.schoolRow] }
    let page = try await stage.show("schools")
    #expect(page.title == "Schools" && page.context == "1 school")
    let row = try #require(page.rows.first)
    #expect(row.handle == "s3" && row.title == "Cedar Valley University")
    #expect(row.badges == [Badge("Contacted", tone: .info)])
    #expect(row.trailing == Badge("Feb 8", tone: .muted))
    #expect(row.detail == "Tier A · Cedar, IA · D2 · Prairie Crown")
    #expect(row.opens?.command == "schools show s3")
    #expect(row.spoken == "School s3. Cedar Valley University, Contacted. Last contact: Feb 8.")
    #expect(page.commands.contains("schools add"))
  }

  static let badges: [(String, [String], String?)] = [
    ("coaches", ["Head Coach"], "Feb 8"), ("interactions", ["Email", "Outbound"], "Feb 8"),
    ("offers", ["Pending"], "Tomorrow"), ("events", ["Showcase", "Registered"], "Apr 18"),
    ("documents", ["Highlight video", "Broken link"], "Feb 8"),
    ("letters", ["Requested"], "Overdue"),
  ]

  @Test("Every kind shows its own signs", arguments: badges)
  func signs(noun: String, badges: [String], last: String?) async throws {
    let page = try await SpyStage.filled().show(noun)
    #expect(page.rows.first?.badges.map(\.text) == badges)
    #expect(page.rows.first?.trailing?.text == last)
  }

  @Test("A contact that lies ahead bears a mark of its own, on the page and aloud")
  func planned() async throws {
    let stage = SpyStage()
    var ahead = SpySample.interactionRow
    ahead.interaction.occurredAt = SpyStage.now.adding(milliseconds: 1)
    var now = ahead
    now.interaction.occurredAt = SpyStage.now
    stage.interactions.answer { $0.rows = [ahead, now] }
    let rows = try await stage.show("interactions").rows
    #expect(rows.map { $0.badges.contains(Badge("Planned", tone: .info)) } == [true, false])
    #expect(rows.map { $0.spoken.contains("Planned") } == [true, false])
  }

  @Test("Filters, search and order reach the gateway")
  func query() async throws {
    let stage = SpyStage()
    _ = try await stage.show(
      "schools --status committed --tier a --division D1 --favorites --with-offers --search ced"
        + " --sort last-contact --reverse --limit 7")
    let query = try #require(stage.schools.asked.queries.first)
    #expect(query.filter.status == .committed)
    #expect(query.filter.tier == .a)
    #expect(query.filter.division == .d1)
    #expect(query.filter.favoritesOnly && query.filter.withOffersOnly)
    #expect(query.search == "ced")
    #expect(query.sort == .lastContact && query.isReversed)
    #expect(query.limit == 7)
  }

  @Test("What is upcoming begins today, unless days are named")
  func upcoming() async throws {
    let stage = SpyStage.filled()
    let page = try await stage.show("events --sort upcoming")
    #expect(stage.events.asked.queries.last?.filter.from == SpySample.day(2026, 2, 10))
    #expect(stage.events.asked.queries.last?.sort == .upcoming)
    #expect(page.paragraphs == ["From Feb 10, 2026 · Sorted by upcoming"])
    _ = try await stage.show("events --sort upcoming --to 2026-01")
    #expect(stage.events.asked.queries.last?.filter.from == nil)
    _ = try await stage.show("events")
    #expect(stage.events.asked.queries.last?.filter.from == nil)
  }

  @Test("A month as the last day means its end; days the wrong way round are refused")
  func spans() async throws {
    let stage = SpyStage()
    _ = try await stage.show("events --from 2026-01 --to 2026-02")
    let filter = try #require(stage.events.asked.queries.first).filter
    #expect(
      filter.from == SpySample.day(2026, 1, 1) && filter.through == SpySample.day(2026, 2, 28))
    let told = try await stage.say("interactions --from 2026-02-10 --to 2026-02-01")
    #expect(
      told.problems.first
        == Problem(
          .usage, "Feb 10, 2026, the first day, comes after Feb 1, 2026, the last.",
          fix: "Give --from the earlier of the two days."))
    #expect(stage.interactions.asked.queries.isEmpty)
  }

  @Test("Days of a filter are days of the viewer's zone, the last one whole")
  func days() async throws {
    let stage = SpyStage()
    _ = try await stage.show("interactions --from 2026-02-01 --to 2026-02-03 --with s3")
    let filter = try #require(stage.interactions.asked.queries.first).filter
    #expect(filter.since == Instant("2026-02-01T00:00:00-05:00"))
    #expect(filter.before == Instant("2026-02-04T00:00:00-05:00"))
    #expect(filter.school == SpySample.school.id && filter.coach == nil)
    _ = try await stage.show("interactions --with c4")
    #expect(stage.interactions.asked.queries.last?.filter.coach == SpySample.coach.id)
  }

  @Test("A screenful is fetched, and what is left out is counted and can be asked for")
  func screenful() async throws {
    let stage = SpyStage()
    stage.schools.answer {
      $0.rows = Array(repeating: SpySample.schoolRow, count: 45)
    }
    let page = try await stage.show("schools --tier A --search 'ced ar' --sort name")
    #expect(stage.schools.asked.queries.first?.limit == 20)
    #expect(page.rows.count == 20)
    #expect(
      page.more
        == CommandLink("… 25 more", #"schools --tier A --search "ced ar" --sort name --all"#))
    let all = try await stage.show("schools --all")
    #expect(all.rows.count == 45 && all.more == nil)
    #expect(stage.schools.asked.queries.last?.limit == nil)
    #expect(try await stage.show("schools --limit 3").rows.count == 3)
    #expect(try await stage.show("schools", rowLimit: 6).rows.count == 6)
  }

  @Test(
    "The command behind `more` asks for the same list",
    arguments: [
      "interactions --with c4 --type email --direction inbound --from 2026-02-01 --all",
      "coaches --school s3 --not-contacted 30 --sort last-contact --reverse --all",
      "events --attended --sort upcoming --all", "schools --search=--all --all",
    ])
  func sameList(line: String) async throws {
    let action = try await SpyStage().feature.action(
      for: line, knowing: SpySample.references, now: SpyStage.now, zone: SpyStage.zone)
    guard case .listRequested(let request) = action else { return #expect(Bool(false)) }
    let again = try await SpyStage().feature.action(
      for: CommandText.line(request.words(showingAll: true)), knowing: SpySample.references,
      now: SpyStage.now, zone: SpyStage.zone)
    #expect(again == action)
  }

  @Test(
    "An empty list says what it is for and how to begin",
    arguments: [
      ("schools", "No schools yet", "Add your first school"),
      ("coaches", "No coaches yet", "Add your first coach"),
      ("interactions", "No interactions yet", "Log Interaction"),
      ("offers", "No offers yet", "Add an offer"), ("events", "No events yet", "Add an event"),
      ("documents", "No documents yet", "Add a document"),
      ("letters", "No letters yet", "Add a letter"),
    ])
  func empty(noun: String, words: String, add: String) async throws {
    let page = try await SpyStage().show(noun)
    #expect(page.empty?.text == words)
    #expect(page.empty?.links == [CommandLink(add, "\(noun) add")])
    #expect(page.context == nil)
  }

  @Test("Filters that hide everything are no empty list, and can be cleared")
  func hidden() async throws {
    let stage = SpyStage()
    stage.schools.answer { $0.total = 31 }
    let page = try await stage.show("schools --tier C")
    #expect(page.empty?.text == "No schools match these filters.")
    #expect(page.empty?.links == [CommandLink("Show all schools", "schools")])
    #expect(page.context == "0 of 31 schools")
    #expect(page.paragraphs == ["Tier C"])
  }

  @Test("What narrows a list stands above it, whole")
  func narrowing() async throws {
    let stage = SpyStage.filled()
    let page = try await stage.show(
      "coaches --school s3 --search ana --sort last-contact --reverse")
    #expect(
      page.paragraphs == [
        "School s3 Cedar Valley University · Search “ana” · Sorted by last contact · Reversed"
      ])
  }

  @Test("A newer list supersedes an older one, and refreshing asks for the same again")
  func newer() async throws {
    let stage = SpyStage.filled()
    let store = Store(stage.feature)
    store.send(.listRequested(RecordsFeature.ListRequest(.school)))
    await store.send(.listRequested(RecordsFeature.ListRequest(.coach))).settled()
    #expect(stage.page(store.state).title == "Coaches")
    let count = stage.coaches.asked.queries.count
    await store.send(.reloadRequested).settled()
    #expect(stage.coaches.asked.queries.count == count + 1)
  }
}

extension SpyStage {
  /// A stage with one record of every kind.
  static func filled(as viewing: Viewing = SpyStage.athlete) -> SpyStage {
    let stage = SpyStage(as: viewing)
    stage.schools.answer {
      $0.rows = [SpySample.schoolRow]
      $0.details = SpySample.schoolDetails
      $0.saved = Saved(SpySample.schoolRow)
    }
    stage.coaches.answer {
      $0.rows = [SpySample.coachRow]
      $0.details = CoachDetails(
        row: SpySample.coachRow, interactions: Listing([SpySample.interactionRow]),
        offers: [SpySample.offerRow])
      $0.saved = Saved(SpySample.coachRow)
    }
    stage.interactions.answer {
      $0.rows = [SpySample.interactionRow]
      $0.details = SpySample.interactionRow
      $0.saved = Saved(SpySample.interactionRow)
    }
    stage.offers.answer {
      $0.rows = [SpySample.offerRow]
      $0.details = SpySample.offerRow
      $0.saved = Saved(SpySample.offerRow)
    }
    stage.events.answer {
      $0.rows = [SpySample.eventRow]
      $0.details = SpySample.eventDetails
      $0.saved = Saved(SpySample.eventRow)
    }
    stage.documents.answer {
      $0.rows = [SpySample.documentRow]
      $0.details = SpySample.documentRow
      $0.saved = Saved(SpySample.documentRow)
    }
    stage.letters.answer {
      $0.rows = [SpySample.letterRow]
      $0.details = SpySample.letterRow
      $0.saved = Saved(SpySample.letterRow)
    }
    return stage
  }
}
