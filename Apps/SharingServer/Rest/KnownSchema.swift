import PostgreSQL
import Synchronization

/// The schema of the database as the server knows it. It is read again while the server runs,
/// because the owner's tables and functions may change meanwhile (supabase-wire 4).
final class KnownSchema: Sendable {
  private struct State {
    var cache: SchemaCache
    /// The number of readings that have begun, and the number of the reading whose result is used.
    var begun = 0
    var kept = 0
  }

  private let state: Mutex<State>

  init(_ cache: SchemaCache) { state = Mutex(State(cache: cache)) }

  var cache: SchemaCache { state.withLock { $0.cache } }

  /// Reads the schema again. If two readings run at once, the result of the one that began later is
  /// used.
  func renew(_ database: Database) async throws {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    let cache = try await SchemaCache.read(database)
    state.withLock { state in
      if number > state.kept { (state.cache, state.kept) = (cache, number) }
    }
  }
}
