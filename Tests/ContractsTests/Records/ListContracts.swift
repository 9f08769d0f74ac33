import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

@Suite struct ListContracts {
  private func schools() async throws -> (SQLBackend, RecordID) {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let rows: [(String, SchoolStatus, PriorityTier?, Bool, Int?)] = [
      ("Zenith College", .committed, .a, true, 3),
      ("École Sainte-Anne", .researching, nil, false, nil),
      ("adler university", .contacted, .c, false, 1), ("100% Prep", .researching, .b, true, 2),
    ]
    for (name, status, tier, isFavorite, ranking) in rows {
      let new = RecordChange<School> {
        $0.name = name
        $0.status = .known(status)
        $0.priorityTier = tier.map { .known($0) }
        $0.isFavorite = isFavorite
        $0.ranking = ranking
      }
      _ = try await sam.schools.add(new, for: cast.sam.id)
      stage.wait()
    }
    return (sam, cast.sam.id)
  }

  @Test(
    "Each order is what its name says, and the other way round")
  func orders() async throws {
    let (sam, me) = try await schools()
    let expected: [SchoolSort: [String]] = [
      .name: ["s4", "s3", "s1", "s2"], .tier: ["s1", "s4", "s3", "s2"],
      .status: ["s4", "s2", "s3", "s1"], .ranking: ["s3", "s4", "s1", "s2"],
      .added: ["s4", "s3", "s2", "s1"],
    ]
    for (sort, handles) in expected {
      let found = try await sam.schools.list(ListQuery { $0.sort = sort }, of: me)
      #expect(found.rows.map(\.reference.handle) == handles, "\(sort)")
    }
    let reversed = try await sam.schools.list(
      ListQuery {
        $0.sort = .added
        $0.isReversed = true
      }, of: me)
    #expect(reversed.rows.map(\.reference.handle) == ["s1", "s2", "s3", "s4"])
  }

  @Test("What has no value comes last in both directions")
  func emptyLast() async throws {
    let (sam, me) = try await schools()
    let expected: [SchoolSort: [String]] = [
      .tier: ["s3", "s4", "s1", "s2"], .ranking: ["s1", "s4", "s3", "s2"],
    ]
    for (sort, handles) in expected {
      let found = try await sam.schools.list(
        ListQuery {
          $0.sort = sort
          $0.isReversed = true
        }, of: me)
      #expect(found.rows.map(\.reference.handle) == handles, "\(sort)")
    }
  }

  @Test("Schools are sorted by place and conference, those without one last in both directions")
  func places() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let rows: [(String?, String?, String?)] = [
      ("Oxford, OH", nil, "Great Lakes"), (nil, "akron", "big Sky"), (nil, nil, nil),
    ]
    for (index, (location, city, conference)) in rows.enumerated() {
      let new = RecordChange<School> {
        $0.name = "School \(index)"
        $0.location = location
        $0.city = city
        $0.conference = conference
      }
      _ = try await sam.schools.add(new, for: cast.sam.id)
    }
    for sort in [SchoolSort.location, .conference] {
      for (isReversed, handles) in [(false, ["s2", "s1", "s3"]), (true, ["s1", "s2", "s3"])] {
        let found = try await sam.schools.list(
          ListQuery {
            $0.sort = sort
            $0.isReversed = isReversed
          }, of: cast.sam.id)
        #expect(found.rows.map(\.reference.handle) == handles, "\(sort)")
      }
    }
  }

  @Test("Measurements of one instant keep the order of logging")
  func oneInstant() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    for value in 1...5 {
      _ = try await sam.metrics.add(
        RecordChange<PerformanceMetric> {
          $0.type = .known(.era)
          $0.value = Double(value)
          $0.recordedDate = day("2026-02-10")
        },
        for: cast.sam.id)
    }
    let found = try await sam.metrics.list(ListQuery(), of: cast.sam.id)
    #expect(found.rows.map(\.metric.value) == [5, 4, 3, 2, 1])
    #expect(Set(found.rows.map(\.metric.createdAt)).count == 5)
  }

  @Test(
    "A list tells how many there are, how many match, and shows as many as asked for")
  func counts() async throws {
    let (sam, me) = try await schools()
    let found = try await sam.schools.list(
      ListQuery {
        $0.filter.status = .researching
        $0.limit = 1
        $0.offset = 1
      }, of: me)
    #expect(found.rows.map(\.reference.handle) == ["s2"])
    #expect(found.matching == 2)
    #expect(found.total == 4)
    let favorites = try await sam.schools.list(
      ListQuery {
        $0.filter.favoritesOnly = true
        $0.filter.tier = .b
      }, of: me)
    #expect(favorites.rows.map(\.reference.handle) == ["s4"])
  }

  @Test(
    "A search finds parts of words, whatever their case",
    arguments: [
      ("ADLER", ["s3"]), ("coll", ["s1"]), ("éCOLE", ["s2"]), ("ÉCOLE", ["s2"]), ("100%", ["s4"]),
      ("%", ["s4"]),
      ("_", []), ("'", []), ("nothing", []), ("  ", ["s4", "s3", "s1", "s2"]),
    ])
  func search(_ row: (typed: String, handles: [String])) async throws {
    let (sam, me) = try await schools()
    let found = try await sam.schools.list(ListQuery { $0.search = row.typed }, of: me)
    #expect(found.rows.map(\.reference.handle) == row.handles)
    #expect(found.matching == row.handles.count)
  }

  @Test(
    "A state finds the places in it, by its name and by its letters",
    arguments: [
      ("ohio", ["s2", "s1"]), ("OH", ["s3", "s2", "s1"]), ("west virginia", ["s4"]),
      ("virginia", ["s4"]), ("wv", ["s4"]), ("kent ohio", ["s1"]), ("ohio wv", []),
    ])
  func states(_ row: (typed: String, handles: [String])) async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    for (name, location, state) in [
      ("Kent", "Kent, Ohio", nil), ("Ambleford", nil, "OH"), ("Mohawk", "Utica, NY", nil),
      ("Zion", "Charleston, West Virginia 25301", nil),
    ] as [(String, String?, String?)] {
      let school = RecordChange<School> {
        ($0.name, $0.location, $0.state) = (name, location, state)
      }
      _ = try await sam.schools.add(school, for: cast.sam.id)
    }
    let found = try await sam.schools.list(
      ListQuery {
        $0.search = row.typed
        $0.sort = .added
      }, of: cast.sam.id)
    #expect(Set(found.rows.map(\.reference.handle)) == Set(row.handles))
  }

  @Test(
    "Upcoming events come by day and hour, past ones not at all")
  func upcoming() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    for (name, start, hour) in [
      ("Late", "2026-02-10", 18), ("Past", "2026-02-09", 9), ("Early", "2026-02-10", 8),
      ("Later", "2026-03-01", 9),
    ] {
      let new = RecordChange<RecruitingEvent> {
        $0.type = .known(.game)
        $0.name = name
        $0.startDate = day(start)
        $0.startTime = TimeOfDay(hour: hour, minute: 0)
      }
      _ = try await sam.events.add(new, for: cast.sam.id)
    }
    let found = try await sam.events.list(
      ListQuery {
        $0.sort = .upcoming
        $0.filter.from = stage.today
      }, of: cast.sam.id)
    #expect(found.rows.map(\.event.name) == ["Early", "Late", "Later"])
  }

  @Test(
    "Coaches not contacted for so many days are found, the never contacted among them")
  func silentCoaches() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let school = try await sam.schools.add(
      RecordChange<School> { $0.name = "Kenyon" }, for: cast.sam.id
    ).row
      .reference
    for (name, ago) in [("Never", nil), ("Old", 30), ("New", 3)] as [(String, Int?)] {
      let coach = try await sam.coaches.add(
        RecordChange<Coach> {
          $0.schoolID = school.id
          $0.firstName = name
          $0.lastName = "Coach"
          $0.role = .known(.assistant)
        },
        for: cast.sam.id
      ).row.reference
      guard let ago else { continue }
      for direction in Direction.allCases {
        _ = try await sam.interactions.add(
          RecordChange<Interaction> {
            $0.meet(coach.id)
            $0.type = .known(.email)
            $0.direction = .known(direction)
            $0.occurredAt = stage.now.adding(days: -ago)
          }, for: cast.sam.id)
      }
    }
    let silent = try await sam.coaches.list(
      ListQuery { $0.filter.notContactedForDays = 14 }, of: cast.sam.id)
    #expect(silent.rows.map(\.coach.firstName) == ["Never", "Old"])
    #expect(silent.rows.map(\.responsiveness) == [nil, 100])
    #expect(silent.rows.map(\.interactionCount) == [0, 2])
    #expect(silent.rows.allSatisfy { $0.school == school })
  }
}
