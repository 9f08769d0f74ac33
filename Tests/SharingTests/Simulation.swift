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

/// Simulates a family with several devices and an unreliable network.
///
/// People act at random, then all devices sync until nothing is left to send. In the end it checks
/// the promises of docs/reliability.md.
final class Simulation {
  private let seed: UInt64
  private var dice: Dice
  /// A copy of the server's data.
  ///
  /// A later action restores it, as an administrator restores a backup.
  private var backup: ServerBackup?
  private var restores = 0
  private let server: RunningServer
  private var seats: [Seat] = []
  private var count = 0
  /// A label for each record that was created, by the record's id.
  ///
  /// The records in `gone` may be missing in the end, for example because a person deleted them or
  /// undid their creation.
  private var made: [RecordID: String] = [:]
  private var madeByParent: Set<RecordID> = []
  private var gone: Set<RecordID> = []
  private var readable = Readable()
  /// Whether the parent left the family or was removed at any time.
  ///
  /// The parent's changes that were not sent before are reported to the parent and dropped, so they
  /// do not count as lost.
  private var hasLeft = false
  private(set) var wrong: [String] = []
  private(set) var log: [String] = []

  /// A person at a device: the device, its network connection, and the person who uses it.
  private struct Seat: Sendable {
    var device: FamilyDevice
    var network: BadNetwork
    var person: RecordID
    var isParent: Bool
    var name: String
    /// Whether another person also uses the device's file, with an account of their own.
    var isShared = false
    /// Whether the person belongs to the family now; false for a parent who has left or was
    /// removed.
    var isMember = true
    var wasRemoved = false
  }

  init(seed: UInt64, _ server: RunningServer) {
    self.seed = seed
    self.server = server
    dice = Dice(seed)
  }

  /// Runs the simulation.
  ///
  /// - Parameter turns: the number of random actions before the final syncs.
  func run(turns: Int) async throws {
    try await moveIn()
    for _ in 0..<turns { try await turn() }
    try await rest()
    try await judge()
  }

  // MARK: - Setup

  /// Creates a device for a person.
  ///
  /// - Parameters:
  ///   - account: an account that the person already has; nil signs up a new one.
  ///   - computer: the device of another person whose file this person shares; nil creates a file.
  private func seat(
    _ account: Device?, role: String, _ name: String, at computer: FamilyDevice? = nil
  ) async throws -> Seat {
    let network = BadNetwork(seed: dice.next())
    let device: Device
    if let account {
      device = try await account.another(of: server, http: network.client)
    } else {
      device = try Device(server, http: network.client)
      try await device.signUp()
      _ = try await device.client.call(
        "open_profile",
        ["role": .string(role), "full_name": .string(name), "graduation_year": 2028])
    }
    let family =
      try computer.map { FamilyDevice(device, at: $0) }
      ?? FamilyDevice(device, pageSize: 1 + dice.below(9))
    // The clock of the device is wrong by up to three days.
    family.wait(seconds: Int64(dice.below(500_000)) - 250_000)
    return Seat(
      device: family, network: network, person: try await family.id(), isParent: role == "parent",
      name: name, isShared: computer != nil)
  }

  private func moveIn() async throws {
    let first = try await seat(nil, role: "player", "Sam 1")
    first.device.person = try await first.device.backend.people.createAccount(
      NewAccount(role: .player, name: "Sam Lee", graduationYear: 2028)
    ).person.id
    _ = try await first.device.backend.families.create(named: "The Lees")
    seats = [first]
    // The actions before connecting are random. One of them can undo the creation of the family,
    // which is then created again.
    for _ in 0..<4 { try? await act(0) }
    if try family(at: first.device) == nil {
      _ = try await first.device.backend.families.create(named: "The Lees")
    }
    try await moveIn(first)
    // Each further device signs in to the athlete's account and fetches the athlete's data.
    for number in 2...(2 + dice.below(2)) {
      let other = try await seat(first.device.account, role: "player", "Sam \(number)")
      try await moveIn(other)
      other.device.person = other.person
      seats.append(other)
    }
    // The parent shares the file of the athlete's last device in half of the simulations, and has a
    // file of her own in the others.
    let shared = dice.below(2) == 0 ? seats.count - 1 : nil
    if let shared { seats[shared].isShared = true }
    let parent = try await seat(
      nil, role: "parent", "Dana", at: shared.map { seats[$0].device })
    parent.device.person = try await parent.device.backend.people.createAccount(
      NewAccount(role: .parent, name: "Dana Lee")
    ).person.id
    try await moveIn(parent)
    seats.append(parent)
    try await letIn(seats.count - 1)
    for seat in seats { try await seat.device.sync() }
    if dice.below(2) == 0, let family = try family(at: first.device) {
      _ = try await first.device.backend.families.setHelp(
        of: parent.person, inFamily: family, to: [.records])
      for seat in seats { try await seat.device.sync() }
    }
    for seat in seats { seat.network.set(good: false) }
  }

  /// Connects a device to the server. The connection may break at any request; the sync afterwards
  /// completes the work.
  private func moveIn(_ seat: Seat) async throws {
    seat.network.set(good: true, dyingAfter: dice.below(2) == 0 ? dice.below(8) : nil)
    do {
      try await seat.device.connect(server)
    } catch let problem as Problem where problem.cause == .offline {
      note(seat, "connecting was cut")
    }
    seat.network.set(good: true)
    try await seat.device.sync()
  }

  private func family(at device: FamilyDevice) throws -> RecordID? {
    try device.value("SELECT id FROM family_units").flatMap { RecordID($0) }
  }

  /// Admits the parent to the family: the athlete makes a code, the parent asks to join with it,
  /// and the athlete accepts.
  private func letIn(_ place: Int) async throws {
    let (athlete, parent) = (seats[0].device.account.client, seats[place])
    seats[place].network.set(good: true)
    seats[0].network.set(good: true)
    // The simulation admits the parent many times within a minute, which the server would refuse
    // after a few attempts.
    try await server.forgetTries()
    let code = try await athlete.call("renew_family_code")
    _ = try await parent.device.account.client.call("join_family", ["code": code["code"] ?? .null])
    _ = try await athlete.call(
      "answer_join", ["person": .string(parent.person.description), "accept": true])
    // The command `family admit` also syncs after the athlete has accepted.
    await trySync(seats[0])
    seats[place].isMember = true
    seats[place].wasRemoved = false
    note(parent, "is let in")
  }

  // MARK: - Turns

  private func turn() async throws {
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
  private func values(at seat: Seat) -> [Readable.Place: JSONValue] {
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

  private func isMember(_ seat: Seat) async throws -> Bool {
    try await !server.admin.run(
      "SELECT 1 FROM family_members WHERE user_id = $1", [seat.person.description]
    ).rows.isEmpty
  }

  private func note(_ seat: Seat, _ words: String) { log.append("\(seat.name): \(words)") }

  private func trySync(_ seat: Seat) async {
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
  private func noteNeverSent(_ seat: Seat) async throws {
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
  private func noteHeld(_ seat: Seat) throws {
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
      let form = WireForm.of(column)
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
    // A decision for the own version or for both is a step, which `undo` can undo.
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

  private func ids(_ table: String, at seat: Seat) throws -> [RecordID] {
    try seat.device.file.read { connection in
      try connection.query("SELECT id FROM \(table) ORDER BY id") { row in try row.recordID(0) }
    }
  }

  private func athlete(at seat: Seat) throws -> RecordID? {
    try seat.device.value("SELECT user_id FROM family_members WHERE role = 'player'")
      .flatMap { RecordID($0) }
  }

  private func act(_ place: Int) async throws(Problem) {
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

  private static let tables = ["schools", "coaches", "interactions", "performance_metrics"]

  private func records(at seat: Seat) -> Set<RecordID> {
    Set(Self.tables.flatMap { (try? ids($0, at: seat)) ?? [] })
  }

  // MARK: - The syncs after the last action

  private func rest() async throws {
    for seat in seats { seat.network.set(good: true) }
    for round in 0..<12 {
      var isQuiet = true
      for seat in seats {
        let outcome = try await seat.device.sync()
        try await noteNeverSent(seat)
        try noteHeld(seat)
        note(seat, "rest \(outcome)")
        for item in try seat.device.items(.held) + seat.device.items(.refused) {
          _ = try await seat.device.sharing().keep(
            item.place, .theirs, journal: seat.device.backend.stepJournal)
          isQuiet = false
        }
        if outcome.sent + outcome.held + outcome.refused + outcome.fetched + outcome.removed > 0 {
          isQuiet = false
        }
      }
      if isQuiet, round > 0 { return }
    }
    wrong.append("They do not come to rest.")
  }

  // MARK: - What must be true in the end

  private static let shared = [
    "schools", "coaches", "events", "interactions", "offers", "performance_metrics", "documents",
    "school_status_history", "athlete_task", "family_units", "family_members",
  ]

  private func judge() async throws {
    let first = seats[0]
    // After a restore, a parent who had left may be a member again, because the backup has the
    // older memberships. A parent whom the athlete has removed may not.
    for place in seats.indices where restores > 0 && !seats[place].wasRemoved {
      seats[place].isMember = try await isMember(seats[place])
    }
    for table in Self.shared {
      let columns = table == "schools" || table == "coaches" ? ["private_notes"] : []
      let expected = try rows(table, at: first, without: columns)
      for seat in seats.dropFirst() where seat.isMember {
        let found = try rows(table, at: seat, without: columns)
        if found != expected {
          let left = expected.filter { !found.contains($0) }
          let right = found.filter { !expected.contains($0) }
          // The restored server lacks rows that the parent's file still has. The parent may not
          // send rows of the athlete, so the difference stays.
          if left.isEmpty, seat.isParent, restores > 0 { continue }
          wrong.append("\(table) of \(first.name) and \(seat.name) differ: \(left) / \(right)")
        }
      }
      // A parent with a file of her own must have no rows of the family after leaving. A file that
      // she shares with the athlete keeps the athlete's rows.
      for seat in seats where !seat.isMember && !seat.isShared {
        let found = try rows(table, at: seat, without: columns)
        if !found.isEmpty { wrong.append("\(seat.name) left and still has \(table): \(found)") }
      }
    }
    // The athlete's own data must be equal on all devices of the athlete.
    for table in ["suggestion", "notifications", "user_preferences", "schools", "coaches"] {
      let isPersonal = ["notifications", "user_preferences"].contains(table)
      let whose = isPersonal ? "user_id = '\(first.person)'" : "1"
      let expected = try rows(table, at: first, where: whose, without: [], notesOf: first.person)
      for seat in seats.dropFirst() where !seat.isParent {
        let found = try rows(table, at: seat, where: whose, without: [], notesOf: first.person)
        if found != expected {
          let left = expected.filter { !found.contains($0) }
          let right = found.filter { !expected.contains($0) }
          wrong.append("\(table) of \(first.name) and \(seat.name) differ: \(left) / \(right)")
        }
      }
    }
    try await judgeServer(first)
    try judgeHandles()
    // Lost values are searched only if no restore happened and the parent never left. After a
    // restore the server lacks data, and a parent who left can read nothing.
    if restores == 0, !hasLeft {
      var end: [Readable.Place: JSONValue] = [:]
      for seat in seats { end.merge(values(at: seat)) { first, _ in first } }
      wrong += readable.lost(end)
    }
    for seat in seats {
      if try !seat.device.items(.waiting).isEmpty {
        wrong.append("\(seat.name) has something waiting")
      }
      let texts = try seat.device.file.read { connection in
        try connection.query("SELECT coalesce(private_notes, '') FROM schools") { row in
          try row.text(0)
        }
      }.joined()
      if !seat.isShared, texts.contains(seat.isParent ? "private-sam" : "private-dana") {
        wrong.append("\(seat.name) holds a private note of somebody else")
      }
    }
    let file = seats[0].device
    let deleted = try await deletedByPeople()
    for (id, label) in made where !gone.contains(id) && !deleted.contains(id) {
      let isThere = try file.file.read { connection in
        try Self.tables.contains { table in
          try !connection.query(
            "SELECT 1 FROM \(table) WHERE id = ?", values: [.text(id.description)],
            read: { _ in true }
          ).isEmpty
        }
      }
      if !isThere {
        wrong.append("\(label) was acknowledged and is nowhere: \(try await history(of: id))")
      }
    }
  }

  /// Returns the server's transactions that changed a record, which help to find the cause of a
  /// failure.
  private func history(of id: RecordID) async throws -> String {
    let answer = try await seats[0].device.account.client.call(
      "compass_history", ["limit": 500])
    let steps = (answer.array ?? []).reversed().compactMap { step -> String? in
      let changes = (step["changes"]?.array ?? []).filter { $0["id"]?.string == id.description }
      guard let change = changes.first else { return nil }
      return
        "\(step["number"]?.int ?? 0) \(step["summary"]?.string ?? "") \(change["op"]?.string ?? "")"
    }
    return "\(id): \(steps.joined(separator: "; "))"
  }

  /// Returns the rows of a table as texts, so that two devices can be compared.
  ///
  /// - Parameter person: the person whose private notes are compared; a shared file may also
  ///   contain the notes of another person.
  private func rows(
    _ table: String, at seat: Seat, where condition: String = "1", without: [String],
    notesOf person: RecordID? = nil
  ) throws -> [String] {
    try seat.device.file.read { connection in
      let columns = try connection.query(
        "SELECT name, type FROM pragma_table_info(?) ORDER BY name", table
      ) { row in try row.text(0) }.filter {
        !(without + ["updated_at", "updated_by", "family_code", "code_generated_at"]).contains($0)
      }
      return try connection.query(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(condition) ORDER BY id",
        values: []
      ) { row in
        try columns.enumerated().map { place, name in
          var value = WireValue.canonical(
            WireValue.sent(try row.value(place), WireForm.of(name)))
          if name == "private_notes", let person {
            let notes = value.string.flatMap { try? JSONValue.parse($0) } ?? value
            value = notes[person.description] ?? .null
          }
          return "\(name)=\(value.text)"
        }.joined(separator: " ")
      }
    }
  }

  /// Checks that the server has applied no transaction twice.
  private func judgeServer(_ seat: Seat) async throws {
    let people = Set(seats.map(\.person.description)).map { "'\($0)'" }.joined(separator: ", ")
    let twice = try await server.admin.run(
      """
      SELECT summary FROM compass.steps WHERE person IN (\(people))
      GROUP BY person, id, part, summary HAVING count(*) > 1
      """)
    for row in twice.rows { wrong.append("\(row[0] ?? "A step") was applied twice") }
  }

  /// Returns the records that people have deleted, as the server's transactions say.
  ///
  /// A deletion on the server can include rows that the deleting device has not seen.
  private func deletedByPeople() async throws -> Set<RecordID> {
    let people = Set(seats.map(\.person.description)).map { "'\($0)'" }.joined(separator: ", ")
    let rows = try await server.admin.run(
      """
      SELECT DISTINCT c.id FROM compass.step_changes AS c JOIN compass.steps AS s ON s.number = c.step
      WHERE c.op = 'delete' AND s.person IN (\(people))
      """
    ).rows
    return Set(rows.compactMap { $0[0].flatMap { RecordID($0) } })
  }

  /// Checks that a handle names the same record on every device of the athlete.
  private func judgeHandles() throws {
    var known: [String: String] = [:]
    for seat in seats where !seat.isParent {
      let handles = try seat.device.file.read { connection in
        try connection.query(
          "SELECT kind || number, id FROM handles WHERE kind IN ('s', 'c', 'i', 'm') AND id IN (SELECT id FROM schools UNION SELECT id FROM coaches UNION SELECT id FROM interactions UNION SELECT id FROM performance_metrics)"
        ) { row in (try row.text(0), try row.text(1)) }
      }
      for (handle, id) in handles {
        if let other = known[handle], other != id {
          wrong.append("\(handle) is \(other) here and \(id) at \(seat.name)")
        }
        known[handle] = id
      }
    }
  }
}
