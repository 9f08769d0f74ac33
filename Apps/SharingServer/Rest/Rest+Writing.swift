import FeatureKit
import HTTP
import JSON
import PostgreSQL

extension Rest {
  /// Inserts, updates or deletes rows of a table. The database's row security and triggers check
  /// the change, and the database records it as a transaction of its history.
  func write(
    _ name: String, _ request: Request, _ caller: Caller
  ) async throws(RestFault) -> Response {
    let wishes = try Wishes(request.headers)
    let table = try cache.table(name)
    let query = try QueryGrammar.query(request.query)
    // The caller is checked before the body is read. A caller who is not signed in may change
    // nothing, so that caller's body must not use memory.
    guard !caller.isStranger else {
      throw RestFault(.unauthorized, "42501", "permission denied for table \(table.name)")
    }
    // Some clients send a body with a deletion; it is ignored.
    let body = request.method == .delete ? .null : try await Self.body(request)
    let write = try TableWrite(request.method, table, query, wishes.preferences, body)
    let answer = WriteAnswer(write, wishes, method: request.method)
    if write.isEmpty { return try answer.response(Found.none) }
    var writer = QueryWriter(cache)
    let rows = try await run(
      try answer.statement(&writer), writer.values, request, caller, isWriting: true,
      zone: wishes.preferences.zone)
    return try answer.response(Found(rows))
  }

  /// Returns the body of a write as JSON. A POST may also contain rows as CSV, or one row as a
  /// form.
  static func body(_ request: Request) async throws(RestFault) -> JSONValue {
    let bytes = try await bytes(request)
    if request.method == .post, let rows = try TextBody.rows(bytes, of: request) { return rows }
    return try json(bytes)
  }

  /// The largest body of a request, and of one from a caller who is not signed in.
  static let mostBytes = 8 << 20
  static let mostBytesOfStranger = 64 << 10

  static func bytes(
    _ request: Request, limit: Int = mostBytes
  ) async throws(RestFault) -> [UInt8] {
    do throws(RequestFault) {
      return try await request.body.bytes(limit: limit)
    } catch {
      throw RestFault(error.status, "PGRST102", error.sentence)
    }
  }

  static func json(_ bytes: [UInt8]) throws(RestFault) -> JSONValue {
    guard let json = try? JSONValue.parse(utf8: bytes, limits: JSONLimits(depth: 64)) else {
      throw .badBody()
    }
    guard !Text.hasNUL(json) else {
      throw RestFault(
        .badRequest, "22P05", "unsupported Unicode escape sequence",
        details: "\\u0000 cannot be converted to text.")
    }
    return json
  }
}

/// The part of a write's statement that returns the rows, and the response from the result.
private struct WriteAnswer {
  let write: TableWrite
  let wishes: Rest.Wishes
  let method: HTTP.Method

  init(_ write: TableWrite, _ wishes: Rest.Wishes, method: HTTP.Method) {
    self.write = write
    self.wishes = wishes
    self.method = method
  }

  /// The selection with which the written rows are read back.
  ///
  /// It has no conditions, because a row may no longer match them after the write. If the request
  /// wants only the address of a new row, only the primary key is selected.
  private var level: RestQuery.Level {
    var level = write.query.level
    (level.conditions, level.limit, level.offset) = ([], nil, 0)
    if wishes.preferences.returning == .headersOnly {
      level.selection = write.table.primaryKey.map {
        .column(.init(column: $0), alias: nil, cast: nil)
      }
      level.order = []
    }
    return level
  }

  func statement(_ writer: inout QueryWriter) throws(RestFault) -> String {
    let returnsRows = [.representation, .headersOnly].contains(wishes.preferences.returning)
    let written = try writer.written(write, wishes.preferences, returnsRows: returnsRows)
    // A request for a single object has to write exactly one row, even if it does not ask for the
    // row in the response.
    let isSingle = wishes.form.kind == .object
    let fewest = isSingle ? "1" : "NULL"
    let most = isSingle ? "1" : wishes.preferences.mostAffected.map(String.init) ?? "NULL"
    let number =
      fewest == "NULL" && most == "NULL"
      ? "count(*)" : "compass.expect_rows(count(*), \(fewest), \(most))"
    let counts =
      "(SELECT \(number) FROM written), NULL, (SELECT count(*) FILTER (WHERE is_new) FROM written)"
    guard returnsRows else { return "WITH written AS (\(written)) SELECT '[]', \(counts)" }
    let source = try writer.source(write.table, level)
    return """
      WITH written AS (\(written)),
      page AS (SELECT \(source.selected) FROM (SELECT (written.one).* FROM written) AS \(source.alias)\(source.joins(all: true))\(source.filtered)\(source.ordered))
      SELECT \(wishes.form.body(of: "page")), \(counts) FROM page
      """
  }

  func response(_ found: Rest.Found) throws(RestFault) -> Response {
    var found = found
    if wishes.preferences.count != nil { found.total = found.count }
    let preferences = wishes.preferences
    var response: Response
    let hasBody = preferences.returning == .representation
    let status: Status =
      switch write.kind {
      case .insert: .created
      case .upsert where method == .put: found.new > 0 ? .created : hasBody ? .ok : .noContent
      case .upsert: write.isMerge && found.new == 0 && found.count > 0 ? .ok : .created
      case .update, .delete: hasBody ? .ok : .noContent
      }
    if hasBody {
      response = try Rest.answer(status, found, wishes)
    } else {
      try found.fit(wishes.form)
      response = Response(status)
    }
    if method != .put {
      let range =
        method == .patch ? found.range(from: 0) : "*/\(found.total.map(String.init) ?? "*")"
      response.headers["Content-Range"] = range
    }
    if preferences.returning == .headersOnly { response.headers["Location"] = location(found) }
    response.headers["Preference-Applied"] = preferences.applied(
      isUpsert: write.isUpsert, isWrite: true)
    return response
  }

  /// Returns the address of the created row; nil unless exactly one row was created.
  private func location(_ found: Rest.Found) -> String? {
    guard found.count == 1, let row = try? JSONValue.parse(found.body)[0]?.object else {
      return nil
    }
    let key = write.table.primaryKey.compactMap { name in
      row[name].map { value in
        "\(PercentEncoding.encoded(name))=eq.\(PercentEncoding.encoded(value.string ?? value.text))"
      }
    }
    return key.isEmpty
      ? nil : "/\(PercentEncoding.encoded(write.table.name))?\(key.joined(separator: "&"))"
  }
}
