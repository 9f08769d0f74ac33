import Basics
import CivilTime
import Domain

/// A family's data from which tests create recruiting packets (documents that present an athlete to
/// coaches); each test changes what it needs.
enum PacketSample {
  static let athlete = Sample.id(99)

  static func contents(
    name: String? = "Sam Lee", _ edit: (inout PacketContents) -> Void = { _ in }
  ) -> PacketContents {
    let person = Person(
      id: athlete, email: "sam@example.org", role: .player, fullName: name, graduationYear: 2028)
    let reference = Reference(kind: .person, id: athlete, handle: "p1", title: name ?? "")
    var contents = PacketContents(
      profile: ProfilePageData(reference: reference, person: person, player: PlayerProfile()),
      schools: [], interactionsByType: [], lastContact: nil)
    edit(&contents)
    return contents
  }

  static func school(
    _ id: UInt64, _ name: String, status: String? = nil, tier: String? = nil
  ) -> School {
    var school = School(id: Sample.id(id), athleteID: athlete, name: name)
    school.status = status.map(Open.init)
    school.priorityTier = tier.map(Open.init)
    return school
  }

  static func packet(
    _ contents: PacketContents, as copy: RecruitingPacket.Copy = .forCoaches,
    at now: String = "2026-02-10T17:00:00Z", zone: Zone = .utc
  ) throws -> RecruitingPacket {
    RecruitingPacket(contents, copy: copy, now: try Sample.instant(now), zone: zone)
  }
}
