import Basics

/// The names and values of a query or a form, in the order in which they were received.
public struct Fields: Equatable, Sendable {
  public struct Field: Equatable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var all: [Field]

  public init(_ all: [Field] = []) { self.all = all }

  /// The largest number of fields in a query or form. The program's own pages have fewer. Without
  /// the limit, a hostile request could fill the memory with fields.
  public static let most = 1_000

  /// Parses `name=value&other=value`, the format of queries and forms.
  public init(parsing text: some StringProtocol, limit: Int = most) throws(RequestFault) {
    all = []
    for piece in String(text).utf8.split(separator: UInt8(ascii: "&")) {
      guard all.count < limit else { throw .tooManyFields(limit: limit) }
      let cut = piece.firstIndex(of: UInt8(ascii: "="))
      let after = cut.map { piece.index(after: $0) } ?? piece.endIndex
      let name = Substring(piece[..<(cut ?? piece.endIndex)])
      guard let name = PercentEncoding.decoded(name, plusIsSpace: true),
        let value = PercentEncoding.decoded(Substring(piece[after...]), plusIsSpace: true)
      else { throw .formMalformed("“\(Substring(piece).prefix(40))” is not encoded properly") }
      all.append(Field(name, value))
    }
  }

  /// The first value of this name. Nil if there is none.
  public subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  /// Returns all values of the fields with this name. Several checkboxes of one name send several
  /// values.
  public func values(of name: String) -> [String] {
    all.filter { $0.name == name }.map(\.value)
  }

  /// The fields in the format of a query or the body of a form.
  public var text: String {
    all.map {
      "\(Fields.encoded($0.name))=\(Fields.encoded($0.value))"
    }
    .joined(separator: "&")
  }

  /// Encodes a text as in a form, with a plus for a space.
  private static func encoded(_ text: String) -> String {
    let encoded = PercentEncoding.encoded(text) {
      $0 == ASCII.space || PercentEncoding.isUnreserved($0)
    }
    let bytes = encoded.utf8.map { $0 == ASCII.space ? UInt8(ascii: "+") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
