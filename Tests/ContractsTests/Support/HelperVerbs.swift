import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

/// A family whose athlete Sam has a school, a coach, an interaction and other records, for tests of
/// what a parent may write.
struct HelperWorld: Sendable {
  private(set) var stage: Stage
  let cast: Cast
  let school: RecordID
  let coach: RecordID
  let interaction: RecordID
  let metric: RecordID
  let offer: RecordID
  let event: RecordID
  let document: RecordID

  init() async throws {
    self = try await Self.settled.value
    stage = try Stage(copying: stage)
  }

  private static let settled = Task { () async throws -> HelperWorld in
    let (stage, cast) = try await Stage.cast()
    return try await HelperWorld(stage, cast)
  }

  private init(_ stage: Stage, _ cast: Cast) async throws {
    (self.stage, self.cast) = (stage, cast)
    let sam = try stage.acting(cast.sam)
    let athlete = cast.sam.id
    let school = try await sam.schools.add(for: athlete) { $0.name = "Elm" }.row.reference.id
    coach = try await sam.coaches.add(for: athlete) {
      $0.schoolID = school
      ($0.firstName, $0.lastName) = ("Ana", "Rivera")
      $0.role = .known(.head)
    }.row.reference.id
    let day = stage.today
    interaction = try await sam.interactions.add(for: athlete) {
      $0.schoolID = school
      $0.type = .known(.email)
      $0.occurredAt = .init(seconds: 1_770_000_000)
    }.row.reference.id
    metric = try await sam.metrics.add(for: athlete) {
      ($0.type, $0.value, $0.recordedDate) = (.known(.velocity), 80, day)
    }.row.reference.id
    offer = try await sam.offers.add(for: athlete) {
      ($0.schoolID, $0.type, $0.offerDate) = (school, .known(.partial), day)
    }.row.reference.id
    event = try await sam.events.add(for: athlete) {
      ($0.name, $0.type, $0.startDate) = ("Camp", .known(.camp), day)
    }.row.reference.id
    document = try await sam.documents.add(for: athlete) {
      ($0.title, $0.type, $0.fileURL) = (
        "Tape", .known(.highlightVideo), "https://example.org/tape"
      )
    }.row.reference.id
    self.school = school
  }

  func allow(_ areas: Set<HelpArea>) async throws {
    _ = try await stage.acting(cast.sam).families.setHelp(
      of: cast.dana.id, inFamily: cast.family.id, to: areas)
  }
}

struct HelperVerb: CustomTestStringConvertible, Sendable {
  let name: String
  /// The area of the athlete's data, such as measurements, in which the athlete must allow a parent
  /// to help before the parent may call the operation. Nil if no permission allows it to a parent.
  let area: HelpArea?
  let perform: @Sendable (SQLBackend, HelperWorld) async throws -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ area: HelpArea?,
    _ perform: @escaping @Sendable (SQLBackend, HelperWorld) async throws -> Void
  ) {
    (self.name, self.area, self.perform) = (name, area, perform)
  }
}

extension HelperVerb {
  /// Every gateway operation that writes an athlete's data.
  static let all: [HelperVerb] = [
    HelperVerb("add a school", .records) { backend, world in
      _ = try await backend.schools.add(for: world.cast.sam.id) { $0.name = "Oak" }
    },
    HelperVerb("edit a school", .records) { backend, world in
      _ = try await backend.schools.edit(world.school, of: world.cast.sam.id) { $0.city = "Lima" }
    },
    HelperVerb("set a school's status", .records) { backend, world in
      _ = try await backend.schools.edit(world.school, of: world.cast.sam.id) {
        $0.status = .known(.contacted)
      }
    },
    HelperVerb("add a coach", .records) { backend, world in
      _ = try await backend.coaches.add(for: world.cast.sam.id) {
        $0.schoolID = world.school
        ($0.firstName, $0.lastName) = ("Joe", "Stone")
        $0.role = .known(.assistant)
      }
    },
    HelperVerb("edit a coach", .records) { backend, world in
      _ = try await backend.coaches.edit(world.coach, of: world.cast.sam.id) {
        $0.phone = "555-0100"
      }
    },
    HelperVerb("log an interaction", .records) { backend, world in
      _ = try await backend.interactions.add(for: world.cast.sam.id) {
        ($0.schoolID, $0.type) = (world.school, .known(.text))
        ($0.direction, $0.occurredAt) = (.known(.inbound), .init(seconds: 1_770_100_000))
      }
    },
    HelperVerb("edit an interaction", .records) { backend, world in
      _ = try await backend.interactions.edit(world.interaction, of: world.cast.sam.id) {
        $0.subject = "Hello"
      }
    },
    HelperVerb("add an offer", .records) { backend, world in
      _ = try await backend.offers.add(for: world.cast.sam.id) {
        ($0.schoolID, $0.type) = (world.school, .known(.fullRide))
        $0.offerDate = CalendarDay("2026-02-01") ?? .first
      }
    },
    HelperVerb("edit an offer", .records) { backend, world in
      _ = try await backend.offers.edit(world.offer, of: world.cast.sam.id) { $0.notes = "Big" }
    },
    HelperVerb("add an event", .records) { backend, world in
      _ = try await backend.events.add(for: world.cast.sam.id) {
        ($0.name, $0.type, $0.startDate) = (
          "Clinic", .known(.camp), CalendarDay("2026-03-01") ?? .first
        )
      }
    },
    HelperVerb("edit an event", .records) { backend, world in
      _ = try await backend.events.edit(world.event, of: world.cast.sam.id) { $0.city = "Lima" }
    },
    HelperVerb("add a document", .records) { backend, world in
      _ = try await backend.documents.add(for: world.cast.sam.id) {
        ($0.title, $0.type, $0.fileURL) = (
          "Grades", .known(.transcript), "https://example.org/grades"
        )
      }
    },
    HelperVerb("edit a document", .records) { backend, world in
      _ = try await backend.documents.edit(world.document, of: world.cast.sam.id) {
        $0.title = "Film"
      }
    },
    HelperVerb("note a link's health", .records) { backend, world in
      _ = try await backend.linkHealth.record(
        [LinkTrial(world.document, "https://example.org/tape", .broken)], of: world.cast.sam.id)
    },
    HelperVerb("log a metric", .metrics) { backend, world in
      _ = try await backend.metrics.add(for: world.cast.sam.id) {
        ($0.type, $0.value) = (.known(.velocity), 82)
        $0.recordedDate = CalendarDay("2026-02-09") ?? .first
      }
    },
    HelperVerb("edit a metric", .metrics) { backend, world in
      _ = try await backend.metrics.edit(world.metric, of: world.cast.sam.id) { $0.value = 81 }
    },
    HelperVerb("complete a task", .tasks) { backend, world in
      _ = try await backend.timeline.completeTask(task("9-01"), of: world.cast.sam.id)
    },
    HelperVerb("start a task", .tasks) { backend, world in
      _ = try await backend.timeline.startTask(task("9-01"), of: world.cast.sam.id)
    },
    HelperVerb("skip a task", .tasks) { backend, world in
      _ = try await backend.timeline.skipTask(task("9-01"), of: world.cast.sam.id)
    },
    HelperVerb("give a task a date", .tasks) { backend, world in
      _ = try await backend.timeline.setDueDate(
        task("9-01"), to: CalendarDay("2026-03-01"), of: world.cast.sam.id)
    },
    HelperVerb("catch up", .tasks) { backend, world in
      _ = try await backend.timeline.catchUp(
        on: [task("9-01")], of: world.cast.sam.id, today: world.stage.today)
    },
    HelperVerb("add a letter", nil) { backend, world in
      _ = try await backend.letters.add(for: world.cast.sam.id) { $0.writerName = "Mr. Stone" }
    },
    HelperVerb("import schools", nil) { backend, world in
      let line = ImportRequest.Line(number: 2, values: ["name": "Ash"])
      _ = try await backend.archive.importRows(
        ImportRequest(kind: .school, rows: [line]), for: world.cast.sam.id)
    },
    HelperVerb("set a goal", nil) { backend, world in
      _ = try await backend.metricGoals.set(
        MetricGoal(.velocity, 90), of: world.cast.sam.id)
    },
    HelperVerb("change the profile", nil) { backend, world in
      _ = try await backend.people.updateProfile((world.cast.sam.id, ProfileEdit()))
    },
    HelperVerb("change the player's preference", nil) { backend, world in
      try await backend.preferences.save(as: .player, of: world.cast.sam.id) { _ in ["gpa": 4] }
    },
    HelperVerb("surface suggestions", nil) { backend, world in
      _ = try await backend.suggestions.surface(world.cast.sam.id)
    },
    HelperVerb("let oneself help", nil) { backend, world in
      _ = try await backend.families.setHelp(
        of: world.cast.dana.id, inFamily: world.cast.family.id, to: Set(HelpArea.allCases))
    },
  ]
}
