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

// One turn: who does what, and what a sync says of it.
extension Simulation {
  func turn() async throws {
    let place = dice.below(seats.count)
    let seat = seats[place]
    switch dice.below(40) {
    case 0..<22: await tryAct(place)
    case 22..<26: try await keepSome(seat)
    case 26..<30:
      seat.network.set(good: true, dyingAfter: dice.below(6))
      await trySync(seat)
      seat.network.set(good: false)
    case 30..<34: await together()
    case 34: try await comeOrGo()
    case 35: try await backUpOrRestore()
    default: await trySync(seat)
    }
  }

  private func tryAct(_ place: Int) async {
    let before = values(at: seats[place])
    do throws(Problem) {
      try await act(place)
    } catch {
      note(seats[place], "refused: \(error.title)")
    }
    readable.note(before, values(at: seats[place]), by: seats[place].name)
  }

  /// Returns the values that the person of a device can read there.
  func values(at seat: Seat) -> [Readable.Place: JSONValue] {
    (try? seat.device.file.read { try Readable.all(of: seat.person, in: $0) }) ?? [:]
  }

  /// Lets all devices sync at the same moment, most of them with changes to send, while one device
  /// goes on writing.
  private func together() async {
    for place in seats.indices where dice.below(3) > 0 { await tryAct(place) }
    let writing = dice.below(seats.count)
    let syncs = seats.map { seat in
      Task { () -> Result<SyncOutcome, any Error> in
        do { return .success(try await seat.device.sync()) } catch { return .failure(error) }
      }
    }
    await tryAct(writing)
    for (seat, sync) in zip(seats, syncs) { await noteSync(seat, await sync.value) }
  }

  /// Lets the parent leave the family, removes her, or admits her again.
  private func comeOrGo() async throws {
    guard let place = seats.firstIndex(where: \.isParent) else { return }
    let parent = seats[place]
    guard parent.isMember else {
      try await letIn(place)
      for place in seats.indices { seats[place].network.set(good: false) }
      return
    }
    let isOwnWish = dice.below(2) == 0
    let seat = isOwnWish ? parent : seats[0]
    guard let family = try family(at: seat.device) else { return }
    do throws(Problem) {
      if isOwnWish {
        _ = try await seat.device.backend.families.leave(family: family)
      } else {
        _ = try await seat.device.backend.families.remove(parent.person, fromFamily: family)
      }
    } catch {
      return note(seat, "refused: \(error.title)")
    }
    note(seat, isOwnWish ? "leaves" : "removes the parent")
    hasLeft = true
    // The person leaves with a working connection, because only the server can end a membership.
    // The parent's changes that were not sent by then are dropped.
    seat.network.set(good: true)
    await trySync(seat)
    seat.network.set(good: false)
    // The action may have ended only an earlier membership, if the parent was admitted again and
    // has not synced since. Only the server knows whether she is a member now.
    seats[place].isMember = try await isMember(parent)
    seats[place].wasRemoved = !isOwnWish && !seats[place].isMember
    gone.formUnion(madeByParent)
  }

  private func backUpOrRestore() async throws {
    guard let backup else {
      self.backup = try await ServerBackup(of: server)
      return log.append("the server is backed up")
    }
    // The restored server does not know the deletions made after the backup, so these records may
    // come back or be missing.
    gone.formUnion(try await deletedByPeople())
    try await backup.restore(server)
    self.backup = nil
    restores += 1
    log.append("the server is restored")
    // The restored server has the memberships of the time of the backup. A parent who was admitted
    // later has to ask again.
    for place in seats.indices where seats[place].isParent {
      if try await !isMember(seats[place]), seats[place].isMember {
        try await letIn(place)
        for place in seats.indices { seats[place].network.set(good: false) }
      }
    }
  }

  func isMember(_ seat: Seat) async throws -> Bool {
    try await !server.admin.run(
      "SELECT 1 FROM family_members WHERE user_id = $1", [seat.person.description]
    ).rows.isEmpty
  }

  func trySync(_ seat: Seat) async {
    do {
      await noteSync(seat, .success(try await seat.device.sync()))
    } catch {
      await noteSync(seat, .failure(error))
    }
  }

  private func noteSync(_ seat: Seat, _ result: Result<SyncOutcome, any Error>) async {
    // A sync that failed may have told the device that the person left the family, before the
    // connection broke.
    try? await noteNeverSent(seat)
    do {
      let outcome = try result.get()
      note(seat, "sync \(outcome)")
      try noteHeld(seat)
    } catch {
      note(seat, "sync failed: \((error as? Problem)?.title ?? "\(error)")")
      // A sync that failed may have brought refusals of the server, before the connection broke.
      try? noteHeld(seat)
      if let problem = error as? Problem, problem.cause != .offline {
        wrong.append("\(seat.name): \(problem)")
      }
    }
  }

  /// Reads the report about changes that the device could not send before the person left the
  /// family, and lets their records be missing in the end.
  ///
  /// The device reports each such change once and then drops it.
  func noteNeverSent(_ seat: Seat) async throws {
    let told = try await seat.device.sharing().tellOfLeaving().neverSent
    guard !told.isEmpty else { return }
    note(seat, "is told of \(told)")
    for (id, label) in made where told.contains(where: { $0.hasSuffix(label) }) {
      gone.insert(id)
    }
  }

  /// Lets the records be missing in the end whose creation was refused, because the person can
  /// decide to drop them.
  ///
  /// A change is held by the device or refused by the server. The function also checks that each of
  /// them really conflicts and is shown.
  func noteHeld(_ seat: Seat) throws {
    for item in try seat.device.allItems(.held) + seat.device.allItems(.refused) {
      for change in try item.changeset.changes() where change.operation == .insert {
        if case .text(let id)? = change.key.first, let id = RecordID(id) { gone.insert(id) }
      }
      try judgeHeld(seat, item)
    }
    try judgeShown(seat)
  }

  /// Checks that `sync conflicts` shows every change that the device holds or the server refused.
  private func judgeShown(_ seat: Seat) throws {
    let items = try seat.device.items(.held) + seat.device.items(.refused)
    let sharing = Sharing(
      seat.device.file, seat.device.account.client, person: seat.person,
      files: seat.device.backend.storedFiles, ids: FamilyDevice.ids
    ) { seat.device.account.clock.now }
    let shown = try sharing.conflicts()
    readable.note(shown)
    for item in items {
      guard let conflict = shown.first(where: { $0.number == item.place }) else {
        wrong.append("\(seat.name): \(item.summary) is held and not shown")
        continue
      }
      if !conflict.differences.contains(where: { $0.mine != nil || $0.theirs != nil }) {
        wrong.append("\(seat.name): \(item.summary) is shown without a value: \(conflict)")
      }
    }
  }

  /// Checks that a held change really conflicts: the same value in another spelling is no conflict.
  private func judgeHeld(_ seat: Seat, _ item: Outbox.Item) throws {
    let details = item.answer.flatMap { try? JSONValue.parse($0) }?.array ?? []
    for detail in details where detail["reason"] == "changed" {
      guard let column = detail["column"]?.string, let was = detail["was"],
        let now = detail["now"]
      else { continue }
      let form = WireForm.of(ColumnName(unchecked: column))
      func plain(_ value: JSONValue) -> JSONValue {
        WireValue.canonical(
          WireValue.sent(
            WireValue.fetched(value, form, type: value.double == nil ? "TEXT" : "REAL"), form))
      }
      if plain(was) == plain(now) {
        wrong.append("\(seat.name): held for nothing: \(column) \(was.text) / \(now.text)")
      }
    }
  }

  private func keepSome(_ seat: Seat) async throws {
    let items = try seat.device.items(.held)
    guard let item = dice.pick(items) else { return }
    let side: KeptSide = dice.pick(KeptSide.allCases) ?? .theirs
    let sharing = try await seat.device.sharing()
    let before = values(at: seat)
    do throws(Problem) {
      _ = try sharing.keep(item.place, side, journal: seat.device.backend.stepJournal)
      note(seat, "kept \(side) of \(item.summary)")
    } catch {
      return note(seat, "keep refused: \(error.title)")
    }
    let kept = values(at: seat)
    readable.note(before, kept, by: seat.name)
    // Keeping the own version, or both versions, is a change that `undo` can undo.
    guard side != .theirs, dice.below(3) == 0 else { return }
    do throws(Problem) {
      note(seat, "undid \(try await seat.device.backend.undo.undo().summary)")
      gone.formUnion(try recordsOf(item))
    } catch {
      note(seat, "refused: \(error.title)")
    }
    readable.note(kept, values(at: seat), by: seat.name)
  }

  private func recordsOf(_ item: Outbox.Item) throws(Problem) -> [RecordID] {
    do {
      return try item.changeset.changes().compactMap { change in
        guard case .text(let id)? = change.key.first else { return nil }
        return RecordID(id)
      }
    } catch {
      throw Problem(.failed, "\(error)")
    }
  }
}
