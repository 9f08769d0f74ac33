import Auth
import Basics
import CivilTime
import Domain
import Foundation
import HTTP
import Persistence
import SQLBackend
import SharingTesting
import Synchronization

@testable import SharedFile

/// A family's computer in a test: a folder with one data file, the stored secrets, and the person
/// who is signed in.
final class Computer: Sendable {
  let folder: String
  let secrets = SecretShelf()
  private let person = Mutex<RecordID?>(nil)
  private let stops = Mutex(0)
  private let made = Mutex<SQLBackend?>(nil)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "computer-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var path: String { folder + "/compass.sqlite" }
  /// The person who is signed in to the program.
  var signedIn: RecordID? {
    get { person.withLock { $0 } }
    set { person.withLock { $0 = newValue } }
  }
  /// The number of times that the background sync was stopped.
  var stopped: Int { stops.withLock { $0 } }

  var backend: SQLBackend {
    made.withLock { made in
      if let made { return made }
      let backend = SQLBackend(
        path: path, calendar: LocalCalendar(now: { Self.now() }, zone: { .utc }), ids: Self.ids,
        random: { UInt64.random(in: .min ... .max) },
        acting: { [unowned self] in signedIn })
      made = backend
      return backend
    }
  }

  private static func now() -> Instant {
    Instant(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000))
  }

  static let ids = IDSource {
    .version4(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  func shared(
    isMadeUp: Bool = false, http: HTTPClient = .direct, named computer: String? = nil
  ) -> SharedFile {
    SharedFile(
      backend,
      SharedFile.Host(
        path: path, isMadeUp: isMadeUp,
        hasFile: { [path] in FileManager.default.fileExists(atPath: path) },
        person: SharedFile.SignedInHere(
          confirmed: { self.signedIn }, become: { _, new in self.signedIn = new }, lookAgain: {}),
        secrets: secrets.store, http: http, computer: computer, ids: Self.ids,
        now: { Self.now() }, machineTime: { Self.now() },
        stopBackgroundSync: { self.stops.withLock { $0 += 1 } }))
  }

  /// Creates a profile in the file and signs in as this person.
  @discardableResult
  func begin(_ role: UserRole = .player, _ name: String = "Sam Lee") async throws -> RecordID {
    let account = NewAccount(
      role: role, name: name, graduationYear: role == .player ? 2028 : nil)
    let made = try await backend.people.createAccount(account).person.id
    signedIn = made
    if role == .player { _ = try await backend.families.create(named: "The Lees") }
    return made
  }

  func request(
    _ server: RunningServer, _ email: String, address: String? = nil,
    password: SecretText = Device.password, key: String? = nil
  ) -> ConnectRequest {
    ConnectRequest(
      address: address ?? server.address, key: key ?? server.publicKey, email: email,
      password: password)
  }
}

/// A replacement for the system's store of secrets, such as session tokens: it keeps them in
/// memory, each under a name.
final class SecretShelf: Sendable {
  private let kept = Mutex<[String: SecretText]>([:])

  var names: [String] { kept.withLock { $0.keys.sorted() } }

  var store: SecretStore {
    SecretStore {
      $0.read.implement { name in self.kept.withLock { $0[name] } }
      $0.save.implement { name, secret in self.kept.withLock { $0[name] = secret } }
      $0.remove.implement { name in self.kept.withLock { $0[name] = nil } }
    }
  }
}
