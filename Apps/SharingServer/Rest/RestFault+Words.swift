import HTTP
import JSON

/// The refusals that several parts of the interface use, in PostgREST's words.
extension RestFault {
  static func badRange(_ details: String) -> RestFault {
    RestFault(416, "PGRST103", "Requested range not satisfiable", details: details)
  }

  static func noColumn(_ name: String, of table: String) -> RestFault {
    RestFault(.badRequest, "42703", "column \(table).\(name.prefix(100)) does not exist")
  }

  /// Returns the refusal of a request that names an unknown column in its body or in the parameter
  /// `columns`.
  static func unknownColumn(_ name: String, of table: String) -> RestFault {
    RestFault(
      .badRequest, "PGRST204",
      "Could not find the '\(name.prefix(100))' column of '\(table)' in the schema cache")
  }

  static func notEmbedded(_ name: String) -> RestFault {
    RestFault(
      .badRequest, "PGRST108",
      "'\(name.prefix(100))' is not an embedded resource in this request",
      hint: "Verify that '\(name.prefix(100))' is included in the 'select' query parameter.")
  }

  static func notOrdered(_ origin: String, _ target: String) -> RestFault {
    RestFault(
      .badRequest, "PGRST118",
      "A related order on '\(target.prefix(100))' is not possible",
      details:
        "'\(origin)' and '\(target.prefix(100))' do not form a many-to-one or one-to-one relationship"
    )
  }

  static func noSpread(_ origin: String, _ target: String) -> RestFault {
    RestFault(
      .badRequest, "PGRST119", "A spread operation on '\(target)' is not possible",
      details: "'\(origin)' and '\(target)' do not form a many-to-one or one-to-one relationship")
  }

  static func noRelationship(_ origin: String, _ target: String, hint: String?) -> RestFault {
    let target = target.prefix(100)
    let words = hint.map { " using the hint '\($0.prefix(100))'" } ?? ""
    return RestFault(
      .badRequest, "PGRST200",
      "Could not find a relationship between '\(origin)' and '\(target)' in the schema cache",
      details:
        "Searched for a foreign key relationship between '\(origin)' and '\(target)'\(words) in the schema 'public', but no matches were found."
    )
  }

  static func severalRelationships(
    _ origin: String, _ target: String, _ found: [Relationship]
  ) -> RestFault {
    let target = String(target.prefix(100))
    var fault = RestFault(
      300, "PGRST201",
      "Could not embed because more than one relationship was found for '\(origin)' and '\(target)'",
      hint:
        "Try changing '\(target)' to one of the following: \(found.map { "'\(target)!\($0.hints[0])'" }.joined(separator: ", ")). Find the desired relationship in the 'details' key."
    )
    fault.list = found.map { one in
      [
        "cardinality": .string(one.cardinality.rawValue),
        "embedding": .string("\(origin) with \(one.target)"),
        "relationship": .string(one.constraint),
      ]
    }
    return fault
  }

  static func noFunction(_ name: String) -> RestFault {
    RestFault(
      .notFound, "PGRST202",
      "Could not find the function public.\(name.prefix(100)) with these parameters in the schema cache"
    )
  }

  static func severalFunctions(
    _ name: String, _ found: [SchemaCache.Function]
  ) -> RestFault {
    let candidates = found.map { one in
      let arguments = one.arguments.map { "\($0.name) => \($0.type)" }.joined(separator: ", ")
      return "public.\(name)(\(arguments))"
    }
    return RestFault(
      300, "PGRST203",
      "Could not choose the best candidate function between: \(candidates.joined(separator: ", "))",
      hint:
        "Try renaming the parameters or the function itself in the database so function overloading can be resolved"
    )
  }

  static func notSingle(_ count: Int) -> RestFault {
    RestFault(
      .notAcceptable, "PGRST116", "Cannot coerce the result to a single JSON object",
      details: "The result contains \(count) rows")
  }

  static func tooManyAffected(_ count: Int) -> RestFault {
    RestFault(
      .badRequest, "PGRST124", "Query result exceeds max-affected preference constraint",
      details: "The query affects \(count) rows")
  }

  static let badKey = RestFault(
    .unauthorized, nil, "Invalid API key",
    hint: "The server's own is shown when it starts, and by compass-server doctor.")

  static func badBody(_ message: String = "Empty or invalid json") -> RestFault {
    RestFault(.badRequest, "PGRST102", message)
  }
}
