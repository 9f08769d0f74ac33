public import Basics
public import CivilTime
import JSON

/// A personal to-do, stored on this device only and never on a server.
public struct QuickTask: Equatable, Sendable {
  public let id: RecordID
  public var text: String
  public var isCompleted: Bool
  public var createdAt: Instant
  /// The time at which the to-do was completed; nil while it is open, and again after it was
  /// reopened.
  public var completedAt: Instant?

  /// Characters a text may have, after trimming (rule 4.15).
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
  /// The list in the stored text of `DevicePreferenceKey.quickTasks`; unreadable text is an empty list (rule 4.15).
  public static func list(in text: String?) -> [QuickTask] {
    guard let text, let json = try? JSONValue.parse(text) else { return [] }
    return json.array?.compactMap(QuickTask.init) ?? []
  }

  /// The stored form of the list: JSON with the keys of the web app.
  public static func text(of list: [QuickTask]) -> String {
    JSONValue.array(list.map(\.json)).text
  }

  /// Reads both spellings of the keys (rule 7.48) and both kinds of id, uuid and `task-1770000000000`.
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
  /// Creates an id that is always the same for the same name: two FNV-1a sums of its bytes.
  init(namedBy name: String) {
    func sum(from start: UInt64) -> UInt64 {
      name.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    self = .version4(high: sum(from: 0xCBF2_9CE4_8422_2325), low: sum(from: 0x8422_2325_CBF2_9CE4))
  }
}
