import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Records

@Suite("Lists of records")
struct ListTests {
  @Test("A list is loaded once, and brings who looks and what there is")
  func path() async throws {
    let stage = Stage()
    let loaded = try await stage.loadedSchools()
    #expect(stage.backend.hook.count(of: "schools.list") == 1)
    let store = stage.store()
    let request = RecordsFeature.ListRequest(.school)
    try await store.enter("schools") {
      $0.wanted = .list(request)
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.finish()
    #expect(stage.backend.hook.count(of: "schools.list") == 2)
    #expect(stage.page(store.state).handles == ["s1", "s2"])
  }

  @Test("In a wide window each value has a column, without those that no row fills")
  func columns() async throws {
    let page = try await Stage().withButtons.show("schools")
    let list = try #require(
      page.blocks.lazy.compactMap { if case .list(let list) = $0 { list } else { nil } }.first)
    #expect(
      list.columns == [
        .init("School", order: "name"), .init("Status", order: "status"),
        .init("Tier", order: "tier"), .init("Location", order: "location"),
        .init("Division", order: "division"), .init("Conference", order: "conference"),
        .init("Last contact", order: "last-contact"),
      ])
    #expect(
      list.rows.first?.cells == [
        .badge(Badge("Contacted", tone: .info)), .text("A"), .text("Cedar, IA"), .text("D2"),
        .text("Prairie Crown"), .text("Feb 8", tone: .muted),
      ])
    #expect(list.rows.allSatisfy { $0.cells.count == list.columns.count - 1 })
  }

  @Test("In a browser a list that a filter shortens leads back to all of it")
  func showAll() async throws {
    let all = CommandLink("Show all schools", "schools")
    let page = try await Stage().withButtons.show("schools --search granite")
    #expect(page.context == "1 of 2 schools" && page.links.contains(all))
    #expect(try await !Stage().withButtons.show("schools").links.contains(all))
    #expect(try await !Stage().show("schools --search granite").links.contains(all))
  }

  @Test("On a page a contact begins with the coach and a line of the text")
  func contacts() async throws {
    let plain = try #require(try await Stage().show("interactions").rows.first)
    let page = try await Stage().withButtons.show("interactions")
    let shown = try #require(page.rows.first { $0.handle == plain.handle })
    let coach = try #require(plain.detail?.split(separator: " · ").first.map(String.init))
    #expect(shown.title == coach && shown.preview == plain.title && plain.preview == nil)
    #expect(shown.detail?.contains(coach) == false)
    #expect(shown.spoken.contains("\(coach), \(plain.title)"))
  }

  @Test("Contacts are sorted by their first column, the coach or else the school")
  func byCoach() async throws {
    let page = try await Stage().withButtons.show("interactions --sort coach")
    let list = try #require(
      page.blocks.lazy.compactMap { if case .list(let list) = $0 { list } else { nil } }.first)
    #expect(list.columns.first?.order == "coach")
    let titles = list.rows.map { $0.title.lowercased() }
    #expect(titles == titles.sorted() && !titles.isEmpty)
  }

  @Test("A line says status, tier, place and last contact, and the whole of it aloud")
  func row() async throws {
    let page = try await Stage().show("schools")
    #expect(page.title == "Schools" && page.context == "2 schools")
    let row = try #require(page.rows.first)
    #expect(row.handle == "s1" && row.title == "Cedar Valley University")
    #expect(row.badges == [Badge("Contacted", tone: .info)])
    #expect(row.trailing == Badge("Feb 8", tone: .muted))
    #expect(row.detail == "Tier A · Cedar, IA · D2 · Prairie Crown")
    #expect(row.opens?.command == "schools show s1")
    #expect(row.spoken == "School s1. Cedar Valley University, Contacted. Last contact: Feb 8.")
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
    let page = try await Stage().show(noun)
    #expect(page.rows.first?.badges.map(\.text) == badges)
    #expect(page.rows.first?.trailing?.text == last)
  }

  @Test("A contact that lies ahead bears a mark of its own, on the page and aloud")
  func planned() async throws {
    let stage = Stage { rows in
      rows.interactions = [
        Sample.contact(31, "Ahead", at: Stage.now.adding(milliseconds: 1)),
        Sample.contact(32, "Now", at: Stage.now),
      ]
    }
    let page = try await stage.show("interactions")
    #expect(page.context == "1 interaction and 1 planned")
    #expect(
      try await stage.show("interactions --search ahead").context
        == "1 of 1 interaction and 1 planned")
    let rows = page.rows
    #expect(rows.map { $0.badges.contains(Badge("Planned", tone: .info)) } == [true, false])
    #expect(rows.map { $0.spoken.contains("Planned") } == [true, false])
  }

  @Test(
    "Filters, search and order decide what is listed",
    arguments: [
      ("--status contacted", ["s1"]), ("--status researching", ["s2", "s3"]), ("--tier a", ["s1"]),
      ("--division D2", ["s1"]), ("--favorites", ["s1", "s3"]), ("--with-offers", ["s1"]),
      ("--search gran", ["s2"]), ("--sort name --reverse", ["s3", "s2", "s1"]),
      ("--sort last-contact", ["s3", "s1", "s2"]),
      ("--sort last-contact --reverse", ["s1", "s3", "s2"]), ("--limit 2", ["s1", "s2"]),
      ("--favorites --sort last-contact --limit 1", ["s3"]), ("--favorites --search gran", []),
      (
        "--status contacted --tier a --division D2 --favorites --with-offers --search ced"
          + " --sort last-contact --reverse --limit 7", ["s1"]
      ),
    ])
  func query(options: String, handles: [String]) async throws {
    let stage = Stage { rows in
      rows.addSchools(1) { $0.isFavorite = true }
      rows.schools[0].isFavorite = true
      var newest = Sample.contact(31, "Hello", at: Stage.now)
      newest.schoolID = rows.schools[2].id
      rows.add(newest)
    }
    #expect(try await stage.show("schools \(options)").handles == handles)
  }

  @Test("A list shows the figure by which it is sorted, also where only a record's page has it")
  func figureOfOrder() async throws {
    let plain = try await Stage().show("coaches").rows
    #expect(plain.allSatisfy { $0.detail?.contains("Responsiveness") != true })
    let sorted = try await Stage().show("coaches --sort responsiveness").rows
    #expect(sorted.first?.detail?.hasSuffix("Responsiveness 80%, Highly Responsive") == true)
  }

  @Test(
    "A game has the word of the athlete's sport in a list, above it, in an answer and in the history",
    arguments: [
      (nil, "Game"), ("Softball", "Game"), ("XC", "Meet"), ("golf", "Tournament"),
      ("fencing", "Competition"),
    ] as [(String?, String)])
  func gamesOfSports(sport: String?, word: String) async throws {
    let stage = Stage { rows in
      guard let sport else { return }
      rows.setPreference(
        .player, of: ExampleFamily.sam, to: ["primary_sport": .string(sport)])
    }
    let told = try await stage.say("events add County \(word.lowercased()) 2026-03-07")
    #expect(told.done.first?.details.contains { $0.contains("Type \(word)") } == true)
    let event = try #require(try await stage.stored(stage.backend.events).last)
    #expect(event.name == "County" && event.type == .game)
    let page = try await stage.show("events --type game")
    #expect(page.row("County")?.badges.map(\.text) == [word])
    #expect(page.paragraphs == ["Type \(word)"])
    _ = try await stage.say("events edit County --type camp")
    let step = try await stage.backend.undo.history(limit: 1).first
    #expect(
      step?.summary.hasSuffix(": Type from \(word) to Camp") == true, "\(step?.summary ?? "")")
  }

  @Test("What is upcoming begins today, unless days are named")
  func upcoming() async throws {
    let stage = Stage { rows in
      rows.add(Sample.showcase(51, "Winter", on: Sample.day(2026, 1, 31)))
      rows.add(Sample.showcase(52, "Yesterday", on: Sample.day(2026, 2, 9)))
      rows.add(Sample.showcase(53, "Today", on: Sample.day(2026, 2, 10)))
    }
    let page = try await stage.show("events --sort upcoming")
    #expect(page.handles == ["e4", "e1"])
    #expect(page.paragraphs == ["From Feb 10, 2026 · Sorted by upcoming"])
    #expect(try await stage.show("events --sort upcoming --to 2026-01").handles == ["e2"])
    #expect(Set(try await stage.show("events").handles) == ["e1", "e2", "e3", "e4"])
  }

  @Test("A month as the last day means its end; days the wrong way round are refused")
  func spans() async throws {
    let stage = Stage { rows in
      let days = [
        Sample.day(2025, 12, 31), Sample.day(2026, 1, 1), Sample.day(2026, 2, 28),
        Sample.day(2026, 3, 1),
      ]
      rows.events += days.enumerated().map { index, day in
        Sample.showcase(UInt64(51 + index), "Day", on: day)
      }
    }
    let page = try await stage.show("events --from 2026-01 --to 2026-02")
    #expect(Set(page.handles) == ["e3", "e4"])
    let told = try await stage.say("interactions --from 2026-02-10 --to 2026-02-01")
    #expect(
      told.problems.first
        == Problem(
          .usage, "Feb 10, 2026, the first day, comes after Feb 1, 2026, the last.",
          fix: "Change one of the two days."
        ).about(["to", "from"]))
    #expect(stage.backend.hook.count(of: "interactions.list") == 0)
  }

  @Test("Days of a filter are days of the viewer's zone, the last one whole")
  func days() async throws {
    let moments = [
      "2026-01-31T23:59:59.999-05:00", "2026-02-01T00:00:00-05:00",
      "2026-02-03T23:59:59.999-05:00", "2026-02-04T00:00:00-05:00",
    ].compactMap { Instant($0) }
    let stage = Stage { rows in
      for (index, moment) in moments.enumerated() {
        rows.add(Sample.contact(UInt64(31 + index), "Hello", at: moment))
      }
      var elsewhere = Sample.contact(35, "Hello", at: moments[1])
      elsewhere.schoolID = Sample.other.id
      rows.add(elsewhere)
    }
    let days = "interactions --from 2026-02-01 --to 2026-02-03"
    #expect(try await stage.show("\(days) --with s1").handles == ["i4", "i3"])
    #expect(Set(try await stage.show(days).handles) == ["i3", "i4", "i6"])
    #expect(try await stage.show("interactions --with c1").handles == ["i1"])
  }

  @Test("A screenful is fetched, and what is left out is counted and can be asked for")
  func screenful() async throws {
    let stage = Stage { rows in
      rows.removeRecords()
      rows.addSchools(45, named: "Ced ar") { $0.priorityTier = .known(.a) }
    }
    let page = try await stage.show("schools --tier A --search 'ced ar' --sort name")
    #expect(page.rows.count == 20)
    #expect(
      page.more
        == CommandLink("… 25 more", #"schools --tier A --search "ced ar" --sort name --all"#))
    let all = try await stage.show("schools --all")
    #expect(all.rows.count == 45 && all.more == nil)
    #expect(try await stage.show("schools --limit 3").rows.count == 3)
    #expect(try await stage.show("schools", rowLimit: 6).rows.count == 6)
  }

  @Test(
    "The command behind `more` asks for the same list",
    arguments: [
      "interactions --with c1 --type email --direction inbound --from 2026-02-01 --all",
      "coaches --school s1 --not-contacted 30 --sort last-contact --reverse --all",
      "events --attended --sort upcoming --all", "schools --search=--all --all",
    ])
  func sameList(line: String) async throws {
    let stage = Stage()
    let references = try await stage.references()
    let action = try await stage.feature.action(
      for: line, knowing: references, now: Stage.now, zone: Stage.zone)
    guard case .listRequested(let request) = action else { return #expect(Bool(false)) }
    let again = try await stage.feature.action(
      for: CommandText.line(request.words(showingAll: true)), knowing: references,
      now: Stage.now, zone: Stage.zone)
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
    let page = try await Stage(MadeUpFamily.empty).show(noun)
    #expect(page.empty?.text == words)
    #expect(page.empty?.links.first == CommandLink(add, "\(noun) add"))
    #expect(page.context == nil)
  }

  @Test("Filters that hide everything are no empty list, and can be cleared")
  func hidden() async throws {
    let stage = Stage { $0.addSchools(29) }
    let page = try await stage.show("schools --tier C")
    #expect(page.empty?.text == "No schools match these filters.")
    #expect(page.empty?.links == [CommandLink("Show all schools", "schools")])
    #expect(page.context == "0 of 31 schools")
    #expect(page.paragraphs == ["Tier C"])
  }

  @Test("What narrows a list stands above it, whole")
  func narrowing() async throws {
    let stage = Stage()
    let page = try await stage.show(
      "coaches --school s1 --search ana --sort last-contact --reverse")
    #expect(
      page.paragraphs == [
        "School s1 Cedar Valley University · Search “ana” · Sorted by last contact · Reversed"
      ])
  }

  @Test("Where no handles are shown, a list says by name whose records it has")
  func narrowedByName() async throws {
    var stage = Stage()
    stage.context.showsHandles = false
    let page = try await stage.show("coaches --school s1")
    #expect(page.paragraphs == ["School Cedar Valley University"])
  }

  @Test("A newer list supersedes an older one, and refreshing asks for the same again")
  func newer() async throws {
    let stage = Stage()
    let store = Store(stage.feature)
    let gate = stage.backend.hook.hold("schools.list")
    let older = store.send(.listRequested(RecordsFeature.ListRequest(.school)))
    await store.send(.listRequested(RecordsFeature.ListRequest(.coach))).settled()
    gate.open()
    await older.settled()
    #expect(stage.page(store.state).title == "Coaches")
    #expect(stage.page(store.state).handles == ["c1"])
    #expect(stage.backend.hook.count(of: "coaches.list") == 1)
    await store.send(.reloadRequested).settled()
    #expect(stage.backend.hook.count(of: "coaches.list") == 2)
  }
}
