import Basics
import CivilTime
import Domain
import Foundation
import JSON
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Supabase

@testable import Sharing

// What a person does at a device.
extension Simulation {
  func ids(_ table: String, at seat: Seat) throws -> [RecordID] {
    try seat.device.file.read { connection in
      try connection.query("SELECT id FROM \(table) ORDER BY id") { row in try row.recordID(0) }
    }
  }

  private func athlete(at seat: Seat) throws -> RecordID? {
    try seat.device.value("SELECT user_id FROM family_members WHERE role = 'player'")
      .flatMap { RecordID($0) }
  }

  func act(_ place: Int) async throws(Problem) {
    let seat = seats[place]
    seat.device.wait(seconds: Int64(dice.below(600)))
    let backend = seat.device.backend
    count += 1
    let label = "zq\(seed)-\(count)"
    let found: (sam: RecordID?, schools: [RecordID], coaches: [RecordID])
    do {
      found = (
        try athlete(at: seat), try ids("schools", at: seat), try ids("coaches", at: seat)
      )
    } catch { throw Problem(.failed, "\(error)") }
    guard let sam = found.sam else { return }
    let school = dice.pick(found.schools)
    let coach = dice.pick(found.coaches)
    switch dice.below(17) {
    case 12:
      // Changes a setting of the athlete that other devices change too.
      guard !seat.isParent else { return }
      let days = 10 + dice.below(20)
      _ = try await backend.preferences.save(as: .notifications, of: sam) { data in
        var data = data?.object ?? [:]
        data["followUpReminderDays"] = JSONValue(days)
        return .object(data)
      }
      note(seat, "set reminder days to \(days)")
    case 13:
      // Changes a column whose value is a word of a list, which other devices change too.
      guard let school else { return }
      let tier: PriorityTier = dice.pick([.a, .b, .c]) ?? .a
      _ = try await backend.schools.edit(school, of: sam) { $0.priorityTier = .known(tier) }
      note(seat, "set the tier of \(school) to \(tier.rawValue)")
    case 15:
      // Changes one of three values in the athlete's profile, so two devices change the same value
      // or different values of one row.
      guard !seat.isParent else { return }
      let key = dice.pick(["gpa", "sat_score", "high_school"]) ?? "gpa"
      let value = 1_000 + dice.below(600)
      _ = try await backend.preferences.save(as: .player, of: sam) { data in
        var data = data?.object ?? [:]
        data[key] = key == "high_school" ? .string(label) : JSONValue(value)
        return .object(data)
      }
      note(seat, "set \(key)")
    case 16:
      // Changes the type or the subject of an interaction, so two devices change the same column or
      // different columns of one row.
      let logged: [RecordID]
      do { logged = try ids("interactions", at: seat) } catch { throw Problem(.failed, "\(error)") }
      guard let interaction = dice.pick(logged) else { return }
      let type: InteractionType? =
        dice.below(2) == 0 ? dice.pick([.email, .text, .phoneCall]) : nil
      _ = try await backend.interactions.edit(interaction, of: sam) {
        if let type { $0.type = .known(type) } else { $0.subject = "subject \(label)" }
      }
      note(seat, "changed \(interaction)")
    case 14:
      // Writes the person's private note about a coach, or deletes the coach, whose note another
      // device may be writing.
      guard let coach else { return }
      let text = "private-\(seat.isParent ? "dana" : "sam")-\(label)"
      let person = seat.person
      if dice.below(3) == 0 {
        gone.insert(coach)
        _ = try await backend.coaches.delete(coach, of: sam)
        note(seat, "deleted coach \(coach)")
      } else {
        _ = try await backend.coaches.edit(coach, of: sam) { $0.setPrivateNote(text, of: person) }
        note(seat, "private note on \(coach)")
      }
    case 0, 1:
      let id = try await backend.schools.add(for: sam) { $0.name = label }.row.reference.id
      made[id] = label
      if seat.isParent { madeByParent.insert(id) }
      note(seat, "added school \(label)")
    case 2:
      guard let school else { return }
      let id = try await backend.coaches.add(for: sam) {
        $0.schoolID = school
        $0.firstName = label
        $0.lastName = "Coach"
        $0.role = .known(.head)
      }.row.reference.id
      made[id] = label
      if seat.isParent { madeByParent.insert(id) }
      note(seat, "added coach \(label)")
    case 3:
      guard let school else { return }
      let id = try await backend.interactions.add(for: sam) {
        $0.schoolID = school
        $0.coachID = nil
        $0.subject = label
        $0.type = .known(.email)
        $0.direction = .known(.outbound)
        $0.occurredAt = Instant("2026-02-09T12:00:00.000Z")!
      }.row.reference.id
      made[id] = label
      if seat.isParent { madeByParent.insert(id) }
      note(seat, "logged \(label)")
    case 4:
      let value = Double(dice.below(900)) / 10
      let id = try await backend.metrics.add(for: sam) {
        $0.type = .known(.velocity)
        $0.value = value
        $0.notes = label
        $0.recordedDate = CalendarDay("2026-02-01")!
      }.row.reference.id
      made[id] = label
      if seat.isParent { madeByParent.insert(id) }
      note(seat, "measured \(label)")
    case 5, 6:
      guard let school else { return }
      let column = dice.below(4)
      _ = try await backend.schools.edit(school, of: sam) {
        switch column {
        case 0: $0.notes = "note \(label)"
        case 1: $0.priorityTier = .known(.b)
        case 2: $0.pros = [label]
        default: $0.city = label
        }
      }
      note(seat, "edited school \(school) column \(column) \(label)")
    case 7:
      guard let coach else { return }
      _ = try await backend.coaches.edit(coach, of: sam) { $0.email = "\(label)@example.org" }
      note(seat, "edited coach \(coach) \(label)")
    case 8:
      guard let school, dice.below(2) == 0 else { return }
      do {
        let hanging = try ["coaches", "interactions"].flatMap { table in
          try seat.device.file.read { connection in
            try connection.query("SELECT id FROM \(table) WHERE school_id = ?", school) { row in
              try row.recordID(0)
            }
          }
        }
        gone.formUnion(hanging + [school])
      } catch { throw Problem(.failed, "\(error)") }
      _ = try await backend.schools.delete(school, of: sam)
      note(seat, "deleted school \(school)")
    case 9:
      let task = TaskCatalogue.templates[dice.below(6)].id
      _ = try await backend.timeline.startTask(task, of: sam)
      note(seat, "started a task")
    case 10:
      guard let school else { return }
      let text = "private-\(seat.isParent ? "dana" : "sam")-\(label)"
      let person = seat.person
      _ = try await backend.schools.edit(school, of: sam) { $0.setPrivateNote(text, of: person) }
      note(seat, "private note on \(school)")
    default:
      let before = records(at: seat)
      let step = try await backend.undo.undo()
      let after = records(at: seat)
      // Only records that the undo has removed are added to `gone`. A record that it has brought
      // back must still exist.
      gone.formUnion(before.subtracting(after))
      note(seat, "undid \(step.summary)")
    }
  }

  static let tables = ["schools", "coaches", "interactions", "performance_metrics"]

  private func records(at seat: Seat) -> Set<RecordID> {
    Set(Self.tables.flatMap { (try? ids($0, at: seat)) ?? [] })
  }
}
