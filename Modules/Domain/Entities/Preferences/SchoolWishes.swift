public import CivilTime
public import JSON

/// The family's wishes for a college, such as a location. They apply to every college and are not
/// about a particular one. They are stored under the preference category `school`.
public struct SchoolWishes: PreferenceData {
  public static let category = PreferenceCategory.school
  public var object: JSONObject = [:]

  public init() {}

  /// The wishes. A stored wish that cannot be read is left out.
  public var wishes: [Wish] {
    get { object["preferences"]?.array?.compactMap(Wish.init) ?? [] }
    set { object["preferences"] = .array(newValue.map(\.json)) }
  }
  public var lastUpdated: Instant? {
    get { text("last_updated").flatMap(Instant.init) }
    set { write(newValue?.description, to: "last_updated") }
  }

  /// One wish, such as one about the location of a school. The JSON type of `value` depends on
  /// `type`.
  public struct Wish: Equatable, Sendable {
    public var id: String
    public var category: Open<WishCategory>
    public var type: String
    public var value: JSONValue
    /// The position of the wish in the order of importance.
    public var priority: Int?
    /// Whether the family rules out a school that does not fulfill the wish.
    public var isDealbreaker: Bool

    public init(
      id: String, category: Open<WishCategory>, type: String, value: JSONValue,
      priority: Int? = nil, isDealbreaker: Bool = false
    ) {
      self.id = id
      self.category = category
      self.type = type
      self.value = value
      self.priority = priority
      self.isDealbreaker = isDealbreaker
    }

    init?(_ json: JSONValue) {
      guard let id = json["id"]?.string, let type = json["type"]?.string else { return nil }
      self.init(
        id: id, category: Open(json["category"]?.string ?? "custom"), type: type,
        value: json["value"] ?? .null, priority: json["priority"]?.int,
        isDealbreaker: json["is_dealbreaker"]?.bool ?? false)
    }

    var json: JSONValue {
      var object: JSONObject = [
        "id": .string(id), "category": .string(category.raw), "type": .string(type),
        "value": value,
      ]
      object["priority"] = priority.map { JSONValue($0) }
      object["is_dealbreaker"] = .bool(isDealbreaker)
      return .object(object)
    }
  }

  /// The group of a wish. A wish that the family worded itself is `custom`.
  public enum WishCategory: String, Vocabulary {
    case location, academic, program, custom
  }
}
