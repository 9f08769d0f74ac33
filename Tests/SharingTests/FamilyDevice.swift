import Auth
import Basics
import CivilTime
import Domain
import Foundation
import HTTP
import JSON
import Persistence
import SQLBackend
import SQLite
import SharingTesting
import Supabase
import Synchronization

@testable import Sharing

/// A device of a family for tests: a folder with a data file, the person who uses it, and that
/// person's account on the server.
final class FamilyDevice: Sendable {
  let folder: String
  let account: Device
  let pageSize: Int
  private let state: State
  private let made = Mutex<SQLBackend?>(nil)
  /// For a second person who uses the file of another device: that device, which also deletes the
  /// folder. Nil for a device with a file of its own.
  private let owner: FamilyDevice?

  /// Creates a device with a new file.
  ///
  /// - Parameter account: the person's account, with a session for this device.
  init(_ account: Device, pageSize: Int = 500) throws {
    self.account = account
    self.pageSize = pageSize
    owner = nil
    folder = FileManager.default.temporaryDirectory.appending(path: "compass-\(UUID())").path
    try FileManager.default.copyItem(atPath: Self.empty.get(), toPath: folder)
    state = State(now: account.clock.now)
  }

  private static let emptyFolder = NSTemporaryDirectory() + "/compass-device-\(getpid())"

  /// The folder of a data file without people. It is made once and copied for each device, because
  /// making all tables takes longer than a copy.
  private static let empty = Result {
    try? FileManager.default.removeItem(atPath: emptyFolder)
    try FileManager.default.createDirectory(
      atPath: emptyFolder, withIntermediateDirectories: true)
    let file = SQLBackend.file(at: "\(emptyFolder)/compass.sqlite") { Instant(seconds: 0) }
    try file.read { _ in }
    file.close()
    atexit { try? FileManager.default.removeItem(atPath: FamilyDevice.emptyFolder) }
    return emptyFolder
  }

  /// Creates a device for a second person who uses the file of `computer` with their own account.
  init(_ account: Device, at computer: FamilyDevice) {
    self.account = account
    pageSize = computer.pageSize
    owner = computer
    folder = computer.folder
    state = State(now: account.clock.now)
  }

  /// What the device's data file asks. The file must not own the device, which would then never end.
  private final class State: Sendable {
    let person = Mutex<RecordID?>(nil)
    let now: Mutex<Instant>

    init(now: Instant) { self.now = Mutex(now) }
  }

  deinit {
    if owner == nil { try? FileManager.default.removeItem(atPath: folder) }
  }

  var path: String { "\(folder)/compass.sqlite" }

  var person: RecordID? {
    get { state.person.withLock { $0 } }
    set { state.person.withLock { $0 = newValue } }
  }

  func wait(seconds: Int64 = 60) {
    state.now.withLock { $0 = $0.adding(seconds: seconds) }
  }

  var backend: SQLBackend {
    made.withLock { [state] made in
      if let made { return made }
      let backend = SQLBackend(
        path: path,
        calendar: LocalCalendar(now: { state.now.withLock { $0 } }, zone: { .utc }),
        ids: Self.ids, random: { UInt64.random(in: .min ... .max) },
        acting: { state.person.withLock { $0 } })
      made = backend
      return backend
    }
  }

  static let ids = IDSource {
    .version4(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  var file: DataFile { backend.dataFile }

  func sharing() async throws -> Sharing {
    var sharing = Sharing(
      file, account.client, person: try await id(), files: backend.storedFiles, ids: Self.ids,
      pageSize: pageSize
    ) { self.account.clock.now }
    // If two syncs of one file run at once, the second one waits for the first, which may take long
    // on a busy machine.
    sharing.patience = .seconds(600)
    return sharing
  }

  func id() async throws -> RecordID { RecordID(try await account.id)! }

  @discardableResult
  func sync() async throws -> SyncOutcome { try await sharing().sync() }

  /// Connects the person's profile to their account and sends all its data, as the command `account
  /// connect` does.
  @discardableResult
  func connect(_ server: RunningServer) async throws -> SyncOutcome {
    let account = try await id()
    try Sharing.connect(
      file,
      Sharing.Connection(
        address: server.address, key: server.publicKey, account: account,
        email: self.account.email), profile: person, device: Self.ids.next())
    person = account
    return try await sync()
  }

  /// Returns the rows of a table as texts, in the order of their ids, so that two devices can be
  /// compared.
  func rows(_ table: String, where condition: String = "1") throws -> [String] {
    try file.read { connection in
      let columns = try connection.query(
        "SELECT name FROM pragma_table_info(?) ORDER BY name", table
      ) { row in try row.text(0) }
      let texts = columns.map { "quote(\($0))" }.joined(separator: " || ' | ' || ")
      return try connection.query(
        "SELECT \(texts) FROM \(table) WHERE \(condition) ORDER BY id"
      ) { row in try row.text(0) }
    }
  }

  func count(_ table: String) throws -> Int {
    try file.read { connection in
      try connection.one("SELECT count(*) FROM \(table)") { row in try row.int(0) }
    }
  }

  func value(_ sql: String) throws -> String? {
    try file.read { connection in
      try connection.query(sql) { row in try row.optionalText(0) }.first ?? nil
    }
  }

  /// Returns the items of the outbox (the changes to send) of all people who use the file.
  func allItems(_ state: Outbox.State) throws -> [Outbox.Item] {
    try file.read { connection in try Outbox(connection)?.items(state) ?? [] }
  }

  /// Returns the items of the outbox (the changes to send) of this person, or those of all people
  /// if `person` is nil.
  func items(_ state: Outbox.State) throws -> [Outbox.Item] {
    guard let person else { return try allItems(state) }
    return try file.read { connection in try Outbox(connection)?.items(state, of: person) ?? [] }
  }
}

extension Device {
  /// Returns another device that is signed in to the same account.
  func another(of server: RunningServer, http: HTTPClient = .direct) async throws -> Device {
    let device = try Device(server, email: email, http: http)
    _ = try await device.auth.signIn(email: email, password: Device.password)
    return device
  }
}
