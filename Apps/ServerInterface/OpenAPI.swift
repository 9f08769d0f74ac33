import HTTP
import JSON

/// Writes the description of the HTTP interface as OpenAPI 3.1, for the file `docs/openapi.yaml`.
package enum OpenAPI {
  package static var document: String {
    """
    # Written from Apps/ServerInterface by Tools/reference; do not edit it.
    \(YAML.text(of: value))
    """
  }

  static var value: JSONValue {
    var paths: JSONObject = [:]
    for operation in Operation.all {
      var path = paths[operation.path]?.object ?? [:]
      path[operation.method.name.lowercased()] = operation.description
      paths[operation.path] = .object(path)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Recruiting Compass", "version": "1",
        "description":
          "The interface that the specifications of the pages name. A program shows the access token of its session; a browser its cookie, and `x-csrf-token` when it writes.",
      ],
      "security": [["bearer": []]],
      "paths": .object(paths),
      "components": [
        "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer"]],
        "schemas": ["Fault": fault],
      ],
    ]
  }

  private static let fault = Shape.object([
    .needed("statusCode", .whole(400...599)), .needed("statusMessage", .anyText),
    .optional("data", .object([.needed("details", .rows(.anyText))])),
    // The server refuses a malformed request before it knows the interface that the request is
    // meant for. The refusal therefore also has the members that the REST interface uses.
    .optional("message", .anyText), .optional("code", .orNull(.anyText)),
    .optional("details", .orNull(.anyText)), .optional("hint", .orNull(.anyText)),
  ]).schema
}

extension Operation {
  /// Whether the operation is refused without a signed-in caller.
  package var needsCaller: Bool {
    switch place {
    case .accounts, .dailyWork: false
    case .file, .mail, .joining, .formToken: true
    }
  }

  var statuses: [(status: Status, reason: String)] {
    var all = faults
    func add(_ status: Status, _ reason: String) {
      if !all.contains(where: { $0.status == status }) { all.append((status, reason)) }
    }
    add(.badRequest, "The request cannot be read.")
    if needsCaller { add(.unauthorized, "No session, or one that has ended.") }
    if needsCaller { add(.forbidden, "A browser wrote without its token, or the caller may not.") }
    if needsCaller { add(.notFound, "There is nothing that the caller may see.") }
    if needsCaller, !method.isSafe { add(.conflict, "Another device changed the same meanwhile.") }
    if body != nil { add(.contentTooLarge, "The body has over a megabyte.") }
    add(.tooManyRequests, "Too many requests of this address in a minute; `Retry-After` says when.")
    add(.internalError, "The server failed.")
    add(.unavailable, "The server cannot reach its data just now.")
    return all.sorted { $0.status.code < $1.status.code }
  }

  var description: JSONValue {
    var object: JSONObject = ["summary": .string(summary)]
    let parameters =
      pathMembers.map { Self.parameter($0, "path") } + query.map { Self.parameter($0, "query") }
    if !parameters.isEmpty { object["parameters"] = .array(parameters) }
    if let body {
      object["requestBody"] = [
        "required": true, "content": ["application/json": ["schema": body.schema]],
      ]
    }
    var responses: JSONObject = [
      "200": [
        "description": "Done.", "content": ["application/json": ["schema": answer.schema]],
      ]
    ]
    for (status, reason) in statuses {
      responses["\(status.code)"] = [
        "description": .string(reason),
        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Fault"]]],
      ]
    }
    object["responses"] = .object(responses)
    if !needsCaller { object["security"] = [] }
    return .object(object)
  }

  private static func parameter(_ member: Shape.Member, _ place: String) -> JSONValue {
    [
      "name": .string(member.name), "in": .string(place), "required": .bool(member.isRequired),
      "schema": member.shape.schema,
    ]
  }
}

/// Writes JSON values as YAML: objects and lists of objects in block style, and all other values as
/// JSON, which YAML 1.2 also accepts.
enum YAML {
  static func text(of value: JSONValue) -> String {
    lines(value).joined(separator: "\n") + "\n"
  }

  private static func lines(_ value: JSONValue) -> [String] {
    switch value {
    case .object(let object) where !object.keys.isEmpty:
      object.members.flatMap { member -> [String] in
        let key = isPlain(member.key) ? member.key : JSONValue.string(member.key).text
        guard isNested(member.value) else { return ["\(key): \(member.value.text)"] }
        return ["\(key):"] + lines(member.value).map { "  " + $0 }
      }
    case .array(let values) where values.contains(where: isNested):
      values.flatMap { value in
        let rest = lines(value)
        return ["- " + (rest.first ?? "")] + rest.dropFirst().map { "  " + $0 }
      }
    default: [value.text]
    }
  }

  /// Returns whether a value needs lines of its own. A list of plain values stays on one line.
  private static func isNested(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object): !object.keys.isEmpty
    case .array(let values): values.contains(where: isNested)
    default: false
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    key.utf8.allSatisfy { Character(UnicodeScalar($0)).isLetter || $0 == UInt8(ascii: "_") }
  }
}
