import CPostgreSQL
import Glibc

/// A database connection with its own thread, which runs one waiting request of the queue after the
/// other. A connection that has broken is replaced when the next request begins.
final class DatabaseWorker: ThreadWork {
  private let settings: DatabaseSettings
  private let calls: OpaquePointer
  private let queue: DatabaseQueue
  private var connection: OpaquePointer?

  init(_ settings: DatabaseSettings, _ calls: OpaquePointer, _ queue: DatabaseQueue) {
    self.settings = settings
    self.calls = calls
    self.queue = queue
  }

  func run() {
    while let job = queue.next() {
      let result = job.until < .now ? .failure(.busy) : answer(job.work)
      queue.finish(job)
      job.done(result)
    }
    drop()
  }

  private func answer(_ work: DatabaseJob.Work) -> Result<[DatabaseRows], DatabaseFailure> {
    // A connection that ended while it was idle is replaced before the request runs. If the
    // connection breaks while a request runs, the request is not repeated, because the database may
    // have run it.
    if let connection, !compass_pq_is_fresh(connection) { drop() }
    switch connected() {
    case .failure(let failure): return .failure(failure)
    case .success(let connection):
      let result = perform(work, connection)
      // The database accepts no writes, because it has become a standby server. The connection to
      // it is dropped, so that the next one is made to the primary server.
      if case .failure(.refused(let refusal)) = result, refusal.isAboutReadOnly { drop() }
      if !isGood { drop() }
      return result
    }
  }

  private var isGood: Bool { connection.map { compass_pq_is_good($0) } ?? false }

  private func connected() -> Result<OpaquePointer, DatabaseFailure> {
    if let connection { return .success(connection) }
    let patience = (settings.statementSeconds + settings.silenceSeconds) * 1_000
    guard let made = compass_pq_connect(calls, settings.whole, Int32(clamping: patience)) else {
      return .failure(.unreachable("There is no memory for a connection."))
    }
    guard compass_pq_is_good(made) else {
      let words = ConnectionSecrets(in: settings.connection)
        .hidden(in: String(cString: compass_pq_words(made)))
      compass_pq_close(made)
      return .failure(.unreachable(words))
    }
    connection = made
    return .success(made)
  }

  private func drop() {
    if let connection { compass_pq_close(connection) }
    connection = nil
  }

  private func perform(
    _ work: DatabaseJob.Work, _ connection: OpaquePointer
  ) -> Result<[DatabaseRows], DatabaseFailure> {
    switch work {
    case .script(let text):
      guard let failure = compass_pq_script(connection, text) else { return .success([]) }
      defer { compass_pq_free(failure) }
      return .failure(isGood ? .refused(Self.refusal(failure)) : .broken)
    case .statements(let statements): return perform(statements, connection)
    }
  }

  private func perform(
    _ statements: [Statement], _ connection: OpaquePointer
  ) -> Result<[DatabaseRows], DatabaseFailure> {
    let texts = CTexts(statements)
    var results = [OpaquePointer?](repeating: nil, count: statements.count)
    defer { results.forEach { compass_pq_free($0) } }
    var failure: OpaquePointer?
    let code = texts.withStatements { statements, count in
      compass_pq_run(connection, statements, count, &results, &failure)
    }
    defer { compass_pq_free(failure) }
    if let failure, code != -2 { return .failure(.refused(Self.refusal(failure))) }
    guard code == -1 else {
      drop()
      return .failure(.broken)
    }
    return .success(results.map { $0.map(Self.rows) ?? DatabaseRows(rows: []) })
  }

  private static func rows(_ result: OpaquePointer) -> DatabaseRows {
    let columns = compass_pq_columns(result)
    return DatabaseRows(
      rows: (0..<compass_pq_rows(result)).map { row in
        (0..<columns).map { column in
          compass_pq_value(result, row, column).map { String(cString: $0) }
        }
      })
  }

  private static func refusal(_ result: OpaquePointer) -> DatabaseRefusal {
    func part(_ letter: Character) -> String? {
      letter.asciiValue.flatMap { compass_pq_error(result, CChar($0)) }.map { String(cString: $0) }
    }
    return DatabaseRefusal(
      state: part("C") ?? "XX000", message: part("M") ?? "", details: part("D"), hint: part("H"))
  }
}

/// The texts and values of statements as C strings in one buffer, which exists as long as this
/// value.
private struct CTexts {
  private var bytes: [CChar] = []
  /// The offsets in `bytes` at which the texts begin; nil for an SQL null.
  private var statements: [(text: Int, values: [Int?])] = []

  init(_ statements: [Statement]) {
    for statement in statements {
      let text = add(statement.text)
      let values = statement.values.map { $0.map { add($0) } }
      self.statements.append((text, values))
    }
  }

  private mutating func add(_ text: String) -> Int {
    let start = bytes.count
    // A zero byte within a text would cut it off here. PostgreSQL cannot store this character, so
    // the callers reject texts that contain it.
    var text = text
    text.withUTF8 { $0.withMemoryRebound(to: CChar.self) { bytes += $0 } }
    bytes.append(0)
    return start
  }

  func withStatements<R>(
    _ use: (UnsafePointer<compass_pq_statement>?, Int32) -> R
  ) -> R {
    bytes.withUnsafeBufferPointer { bytes in
      let values = statements.flatMap(\.values).map { start in
        start.flatMap { start in bytes.baseAddress.map { $0 + start } }
      }
      return values.withUnsafeBufferPointer { values in
        var given = 0
        let made = statements.map { statement in
          defer { given += statement.values.count }
          return compass_pq_statement(
            text: bytes.baseAddress.map { $0 + statement.text },
            values: values.baseAddress.map { $0 + given },
            value_count: Int32(statement.values.count))
        }
        return made.withUnsafeBufferPointer { use($0.baseAddress, Int32($0.count)) }
      }
    }
  }
}
