import CivilTime
import FeatureKit
import Glibc
import JSON

/// Reads the members of a configuration object by name. `finish` refuses the members that were not
/// read, because they are unknown.
struct ConfigMembers {
  private var left: JSONObject
  private var known: [String] = []
  /// The name of the member that contains this object; nil for the object of the whole
  /// configuration.
  private let place: String?

  init(_ json: JSONValue, of place: String? = nil) throws(Problem) {
    guard let object = json.object else {
      throw Problem(
        .usage, place.map { "“\($0)” has to hold JSON objects." } ?? "It is no JSON object.")
    }
    left = object
    self.place = place
  }

  mutating func text(_ name: String) throws(Problem) -> String {
    guard let text = try optionalText(name) else {
      throw missing(name)
    }
    return text
  }

  mutating func optionalText(_ name: String) throws(Problem) -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
      throw wrong(name, value, "a text")
    }
    return text
  }

  /// Returns the secret in the member with this name. Error messages never contain its value.
  mutating func secret(_ name: String) throws(Problem) -> String {
    guard let text = try optionalSecret(name) else {
      throw missing(name)
    }
    return text
  }

  mutating func optionalSecret(_ name: String) throws(Problem) -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.string, text.utf8.count >= 32 else {
      throw Problem(
        .usage, "\(named(name)) has to be a secret of 32 characters or more.",
        fix: isOfInit ? "compass-server init draws one." : nil)
    }
    return text
  }

  /// Returns the texts of two members that belong together; nil if both are missing.
  ///
  /// - Parameter fix: what to do if one of them is missing.
  mutating func pair(
    _ first: String, _ second: String, fix: String
  ) throws(Problem) -> (first: String, second: String)? {
    let (one, other) = (try optionalText(first), try optionalText(second))
    if let one, let other { return (one, other) }
    guard one != nil || other != nil else { return nil }
    let (there, missing) = one == nil ? (second, first) : (first, second)
    throw Problem(
      .usage, "There is a “\(there)” without a “\(missing)”\(whereabouts).", fix: fix)
  }

  mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = take(name) else { return nil }
    guard let number = value.int, range.contains(number) else {
      throw wrong(name, value, "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = take(name) else { return nil }
    guard let flag = value.bool else { throw wrong(name, value, "true or false") }
    return flag
  }

  mutating func day(_ name: String) throws(Problem) -> CalendarDay? {
    guard let value = take(name) else { return nil }
    guard let day = value.string.flatMap({ CalendarDay($0) }) else {
      throw wrong(name, value, "a day such as 2026-11-28")
    }
    return day
  }

  /// Returns the numeric IP address in the member with this name; nil if the member is missing. A
  /// host name is refused, because it could later resolve to another address.
  mutating func numericAddress(_ name: String) throws(Problem) -> String? {
    guard let value = take(name) else { return nil }
    var room = in6_addr()
    guard let text = value.string,
      inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1
    else { throw wrong(name, value, "an address such as 127.0.0.1, 0.0.0.0 or ::") }
    return text
  }

  /// Returns the object in the member with this name; nil if the member is missing.
  mutating func object(_ name: String) throws(Problem) -> ConfigMembers? {
    guard let value = take(name) else { return nil }
    return try ConfigMembers(value, of: name)
  }

  mutating func list(_ name: String) throws(Problem) -> [JSONValue] {
    guard let list = take(name)?.array else {
      throw Problem(.usage, "\(named(name)) has to be a list.")
    }
    return list
  }

  /// Throws if the object has an unknown member. It must be called after all known members have
  /// been read.
  func finish() throws(Problem) {
    guard let name = left.keys.first else { return }
    let near = Suggestion.nearest(to: name, among: known)
    throw Problem(
      .usage, "There is no setting \(named(name)).",
      details: near.map { ["Did you mean “\($0)”?"] } ?? [],
      fix: "The settings are: \(known.joined(separator: ", "))")
  }

  private mutating func take(_ name: String) -> JSONValue? {
    known.append(name)
    let value = left[name]
    left[name] = nil
    return value
  }

  /// Returns the name of a member with the name of the object that contains it, such as `“from” in
  /// “mail”`.
  private func named(_ name: String) -> String { "“\(name)”" + whereabouts }

  /// The end of a sentence that names the object of the configuration, such as ` in “mail”`; empty
  /// for the whole configuration.
  private var whereabouts: String { place.map { " in “\($0)”" } ?? "" }

  /// Whether the command `init` writes this object into a new configuration.
  private var isOfInit: Bool { place == nil || place == "signing_keys" }

  private func missing(_ name: String) -> Problem {
    Problem(
      .usage, "\(named(name)) is missing.",
      fix: isOfInit
        ? "compass-server init makes a whole one."
        : "What belongs there is in docs/operations.md, server.json.")
  }

  private func wrong(_ name: String, _ value: JSONValue, _ wanted: String) -> Problem {
    Problem(.usage, "\(named(name)) is \(value.text.prefix(60)) and has to be \(wanted).")
  }
}
