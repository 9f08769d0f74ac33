import HTTP
import JSON
import PostgreSQL

extension Rest {
  /// Calls an SQL function with named arguments. They are read from the body of a POST request, or
  /// from the query in the address of a GET request.
  func call(
    _ name: String, _ request: Request, _ caller: Caller
  ) async throws(RestFault) -> Response {
    let overloads = cache.functions[name] ?? []
    guard !overloads.isEmpty else { throw .noFunction(name) }
    // The caller is checked before the body is read. A caller who is not signed in may call almost
    // no function, so that caller's body must not use memory.
    try Self.check(caller, mayCall: overloads, name)
    let wishes = try Wishes(request.headers)
    let isRead = request.method.isSafe
    var fields = request.query
    var given: JSONObject = [:]
    if isRead {
      // A query field is about the rows that the function returns, if it has one of the protocol's
      // own names, such as `select`, or if it is no argument and compares them with a value.
      let names = Set(overloads.flatMap { $0.arguments.map(\.name) })
      let returnsRows = overloads.contains { $0.returnsSet }
      for field in fields.all
      where !QueryGrammar.isReserved(field.name)
        && (names.contains(field.name)
          || !(returnsRows && QueryGrammar.hasOperator(field.value)))
      {
        given[field.name] = .string(field.value)
      }
      fields = Fields(fields.all.filter { given[$0.name] == nil })
    } else {
      given = try await Self.object(
        request, limit: caller.isStranger ? Self.mostBytesOfStranger : Self.mostBytes)
    }
    guard !Text.hasNUL(.object(given)) else { throw .unparsed("argument") }
    let function = try cache.function(name, with: Set(given.keys))
    try Self.check(caller, mayCall: [function], name)
    let used = function.arguments.filter { given[$0.name] != nil }
    var writer = QueryWriter(cache)
    var source = ""
    var arguments: [String] = []
    if isRead {
      for one in used {
        let value = writer.bound(given[one.name]?.string)
        arguments.append("\(SQLName.quoted(one.name)) := CAST(\(value) AS \(one.type))")
      }
    } else if !used.isEmpty {
      let record = used.map { "\(SQLName.quoted($0.name)) \($0.type)" }.joined(separator: ", ")
      source =
        "jsonb_to_record(\(writer.bound(JSONValue.object(given).text))::jsonb) AS given(\(record)), LATERAL "
      arguments = used.map {
        "\(SQLName.quoted($0.name)) := given.\(SQLName.quoted($0.name))"
      }
    }
    let called =
      "\(source)public.\(SQLName.quoted(name))(\(arguments.joined(separator: ", ")))"
    let isErasing = name == "compass_erase_me"
    if function.returnsSet {
      var level = try QueryGrammar.query(fields).level
      if request.method == .get { try level.narrow(toRange: request.headers) }
      // The rows of the function are described as a table of their own. Without a known table, its
      // name ends with `()`, because a real table may have the function's name, and the keys of
      // that table are not about these rows.
      let rows = SchemaCache.Table(
        name: function.table ?? "\(name)()", columns: function.columns)
      let (text, values) = try reading(rows, call: called, level, wishes, writer)
      let found = try await run(
        text, values, request, caller, isWriting: !isRead && function.isVolatile,
        zone: wishes.preferences.zone)
      return try Self.page(Found(found), level, wishes)
    }
    let rows = try await run(
      "SELECT coalesce(to_json(answer), 'null')::text FROM \(called) AS answer", writer.values,
      request, caller, isWriting: !isRead && function.isVolatile, isErasing: isErasing,
      zone: wishes.preferences.zone)
    if let news = JoiningNews(
      name, given, answer: rows.value, caller: caller.claims["sub"]?.string)
    {
      tellOfJoining(news)
    }
    var response =
      function.returnsNothing
      ? Response(.noContent) : Response(.ok, .wireJSON, rows.value ?? "null")
    // The result of a function that returns no rows counts as one row, as in PostgREST. This
    // includes a function that returns nothing.
    response.headers["Content-Range"] = wishes.preferences.count == nil ? "0-0/*" : "0-0/1"
    response.headers["Preference-Applied"] = wishes.preferences.applied(
      isUpsert: false, isWrite: false)
    return response
  }

  /// Throws if the caller is not signed in and none of the functions is granted to such callers.
  private static func check(
    _ caller: Caller, mayCall functions: [SchemaCache.Function], _ name: String
  ) throws(RestFault) {
    guard !caller.isStranger || functions.contains(where: \.isForStrangers) else {
      throw RestFault(.unauthorized, "42501", "permission denied for function \(name.prefix(100))")
    }
  }

  static func object(
    _ request: Request, limit: Int = mostBytes
  ) async throws(RestFault) -> JSONObject {
    let bytes = try await bytes(request, limit: limit)
    if bytes.isEmpty { return [:] }
    if let form = try TextBody.form(bytes, of: request) { return form }
    guard let object = try json(bytes).object else { throw .badBody() }
    return object
  }
}
