import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Makes random writes through the gateways, and tests that undo removes each one without a trace
/// and redo restores it completely.
@Suite struct UndoPropertyTests {
  @Test(
    "Undoing all steps gives back every earlier dump, redoing them every later one",
    arguments: 1...4 as ClosedRange<UInt64>)
  func backAndForth(_ seed: UInt64) async throws {
    let program = ActingProcess(process: seed)
    let backend = program.backend(DatabaseConnection.inMemoryPath)
    var walk = try await RandomWalk(backend, program, seed: seed)
    var dumps = [try backend.dataFile.canonicalDump()]
    var doers: [RecordID] = []
    for _ in 0..<70 {
      program.wait()
      try await walk.step()
      let dump = try backend.dataFile.canonicalDump()
      guard dump != dumps[dumps.count - 1] else { continue }
      dumps.append(dump)
      doers.append(try #require(program.person))
    }
    #expect(doers.count > 35)
    #expect(Set(doers).count == 2)
    for position in doers.indices.reversed() {
      program.person = doers[position]
      let step = try await backend.undo.undo()
      let difference = Self.difference(dumps[position], try backend.dataFile.canonicalDump())
      #expect(difference == [], "undoing \(step.summary)")
      guard difference.isEmpty else { return }
    }
    for position in doers.indices {
      program.person = doers[position]
      let step = try await backend.undo.redo()
      let difference = Self.difference(dumps[position + 1], try backend.dataFile.canonicalDump())
      #expect(difference == [], "redoing \(step.summary)")
      guard difference.isEmpty else { return }
    }
    #expect(try backend.dataFile.findings() == [])
  }

  /// Returns the rows that are in only one of two dumps, texts of all stored data.
  private static func difference(_ left: String, _ right: String) -> [String] {
    let (left, right) = (Set(left.split(separator: "\n")), Set(right.split(separator: "\n")))
    return left.subtracting(right).map { "- \($0)" }.sorted()
      + right.subtracting(left).map { "+ \($0)" }.sorted()
  }
}

/// An athlete and a parent who make random writes.
private struct RandomWalk {
  private let backend: SQLBackend
  private let program: ActingProcess
  private let sam: RecordID
  private let dana: RecordID
  private let family: RecordID
  private var dice: Dice

  init(_ backend: SQLBackend, _ program: ActingProcess, seed: UInt64) async throws {
    self.backend = backend
    self.program = program
    dice = Dice(seed)
    sam = try await backend.athlete("Sam Lee")
    dana = try await backend.parent("Dana Lee")
    program.person = sam
    // Storing suggestions makes no undo step, and the test compares all rows after it has undone
    // all steps. The suggestions are therefore stored before the random writes begin.
    _ = try await backend.suggestions.evaluate(for: sam, now: ActingProcess.start, zone: .utc)
    let family = try await backend.families.create(named: nil).family
    self.family = family.id
    program.person = dana
    _ = try await backend.families.join(code: family.code ?? "")
  }

  /// Makes one random write. A write that the rules refuse is skipped.
  mutating func step() async throws {
    do {
      if dice.below(6) == 0 {
        program.person = dana
        try await parentStep()
      } else {
        program.person = sam
        try await athleteStep()
      }
    } catch let problem as Problem
      where [.notFound, .locked, .usage, .refused].contains(problem.cause)
    {}
  }

  private mutating func parentStep() async throws {
    switch dice.below(3) {
    case 0:
      let number = dice.below(1_000)
      try await backend.preferences.save(as: .dashboard, of: dana) { _ in ["n": JSONValue(number)] }
    case 1:
      var edit = ProfileEdit()
      edit.phone = .set("555-\(dice.below(10_000))")
      _ = try await backend.people.updateProfile((dana, edit))
    default:
      _ = try await backend.families.leave(family: family)
      program.person = dana
    }
  }

  private mutating func athleteStep() async throws {
    switch dice.below(18) {
    case 0, 1: try await addSchool()
    case 2: try await editSchool()
    case 3: try await addCoach()
    case 4, 5, 6: try await log()
    case 7: try await editInteraction()
    case 8: try await addOffer()
    case 9: try await addEvent()
    case 10: try await addMetric()
    case 11: try await addDocument()
    case 16: try await addLetter()
    case 17: try await workOnSuggestions()
    case 12: try await deleteSomething()
    case 13: try await moveTask()
    case 14: try await readInbox()
    default: try await changeSettings()
    }
  }
}

extension RandomWalk {
  private mutating func school() async throws -> RecordID? {
    dice.pick(try await backend.schools.list(of: sam).rows.map(\.reference.id))
  }

  private mutating func coach() async throws -> RecordID? {
    dice.pick(try await backend.coaches.list(of: sam).rows.map(\.reference.id))
  }

  private mutating func event() async throws -> RecordID? {
    dice.pick(try await backend.events.list(of: sam).rows.map(\.reference.id))
  }

  private mutating func moment() -> Instant {
    ActingProcess.start.adding(days: -dice.below(300)).adding(seconds: Int64(dice.below(80_000)))
  }

  private mutating func addSchool() async throws {
    let name = "School \(dice.below(1_000))"
    let status = dice.pick(SchoolStatus.allCases) ?? .contacted
    let tier = dice.pick(PriorityTier.allCases) ?? .a
    let size = Double(dice.below(40_000))
    let new = RecordChange<School> {
      $0.name = name
      $0.status = .known(status)
      $0.priorityTier = .known(tier)
      $0.studentSize = size
    }
    _ = try await backend.schools.add(new, for: sam)
  }

  private mutating func editSchool() async throws {
    guard let id = try await school() else { return }
    let status = dice.pick(SchoolStatus.allCases) ?? .contacted
    let note = "Note \(dice.below(100))"
    let edit = RecordChange<School> { [sam] in
      $0.status = .known(status)
      $0.setPrivateNote(note, of: sam)
      $0.pros = ["Close", "Cold"]
    }
    _ = try await backend.schools.edit(id, edit, of: sam)
  }

  private mutating func addCoach() async throws {
    guard let school = try await school() else { return }
    let name = "Number \(dice.below(99))"
    let role = dice.pick(CoachRole.allCases) ?? .head
    _ = try await backend.coaches.add(
      RecordChange<Coach> {
        $0.schoolID = school
        $0.firstName = "C"
        $0.lastName = name
        $0.role = .known(role)
      }, for: sam)
  }

  private mutating func log() async throws {
    var coach = try await coach()
    if coach != nil, dice.below(3) == 0 { coach = nil }
    let school = coach == nil ? try await school() : nil
    guard coach != nil || school != nil else { return }
    let type = dice.pick(InteractionType.allCases) ?? .email
    let direction = dice.pick(Direction.allCases) ?? .inbound
    let (moment, event) = (moment(), try await event())
    let new = RecordChange<Interaction> { [coach] in
      if let school { $0.schoolID = school }
      if let coach { $0.meet(coach) }
      $0.type = .known(type)
      $0.direction = .known(direction)
      $0.occurredAt = moment
      $0.eventID = event
    }
    _ = try await backend.interactions.add(new, for: sam)
  }

  private mutating func editInteraction() async throws {
    let all = try await backend.interactions.list(of: sam).rows
    guard let row = dice.pick(all) else { return }
    let moment = moment()
    let coach = dice.below(2) == 0 ? nil : try await coach()
    let sentiment = dice.pick(Sentiment.allCases) ?? .positive
    let edit = RecordChange<Interaction> {
      $0.occurredAt = moment
      $0.meet(coach)
      $0.sentiment = .known(sentiment)
    }
    _ = try await backend.interactions.edit(row.reference.id, edit, of: sam)
  }

  private mutating func addOffer() async throws {
    guard let school = try await school() else { return }
    let share = Double(dice.below(101))
    let new = RecordChange<Offer> {
      $0.schoolID = school
      $0.type = .known(.partial)
      $0.offerDate = day("2026-01-05")
      $0.scholarshipPercentage = share
      $0.deadlineDate = day("2026-02-24")
    }
    _ = try await backend.offers.add(new, for: sam)
  }

  private mutating func addEvent() async throws {
    let name = "Camp \(dice.below(99))"
    let start = day("2026-02-10").adding(days: dice.below(60) - 30)
    let (school, coach) = (try await school(), try await coach())
    let new = RecordChange<RecruitingEvent> {
      $0.type = .known(.camp)
      $0.name = name
      $0.startDate = start
      $0.schoolID = school
      $0.coachesPresent = [coach].compactMap { $0 }
    }
    _ = try await backend.events.add(new, for: sam)
  }

  private mutating func addMetric() async throws {
    let type = dice.pick(MetricType.allCases) ?? .era
    let value = Double(dice.below(1_000)) / 7
    let recorded = day("2026-02-10").adding(days: -dice.below(100))
    let begun = try await backend.events.list(of: sam).rows.filter {
      $0.event.startDate <= recorded
    }
    let event = dice.pick(begun.map(\.reference.id))
    let new = RecordChange<PerformanceMetric> {
      $0.type = .known(type)
      $0.value = value
      $0.recordedDate = recorded
      $0.eventID = event
    }
    _ = try await backend.metrics.add(new, for: sam)
  }

  private mutating func addDocument() async throws {
    _ = try await backend.documents.add(
      RecordChange<Document> {
        $0.type = .known(.recommendationLetter)
        $0.title = "Paper"
        $0.move(to: "a.pdf")
      }, for: sam)
  }

  private mutating func addLetter() async throws {
    let documents = try await backend.documents.list(of: sam).rows.map(\.reference.id)
    let writer = "Writer \(dice.below(9))"
    let document = dice.pick(documents)
    let school = try await school()
    let new = RecordChange<RecommendationLetter> {
      $0.writerName = writer
      $0.documentID = document
      $0.schoolsSubmittedTo = [school].compactMap { $0 }
    }
    _ = try await backend.letters.add(new, for: sam)
  }

  private mutating func deleteSomething() async throws {
    switch dice.below(4) {
    case 0:
      if let id = try await school() { _ = try await backend.schools.delete(id, of: sam) }
    case 1:
      if let id = try await coach() { _ = try await backend.coaches.delete(id, of: sam) }
    case 2:
      if let id = try await event() { _ = try await backend.events.delete(id, of: sam) }
    default:
      let all = try await backend.documents.list(of: sam).rows.map(\.reference.id)
      if let id = dice.pick(all) { _ = try await backend.documents.delete(id, of: sam) }
    }
  }

  private mutating func moveTask() async throws {
    guard let task = dice.pick(TaskCatalogue.all)?.id else { return }
    switch dice.below(5) {
    case 0: _ = try await backend.timeline.setDueDate(task, to: day("2026-05-01"), of: sam)
    case 1:
      let today = CalendarDay("2026-02-10") ?? .first
      let earlier = try await backend.timeline.unfinishedTasks(of: sam, today: today).earlier
      _ = try await backend.timeline.catchUp(on: earlier.map(\.id), of: sam, today: today)
    default:
      _ = try await backend.timeline.setStatus(
        task, dice.pick(TaskStatus.allCases) ?? .skipped, sam)
    }
  }

  private mutating func readInbox() async throws {
    let rows = try await backend.notifications.list(InboxQuery()).listing.rows
    switch dice.below(4) {
    case 0: _ = try await backend.notifications.markAllRead(nil)
    case 1: _ = try await backend.notifications.deleteAll((nil, true))
    case 2:
      if let id = dice.pick(rows)?.reference.id { _ = try await backend.notifications.markRead(id) }
    default:
      if let id = dice.pick(rows)?.reference.id { _ = try await backend.notifications.delete(id) }
    }
  }

  private mutating func workOnSuggestions() async throws {
    let rows = try await backend.suggestions.visible(of: sam).rows
    guard let id = dice.pick(rows)?.reference.id else {
      _ = try await backend.suggestions.surface(of: sam)
      return
    }
    if dice.below(2) == 0 {
      _ = try await backend.suggestions.dismiss(id, of: sam)
    } else {
      _ = try await backend.suggestions.complete(id, of: sam)
    }
  }

  private mutating func changeSettings() async throws {
    switch dice.below(4) {
    case 0:
      let gpa = Double(dice.below(50)) / 10
      try await backend.preferences.save(as: .player, of: sam) { _ in ["gpa": JSONValue(gpa)] }
    case 1: _ = try await backend.preferences.clear(.player, of: sam)
    case 2: _ = try await backend.families.regenerateCode(ofFamily: family)
    default:
      var edit = ProfileEdit()
      edit.fullName = .set("Sam \(dice.below(100))")
      edit.home = HomeLocation()
      edit.home?.city = "Town \(dice.below(100))"
      _ = try await backend.people.updateProfile((sam, edit))
    }
  }
}
