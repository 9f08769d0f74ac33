import CivilTime
import Documents
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@testable import Archive

/// The feature over an archive that only remembers and answers, on 10 February 2026 at noon in New York's winter zone.
struct Stage: Sendable {
  static let now = Instant(seconds: 1_770_724_800)
  static let zone = Zone.fixed(minutes: -300)
  static let casey = RecordID.numbered(1)
  static let maria = RecordID.numbered(2)
  static let family = RecordID.numbered(3)
  static let athlete = Viewing(
    person: casey, role: .player, name: "Casey Shelton", athlete: casey,
    athleteName: "Casey Shelton", family: family)
  static let parent = Viewing(
    person: maria, role: .parent, name: "Maria Shelton", athlete: casey,
    athleteName: "Casey Shelton", family: family)

  let viewing: Viewing
  let archive: FakeArchive
  var files: [String: [UInt8]] = [:]
  /// What is remembered on this machine.
  let remembered = Remembered()
  /// Bytes that come at once from a file.
  var portion = 65_536

  init(
    as viewing: Viewing = Stage.athlete, archive: FakeArchive = FakeArchive(),
    files: [String: String] = [:], portion: Int = 65_536
  ) {
    self.viewing = viewing
    self.archive = archive
    self.files = files.mapValues { Array($0.utf8) }
    self.portion = portion
  }

  var feature: ArchiveFeature {
    let family = FamilyContextClient(
      current: { [viewing] () throws(Problem) in viewing },
      athletes: { () throws(Problem) in [] }, switchTo: { [viewing] _ throws(Problem) in viewing },
      logView: { _, _, _ in })
    return ArchiveFeature(
      Dependencies.testing("Archive").providing(LocalCalendar.fixed(Self.now, Self.zone))
        .providing(family).providing(archive.gateway).providing(remembered.gateway)
        .providing(FileReading.holding(files, portion: portion)))
  }

  func store() -> TestStore<ArchiveFeature> { TestStore(feature) }

  /// What a command line of a user comes to: what was told, after everything has settled.
  func told(_ line: String) async throws -> [Outcome<ArchiveFeature.Action>] {
    let told = Mutex<[Outcome<ArchiveFeature.Action>]>([])
    let box = Told(told: told)
    let store = Store(feature)
    store.onOutcome { box.append($0) }
    let action = try await feature.action(for: line, now: Self.now, zone: Self.zone)
    await store.send(action).settled()
    return box.all
  }

  func page(_ line: String) async throws -> Page {
    let store = Store(feature)
    let action = try await feature.action(for: line, now: Self.now, zone: Self.zone)
    await store.send(action).settled()
    return feature.page(store.state, in: Self.context)
  }

  /// The bytes of the one file that the line makes.
  func file(_ line: String) async throws -> (artifact: Artifact, text: String) {
    let artifact = try #require(try await told(line).artifacts.first)
    return (artifact, try await artifact.collectedText())
  }

  static let context = PageContext(now: now, zone: zone, viewer: Viewer(name: "Casey"))
}

/// The preferences of one machine.
final class Remembered: Sendable {
  private let values = Mutex<[String: String]>([:])

  var gateway: DevicePreferencesGateway {
    DevicePreferencesGateway {
      $0.value = { key throws(Problem) in self.values.withLock { $0[key] } }
      $0.set = { key, value throws(Problem) in self.values.withLock { $0[key] = value } }
    }
  }
}

private final class Told: Sendable {
  private let told: Mutex<[Outcome<ArchiveFeature.Action>]>

  init(told: consuming Mutex<[Outcome<ArchiveFeature.Action>]>) { self.told = told }

  func append(_ outcome: Outcome<ArchiveFeature.Action>) { told.withLock { $0.append(outcome) } }

  var all: [Outcome<ArchiveFeature.Action>] { told.withLock { $0 } }
}

extension Reference {
  static func school(_ number: UInt64, _ name: String) -> Reference {
    Reference(kind: .school, id: .numbered(100 + number), handle: "s\(number)", title: name)
  }

  static let casey = Reference(
    kind: .person, id: Stage.casey, handle: "p1", title: "Casey Shelton")
}

extension Page {
  /// Every row of every list, in reading order.
  var rows: [Row] { blocks.flatMap(\.rows) }
}

extension Block {
  fileprivate var rows: [Row] {
    switch self {
    case .list(let list): list.rows
    case .section(let section): section.blocks.flatMap(\.rows)
    default: []
    }
  }
}
