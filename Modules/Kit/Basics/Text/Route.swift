/// A page of the product as a web address, such as `/notes/3f2b…` or `/notes?highlight=…`.
public struct Route: Hashable, Sendable {
  /// The path with its query, percent-encoded as in a web address.
  public let path: String

  public init(_ path: String) {
    self.path = path
  }
}

/// A web path and the command that shows the same page, with the same placeholders in braces, such
/// as `/notes/{note}` and `notes show {note}`. It converts a path to its command, and a command to
/// its path.
///
/// The placeholder `{id}` means a record. It accepts an id or a handle (a short name such as `t3`)
/// and no name: a name with a mistake in it would lead to another record. Every other placeholder
/// accepts any text.
public struct RoutePattern: Equatable, Sendable {
  /// The path with its placeholders in braces.
  public let path: String
  /// The command text with the same placeholders.
  public let command: String

  public init(_ path: String, _ command: String) {
    self.path = path
    self.command = command
  }

  /// Returns the command text that opens the route. Nil if the route does not match the pattern.
  public func command(for route: Route) -> String? { command(for: Address(route.path)) }

  fileprivate func command(for given: Address) -> String? {
    guard mayBegin(with: given.segments.first ?? "") else { return nil }
    let wanted = Address(path)
    guard wanted.segments.count == given.segments.count else { return nil }
    var values: [String: String] = [:]
    for (pattern, segment) in zip(wanted.segments, given.segments) {
      guard Self.match(pattern, segment, into: &values) else { return nil }
    }
    for (key, pattern) in wanted.query {
      guard let value = given.query.first(where: { $0.0 == key })?.1,
        Self.match(pattern, value, into: &values)
      else { return nil }
    }
    return Self.fill(command, values) { CommandText.quoted($0) }
  }

  /// Returns whether a web path with this first segment can match the pattern.
  ///
  /// The check takes little time and excludes most patterns, so the program parses only a few.
  private func mayBegin(with segment: String) -> Bool {
    let literal = path.utf8.drop { $0 == UInt8(ascii: "/") }.prefix { !"/?#%{".utf8.contains($0) }
    return segment.utf8.starts(with: literal)
  }

  /// Returns the web path of a command text. Nil if the text does not match the pattern.
  public func route(for text: String) -> Route? {
    guard let given = try? CommandText.words(text) else { return nil }
    return route(for: given)
  }

  /// Returns the web path of a command that is already split into words. Nil if the words do not
  /// match the pattern.
  public func route(for given: [CommandText.Word]) -> Route? {
    // A page contains about a hundred commands, and the program compares each with every pattern.
    // Most commands differ from a pattern in the first word, so it is compared before the pattern
    // is split.
    guard let first = given.first, command.hasPrefix(first.text) || command.hasPrefix("{"),
      let wanted = try? CommandText.words(command), wanted.count == given.count
    else { return nil }
    var values: [String: String] = [:]
    for (pattern, word) in zip(wanted, given) {
      guard pattern == word || !word.isOption, Self.match(pattern.text, word.text, into: &values)
      else { return nil }
    }
    return Route(Self.fill(path, values) { PercentEncoding.encoded($0) })
  }

  private static func match(
    _ pattern: String, _ value: String, into values: inout [String: String]
  ) -> Bool {
    guard pattern.hasPrefix("{"), pattern.hasSuffix("}") else { return pattern == value }
    let name = String(pattern.dropFirst().dropLast())
    guard !value.isEmpty, name != "id" || isIDOrHandle(value) else { return false }
    values[name] = value
    return true
  }

  /// Returns whether the text has the form of an id, or of a handle (a short name such as `t12`)
  /// with or without its letter.
  private static func isIDOrHandle(_ text: String) -> Bool {
    if RecordID(text) != nil { return true }
    let number = text.first.map { $0.isASCII && $0.isLetter } == true ? text.dropFirst() : text[...]
    return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func fill(
    _ template: String, _ values: [String: String], escape: (String) -> String
  ) -> String {
    var filled = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      filled += values[name].map(escape) ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}

extension Sequence<RoutePattern> {
  /// Returns the command text of the first pattern that matches the route. Nil if none matches.
  package func command(for route: Route) -> String? {
    let given = Address(route.path)
    return lazy.compactMap { $0.command(for: given) }.first { _ in true }
  }
}
