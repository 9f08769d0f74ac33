import HTTP
import JSON
import PostgreSQL

extension Rest {
  /// Calls an SQL function with named arguments. They are read from the body of a POST request, or
  /// from the query in the address of a GET request.
  func call(
    _ name: String, _ request: Request, _ caller: Caller
  ) async throws(RestFault) -> Response {
    // The caller is checked before the body is read, so that the body of a stranger, who may call
    // no function, uses no memory.
    guard !caller.isStranger else {
      throw RestFault(.unauthorized, "42501", "permission denied for function \(name.prefix(100))")
    }
    let wishes = try Wishes(request.headers)
    let isRead = request.method.isSafe
    let function = cache.functions[name]
    var fields = request.query
    var given: JSONObject = [:]
    if isRead {
      // A query field that is no argument of the function is about the rows that it returns, if it
      // compares them with a value or has one of the protocol's own names, such as `select`.
      let names = Set(function?.arguments.map(\.name) ?? [])
      let returnsRows = function?.columns.isEmpty == false
      for field in fields.all
      where names.contains(field.name)
        || !QueryGrammar.isReserved(field.name)
          && !(returnsRows && QueryGrammar.hasOperator(field.value))
      {
        given[field.name] = .string(field.value)
      }
      fields = Fields(fields.all.filter { given[$0.name] == nil })
    } else {
      given = try await Self.object(request)
    }
    guard !Text.hasNUL(.object(given)) else { throw .unparsed("argument") }
    guard let function,
      given.keys.allSatisfy({ key in function.arguments.contains { $0.name == key } }),
      function.arguments.prefix(function.required).allSatisfy({ given[$0.name] != nil })
    else { throw .noFunction(name) }
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
      let rows = SchemaCache.Table(name: name, columns: function.columns)
      let (text, values) = try reading(rows, from: called, level, wishes, writer)
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

  static func object(_ request: Request) async throws(RestFault) -> JSONObject {
    let bytes = try await bytes(request)
    if bytes.isEmpty { return [:] }
    if let form = try TextBody.form(bytes, of: request) { return form }
    guard let object = try json(bytes).object else { throw .badBody() }
    return object
  }
}
