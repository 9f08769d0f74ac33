import Basics
import CivilTime
import Domain
import SQLBackend
import SharingTesting
import Testing

@testable import Sharing

// Functions that create a family on one or more devices. Most tests begin with one of them.

/// Returns a device with an athlete, a family and records, which is not connected to the server
/// yet.
func athlete(_ server: RunningServer) async throws -> FamilyDevice {
  let device = try FamilyDevice(try await server.signedUp())
  let backend = device.backend
  let sam = try await backend.people.createAccount(
    NewAccount(role: .player, name: "Sam Lee", graduationYear: 2028)
  ).person.id
  device.person = sam
  _ = try await backend.families.create(named: "The Lees")
  let school = try await backend.schools.add(for: sam) {
    $0.name = "São École"
    $0.priorityTier = .known(.a)
    $0.isFavorite = true
    $0.pros = ["near", "small \"team\""]
  }.row.reference.id
  let coach = try await backend.coaches.add(for: sam) {
    $0.schoolID = school
    $0.firstName = "Ana"
    $0.lastName = "Rivera"
    $0.role = .known(.head)
  }.row.reference.id
  device.wait()
  _ = try await backend.interactions.add(for: sam) {
    $0.schoolID = school
    $0.coachID = coach
    $0.subject = "Sent transcript"
    $0.type = .known(.email)
    $0.direction = .known(.outbound)
    $0.occurredAt = Instant("2026-02-09T12:00:00.000Z")!
  }
  _ = try await backend.metrics.add(for: sam) {
    $0.type = .known(.velocity)
    $0.value = 84.5
    $0.recordedDate = CalendarDay("2026-02-01")!
  }
  _ = try await backend.timeline.startTask(
    TaskCatalogue.templates[0].id, of: sam)
  return device
}

/// Returns two connected devices of one athlete, who has the records that `athlete` creates.
func pair(
  _ server: RunningServer
) async throws -> (first: FamilyDevice, second: FamilyDevice, sam: RecordID) {
  let first = try await athlete(server)
  try await first.connect(server)
  let second = try FamilyDevice(try await first.account.another(of: server))
  try await second.connect(server)
  let sam = try await second.id()
  second.person = sam
  return (first, second, sam)
}

/// Returns a device of an athlete and a device of a parent in the athlete's family, both connected.
func withParent(
  _ server: RunningServer
) async throws -> (athlete: FamilyDevice, parent: FamilyDevice) {
  let first = try await athlete(server)
  try await first.connect(server)
  let parent = try FamilyDevice(try await server.signedUp("parent"))
  parent.person = try await parent.backend.people.createAccount(
    NewAccount(role: .parent, name: "Dana Lee")
  ).person.id
  try await parent.connect(server)
  parent.person = try await parent.id()
  let code = try await first.sharing().renewCode()
  _ = try await parent.sharing().askToJoin(code)
  try await first.sharing().answerJoin(try await parent.id(), accept: true)
  try await first.sync()
  try await parent.sync()
  return (first, parent)
}

/// Returns a connected device of an athlete, and one of a parent whom the athlete has permitted to
/// change records.
func withHelper(
  _ server: RunningServer
) async throws -> (athlete: FamilyDevice, parent: FamilyDevice, family: RecordID) {
  let (first, parent) = try await withParent(server)
  let family = RecordID(try #require(try first.value("SELECT id FROM family_units")))!
  _ = try await first.backend.families.setHelp(
    of: try await parent.id(), inFamily: family, to: [.records])
  try await first.sync()
  try await parent.sync()
  return (first, parent, family)
}
