import HTTP
import JSON
import PostgreSQL
import Synchronization

/// Tells waiting devices that data that they share has changed. A single database query at a time
/// serves all waiting devices.
final class NewsDesk: Sendable {
  private struct Waiter {
    /// The revision up to which the device knows each scope. A scope is the data of one family or
    /// of one person.
    var known: [String: Int64]
    var until: ContinuousClock.Instant
    var answer: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var last = 0
  }

  /// The interval between two database queries, and the time for which a device waits before it
  /// must ask again. The usual proxies do not cut off a request that takes so long.
  static let rhythm = Duration.milliseconds(500)
  static let patience = Duration.seconds(20)

  private let database: Database
  private let state = Mutex(State())
  private let rounds = Rounds()

  init(_ database: Database) {
    self.database = database
    rounds.begin(every: Self.rhythm) { [weak self] in await self?.ask() }
  }

  /// Returns true as soon as one of the scopes has a newer revision. Returns false if no scope has
  /// one for a while, or if the caller has disconnected.
  func wait(beyond known: [String: Int64]) async -> Bool {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        state.withLock { state in
          guard !Task.isCancelled else { return answer.resume(returning: false) }
          state.waiters[number] = Waiter(
            known: known, until: .now + Self.patience, answer: answer)
        }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.answer.resume(returning: false)
    }
  }

  /// Queries the database for all waiting devices; does nothing if no device waits.
  private func ask() async {
    let scopes: Set<String> = state.withLock { state in
      state.waiters.values.reduce(into: []) { $0.formUnion($1.known.keys) }
    }
    guard !scopes.isEmpty else { return }
    // If the database cannot answer now, the next round asks again. A device is answered only with
    // revisions that the database has reported.
    tell((try? await revisions(of: scopes)) ?? [:])
  }

  private func tell(_ now: [String: Int64]) {
    let answers = state.withLock { state in
      var answers: [(CheckedContinuation<Bool, Never>, Bool)] = []
      for (number, waiter) in state.waiters {
        let isNew = waiter.known.contains { now[$0.key] ?? $0.value > $0.value }
        guard isNew || waiter.until <= .now else { continue }
        state.waiters[number] = nil
        answers.append((waiter.answer, isNew))
      }
      return answers
    }
    for (answer, isNew) in answers { answer.resume(returning: isNew) }
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
  /// Answers a request of a device that waits for changes after its cursors. The cursors have the
  /// form that `compass_pull` takes.
  func news(_ request: Request, address: String, _ desk: NewsDesk) async -> Response {
    do throws(RestFault) {
      let caller = try caller(request, address)
      guard caller.isSignedIn else {
        throw RestFault(.unauthorized, "42501", "Sign in to be told what is new.")
      }
      let isNew = try await isNew(request, caller, desk)
      return .json(.ok, ["news": .bool(isNew)])
    } catch {
      return error.response
    }
  }

  private func isNew(
    _ request: Request, _ caller: Caller, _ desk: NewsDesk
  ) async throws(RestFault) -> Bool {
    let cursors = try await Self.object(request)["cursors"]?.array ?? []
    let scopes = Set(cursors.compactMap { $0["scope"]?.string }.filter(Self.isUUID))
    guard scopes.count == cursors.count, (1...100).contains(scopes.count) else {
      throw RestFault(.badRequest, "22023", "Up to a hundred cursors say what is known.")
    }
    let known: [String: Int64]
    do throws(DatabaseFailure) {
      // The revisions are read before the changes. So a later change still ends the wait, and a
      // change that the caller may not see does not end it twice.
      known = try await desk.revisions(of: scopes)
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
    return await desk.wait(beyond: known)
  }

  static func isUUID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == 0x2D
      }
  }
}
