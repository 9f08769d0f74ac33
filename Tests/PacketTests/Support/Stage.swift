import CivilTime
import Documents
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import MailTesting
import Packet

/// The packet feature with a family in memory, at noon on February 10, 2026, with a scripted mail
/// server.
///
/// Sam has an empty profile and knows three coaches of one school, `c1` to `c3`. Dana, a parent,
/// views Sam.
struct Stage: FeatureStage {
  let backend: ExampleBackend
  let mail = FakeMail(sender: "Sam Lee", now: ExampleFamily.now)
  let dependencies: Dependencies
  let feature: PacketFeature
  let context: PageContext

  /// - Parameters:
  ///   - files: the files of this machine, by path.
  ///   - swap: replaces endpoints of the backend's packet gateway by the test's own.
  init(
    as person: RecordID = ExampleFamily.sam, files: [String: [UInt8]] = [:],
    _ change: (inout MadeUpFamily) -> Void = { _ in },
    swap: (inout PacketsGateway) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows()
    rows.removeSchools()
    rows.removeMetrics()
    rows.setPreference(.player, of: ExampleFamily.sam, to: nil)
    rows.setDevicePreference(
      DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
      to: ExampleFamily.sam.description)
    rows.addSchool("Cedar Valley")
    rows.addCoaches(3)
    change(&rows)
    backend = ExampleBackend(signedIn: person, family: rows)
    var packets = backend.packets
    swap(&packets)
    // Mail, files and printing do not belong to the backend, so the test replaces them too: mail by
    // a scripted server, files by arrays of bytes, and printing by a function that returns text and
    // no PDF.
    dependencies = backend.provided(to: .testing("Packet")).providing(backend.familyContext())
      .providing(packets).providing(mail.outgoing)
      .providing(FileReading.holding(files, portion: 1000))
      .providing(
        DocumentPrinting { document in Array("%PDF \(document.title) \(document.blocks)".utf8) })
    feature = PacketFeature(dependencies)
    context = PageContext(
      now: ExampleFamily.now, zone: .utc,
      viewer: Viewer(name: "Sam Lee", isReadOnly: person != ExampleFamily.sam))
  }

  func references() async throws -> [Reference] { try await backend.references(to: [.coach]) }

  static func coach(_ number: Int) -> RecordID { .numbered(UInt64(10 + number)) }

  /// The number of times that the program has looked up the packet's possible recipients. Tests
  /// check with it that a refused command does not look them up.
  var lookups: Int { backend.hook.count(of: "packets.recipients") }

  /// The contacts in Sam's log, oldest first.
  func logged() async throws -> [Interaction] {
    try await backend.interactions.list(ListQuery(), of: ExampleFamily.sam).rows
      .sorted {
        ($0.reference.handle.count, $0.reference.handle) < (
          $1.reference.handle.count, $1.reference.handle
        )
      }.map(\.interaction)
  }

  /// Records that this many packets were sent to the first coach, all at the moment `time`.
  func sent(_ count: Int, at time: Instant = ExampleFamily.now) async throws {
    for _ in 0..<count {
      _ = try await backend.packets.recordSent(
        SentPacket(coach: Self.coach(1), subject: "Earlier", sentAt: time),
        of: ExampleFamily.sam)
    }
  }
}

typealias Prompt = StagedPrompt<Stage>

extension MadeUpFamily {
  mutating func addSchool(_ name: String, _ change: (inout School) -> Void = { _ in }) {
    var school = School(
      id: .numbered(UInt64(41 + schools.count)), athleteID: ExampleFamily.sam,
      familyID: ExampleFamily.samsFamily, name: name)
    change(&school)
    add(school)
  }

  /// Replaces Sam's coaches by this many coaches of the first school, each with an e-mail address.
  mutating func addCoaches(_ count: Int) {
    coaches = (1...count).map { number in
      let name = [("Ana", "Rivera"), ("Bo", "Lee"), ("Jo", "Kim")][(number - 1) % 3]
      var coach = Coach(
        id: Stage.coach(number), schoolID: schools[0].id, athleteID: ExampleFamily.sam,
        familyID: ExampleFamily.samsFamily, role: .head, firstName: name.0, lastName: name.1)
      coach.email = "coach\(number)@example.edu"
      return coach
    }
  }

  mutating func addContact(_ type: InteractionType, on moment: String) {
    add(
      Interaction(
        id: .numbered(UInt64(90 + interactions.count)), schoolID: schools[0].id,
        familyID: ExampleFamily.samsFamily, type: type, direction: .outbound,
        occurredAt: Instant(moment) ?? ExampleFamily.now, loggedBy: ExampleFamily.sam))
  }

  mutating func setPlayer(_ change: (inout PlayerProfile) -> Void) {
    let stored = preferences.first {
      $0.personID == ExampleFamily.sam && $0.category == .player
    }
    var player = PlayerProfile(reading: stored?.value)
    change(&player)
    setPreference(.player, of: ExampleFamily.sam, to: .object(player.object))
  }
}

extension Stage {
  /// The kinds of the pages with which Dana has viewed Sam's data, oldest first.
  func visits() async throws -> [Open<ViewLogEntry.ItemType>] {
    try await backend.viewLog.views(of: ExampleFamily.sam, limit: 10).rows.reversed()
      .map(\.itemType)
  }
}
