import Composition
import Documents
import Domain
import FeatureKit
import Glibc
import HTTP
import JSON
import SQLite
import SharingServer
import Synchronization
import Threads
import WebHost

/// The data files of the people who use this server's pages, one for each person.
final class PersonFiles: Sendable {
  private let ground: PagesGround
  private let assets: AssetStore
  let origin: Mutex<WebOrigin>
  private let threads = WorkThreads(most: 8)
  private let known = Mutex<[RecordID: PersonFile]>([:])
  private let folder: String
  /// The descriptor of the file lock on the folder. The lock prevents two servers from using the
  /// same folder. The operating system releases it when the process ends.
  private let claim: Int32
  private let rounds = Rounds()

  /// The time after which a file that no request has used is removed.
  private static let kept = Duration.seconds(24 * 3_600)
  private static let rhythm = Duration.seconds(600)
  /// The interval at which the database is asked whether data has changed for the people whose
  /// pages are open.
  private static let rhythmOfNews = Duration.seconds(1)

  /// Locks the folder in which this process keeps one data file for each person, and removes the
  /// data files that an earlier process left there.
  ///
  /// Such a data file is a copy of the person's data in the server's database. After a restart the
  /// copy cannot be trusted: it may lack newer changes of the database, or contain changes that
  /// the server never accepted.
  init(_ ground: PagesGround, assets: AssetStore, origin: WebOrigin) throws {
    self.ground = ground
    self.assets = assets
    self.origin = Mutex(origin)
    folder = ground.settings.folder
    do {
      try SystemFile.makePrivateFolder(folder)
    } catch {
      throw Problem(.failed, "\(folder) could not be made for the pages.")
    }
    guard chmod(folder, 0o700) == 0 else {
      throw Problem(.failed, "\(folder) belongs to another user.", fix: "Name another “folder”.")
    }
    claim = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard claim >= 0, flock(claim, LOCK_EX | LOCK_NB) == 0 else {
      throw Problem(
        .conflict, "Another server has \(folder) for its pages.",
        fix: "Give each server a “folder” of its own.")
    }
    Self.empty(folder)
  }

  deinit { Glibc.close(claim) }

  func begin(_ sessions: PageSessions) {
    rounds.begin(every: Self.rhythm) { [weak self] in await self?.removeUnused() }
    rounds.begin(every: Self.rhythmOfNews) { [weak self, sessions] in
      await self?.hearNews(sessions)
    }
  }

  /// Fetches, for people whose pages are open, the changes that they or others made on other
  /// devices, so that the pages refresh.
  private func hearNews(_ sessions: PageSessions) async {
    let watched = known.withLock { $0.filter { $0.value.isWatched } }
    guard !watched.isEmpty, let reached = try? await sessions.reached(Array(watched.keys)) else {
      return
    }
    for (person, file) in watched {
      if let now = reached[person] { await file.hear(now) }
    }
  }

  func answer(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    try await use(signedIn.person) { file in
      try await file.answer(request, signedIn, host(of: file))
    }
  }

  /// Stores the form that a person filled in while signed out, and returns the address of the page
  /// that shows it again.
  ///
  /// - Parameter name: the name of the form in that address; nil for a new one.
  func keep(
    _ written: Fields, for signedIn: SignedInPerson, as name: String? = nil
  ) throws -> RequestTarget? {
    let file = take(signedIn.person)
    defer { file.release() }
    let host = host(of: file)
    host.admit(signedIn)
    return try host.keep(written, for: signedIn.session, as: name)
  }

  /// Returns whether this server has a form that `keep` stored under the name.
  func hasForm(_ name: String, for signedIn: SignedInPerson) -> Bool {
    let file = take(signedIn.person)
    defer { file.release() }
    return host(of: file).hasForm(name, for: signedIn.session)
  }

  private func host(of file: PersonFile) -> WebHost {
    file.host(assets: assets, threads: threads, origin: origin.withLock { $0 })
  }

  func calendar(_ reader: SignedInPerson) async throws -> CalendarFile {
    try await use(reader.person) { try await $0.calendar(reader) }
  }

  /// Answers a program's request by calling a closure with the services (the functions that read
  /// and write) of the caller's data file.
  func answer(
    _ caller: SignedInPerson, sendsMail: Bool = false,
    _ work: @escaping @Sendable (Dependencies) async throws(Problem) -> JSONValue
  ) async throws -> JSONValue {
    try await use(caller.person) { try await $0.answer(caller, sendsMail: sendsMail, work) }
  }

  /// Does a person's daily work and returns the unread notifications. Daily work is done for all
  /// people, so a file that was opened only for this work is removed afterwards.
  func unread(_ reader: SignedInPerson) async throws -> AccountFile.Unread {
    let isKept = known.withLock { $0[reader.person] != nil }
    let unread: Result<AccountFile.Unread, any Error>
    do {
      unread = .success(try await use(reader.person) { try await $0.unread(reader) })
    } catch {
      unread = .failure(error)
    }
    if !isKept { await removeUnused(reader.person) }
    return try unread.get()
  }

  /// Removes a person's file, unless a request uses it or a browser has asked for its pages.
  private func removeUnused(_ person: RecordID) async {
    let unused = known.withLock { known -> PersonFile? in
      guard let file = known[person], file.isIdle, !file.hasBrowser else { return nil }
      return known.removeValue(forKey: person)
    }
    await unused?.remove()
  }

  private func use<Value>(
    _ person: RecordID, _ work: (PersonFile) async throws -> Value
  ) async rethrows -> Value {
    let file = take(person)
    defer { file.release() }
    return try await work(file)
  }

  /// Returns the file of a person for one use, after closing other files if too many are open. The
  /// file is neither closed nor removed before it is released.
  private func take(_ person: RecordID) -> PersonFile {
    let file = known.withLock { known in
      let file = known[person] ?? PersonFile(person, ground, parent: folder)
      known[person] = file
      file.retain()
      return file
    }
    closeOthers(than: file)
    return file
  }

  /// Sends the changes that are still in a person's file. This must happen before the person's
  /// session ends, because sending needs the session.
  func sendRest(of person: RecordID) async {
    await known.withLock { $0[person] }?.sendRest()
  }

  /// Closes and deletes the data file that this server keeps for the person. The file is a copy of
  /// the person's data in the server's database, and this function does not change the database.
  func remove(_ person: RecordID) async {
    let file = known.withLock { $0.removeValue(forKey: person) }
    await file?.remove()
  }

  /// Tells the open pages of a browser that its session has ended.
  func dismiss(_ session: String) {
    for file in known.withLock({ Array($0.values) }) { file.dismiss(session) }
  }

  func closeAll() async {
    for file in known.withLock({ Array($0.values) }) { await file.remove() }
    Self.empty(folder)
  }

  /// The number of files that are open, and the number of people who have a file.
  var counts: (open: Int, all: Int) {
    let files = known.withLock { Array($0.values) }
    return (files.count { $0.isOpen }, files.count)
  }

  /// Closes the files that have been unused for the longest time, so that the number of open files
  /// stays within its limit when this file opens.
  private func closeOthers(than file: PersonFile) {
    guard !file.isOpen else { return }
    let open = known.withLock { known in
      known.values.filter { $0 !== file && $0.isOpen }
    }
    let tooMany = open.count - ground.settings.openFiles + 1
    guard tooMany > 0 else { return }
    for other in open.filter(\.isIdle).sorted(by: { $0.unusedSince < $1.unusedSince })
      .prefix(tooMany)
    {
      other.close()
    }
  }

  func removeUnused(at now: ContinuousClock.Instant = .now) async {
    let old = known.withLock { known in
      let old = known.values.filter { $0.isIdle && $0.unusedSince.duration(to: now) > Self.kept }
      for file in old { known[file.person] = nil }
      return old
    }
    for file in old {
      await file.sendRest()
      await file.remove()
    }
  }

  // MARK: - Removing files from the server's folder

  private static func empty(_ folder: String) {
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = name(of: entry)
      if name.hasPrefix("file-") || name.hasPrefix("upload-") { remove(folder + "/" + name) }
    }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }

  /// Removes a file, or a folder with its content. Symbolic links need no care, because only this
  /// process creates files in the folder, and it creates no links.
  static func remove(_ path: String) {
    if let listing = opendir(path) {
      while let entry = readdir(listing) {
        let name = name(of: entry)
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(listing)
    }
    _ = Glibc.remove(path)
  }
}
