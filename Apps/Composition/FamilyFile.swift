package import Auth
import CivilTime
package import Conversation
import Domain
package import FeatureKit
import Persistence
import SQLBackend
import SharedFile
package import ShellHost
import Synchronization

/// One family's folder while this process has it open; all visits share this object.
///
/// It holds no data of a person. The visitor, and everything that depends on the visitor, is
/// created for each visit.
package final class FamilyFile: Sendable {
  let folder: DataFolder
  let home: String?
  let clock: WallClock
  /// Makes the ids of new records.
  let ids: IDSource
  /// The time zone of days if neither the visitor nor a setting names one.
  let usualZone: Zone
  let data: DataFile
  /// Whether this process has tried to continue an interrupted erasure.
  let unfinished = FirstTime()
  private let running = Mutex<BackgroundSync?>(nil)

  /// Creates the value without opening a file: the file is opened when it is first read.
  convenience init(
    _ options: GlobalOptions, environment: Environment, clock: WallClock? = nil,
    ids: IDSource = Machine.ids, readers: Int? = nil
  ) throws(Problem) {
    var folder = try DataFolder(options.dataFolder, environment: environment)
    // The made-up family stays apart from a family's own data, unless the person names a folder for it.
    if options.demo, options.dataFolder == nil { folder = DataFolder(at: folder.madeUp) }
    self.init(
      folder: folder,
      home: environment["HOME"], clock: clock ?? Machine.clock(standingAt: options.now), ids: ids,
      usualZone: .local(variable: environment["TZ"]), readers: readers)
  }

  /// - Parameter readers: how many visits may read at once, on the file's own threads; nil for a
  ///   single command, which reads alone and starts no thread.
  init(
    folder: DataFolder, home: String?, clock: WallClock, ids: IDSource, usualZone: Zone,
    readers: Int? = nil
  ) {
    self.folder = folder
    self.home = home
    self.clock = clock
    self.ids = ids
    self.usualZone = usualZone
    data = SQLBackend.file(at: folder.file, readers: readers) { clock.now() }
  }

  /// The background sync while a prompt or pages are open; a single command sends its changes and ends.
  var backgroundSync: BackgroundSync? { running.withLock { $0 } }

  func syncInBackground(_ sharing: @escaping @Sendable () -> QuietSync) {
    running.withLock { $0 = BackgroundSync(sharing) }
  }

  /// Opens another folder of the same computer, for as many readers.
  func elsewhere(_ folder: String, readers: Int) -> FamilyFile {
    FamilyFile(
      folder: DataFolder(at: folder), home: home, clock: clock, ids: ids, usualZone: usualZone,
      readers: readers)
  }

  /// Begins a visit with its own features, person, athlete and zone. The visit lives as long as it
  /// is referenced.
  package func visit(_ visitor: Visitor) -> Visit { Program(self, visitor).visit() }

  /// A number that changes with every write, in this process or in another one. An open page is out
  /// of date when the number has changed.
  package func revision() -> Int64? { try? data.revision() }

  /// The profiles that can sign in here.
  package func profiles() async throws(Problem) -> [Profile] {
    guard try folder.hasFile() else { return [] }
    return try await Program(self, .onDevice()).backend.credentials.profiles()
  }

  /// Closes the file until its next use.
  package func close() { data.close() }
}

/// The folders that this process has open, each once: asking for an open folder returns the same object.
package final class FamilyFiles: Sendable {
  private let open = Mutex<[String: OpenFile]>([:])

  private struct OpenFile {
    weak var file: FamilyFile?
  }

  package init() {}

  /// How many visits of one family read at once. Most pages read from memory, so more readers would only wait for processors.
  static let readers = 4

  /// The file of the folder that the options name.
  package func file(
    _ options: GlobalOptions, environment: Environment
  ) throws(Problem) -> FamilyFile {
    let made = try FamilyFile(options, environment: environment, readers: Self.readers)
    let key = made.data.resolvedPath
    return open.withLock { open in
      if let known = open[key]?.file { return known }
      open = open.filter { $0.value.file != nil }
      open[key] = OpenFile(file: made)
      return made
    }
  }

  /// The number of files that are open.
  package var count: Int { open.withLock { $0.values.count { $0.file != nil } } }
}
