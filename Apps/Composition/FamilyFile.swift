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

/// One family's data folder while this process has it open.
///
/// All visits of the family share this object. A visit is one person's use of the data, such as one
/// request of a browser. The object stores no data of a person: everything that depends on the
/// visitor is created for each visit.
package final class FamilyFile: Sendable {
  let folder: DataFolder
  let home: String?
  let clock: WallClock
  /// Makes the ids of new records. In a replay of a recorded session these are the ids of that
  /// session.
  let ids: IDSource
  /// The time zone in which days begin if neither the person nor a setting names one.
  let usualZone: Zone
  let data: DataFile
  /// Lets only one visit (one person's use of the data) of this process try to continue an
  /// interrupted erasure.
  let unfinished = FirstTime()
  private let running = Mutex<BackgroundSync?>(nil)

  /// Creates the value without opening the file; the first read opens it.
  convenience init(
    _ options: GlobalOptions, environment: Environment, clock: WallClock? = nil,
    ids: IDSource = Machine.ids, readers: Int? = nil
  ) throws(Problem) {
    var folder = try DataFolder(options.dataFolder, environment: environment)
    // The example family of `--demo` has a folder of its own, apart from the real data, unless the
    // options name a folder.
    if options.demo, options.dataFolder == nil { folder = DataFolder(at: folder.madeUp) }
    self.init(
      folder: folder,
      home: environment["HOME"], clock: clock ?? Machine.clock(fixedAt: options.now), ids: ids,
      usualZone: .local(variable: environment["TZ"]), readers: readers)
  }

  /// - Parameter readers: the number of threads that read the file, which many visitors then share;
  ///   nil for a single command, which reads on its own thread.
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

  /// The background sync, which runs while a prompt or pages are open; nil in a process that runs a
  /// single command.
  var backgroundSync: BackgroundSync? { running.withLock { $0 } }

  func syncInBackground(_ sharing: @escaping @Sendable () -> QuietSync) {
    running.withLock { $0 = BackgroundSync(sharing) }
  }

  /// Returns the file of another data folder of this computer, such as that of the example family.
  ///
  /// - Parameter readers: the number of threads that read the file.
  func elsewhere(_ folder: String, readers: Int) -> FamilyFile {
    FamilyFile(
      folder: DataFolder(at: folder), home: home, clock: clock, ids: ids, usualZone: usualZone,
      readers: readers)
  }

  /// Begins a visit: the access of one person to the data of one athlete in this data file. Every
  /// visit has its own time zone and its own copies of the program's features, so visits do not
  /// affect each other. A visit ends when the program no longer holds a reference to it.
  package func visit(_ visitor: Visitor) -> Visit { Program(self, visitor).visit() }

  /// Returns a number that changes with every write of any process; nil if the file cannot be read.
  /// An open page is out of date when the number has changed.
  package func revision() -> Int64? { try? data.revision() }

  /// Returns whether the family has a data file. If this process has the file open, the answer is
  /// true even if the file was moved or deleted since: reading it then fails, instead of creating
  /// an empty file.
  func hasFile() throws(Problem) -> Bool {
    if data.isOpen { return true }
    return try folder.hasFile()
  }

  /// Returns the profiles with which people can sign in on this computer, one for each person.
  package func profiles() async throws(Problem) -> [Profile] {
    guard try hasFile() else { return [] }
    return try await Program(self, .onDevice()).backend.credentials.profiles()
  }

  /// Closes the file; its next use opens it again.
  package func close() { data.close() }
}

/// The data files of families that this process has open. Each data folder is opened once. All
/// visits of its family (a visit is one person's use, such as a browser's request) share one
/// `FamilyFile`.
package final class FamilyFiles: Sendable {
  private let open = Mutex<[String: OpenFile]>([:])

  private struct OpenFile {
    weak var file: FamilyFile?
  }

  package init() {}

  /// The number of threads that read one family's file. Most reading finds the data in memory, so
  /// more threads would only wait for processors.
  static let readers = 4

  /// Returns the family's file in the data folder that the options name. If this process has that
  /// folder open already, the result is the existing object.
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

  /// The number of family files that are open.
  package var count: Int { open.withLock { $0.values.count { $0.file != nil } } }
}
