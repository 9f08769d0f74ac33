import Domain
import FamilyContext
import FeatureKit
import JSON

extension NotificationsFeature {
  /// The fields of a notification that programs can read. Their names and types do not change
  /// (docs/record-fields.md).
  static let dataFields = DataFields<NotificationRow>(
    .notification, noun: "notifications",
    [
      DataField("handle", "Handle") { .string($0.reference.handle) },
      DataField("id", "Permanent id") { .string($0.reference.id.description) },
      DataField("name", "Its title") { .string($0.reference.title) },
      DataField("message", "Its text") { .optional($0.notification.message) },
      DataField("type", "What it is of") { .string($0.notification.type.raw) },
      DataField("priority", "How much it presses") {
        .optional($0.notification.priority?.raw)
      },
      DataField("about", "The record it is about") { .record($0.related) },
      DataField("when", "When it came") {
        .moment($0.notification.effectiveTime)
      },
      DataField("read", "When it was read; nothing while it is unread") {
        .moment($0.notification.readAt)
      },
    ])

  /// Reads the requested fields as JSON. The rules that create notifications once a day run first,
  /// if they have not run today.
  func read(
    _ names: [String],
    _ rows: @escaping @Sendable (NotificationsGateway) async throws(Problem) -> ReadRows
  ) -> Effect<Action> {
    .load("data") { [notifications, daily] () throws(Problem) in
      let columns = try Self.dataFields.named(names)
      await daily.runIfDue()
      return switch try await rows(notifications) {
      case .one(let row): Self.dataFields.object(of: row, columns)
      case .several(let rows): Self.dataFields.array(of: rows, columns)
      }
    } into: {
      .dataRead($0)
    }
  }

  enum ReadRows {
    case one(NotificationRow)
    case several([NotificationRow])
  }
}
