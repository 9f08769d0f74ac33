import FeatureKit
import HTTP
import PostgreSQL

extension Rest {
  /// The options in the headers of a request: the form of the answer, and the preferences.
  struct Wishes {
    var form: AnswerForm
    var preferences: Preferences

    init(_ headers: Headers) throws(RestFault) {
      form = try AnswerForm(headers)
      preferences = try Preferences(headers)
    }
  }

  func read(
    _ name: String, _ request: Request, _ caller: Caller
  ) async throws(RestFault) -> Response {
    let wishes = try Wishes(request.headers)
    let table = try cache.table(name)
    var level = try QueryGrammar.query(request.query).level
    if request.method == .get { try level.narrow(toRange: request.headers) }
    let (text, values) = try reading(table, level, wishes, QueryWriter(cache))
    let rows = try await run(
      text, values, request, caller, isWriting: false, zone: wishes.preferences.zone)
    var response = try Self.page(Found(rows), level, wishes)
    let query = request.query.all.isEmpty ? "" : "?\(request.query.text)"
    let location = "/\(PercentEncoding.encoded(table.name))\(query)"
    if location.utf8.count <= Self.longestLocation {
      response.headers["Content-Location"] = location
    }
    return response
  }

  /// The largest number of bytes in the header `Content-Location`. A proxy refuses an answer whose
  /// headers do not fit in its buffer, which has 4 KiB in nginx, and an address with a list of ids
  /// can have 16 KiB.
  private static let longestLocation = 2_000

  /// Returns the statement that reads the rows of a table or of a function.
  ///
  /// - Parameter call: the function call as SQL; nil to read the table.
  func reading(
    _ table: SchemaCache.Table, call: String? = nil, _ level: RestQuery.Level, _ wishes: Wishes,
    _ writer: QueryWriter
  ) throws(RestFault) -> (text: String, values: [String?]) {
    var writer = writer
    let source = try writer.source(table, level)
    let isCounted = wishes.preferences.count != nil
    var from = "\(call ?? table.sql) AS \(source.alias)"
    var called = ""
    // A function may write, so it is called once for both the page and the total number of rows.
    if call != nil, isCounted {
      called = "called AS MATERIALIZED (SELECT \(source.alias).* FROM \(from)), "
      from = "called AS \(source.alias)"
    }
    let total =
      !isCounted
      ? "NULL" : "(SELECT count(*) FROM \(from)\(source.joins(all: false))\(source.filtered))"
    // If the function has no columns, its rows are plain values. PostgreSQL names such a value like
    // the alias of the function.
    let row = table.columns.isEmpty ? "page.\(source.alias)" : "page"
    let text = """
      WITH \(called)page AS (SELECT \(source.selected) FROM \(from)\(source.joins(all: true))\(source.filtered)\(source.ordered)\(writer.page(level)))
      SELECT \(wishes.form.body(of: "page", row: row)), count(*), \(total) FROM page
      """
    return (text, writer.values)
  }

  /// Returns the response for a page of rows. The header `Content-Range` tells the page's position
  /// among all rows.
  static func page(
    _ found: Found, _ level: RestQuery.Level, _ wishes: Wishes
  ) throws(RestFault) -> Response {
    if let total = found.total, level.offset > total {
      var fault = RestFault.badRange(
        "An offset of \(level.offset) was requested, but there are only \(total) rows.")
      fault.range = "*/\(total)"
      throw fault
    }
    let isPart = found.total.map { found.count < $0 } ?? false
    var response = try answer(isPart ? 206 : .ok, found, wishes)
    response.headers["Content-Range"] = found.range(from: level.offset)
    response.headers["Preference-Applied"] = wishes.preferences.applied(
      isUpsert: false, isWrite: false)
    return response
  }

  /// The result of a statement: the rows in the form of the answer, their number, and the total
  /// number of rows if it was counted.
  struct Found {
    var body: String
    var count: Int
    var total: Int?

    /// The number of rows that a write has inserted; 0 for a read.
    var new: Int

    static let none = Found([])

    init(_ rows: DatabaseRows) { self.init(rows.rows.first ?? []) }

    private init(_ row: [String?]) {
      func number(_ place: Int) -> Int? { row.count > place ? row[place].flatMap { Int($0) } : nil }
      body = row.first.flatMap { $0 } ?? "[]"
      count = number(1) ?? 0
      total = number(2)
      new = number(3) ?? 0
    }

    /// Throws if the request wants a single object and there is not exactly one row.
    func fit(_ form: AnswerForm) throws(RestFault) {
      guard form.kind != .object || count == 1 else { throw .notSingle(count) }
    }

    /// Returns the value of `Content-Range`, such as `0-9/52`. An unknown part is `*`.
    func range(from offset: Int) -> String {
      let rows = count == 0 ? "*" : "\(offset)-\(offset + count - 1)"
      return "\(rows)/\(total.map(String.init) ?? "*")"
    }
  }

  /// Returns a response with the rows in the requested form.
  static func answer(_ status: Status, _ found: Found, _ wishes: Wishes) throws(RestFault)
    -> Response
  {
    try found.fit(wishes.form)
    let body =
      wishes.form.kind == .object ? String(found.body.dropFirst().dropLast()) : found.body
    return Response(
      status,
      headers: ["Content-Type": wishes.form.contentType],
      body: .bytes(Array(body.utf8)))
  }
}

extension RestQuery.Level {
  /// Limits the query to the rows that the header `Range` of the request names, within the limit
  /// and offset of the query.
  mutating func narrow(toRange headers: Headers) throws(RestFault) {
    guard let text = headers["Range"] else { return }
    let parts = text.replacing("items=", with: "").split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]).map(Self.place), first >= 0
    else { return }
    let last = Int(parts[1]).map(Self.place)
    guard last != nil || parts[1].isEmpty else { return }
    guard first <= last ?? first else {
      throw .badRange(
        "The lower boundary must be lower than or equal to the upper boundary in the Range header.")
    }
    let end = limit.map { offset + $0 }
    offset = max(offset, first)
    // A range includes its last row, so its end is one row further.
    let ends = [end, last.map { $0 + 1 }].compactMap { $0 }
    limit = ends.min().map { max(0, $0 - offset) } ?? limit
  }
}
