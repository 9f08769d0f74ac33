import Basics
public import CivilTime
import JSON

/// The causes (such as the deadline of an offer) of generated notifications that a person deleted.
/// Without this list, the rules would generate a deleted notification again (domain.md 10.2).
///
/// The list is stored on this device only, and undo does not change it. If a person undoes a
/// deletion, the restored row of the notification already prevents a duplicate.
public struct DeletedNotifications: Equatable, Sendable {
  /// The causes of the deleted notifications, such as the deadline of an offer. They are in the
  /// order in which the notifications were deleted.
  public private(set) var occasions: [NotificationOccasion]
  /// Deleted notifications without a stored cause, which an earlier version of the program wrote.
  /// The rules compute the cause of each from its type, record and time.
  public private(set) var unnamed: [AppNotification]

  /// The number of days after which a cause is removed from the list, because no rule would
  /// generate its notification again after that time. It is the longest interval at which a
  /// reminder repeats, plus one day for differences between time zones.
  public static let memory = NotificationSettings.followUpDays.upperBound + 1

  /// This number of newest entries is stored regardless of their age. Otherwise, a clock that is
  /// wrong for an hour could make all entries look old and clear the list.
  static let keptAnyway = 200

  /// Parses the list from its stored text. A text that cannot be read results in an empty list.
  public init(reading text: String?) {
    let stored = text.flatMap { try? JSONValue.parse($0) }?.array ?? []
    occasions = stored.compactMap { $0.string.flatMap { NotificationOccasion($0) } }
    unnamed = stored.compactMap(AppNotification.init(deleted:))
  }

  /// Adds deleted notifications, and removes entries that are older than `memory` days.
  public mutating func add(_ deleted: [AppNotification], now: Instant) {
    for notification in deleted {
      if let occasion = notification.occasion.flatMap({ NotificationOccasion($0) }) {
        if !occasions.contains(occasion) { occasions.append(occasion) }
      } else if notification.type.known.map(Self.types.contains) ?? false {
        unnamed.append(notification)
      }
    }
    let oldest = now.adding(days: -Self.memory)
    // A cause stores days without a time zone, so its days are compared with a day in UTC. The day
    // in the person's time zone differs by at most one day, and `memory` contains an extra day for
    // this difference.
    let oldestDay = Zone.utc.day(of: oldest)
    forget(&occasions) { occasion in occasion.items.allSatisfy { $0.day < oldestDay } }
    forget(&unnamed) { $0.effectiveTime < oldest }
  }

  private func forget<Entry>(_ entries: inout [Entry], where isOld: (Entry) -> Bool) {
    let kept = entries.suffix(Self.keptAnyway)
    entries = entries.dropLast(kept.count).filter { !isOld($0) } + kept
  }

  /// The list as text to store; nil if it is empty.
  public var text: String? {
    let entries =
      occasions.map { JSONValue.string($0.description) } + unnamed.map(\.deletedJSON)
    return entries.isEmpty ? nil : JSONValue.array(entries).text
  }

  /// The types of notifications that the rules would generate again after a deletion. A
  /// notification about a coach's message is not among them, because a backend writes it only once
  /// for each interaction.
  private static let types: [NotificationType] = [
    .followUpReminder, .deadlineAlert, .dailyDigest, .event,
  ]
}

extension AppNotification {
  /// Parses the stored values of a deleted notification. Only the values from which the rules find
  /// its cause are stored.
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
