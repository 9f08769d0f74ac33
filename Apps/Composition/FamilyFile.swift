package import Auth
import CivilTime
package import Conversation
import Domain
package import FeatureKit
import Persistence
import SQLBackend
package import ShellHost
import Synchronization

/// One family's folder as this process has it open: what all visits to it share.
///
/// It knows no person. Who visits, and everything that follows from it, is made anew for each visit.
package final class FamilyFile: Sendable {
  let folder: DataFolder
  let home: String?
  let clock: WallClock
  /// Where new records get their ids from.
  let ids: IDSource
  /// Where days are reckoned when neither the visitor nor a setting says.
  let usualZone: Zone
  let data: DataFile
  /// Whether an erasure that was interrupted has been gone on with.
  let unfinished = FirstTime()
  private let inTouch = Mutex<KeptInTouch?>(nil)

  /// Making it opens nothing: the file opens at the first question to it.
  convenience init(
    _ options: GlobalOptions, environment: Environment, clock: WallClock? = nil,
    ids: IDSource = Machine.ids, readers: Int? = nil
  ) throws(Problem) {
    self.init(
      folder: try DataFolder(options.dataFolder, environment: environment),
      home: environment["HOME"], clock: clock ?? Machine.clock(standingAt: options.now), ids: ids,
      usualZone: .local(variable: environment["TZ"]), readers: readers)
  }

  /// - Parameter readers: how many visits may read at once, on threads of the file's own; nil for a single command, which
  ///   has it for itself and starts no thread.
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

  /// Where a prompt or pages are open; a single command sends what it wrote and is gone.
  var touch: KeptInTouch? { inTouch.withLock { $0 } }

  func keepInTouch(_ sharing: @escaping @Sendable () -> QuietSharing) {
    inTouch.withLock { $0 = KeptInTouch(sharing) }
  }

  /// Another folder of the same computer, opened for as many.
  func elsewhere(_ folder: String, readers: Int) -> FamilyFile {
    FamilyFile(
      folder: DataFolder(at: folder), home: home, clock: clock, ids: ids, usualZone: usualZone,
      readers: readers)
  }

  /// One visit: features, person, athlete and zone of its own. It is gone when nobody holds it any more.
  package func visit(_ visitor: Visitor) -> Visit { Program(self, visitor).visit() }

  /// Changes when anybody wrote, in this process or another: an open page is then out of date.
  package func revision() -> Int64? { try? data.revision() }

  /// Who can sign in here.
  package func profiles() async throws(Problem) -> [Profile] {
    guard try folder.hasFile() else { return [] }
    return try await Program(self, .onDevice()).backend.credentials.profiles()
  }

  /// Closes the file until its next use.
  package func close() { data.close() }
}

/// The folders that this process has open, each once: whoever asks for one that is open gets it.
package final class FamilyFiles: Sendable {
  private let open = Mutex<[String: OpenFile]>([:])

  private struct OpenFile {
    weak var file: FamilyFile?
  }

  package init() {}

  /// How many visits of one family read at once. What a page reads is in memory mostly, so more would only wait for processors.
  static let readers = 4

  /// The folder that the options name.
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

  /// How many are open.
  package var count: Int { open.withLock { $0.values.count { $0.file != nil } } }
}
