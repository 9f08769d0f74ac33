import FeatureKit
import HTTP
import JSON
import PostgreSQL
import Synchronization

/// Lets devices wait until data that they share has changed. All waiting devices share one database
/// query at a time.
final class NewsWaiting: Sendable {
  private struct Waiter {
    /// The revision that the device knows of each sync scope, by the scope's id. A scope is the
    /// data of one family or of one person.
    var known: [String: Int64]
    var news: Signal
  }

  /// The interval between two database queries. `patience` is the time after which a waiting device
  /// gets an answer even if nothing changed. It is short enough that common proxies do not cut the
  /// request off.
  static let rhythm = Duration.milliseconds(500)
  static let patience = Duration.seconds(20)

  private let database: Database
  private let waiters = Mutex<[ObjectIdentifier: Waiter]>([:])
  private let rounds = Rounds()

  init(_ database: Database) {
    self.database = database
    rounds.begin(every: Self.rhythm) { [weak self] in await self?.ask() }
  }

  /// The number of devices that wait for changes at this moment.
  var waiting: Int { waiters.withLock { $0.count } }

  /// Waits until one of the scopes (the data of one family or person) has a newer revision than the
  /// known one, and returns true. Returns false if that does not happen for a while, or if the
  /// caller disconnects.
  func wait(beyond known: [String: Int64]) async -> Bool {
    let news = Signal()
    let id = ObjectIdentifier(news)
    waiters.withLock { $0[id] = Waiter(known: known, news: news) }
    defer { waiters.withLock { $0[id] = nil } }
    return await news.waitUnlessCancelled(until: ContinuousClock.now + Self.patience)
  }

  /// Queries the database once for all waiting devices, and answers those whose data has changed.
  /// Does nothing if no device waits.
  private func ask() async {
    let scopes: Set<String> = waiters.withLock { waiters in
      waiters.values.reduce(into: []) { $0.formUnion($1.known.keys) }
    }
    guard !scopes.isEmpty else { return }
    // If the database does not answer, no device gets an answer now, and the next query follows
    // after the interval.
    tell((try? await revisions(of: scopes)) ?? [:])
  }

  private func tell(_ now: [String: Int64]) {
    let told = waiters.withLock { waiters in
      waiters.values.filter { $0.known.contains { now[$0.key] ?? $0.value > $0.value } }
    }
    for waiter in told { waiter.news.give() }
  }

  func revisions(of scopes: Set<String>) async throws(DatabaseFailure) -> [String: Int64] {
    let list = "{\(scopes.sorted().joined(separator: ","))}"
    let rows = try await database.run(
      "SELECT scope, revision FROM compass.revisions($1::uuid[])", [list]
    ).rows
    var found: [String: Int64] = [:]
    for row in rows {
      if row.count == 2, let scope = row[0] { found[scope] = row[1].flatMap { Int64($0) } }
    }
    return found
  }
}

extension Rest {
  /// Answers a request of a device that waits for changes. The request's cursors, in the form that
  /// the SQL function `compass_pull` takes, say up to which change the device has the data of each
  /// scope. A scope is the data of one family or of one person.
  func news(_ request: Request, address: String, _ waiting: NewsWaiting) async -> Response {
    do throws(RestFault) {
      let caller = try caller(request, address)
      guard caller.isSignedIn else {
        throw RestFault(.unauthorized, "42501", "Sign in to be told what is new.")
      }
      let isNew = try await isNew(request, caller, waiting)
      return .json(.ok, ["news": .bool(isNew)])
    } catch {
      return error.response
    }
  }

  private func isNew(
    _ request: Request, _ caller: Caller, _ waiting: NewsWaiting
  ) async throws(RestFault) -> Bool {
    let cursors = try await Self.object(request)["cursors"]?.array ?? []
    let scopes = Set(cursors.compactMap { $0["scope"]?.string }.filter(Self.isUUID))
    guard scopes.count == cursors.count, (1...100).contains(scopes.count) else {
      throw RestFault(.badRequest, "22023", "Up to a hundred cursors say what is known.")
    }
    let known: [String: Int64]
    do throws(DatabaseFailure) {
      // The revisions are read before the changes. A change that happens in between therefore has a
      // newer revision than the known one, and ends the wait. A change that the caller may not see
      // is already part of the known revisions, so the device does not ask again and again because
      // of it.
      known = try await waiting.revisions(of: scopes)
    } catch {
      throw RestFault(error, isSignedIn: true, isWriting: false)
    }
    let rows = try await run(
      "SELECT public.compass_pull($1::jsonb, 20)::text", [JSONValue.array(cursors).text], request,
      caller, isWriting: false)
    let now = rows.value.flatMap { try? JSONValue.parse($0) } ?? .null
    let mine = Set((now["scopes"]?.array ?? []).compactMap { $0["scope"]?.string })
    let isAnew = (now["scopes"]?.array ?? []).contains { $0["anew"]?.bool == true }
    guard now["changes"]?.array?.isEmpty == true, now["more"]?.bool == false, mine == scopes,
      !isAnew
    else { return true }
    return await waiting.wait(beyond: known)
  }

  static func isUUID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == 0x2D
      }
  }
}
