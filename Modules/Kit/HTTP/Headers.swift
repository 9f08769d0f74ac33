import Basics

/// The headers of a message. Names that differ only in upper and lower case are the same name.
public struct Headers: Equatable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
  public struct Header: Equatable, Sendable {
    public let name: String
    public let value: String
  }

  private var all: [Header] = []

  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// Adds a header, even if headers of the same name exist. Control characters in the value become
  /// spaces, because a line break would start another header or the body. An invalid name is not
  /// added.
  public mutating func add(_ name: String, _ value: String) {
    guard ASCII.isToken(name) else { return }
    all.append(Header(name: name, value: Self.safe(value)))
  }

  /// Adds a header as it was received. Throws if its name or value is invalid.
  package mutating func addReceived(_ name: String, _ value: String) throws(RequestFault) {
    let isValid = value.withBytes { $0.allSatisfy { !ASCII.isControl($0) || $0 == ASCII.tab } }
    guard ASCII.isToken(name), isValid else { throw .badHeader(name) }
    all.append(Header(name: name, value: value))
  }

  public mutating func remove(_ name: String) { all.removeAll { ASCII.equal($0.name, name) } }

  /// The first value of this name. Setting replaces all values.
  public subscript(name: String) -> String? {
    get { all.first { ASCII.equal($0.name, name) }?.value }
    set {
      remove(name)
      if let newValue { add(name, newValue) }
    }
  }

  public func values(of name: String) -> [String] {
    all.filter { ASCII.equal($0.name, name) }.map(\.value)
  }

  /// Returns the items of a header whose value is a list with commas, such as `gzip, br`. The lists
  /// of all headers with this name are joined.
  public func list(of name: String) -> [String] {
    values(of: name).flatMap { $0.split(separator: ",") }.map { String(ASCII.trimmed($0)) }
      .filter { !$0.isEmpty }
  }

  public func makeIterator() -> IndexingIterator<[Header]> { all.makeIterator() }

  static func safe(_ value: String) -> String {
    guard value.withBytes({ $0.contains(where: ASCII.isControl) }) else { return value }
    return String(
      decoding: value.utf8.map { ASCII.isControl($0) ? ASCII.space : $0 }, as: UTF8.self)
  }
}
