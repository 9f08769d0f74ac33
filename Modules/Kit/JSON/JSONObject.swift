/// The members of a JSON object in their original order, found by key.
///
/// Keys are compared by bytes. Two spellings of `é` are two keys, as in the text.
public struct JSONObject: Sendable {
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  public private(set) var members: [Member] = []
  /// The position of each key, for fast access.
  ///
  /// It is filled only for a large object, because a small one is searched faster without it.
  private var positions: [ExactKey: Int] = [:]

  public init() {}

  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    for (key, value) in pairs { self[key] = value }
  }

  public var keys: [String] { members.map(\.key) }
  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a key. Setting a new key adds it at the end. Setting a known key keeps its
  /// position. Setting nil removes the key.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        positions = [:]
        indexIfLarge()
      case (nil, let value?):
        members.append(Member(key: key, value: value))
        if positions.isEmpty {
          indexIfLarge()
        } else {
          positions[ExactKey(text: key)] = members.count - 1
        }
      case (nil, nil): break
      }
    }
  }

  private func position(of key: String) -> Int? {
    positions.isEmpty
      ? members.firstIndex { ExactKey(text: $0.key) == ExactKey(text: key) }
      : positions[ExactKey(text: key)]
  }

  private mutating func indexIfLarge() {
    guard members.count > 16 else { return }
    for (position, member) in members.enumerated() {
      positions[ExactKey(text: member.key)] = position
    }
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

/// A key that is compared by its bytes.
///
/// `String` treats two encodings of `é` as equal, and JSON does not.
private struct ExactKey: Hashable {
  let text: String

  static func == (left: ExactKey, right: ExactKey) -> Bool {
    left.text.utf8.count == right.text.utf8.count
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
