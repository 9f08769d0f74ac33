public import Basics
public import CivilTime
import JSON

/// A to-do of one person. It is stored on this device only, so it is never sent to a server and
/// other devices do not show it.
public struct QuickTask: Equatable, Sendable {
  public let id: RecordID
  public var text: String
  public var isCompleted: Bool
  public var createdAt: Instant
  /// The time when the to-do was completed; nil while it is open, also after it was reopened.
  public var completedAt: Instant?

  /// The allowed number of characters of a to-do's text, without the spaces at its ends (domain.md
  /// 4.15).
  public static let textLength = 1...200

  public init(
    id: RecordID, text: String, isCompleted: Bool = false, createdAt: Instant,
    completedAt: Instant? = nil
  ) {
    self.id = id
    self.text = text
    self.isCompleted = isCompleted
    self.createdAt = createdAt
    self.completedAt = completedAt
  }
}

extension QuickTask {
  /// Returns the to-dos in the text that is stored under `DevicePreferenceKey.quickTasks`.
  /// Unreadable text counts as an empty list (domain.md 4.15).
  public static func list(in text: String?) -> [QuickTask] {
    guard let text, let json = try? JSONValue.parse(text) else { return [] }
    return json.array?.compactMap(QuickTask.init) ?? []
  }

  /// Returns the to-dos as the text to store: JSON with the keys that another app with the same
  /// data uses.
  public static func text(of list: [QuickTask]) -> String {
    JSONValue.array(list.map(\.json)).text
  }

  /// Creates a to-do from stored JSON; nil if it has no text or no id.
  ///
  /// Another app spells some keys differently, such as `createdAt` for `created_at`, and uses ids
  /// such as `task-1770000000000` instead of UUIDs (domain.md 7.48). Both forms are accepted.
  init?(_ json: JSONValue) {
    guard let text = json["text"]?.string, let id = json["id"]?.string else { return nil }
    let created = json["createdAt"]?.string ?? json["created_at"]?.string
    let completed = json["completedAt"]?.string ?? json["completed_at"]?.string
    self.init(
      id: RecordID(id) ?? RecordID(namedBy: id), text: text,
      isCompleted: json["isCompleted"]?.bool ?? json["completed"]?.bool ?? false,
      createdAt: created.flatMap(Instant.init) ?? Instant(milliseconds: 0),
      completedAt: completed.flatMap(Instant.init))
  }

  var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id.description), "text": .string(text), "completed": .bool(isCompleted),
      "created_at": .string(createdAt.description),
    ]
    object["completed_at"] = completedAt.map { .string($0.description) }
    return .object(object)
  }
}

extension RecordID {
  /// Creates an id from a text that is not a UUID, such as `task-1770000000000`. The id consists of
  /// two FNV-1a hashes of the text, so that a to-do of another app has the same id each time it is
  /// read.
  init(namedBy name: String) {
    func sum(from start: UInt64) -> UInt64 {
      name.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    self = .version4(high: sum(from: 0xCBF2_9CE4_8422_2325), low: sum(from: 0x8422_2325_CBF2_9CE4))
  }
}
