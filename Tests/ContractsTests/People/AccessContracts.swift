import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

/// Tests of the access rules for an athlete's data (domain.md 3): who may read it.
@Suite struct AccessContracts {
  /// An endpoint that reads an athlete's data, with its name for the test's report.
  struct Reading: CustomTestStringConvertible {
    let testDescription: String
    let read: @Sendable (SQLBackend, Stage, Cast) async throws -> Void
  }

  static let readings = [
    Reading(testDescription: "tasks") {
      _ = try await $0.timeline.tasks(of: $2.sam.id, today: $1.today)
    },
    Reading(testDescription: "task") {
      _ = try await $0.timeline.task(task("9-01"), of: $2.sam.id)
    },
    Reading(testDescription: "profile") { _ = try await $0.people.profile(of: $2.sam.id) },
    Reading(testDescription: "player preferences") {
      _ = try await $0.preferences.preference(.player, of: $2.sam.id)
    },
    Reading(testDescription: "goals") { _ = try await $0.metricGoals.goals($2.sam.id) },
    Reading(testDescription: "views") { _ = try await $0.viewLog.views(of: $2.sam.id, limit: 5) },
    Reading(testDescription: "names") {
      _ = try await $0.recordIndex.find(.words([.task], beginnings: []), of: $2.sam.id)
    },
  ]

  @Test("The athlete and the family's parent read it", arguments: readings)
  func familyReads(_ reading: Reading) async throws {
    let (stage, cast) = try await Stage.cast()
    for person in [cast.sam, cast.dana] {
      #expect(
        await cause { try await reading.read(stage.acting(person), stage, cast) } == nil,
        "\(person.title)")
    }
  }

  @Test(
    "For strangers it does not exist, and without signing in nothing does",
    arguments: readings)
  func strangersReadNothing(_ reading: Reading) async throws {
    let (stage, cast) = try await Stage.cast()
    for person in [cast.lee, cast.mia] {
      #expect(
        await cause { try await reading.read(stage.acting(person), stage, cast) } == .notFound,
        "\(person.title)")
    }
    #expect(
      await cause { try await reading.read(stage.acting(nil as RecordID?), stage, cast) }
        == .signInNeeded)
  }

  @Test("Nobody but the athlete changes the timeline")
  func onlyAthletesWrite() async throws {
    let (stage, cast) = try await Stage.cast()
    for person in [cast.dana, cast.lee, cast.mia] {
      let gateways = try stage.acting(person)
      #expect(
        await cause { _ = try await gateways.timeline.completeTask(task("9-01"), of: cast.sam.id) }
          == .refused, "\(person.title)")
      #expect(
        await cause {
          _ = try await gateways.timeline.setDueDate(task("9-01"), to: nil, of: cast.sam.id)
        } == .refused, "\(person.title)")
      #expect(
        await cause {
          _ = try await gateways.timeline.catchUp(
            on: [task("9-01")], of: cast.sam.id, today: stage.today)
        } == .refused, "\(person.title)")
    }
    let seen = try await stage.acting(cast.sam).timeline.task(task("9-01"), of: cast.sam.id)
    #expect(seen.task.athleteTask == nil)
  }

  @Test("A parent has no timeline of their own")
  func parentsHaveNoTimeline() async throws {
    let (stage, cast) = try await Stage.cast()
    let dana = try stage.acting(cast.dana)
    #expect(
      await cause { _ = try await dana.timeline.completeTask(task("9-01"), of: cast.dana.id) }
        == .refused)
  }

  @Test(
    "Of the athlete's preferences a parent reads the player's alone, and changes none")
  func preferencesOfOthers() async throws {
    let (stage, cast) = try await Stage.cast()
    let dana = try stage.acting(cast.dana)
    for category in PreferenceCategory.allCases where category != .player {
      #expect(
        await cause { _ = try await dana.preferences.preference(category, of: cast.sam.id) }
          == .notFound, "\(category)")
    }
    #expect(
      await cause { try await dana.preferences.save(as: .player, of: cast.sam.id) { _ in [:] } }
        == .refused)
    #expect(
      await cause { _ = try await dana.preferences.history(of: .player, of: cast.sam.id, limit: 5) }
        == .notFound)
    #expect(
      await cause {
        try await stage.acting(cast.lee).preferences.save(as: .player, of: cast.sam.id) { _ in [:] }
      } == .notFound)
  }

  @Test(
    "An athlete without a family is seen by nobody, and null matches nothing")
  func noFamilyIsNobodys() async throws {
    let (stage, cast) = try await Stage.cast()
    let alone = try await stage.acting(nil as RecordID?).people.createAccount(
      NewAccount(role: .player, name: "Ana")
    ).person
    for person in [cast.sam, cast.dana, cast.lee] {
      #expect(
        await cause {
          _ = try await stage.acting(person).timeline.tasks(of: alone.id, today: stage.today)
        } == .notFound)
    }
    #expect(try await stage.acting(alone).families.families().isEmpty)
    #expect(
      try await stage.acting(alone).timeline.completeTask(task("9-01"), of: alone.id).isChanged)
  }
}
