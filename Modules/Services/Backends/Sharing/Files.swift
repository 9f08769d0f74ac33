public import Basics
public import Domain
import HTTP
import JSON
import Persistence
import Supabase

/// The sync of documents' files. A document's file is sent before the document that names it, so
/// that a device that fetches the document finds the file. A file never changes: a new version has
/// a new id.
extension Sharing {
  /// Sends the documents' files that the server lacks.
  func sendFiles(_ outcome: inout SyncOutcome) async throws(Problem) {
    let named = try files.named(person)
    let known = try noted(Fact.filesThere)
    // The server deletes a file that no document refers to. It may have deleted a file because it
    // has not received the file's document yet. So this device asks the server again about the
    // files that unsent changes name.
    let certain = try known.subtracting(namedByWaitingChanges(known))
    var there = certain.intersection(named.map(\.file.id))
    let new = named.filter { $0.size != nil && !there.contains($0.file.id) }
    let answer = try await askAbout(new)
    there.formUnion(answer.there)
    outcome.files.withoutRoom = []
    for file in new where !there.contains(file.file.id) {
      var isFull = answer.full.contains(file.file.id)
      if let part = answer.wanted[file.file.id], !isFull {
        do throws(Problem) {
          isFull = try await !send(file, from: part)
          if !isFull {
            there.insert(file.file.id)
            outcome.files.sent += 1
          }
        } catch {
          // A failure to send one file does not end the sync of everything else, and the outcome
          // names the file. The sync ends only if the server cannot be reached, if the person is
          // signed out, or if the caller needs every file to be sent.
          guard !needsFiles, ![.offline, .signInNeeded].contains(error.cause) else { throw error }
          outcome.files.notSent.append(file.file.name)
        }
      }
      guard isFull else { continue }
      if needsFiles { throw .noRoomForFile(file.file.name) }
      outcome.files.withoutRoom.append(file.file.name)
    }
    if there != known { try note(there, Fact.filesThere) }
    if needsFiles, new.contains(where: { !there.contains($0.file.id) }) { throw .fileNotTaken }
  }

  /// Fetches the documents' files that are not on this device. If the server did not have a file,
  /// this device asks again only after it has fetched something new.
  ///
  /// Two processes may do this at the same time, because a file is stored as a whole and never
  /// changes.
  ///
  /// - Returns: how many files were fetched.
  @discardableResult
  public func fetchFiles() async throws(Problem) -> Int {
    let (cursors, absent, unusable) = try read { _, outbox in
      (
        try outbox.cursors(of: person), try outbox.files(Fact.filesAbsent, of: person),
        try outbox.files(Fact.filesUnusable, of: person)
      )
    }
    let missing = try files.named(person).filter { named in
      let id = named.file.id
      return named.size == nil && !absent.contains(id) && !unusable.contains(id)
    }
    let answer = try await askAbout(missing)
    let there = answer.there
    if answer.tells {
      let lacking = absent.union(missing.map(\.file.id)).subtracting(there)
      try remember { outbox in
        // If another program has fetched new rows since this program asked the server, the answer
        // about missing files may be out of date, so it is not stored.
        guard try outbox.cursors(of: person) == cursors else { return }
        try outbox.setFiles(lacking, Fact.filesAbsent, of: person)
      }
    }
    var count = 0
    for file in missing where there.contains(file.file.id) {
      do throws(Problem) {
        guard let bytes = try await content(of: file.file, of: file.athlete) else { continue }
        try files.store(file, bytes)
        try note(try noted(Fact.filesThere).union([file.file.id]), Fact.filesThere)
        count += 1
      } catch {
        guard error == .fileIsOtherwise else { throw error }
        // The content has another type than the document says. The file is noted as unusable, so
        // that later syncs do not fetch it again.
        try note(try noted(Fact.filesUnusable).union([file.file.id]), Fact.filesUnusable)
      }
    }
    return count
  }

  /// Returns the size of a document's file on the server; nil if the server does not have the
  /// complete file.
  public func size(of file: KeptFile, of athlete: RecordID) async throws(Problem) -> Int? {
    try await callForFiles("compass_file", file.address(of: athlete))?["size"]?.int
  }

  /// Returns the content of a file on the server; nil if the server does not have the complete
  /// file.
  ///
  /// - Throws: `fileIsOtherwise` if the content has another type than the document says.
  public func content(of file: KeptFile, of athlete: RecordID) async throws(Problem) -> [UInt8]? {
    var content: [UInt8] = []
    var size = 1
    while content.count < size {
      var asked = file.address(of: athlete)
      asked["part"] = JSONValue(content.count / KeptFile.partSize)
      guard let answer = try await callForFiles("compass_file", asked), !answer.isNull else {
        return nil
      }
      guard let whole = answer["size"]?.int, (1...KeptFile.mostBytes).contains(whole),
        let bytes = answer["bytes"]?.string.flatMap({ Base64URL.bytes($0) }),
        bytes.count == min(KeptFile.partSize, whole - content.count)
      else { throw .notAnAnswer }
      size = whole
      content += bytes
    }
    guard KeptFileType(content: content) == file.type else { throw .fileIsOtherwise }
    return content
  }

  // MARK: - Asking for files and sending them

  /// The server's answer to the question which of some documents' files it has. `there` contains
  /// the files that the server has completely.
  private struct AboutFiles {
    var there: Set<RecordID> = []
    /// The number of the next part that the server needs of each incomplete file. A file is sent in
    /// several parts.
    var wanted: [RecordID: Int] = [:]
    /// The files for which the server has no space left.
    var full: Set<RecordID> = []
    /// Whether the server reports a change when it has received one of the missing files, so that
    /// this device need not ask again before. Older servers do not report it.
    var tells = false
  }

  private static let mostAtOnce = 1_000

  private func askAbout(_ named: [NamedFile]) async throws(Problem) -> AboutFiles {
    var about = AboutFiles()
    for start in stride(from: 0, to: named.count, by: Self.mostAtOnce) {
      let some = named[start..<min(named.count, start + Self.mostAtOnce)]
      let asked = some.map { file -> JSONValue in
        var object = file.file.address(of: file.athlete)
        object["size"] = file.size.map { JSONValue($0) }
        return .object(object)
      }
      guard let answer = try await callForFiles("compass_files", ["files": .array(asked)]) else {
        return about
      }
      about.there.formUnion(Self.ids(answer["there"]))
      about.full.formUnion(Self.ids(answer["full"]))
      about.tells = answer["tells"]?.bool == true
      for one in answer["wanted"]?.array ?? [] {
        guard let id = one["file"]?.string.flatMap({ RecordID($0) }) else { continue }
        about.wanted[id] = one["part"]?.int
      }
    }
    return about
  }

  private static func ids(_ list: JSONValue?) -> [RecordID] {
    (list?.array ?? []).compactMap { $0.string.flatMap { RecordID($0) } }
  }

  /// Sends the parts of a file.
  ///
  /// - Returns: false if the server has no space left for the file.
  private func send(_ file: NamedFile, from first: Int) async throws(Problem) -> Bool {
    var next = first
    while true {
      var part = file.file.address(of: file.athlete)
      part["size"] = file.size.map { JSONValue($0) }
      part["part"] = JSONValue(next)
      part["bytes"] = .string(Base64URL.text(try files.part(file, next)))
      let answer = try await call("compass_keep_file", part)
      if answer["full"]?.bool == true { return false }
      guard let wanted = answer["next"] else { throw .notAnAnswer }
      if wanted.isNull { return true }
      guard let part = wanted.int, part > next else { throw .notAnAnswer }
      next = part
    }
  }

  /// Calls a function of the server that is about documents' files. Returns nil if the server is of
  /// an older version without such functions.
  private func callForFiles(
    _ function: String, _ arguments: JSONObject
  ) async throws(Problem) -> JSONValue? {
    do throws(SupabaseFailure) {
      return try await ask(function, arguments)
    } catch .refused(let refusal) where refusal.status == .notFound {
      return nil
    } catch {
      throw error.problem
    }
  }

  // MARK: - The ids of files that are stored for an account

  /// Returns the ids of documents' files that this account has stored under a key of `Fact`, such
  /// as `filesThere` for those that the server has.
  private func noted(_ fact: String) throws(Problem) -> Set<RecordID> {
    try read { _, outbox in try outbox.files(fact, of: person) }
  }

  private func note(_ files: Set<RecordID>, _ fact: String) throws(Problem) {
    try remember { outbox in try outbox.setFiles(files, fact, of: person) }
  }

  /// Returns those of the files whose ids occur in unsent changes. Before a first upload the result
  /// is all files, because no document was sent yet.
  private func namedByWaitingChanges(_ files: Set<RecordID>) throws(Problem) -> Set<RecordID> {
    if try isUploading() { return files }
    return try read { _, outbox in
      guard try outbox.count(.waiting, of: person) > 0 else { return [] }
      return try files.filter { try outbox.isNamed($0.description, by: .waiting) }
    }
  }
}

extension Outbox {
  fileprivate func files(_ fact: String, of account: RecordID) throws -> Set<RecordID> {
    let stored = try self.fact(fact, of: account)
    return Set((stored ?? "").split(separator: " ").compactMap { RecordID(String($0)) })
  }

  fileprivate func setFiles(
    _ files: Set<RecordID>, _ fact: String, of account: RecordID
  ) throws {
    let ids = files.map(\.description).sorted().joined(separator: " ")
    try setFact(fact, ids.isEmpty ? nil : ids, of: account)
  }
}

extension KeptFile {
  /// Returns the arguments that identify the file in calls to the server.
  fileprivate func address(of athlete: RecordID) -> JSONObject {
    ["athlete": .string(athlete.description), "file": .string(id.description)]
  }
}

extension Problem {
  fileprivate static func noRoomForFile(_ name: String) -> Problem {
    Problem(
      .locked, "There is no room for “\(name)” on the server.",
      details: ["It keeps 200 MB of files for an athlete."],
      fix:
        "Add a link instead, or delete documents whose files you no longer need. Their room is free a day later."
    )
  }

  fileprivate static let fileNotTaken = Problem(.refused, "The server did not take a file.")
}
