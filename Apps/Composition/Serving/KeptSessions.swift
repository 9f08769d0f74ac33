import Auth
import AuthLive
import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Synchronization
import WebHost

extension SessionMemory {
  /// Returns a store for browser sessions, which writes them into a table of the family's data file
  /// that is not shared with other devices. The sessions thus survive a restart of the server.
  ///
  /// Each session is one line: the digest of its cookie, the time of its last use, and its values,
  /// encrypted with the cookie. A person who can only read the file can neither use nor decrypt a
  /// line.
  static func kept(
    in file: FamilyFile, now: @escaping @Sendable () -> Instant = { Machine.now() }
  ) -> SessionMemory {
    let lines = SessionLines(file: file, now: now)
    return SessionMemory(
      load: { lines.load($0) },
      save: { name, session throws(Problem) in try lines.save(name, session) },
      remove: { name throws(Problem) in try lines.remove(name) })
  }
}

/// Reads and writes the stored sessions, each of which is one line of text. Only one process serves
/// a folder, so no other process writes them.
private final class SessionLines: Sendable {
  private let file: FamilyFile
  private let now: @Sendable () -> Instant
  /// The lock for changing the stored sessions. Reading them does not wait for the lock, because a
  /// change may have to wait for another program that writes.
  private let access = Mutex(())

  /// The largest number of stored sessions. If there are more, the oldest are dropped, and their
  /// browsers have to sign in again.
  private static let most = 40

  init(file: FamilyFile, now: @escaping @Sendable () -> Instant) {
    self.file = file
    self.now = now
  }

  func load(_ name: String) -> KeptSession? {
    guard let digest = SealedSession.digest(of: name) else { return nil }
    let now = self.now().seconds
    return read().first { $0.digest == digest && $0.isRecent(at: now) }?.opened(with: name)
  }

  func save(_ name: String, _ session: KeptSession) throws(Problem) {
    let now = self.now().seconds
    guard let sealed = SealedSession(session, with: name, usedAt: now) else { return }
    try change { lines in
      lines.removeAll { $0.digest == sealed.digest || !$0.isRecent(at: now) }
      lines.append(sealed)
      lines = lines.suffix(Self.most)
    }
  }

  func remove(_ name: String) throws(Problem) {
    guard let digest = SealedSession.digest(of: name) else { return }
    try change { lines in lines.removeAll { $0.digest == digest } }
  }

  /// Reads the stored sessions, changes them with the closure, and writes them back.
  private func change(
    _ work: (inout ArraySlice<SealedSession>) -> Void
  ) throws(Problem) {
    // Without a data file nothing is stored: signing in must not create the file.
    guard (try? file.folder.hasFile()) == true else { return }
    try access.withLock { _ throws(Problem) in
      var lines = read()[...]
      work(&lines)
      let text = lines.map(\.text).joined(separator: "\n")
      try backend.setDeviceValue(
        lines.isEmpty ? nil : text, for: DevicePreferenceKey.browserSessions)
    }
  }

  private func read() -> [SealedSession] {
    guard (try? file.folder.hasFile()) == true else { return [] }
    let text = (try? backend.deviceValues())?[DevicePreferenceKey.browserSessions] ?? ""
    return text.split(separator: "\n").compactMap { SealedSession(text: String($0)) }
  }

  private var backend: SQLBackend { Program(file, .onDevice()).backend }
}

/// One session in its stored form, from which only the digest of the cookie and the time of the
/// last use can be read.
private struct SealedSession {
  let digest: String
  /// The time of the last use in seconds since 1970.
  let used: Int64
  let sealed: SealedText

  /// The lifetime of a stored session in seconds: 12 hours without use, plus an hour, because a
  /// session that is in use is not stored again at each use.
  private static let longest: Int64 = 13 * 3_600

  /// Returns whether the session was used within its lifetime. The time of the last use is only
  /// compared and not added to anything, because a damaged file may contain any number, and the sum
  /// could overflow.
  func isRecent(at now: Int64) -> Bool { (now - Self.longest...now + 60).contains(used) }

  var text: String {
    "\(digest) \(used) \(Base64URL.text(sealed.nonce)) \(Base64URL.text(sealed.sealed))"
  }

  init?(text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 4, let used = Int64(parts[1]), let nonce = Base64URL.bytes(parts[2]),
      let sealed = Base64URL.bytes(parts[3])
    else { return nil }
    digest = parts[0]
    self.used = used
    self.sealed = SealedText(nonce: nonce, sealed: sealed)
  }

  /// Encrypts a session with its cookie. Returns nil if libsodium or the system's random numbers
  /// are missing.
  init?(_ session: KeptSession, with name: String, usedAt now: Int64) {
    let visitor = session.visitor.sorted { $0.key < $1.key }
      .map { ($0.key, JSONValue.string($0.value)) }
    let json = JSONValue.object(
      JSONObject([
        ("visitor", .object(JSONObject(visitor))),
        ("token", .string(Base64URL.text(session.token))), ("pages", JSONValue(session.pages)),
      ]))
    guard let digest = Self.digest(of: name),
      let sealed = SealedText(json.text, with: name)
    else { return nil }
    self.digest = digest
    used = now
    self.sealed = sealed
  }

  func opened(with name: String) -> KeptSession? {
    guard let text = sealed.text(with: name), let json = try? JSONValue.parse(text),
      let token = json["token"]?.string.flatMap({ Base64URL.bytes($0) }), !token.isEmpty,
      let pages = json["pages"]?.int, let visitor = json["visitor"]?.object
    else { return nil }
    var values: [String: String] = [:]
    for member in visitor.members { values[member.key] = member.value.string }
    return KeptSession(visitor: values, token: token, pages: pages)
  }

  /// Returns the digest by which the file identifies a cookie. The cookie is long and random, so it
  /// cannot be computed from the digest.
  static func digest(of name: String) -> String? {
    (try? TokenDigest.blake2b(Array("name \(name)".utf8))).map { Base64URL.text($0) }
  }
}
