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
  let seed: UInt64
  var dice: Dice
  /// A copy of the server's data.
  ///
  /// A later action restores it, as an administrator restores a backup.
  var backup: ServerBackup?
  var restores = 0
  let server: RunningServer
  var seats: [Seat] = []
  var count = 0
  /// A label for each record that was created, by the record's id.
  ///
  /// The records in `gone` may be missing in the end, for example because a person deleted them or
  /// undid their creation.
  var made: [RecordID: String] = [:]
  var madeByParent: Set<RecordID> = []
  var gone: Set<RecordID> = []
  var readable = Readable()
  /// Whether the parent left the family or was removed at any time.
  ///
  /// The parent's changes that were not sent before are reported to the parent and dropped, so they
  /// do not count as lost.
  var hasLeft = false
  var wrong: [String] = []
  var log: [String] = []

  /// A person at a device: the device, its network connection, and the person who uses it.
  struct Seat: Sendable {
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
  /// - Parameters:
  ///   - turns: the number of random actions.
  ///   - sought: a text of the report with which the simulation may end early. The devices then come
  ///     to rest and are judged after every few actions. With nil they are judged once, at the end.
  func run(turns: Int, seeking sought: String? = nil) async throws {
    try await moveIn()
    let stretch = sought == nil ? turns : 20
    for done in stride(from: 0, to: turns, by: stretch) {
      for seat in seats { seat.network.set(good: false) }
      for _ in done..<min(done + stretch, turns) { try await turn() }
      try await rest()
      try await judge()
      if let sought, wrong.contains(where: { $0.contains(sought) }) { return }
    }
  }

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

  func family(at device: FamilyDevice) throws -> RecordID? {
    try device.value("SELECT id FROM family_units").flatMap { RecordID($0) }
  }

  /// Admits the parent to the family: the athlete makes a code, the parent asks to join with it,
  /// and the athlete accepts.
  func letIn(_ place: Int) async throws {
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

  func note(_ seat: Seat, _ words: String) { log.append("\(seat.name): \(words)") }

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
}
