public import Basics
public import Domain
import HTTP
import JSON
import Persistence
import Supabase

/// The files of documents. A file is sent before the document that names it, so a device that fetches the document finds the file. A file
/// never changes: another one has another id.
extension Sharing {
  /// Sends the files that the server lacks.
  func sendFiles(_ outcome: inout SyncOutcome) async throws(Problem) {
    let named = try files.named(person)
    let known = try filesThere()
    var there = known.intersection(named.map(\.file.id))
    let new = named.filter { $0.size != nil && !there.contains($0.file.id) }
    let answer = try await askAbout(new)
    there.formUnion(answer.there)
    for file in new {
      guard let part = answer.wanted[file.file.id] else { continue }
      if try await send(file, from: part) {
        there.insert(file.file.id)
        outcome.files.sent += 1
      } else {
        guard !needsFiles else { throw .noRoomForFile(file.file.name) }
        outcome.files.withoutRoom.append(file.file.name)
      }
    }
    if there != known { try remember(there) }
  }

  /// Fetches the files that are not here, apart from a sync.
  public func fetchFiles() async throws(Problem) {
    let lock = try await alone()
    defer { lock.end() }
    _ = try await fetchMissingFiles()
  }

  /// - Returns: how many files were fetched.
  func fetchMissingFiles() async throws(Problem) -> Int {
    let missing = try files.named(person).filter { $0.size == nil }
    let there = try await askAbout(missing).there
    var fetched: Set<RecordID> = []
    for file in missing where there.contains(file.file.id) {
      guard let bytes = try await content(of: file.file, of: file.athlete) else { continue }
      try files.store(file, bytes)
      fetched.insert(file.file.id)
    }
    if !fetched.isEmpty { try remember(try filesThere().union(fetched)) }
    return fetched.count
  }

  /// The size of a file at the server; nil if the server has no complete file.
  public func size(of file: KeptFile, of athlete: RecordID) async throws(Problem) -> Int? {
    try await callForFiles("compass_file", file.address(of: athlete))?["size"]?.int
  }

  /// A file at the server; nil if the server has no complete file, or one of another type than its name says.
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
    return KeptFileType(content: content) == file.type ? content : nil
  }

  // MARK: - Requests

  /// The server's answer about files.
  private struct AboutFiles {
    var there: Set<RecordID> = []
    /// The next part of each file that the server wants.
    var wanted: [RecordID: Int] = [:]
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
      for id in answer["there"]?.array ?? [] {
        if let id = id.string.flatMap({ RecordID($0) }) { about.there.insert(id) }
      }
      for one in answer["wanted"]?.array ?? [] {
        guard let id = one["file"]?.string.flatMap({ RecordID($0) }) else { continue }
        about.wanted[id] = one["part"]?.int
      }
    }
    return about
  }

  /// Sends the parts of a file.
  ///
  /// - Returns: false if the server has no room for it.
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

  /// Nil if the server is older than its functions for files.
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

  // MARK: - What the server has

  /// The files of this device that the server is known to have.
  private func filesThere() throws(Problem) -> Set<RecordID> {
    try read { _, outbox in
      let stored = try outbox.fact(Fact.filesThere, of: person)
      return Set((stored ?? "").split(separator: " ").compactMap { RecordID(String($0)) })
    }
  }

  private func remember(_ there: Set<RecordID>) throws(Problem) {
    try remember { outbox in
      let ids = there.map(\.description).sorted().joined(separator: " ")
      try outbox.setFact(Fact.filesThere, ids.isEmpty ? nil : ids, of: person)
    }
  }
}

extension KeptFile {
  /// The arguments by which the server finds the file.
  fileprivate func address(of athlete: RecordID) -> JSONObject {
    ["athlete": .string(athlete.description), "file": .string(id.description)]
  }
}

extension Problem {
  fileprivate static func noRoomForFile(_ name: String) -> Problem {
    Problem(
      .locked, "There is no room for “\(name)” on the server.",
      details: ["It keeps 200 MB of files for an athlete."],
      fix: "Delete documents whose files you no longer need, or add a link instead.")
  }
}
