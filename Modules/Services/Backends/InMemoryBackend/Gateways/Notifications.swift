import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  public var notifications: NotificationsGateway {
    NotificationsGateway(
      list: { query throws(Problem) in
        try await self.read("notifications.list") { world, asking in
          world.inbox(query, of: asking.person)
        }
      },
      show: { id throws(Problem) in
        try await self.read("notifications.show") { world, asking throws(Problem) in
          world.row(try world.notification(id, of: asking.person))
        }
      },
      unreadCount: { () throws(Problem) in
        try await self.read("notifications.unreadCount") { world, asking in
          InboxRules.unread(world.notifications(of: asking.person))
        }
      },
      markRead: { id throws(Problem) in
        try await self.write("notifications.markRead", as: "markRead") {
          world, asking, summary throws(Problem) in
          let read = InboxRules.markedRead(
            try world.notification(id, of: asking.person), now: asking.now)
          world.add(read)
          summary.text = "Marked \(world.words(read)) as read"
          return world.row(read)
        }
      },
      markAllRead: { () throws(Problem) in
        try await self.write("notifications.markAllRead", as: "markAllRead") {
          world, asking, summary in
          let unread = world.notifications(of: asking.person).filter { !$0.isRead }
          for one in unread { world.add(InboxRules.markedRead(one, now: asking.now)) }
          summary.text = "Marked \(KindCount(.notification, unread.count).words) as read"
          return unread.count
        }
      },
      delete: { id throws(Problem) in
        try await self.write("notifications.delete", as: "deleteNotification") {
          world, asking, summary throws(Problem) in
          let row = world.row(try world.notification(id, of: asking.person))
          world.delete([row.notification], asking)
          summary.text = "Deleted \(world.words(row.notification))"
          return row
        }
      },
      deleteRead: { () throws(Problem) in
        try await self.write("notifications.deleteRead", as: "deleteReadNotifications") {
          world, asking, summary in
          let read = world.notifications(of: asking.person).filter(\.isRead)
          world.delete(read, asking)
          summary.text =
            "Deleted \(KindCount(.notification, read.count).words) that had been read"
          return read.count
        }
      },
      generate: { athlete, now, zone, occasion throws(Problem) in
        guard occasion == .asked else {
          return try await self.remember("notifications.generate") {
            world, asking throws(Problem) in
            try asking.caller.requireToChangeData(of: athlete)
            return world.generate(for: athlete, now, zone, asking)
          }
        }
        return try await self.write(
          "notifications.generate", as: "generateNotifications", for: athlete
        ) { world, asking, summary in
          let made = world.generate(for: athlete, now, zone, asking)
          summary.text = "Wrote \(KindCount(.notification, made.created.count).words)"
          return made
        }
      })
  }
}

extension World {
  func reference(toNotification notification: AppNotification) -> Reference {
    Reference(
      kind: .notification, id: notification.id,
      handle: "n\(handles.number(.notification, notification.id))", title: notification.title)
  }

  fileprivate func words(_ notification: AppNotification) -> String {
    let reference = reference(toNotification: notification)
    return "\(reference.handle) \(reference.title)"
  }

  fileprivate func notifications(of person: RecordID) -> [AppNotification] {
    shared.notifications.values.filter { $0.personID == person }
  }

  fileprivate func notification(
    _ id: RecordID, of person: RecordID
  ) throws(Problem) -> AppNotification {
    guard let found = shared.notifications[id], found.personID == person else {
      throw .noSuch(.notification)
    }
    return found
  }

  /// This world keeps events and metrics of what a notification can be about.
  fileprivate func row(_ notification: AppNotification) -> NotificationRow {
    let event = notification.related.flatMap { related in
      related.type == .event ? related.id.flatMap { shared.events[$0] } : nil
    }
    return NotificationRow(
      reference: reference(toNotification: notification), notification: notification,
      related: event.map(reference(toEvent:)))
  }

  fileprivate func inbox(_ query: InboxQuery, of person: RecordID) -> InboxData {
    let all = InboxRules.sorted(notifications(of: person))
    let matching = all.filter {
      InboxRules.admits($0, type: query.type, search: query.search ?? "")
        && !(query.unreadOnly && $0.isRead)
    }
    return InboxData(
      listing: Listing(
        rows: matching.prefix(query.limit ?? matching.count).map(row), matching: matching.count,
        total: all.count),
      unreadCount: InboxRules.unread(all))
  }

  fileprivate mutating func delete(_ deleted: [AppNotification], _ asking: Asking) {
    let key = DevicePreferenceKey.deletedNotifications
    var memory = DeletedNotifications(reading: devicePreferences[asking.person]?[key])
    memory.add(deleted, now: asking.now)
    setDevicePreference(key, of: asking.person, to: memory.text)
    for one in deleted { shared.notifications[one.id] = nil }
  }

  fileprivate mutating func generate(
    for athlete: RecordID, _ now: Instant, _ zone: Zone, _ asking: Asking
  ) -> GeneratedNotifications {
    let stored = shared.preferences[PreferenceKey(person: athlete, category: .notifications)]
    var sources = NotificationSources()
    sources.events = shared.events.values.filter { $0.athleteID == athlete }
      .sorted { ($0.startDate, $0.id) < ($1.startDate, $1.id) }
    let yesterday = zone.day(of: now).adding(days: -1)
    sources.yesterday.eventsAttended = sources.events.count {
      $0.isAttended && $0.startDate == yesterday
    }
    sources.yesterday.metrics = shared.metrics.values.count {
      $0.athleteID == athlete && $0.recordedDate == yesterday
    }
    let deleted = devicePreferences[athlete]?[DevicePreferenceKey.deletedNotifications]
    sources.existing =
      notifications(of: athlete) + DeletedNotifications(reading: deleted).notifications
    let settings = NotificationSettings(reading: stored?.data)
    let drafts = NotificationGeneration(settings: settings, now: now, zone: zone).due(sources)
    let made = drafts.map { draft in
      var notification = AppNotification(
        id: asking.ids.next(), personID: athlete, type: .known(draft.type), title: draft.title,
        createdAt: now)
      notification.message = draft.message
      notification.priority = .known(draft.priority)
      notification.related = draft.related
      notification.scheduledFor = draft.scheduledFor
      return notification
    }
    for one in made { add(one) }
    return GeneratedNotifications(created: made.map(row))
  }
}
