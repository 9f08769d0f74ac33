import Basics
public import CivilTime
import JSON

/// What the generated notifications were about that a person deleted: the rules do not write them again (rule 10.2).
///
/// It is remembered on this machine and is no undo step: a deletion that is taken back brings the row back, which then
/// speaks for itself.
public struct DeletedNotifications: Equatable, Sendable {
  /// The latest last.
  public private(set) var occasions: [NotificationOccasion]
  /// Those of earlier versions, which do not say what they were about.
  public private(set) var unnamed: [AppNotification]

  /// How long after its day an occasion can matter: as long as the rarest reminder may be apart, and a day for the zone.
  public static let memory = NotificationSettings.followUpDays.upperBound + 1

  /// So many are kept however old they seem: a clock that stood wrong for an hour must not make all forgotten.
  static let keptAnyway = 200

  /// What was stored; unreadable text remembers nothing.
  public init(reading text: String?) {
    let stored = text.flatMap { try? JSONValue.parse($0) }?.array ?? []
    occasions = stored.compactMap { $0.string.flatMap { NotificationOccasion($0) } }
    unnamed = stored.compactMap(AppNotification.init(deleted:))
  }

  /// Remembers the deleted ones and forgets those whose days are too long ago to matter.
  public mutating func add(_ deleted: [AppNotification], now: Instant) {
    for notification in deleted {
      if let occasion = notification.occasion.flatMap({ NotificationOccasion($0) }) {
        if !occasions.contains(occasion) { occasions.append(occasion) }
      } else if notification.type.known.map(Self.types.contains) ?? false {
        unnamed.append(notification)
      }
    }
    let oldest = now.adding(days: -Self.memory)
    // A day of any zone will do: what is forgotten is forgotten after months.
    let oldestDay = Zone.utc.day(of: oldest)
    forget(&occasions) { occasion in occasion.items.allSatisfy { $0.day < oldestDay } }
    forget(&unnamed) { $0.effectiveTime < oldest }
  }

  private func forget<Entry>(_ entries: inout [Entry], where isOld: (Entry) -> Bool) {
    let kept = entries.suffix(Self.keptAnyway)
    entries = entries.dropLast(kept.count).filter { !isOld($0) } + kept
  }

  /// What to store; nil when there is nothing.
  public var text: String? {
    let entries =
      occasions.map { JSONValue.string($0.description) } + unnamed.map(\.deletedJSON)
    return entries.isEmpty ? nil : JSONValue.array(entries).text
  }

  /// The types the rules write by themselves.
  private static let types: [NotificationType] = [
    .followUpReminder, .deadlineAlert, .dailyDigest, .event,
  ]
}

extension AppNotification {
  /// As much as the rules need to tell what it was about.
  fileprivate init?(deleted json: JSONValue) {
    guard let type = json["type"]?.string, let at = json["at"]?.string.flatMap(Instant.init) else {
      return nil
    }
    let nobody = RecordID(high: 0, low: 0)
    self.init(id: nobody, personID: nobody, type: Open(type), title: "", createdAt: at)
    related = json["related"]?.string.map {
      RelatedEntity(type: Open($0), id: json["id"]?.string.flatMap { RecordID($0) })
    }
  }

  fileprivate var deletedJSON: JSONValue {
    var object: JSONObject = [
      "type": .string(type.raw), "at": .string(effectiveTime.description),
    ]
    object["related"] = related.map { .string($0.type.raw) }
    object["id"] = related?.id.map { .string($0.description) }
    return .object(object)
  }
}
