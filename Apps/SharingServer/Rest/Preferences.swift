import CivilTime
import HTTP

/// The preferences in the header `Prefer` of a request (supabase-wire 1.2).
struct Preferences {
  enum Resolution: String { case merge = "merge-duplicates", ignore = "ignore-duplicates" }
  enum Returning: String { case minimal, representation, headersOnly = "headers-only" }

  private(set) var resolution: Resolution?
  private(set) var isMissingDefault = false
  private(set) var returning: Returning?
  /// The requested way of counting rows: `exact`, `planned` or `estimated`.
  ///
  /// The server counts exactly for all three, because an estimate by the database's planner would
  /// reveal how many rows are hidden from the caller.
  private(set) var count: String?
  private(set) var isStrict = false
  private(set) var mostAffected: Int?
  /// The time zone in which the answer shows dates with times; nil for UTC.
  private(set) var zone: String?
  private var missing: String?
  private var handling: String?

  init(_ headers: Headers) throws(RestFault) {
    var unknown: [String] = []
    for item in headers.list(of: "Prefer") {
      let parts = item.split(separator: "=", maxSplits: 1).map(String.init)
      let value = parts.count == 2 ? parts[1] : ""
      // If a preference occurs several times in the header, the first value is used and the later
      // ones are ignored.
      switch (parts.first, value) {
      case ("resolution", _) where Resolution(rawValue: value) != nil:
        resolution = resolution ?? Resolution(rawValue: value)
      case ("missing", "default"), ("missing", "null"):
        missing = missing ?? value
        isMissingDefault = missing == "default"
      case ("return", _) where Returning(rawValue: value) != nil:
        returning = returning ?? Returning(rawValue: value)
      case ("count", "exact"), ("count", "planned"), ("count", "estimated"): count = count ?? value
      case ("handling", "strict"), ("handling", "lenient"):
        handling = handling ?? value
        isStrict = handling == "strict"
      case ("tx", "commit"), ("tx", "rollback"): break
      case ("max-affected", _) where Int(value).map { $0 >= 0 } ?? false:
        mostAffected = mostAffected ?? Int(value)
      case ("timezone", _) where Self.isZone(value): zone = zone ?? value
      default: unknown.append(String(item.prefix(60)))
      }
    }
    guard unknown.isEmpty || !isStrict else {
      throw RestFault(
        .badRequest, "PGRST122", "Invalid preferences given with handling=strict",
        details: "Invalid preferences: \(unknown.joined(separator: ", "))")
    }
    if !isStrict { mostAffected = nil }
  }

  /// Returns whether a text names a time zone that PostgreSQL knows too. The machine's folder of
  /// zones also contains zones with leap seconds and files that are no zones, which PostgreSQL does
  /// not know.
  private static func isZone(_ name: String) -> Bool {
    (name.contains("/") || name == "UTC" || name == "GMT")
      && !name.hasPrefix("right/") && !name.hasPrefix("posix/") && (try? Zone.named(name)) != nil
  }

  /// Returns the value of the header `Preference-Applied`: the preferences that the server
  /// followed, in the order of the protocol. Returns nil if there are none.
  func applied(isUpsert: Bool, isWrite: Bool) -> String? {
    let all = [
      isUpsert ? resolution.map { "resolution=\($0.rawValue)" } : nil,
      isWrite ? missing.map { "missing=\($0)" } : nil,
      isWrite ? returning.map { "return=\($0.rawValue)" } : nil,
      count.map { "count=\($0)" },
      handling.map { "handling=\($0)" },
      zone.map { "timezone=\($0)" },
      isWrite ? mostAffected.map { "max-affected=\($0)" } : nil,
    ].compactMap { $0 }
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }
}

/// The form of an answer with rows, which the request's header `Accept` chooses.
struct AnswerForm {
  enum Kind { case array, object, csv }

  var kind = Kind.array
  /// Whether members with the value null are left out of the answer.
  var isStripped = false
  /// The media type of the answer, without its parameters.
  private var type = "application/json"

  var contentType: String { "\(type)\(isStripped ? "; nulls=stripped" : ""); charset=utf-8" }

  init(_ headers: Headers) throws(RestFault) {
    let wanted = headers.list(of: "Accept")
    if wanted.isEmpty { return }
    for text in wanted {
      guard let media = MediaType(text) else { continue }
      isStripped = media.parameters["nulls"] == "stripped"
      switch media.essence {
      case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object":
        (kind, type) = (.object, "application/vnd.pgrst.object+json")
        return
      case "application/vnd.pgrst.array+json", "application/vnd.pgrst.array":
        type = "application/vnd.pgrst.array+json"
        return
      case "application/json", "application/*", "*/*":
        isStripped = false
        return
      case "text/csv":
        (kind, type, isStripped) = (.csv, "text/csv", false)
        return
      default: continue
      }
    }
    throw RestFault(
      .notAcceptable, "PGRST107",
      "None of these media types are available: \(wanted.joined(separator: ", ").prefix(200))")
  }

  /// Returns an SQL expression that writes the rows of the table expression `page` in this form.
  ///
  /// - Parameter row: what becomes an element of a JSON array; nil for the whole row.
  func body(of page: String, row: String? = nil) -> String {
    let row = row ?? page
    return switch kind {
    case .csv:
      // PostgreSQL's text of a row has the quoting of CSV, inside of a pair of parentheses. The
      // parentheses are cut off.
      """
      coalesce((SELECT string_agg(key, ',') FROM (SELECT json_object_keys(row_to_json(first)) AS key FROM (SELECT * FROM \(page) LIMIT 1) AS first) AS keys)
        || E'\\n' || string_agg(substring(\(page)::text FROM 2 FOR char_length(\(page)::text) - 2), E'\\n'), '')
      """
    case .array, .object:
      isStripped
        ? "coalesce(json_strip_nulls(json_agg(\(row))), '[]')::text"
        : "coalesce(json_agg(\(row)), '[]')::text"
    }
  }
}
