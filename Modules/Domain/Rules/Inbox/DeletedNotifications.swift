public import CivilTime
import FeatureKit
import JSON

/// The generated notifications a person deleted lately: the rules do not write them a second time (rule 4.11).
///
/// It is remembered on this machine and is no undo step: a deletion that is taken back brings the row back, which then
/// speaks for itself.
public struct DeletedNotifications: Equatable, Sendable {
  private var entries: [Entry]

  fileprivate struct Entry: Equatable, Sendable {
    var type: String
    var related: AppNotification.RelatedEntity?
    var at: Instant
    /// What it said of a deadline, which is said once and for all.
    var lead: String?
  }

  /// How long a deletion can matter: as long as the rarest reminder may be apart, and a day for the zone.
  public static let memory = NotificationSettings.followUpDays.upperBound + 1

  /// The types the rules write by themselves.
  public static let types: [NotificationType] = [
    .followUpReminder, .deadlineAlert, .dailyDigest, .event,
  ]

  /// What was stored; unreadable text remembers nothing.
  public init(reading text: String?) {
    let stored = text.flatMap { try? JSONValue.parse($0) }?.array ?? []
    entries = stored.compactMap(Entry.init)
  }

  /// Remembers the deleted ones and forgets those too old to matter.
  public mutating func add(_ deleted: [AppNotification], now: Instant) {
    entries += deleted.filter { $0.type.known.map(Self.types.contains) ?? false }.map {
      Entry(
        type: $0.type.raw, related: $0.related, at: $0.effectiveTime,
        lead: NotificationLead.isOne($0) ? NotificationLead.text(in: $0.text) : nil)
    }
    let oldest = now.adding(days: -Self.memory)
    // What may come again after a day need not be remembered for longer.
    let recent = now.adding(days: -2)
    entries.removeAll { entry in
      let isLong = entry.lead != nil || entry.type == NotificationType.followUpReminder.rawValue
      return entry.at < (isLong ? oldest : recent)
    }
  }

  /// The deleted as the rules compare them with what is due.
  public var notifications: [AppNotification] {
    entries.map { entry in
      var notification = AppNotification(
        id: RecordID(high: 0, low: 0), personID: RecordID(high: 0, low: 0),
        type: Open(entry.type), title: "", createdAt: entry.at)
      notification.related = entry.related
      notification.message = entry.lead
      return notification
    }
  }

  /// What to store; nil when there is nothing.
  public var text: String? {
    entries.isEmpty ? nil : JSONValue.array(entries.map(\.json)).text
  }
}

extension DeletedNotifications.Entry {
  fileprivate init?(_ json: JSONValue) {
    guard let type = json["type"]?.string, let at = json["at"]?.string.flatMap(Instant.init) else {
      return nil
    }
    self.init(type: type, at: at, lead: json["lead"]?.string)
    related = json["related"]?.string.map {
      AppNotification.RelatedEntity(
        type: Open($0), id: json["id"]?.string.flatMap { RecordID($0) })
    }
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = ["type": .string(type), "at": .string(at.description)]
    object["related"] = related.map { .string($0.type.raw) }
    object["lead"] = lead.map(JSONValue.string)
    object["id"] = related?.id.map { .string($0.description) }
    return .object(object)
  }
}
