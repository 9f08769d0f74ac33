import Basics
import CivilTime
import Documents
import Domain
import FamilyContext
import FeatureKit
import HTTP
import JSON
import Mailing
import Packet

extension Operation {
  // MARK: - Operations on measurements

  /// Returns the shape of a request's body with the members of a measurement.
  ///
  /// - Parameter member: declares the type, the value and the day of the measurement: as required
  ///   for a new measurement, and as optional for a change.
  private static func metricBody(_ member: (String, Shape) -> Shape.Member) -> Shape {
    .object([
      member("metric_type", .text(1...60)), member("value", .number),
      member("recorded_date", .day),
      .optional("unit", .orNull(.text(max: TextLimit.unit))),
      .optional("event_id", .nothingOrID), .optional("verified", .flag),
      .optional("notes", .orNull(.text(max: TextLimit.long))),
    ])
  }
  private static let path = "/api/performance/metrics"

  static let metrics: [Operation] = [
    Operation(
      .get, path, "The athlete's measurements, newest first.",
      query: [
        .optional("metricType", .text(1...60)), .optional("eventId", .id),
        .optional("startDate", .day), .optional("endDate", .day),
      ],
      answer: .data(.rows(PerformanceMetric.shape)), faults: [malformed, noSuch]
    ) { call throws(Problem) in
      let type = try call.metricType(call.given["metricType"])
      let event = call.given["eventId"] == nil ? nil : try call.id("eventId")
      let query = ListQuery<PerformanceMetric> { query in
        query.filter.type = type
        query.filter.event = event
        query.filter.from = call.day("startDate")
        query.filter.through = call.day("endDate")
      }
      let rows = try await call.services[MetricsGateway.self].list(
        query, of: try await call.athlete()
      )
      .rows
      return ["success": true, "data": .array(rows.map(\.metric.json))]
    },
    Operation(
      .post, path, "Logs a measurement.",
      body: metricBody(Shape.Member.needed),
      answer: .data(PerformanceMetric.shape), faults: [malformed, parentsMayNot, noSuch]
    ) { call throws(Problem) in
      let athlete = try await call.family.athleteToChange(.metrics)
      let change = try call.metricChange()
      let saved = try await call.services[MetricsGateway.self].add(for: athlete) { change(&$0) }
      return ["success": true, "data": saved.row.metric.json]
    },
    Operation(
      .patch, path + "/{id}", "Changes a measurement.",
      body: metricBody(Shape.Member.optional),
      answer: .data(PerformanceMetric.shape), faults: [malformed, parentsMayNot, noSuch]
    ) { call throws(Problem) in
      let athlete = try await call.family.athleteToChange(.metrics)
      let change = try call.metricChange()
      let saved = try await call.services[MetricsGateway.self].edit(
        try call.id("id"), of: athlete
      ) { change(&$0) }
      return ["success": true, "data": saved.row.metric.json]
    },
    Operation(
      .delete, path + "/{id}", "Deletes a measurement.", answer: .success,
      faults: [malformed, parentsMayNot, noSuch]
    ) { call throws(Problem) in
      let athlete = try await call.family.athleteToChange(.metrics)
      _ = try await call.services[MetricsGateway.self].delete(try call.id("id"), of: athlete)
      return ["success": true]
    },
  ]

  // MARK: - Operations on notifications

  static let notifications: [Operation] = [
    Operation(
      .post, "/api/notifications/create", "Writes a notification to the caller's own inbox.",
      body: .object([
        .needed("type", .words(NotificationType.self)), .needed("title", .text(1...200)),
        .optional("message", .orNull(.text(max: 1_000))),
        .optional("priority", .words(NotificationPriority.self)),
        .optional("related_entity_type", .words(AppNotification.RelatedType.self)),
        .optional("related_entity_id", .id), .optional("action_url", .orNull(.path(max: 500))),
        .optional("scheduled_for", .moment),
      ]),
      answer: AppNotification.shape,
      faults: [(422, "A value is missing, malformed or too long; the text names it.")]
    ) { call throws(Problem) in
      let body = call.body
      let written = try await call.services[NotificationsGateway.self].create(
        NewNotification(
          type: body["type"]?.string.flatMap(NotificationType.init(rawValue:)) ?? .event,
          title: body["title"]?.string ?? "", message: body["message"]?.string,
          priority: body["priority"]?.string.flatMap(NotificationPriority.init(rawValue:))
            ?? .normal,
          related: body["related_entity_type"]?.string.map {
            AppNotification.RelatedEntity(
              type: Open($0), id: body["related_entity_id"]?.string.flatMap { RecordID($0) })
          }, actionURL: body["action_url"]?.string,
          scheduledFor: body["scheduled_for"]?.string.flatMap { Instant($0) }))
      return written.notification.json
    },
    Operation(
      .post, "/api/notifications/generate", "Writes the notifications that are due.",
      answer: .object([
        .needed("created", .anyCount),
        .needed(
          "breakdown",
          .object(
            ["offers", "recommendations", "events", "coaches"].map { .needed($0, .anyCount) })),
      ]), faults: [parentsMayNot]
    ) { call throws(Problem) in
      _ = try await call.ownAthlete()
      let created = try await call.services[NotificationsGateway.self].generate(
        now: call.calendar.now(), zone: call.calendar.zone(), .asked
      ).created
      func count(_ type: AppNotification.RelatedType) -> JSONValue {
        JSONValue(created.count { $0.notification.related?.type == .known(type) })
      }
      return [
        "created": JSONValue(created.count),
        "breakdown": [
          "offers": count(.offer), "recommendations": count(.recommendation),
          "events": count(.event), "coaches": count(.coach),
        ],
      ]
    },
  ]

  // MARK: - Operations on the packet for coaches

  static let packet: [Operation] = [
    Operation(
      .post, "/api/recruiting-packet/generate", "The recruiting packet for coaches, as HTML.",
      answer: .data(.object([.needed("html", .anyText), .needed("generatedAt", .moment)])),
      faults: [parentsMayNot]
    ) { call throws(Problem) in ["success": true, "data": try await call.packet()] },
    Operation(
      .post, "/api/recruiting-packet/email",
      "Sends the packet to coaches of the caller's schools, each in a message of their own, and logs the messages.",
      body: .object([
        .needed("recipientIds", .list(.id, most: .max)), .needed("subject", .anyText),
        .needed("body", .anyText),
      ]),
      answer: .object([
        .needed("success", .flag), .needed("message", .anyText), .needed("sentTo", .number),
        .needed("sentCount", .number), .needed("skipped", .rows(.anyText)),
      ]),
      faults: [
        malformed, parentsMayNot, noSuch,
        (Status(429), "\(PacketDailyLimit.count) packets went out on this day."),
        (Status(502), "The mail server took no message."),
        (.unavailable, "This server sends no packets."),
      ],
      place: .mail { call throws(Problem) in try await call.emailPacket() }),
  ]
}

extension Call {
  fileprivate func packet() async throws(Problem) -> JSONValue {
    let now = calendar.now()
    let packet = RecruitingPacket(
      try await services[PacketsGateway.self].contents(of: try await ownAthlete()),
      copy: .forCoaches, now: now, zone: calendar.zone())
    return [
      "html": .string(PacketDocument(packet, madeAt: now).html),
      "generatedAt": .string(now.description),
    ]
  }

  fileprivate func emailPacket() async throws(Problem) -> JSONValue {
    let athlete = try await ownAthlete()
    let result = try await PacketMailing(services).send(
      PacketFeature.EmailRequest(
        recipients, subject: body["subject"]?.string, message: body["body"]?.string),
      of: athlete)
    let sent = result.fates.count(where: \.isSent)
    if sent == 0 {
      // The words of the mail server's refusal can contain the addresses of coaches. They are
      // written to the server's log, and this answer has a general sentence instead.
      guard let problem = result.problem, [.locked, .refused].contains(problem.cause) else {
        throw Problem(.serverError, "The mail server took no message.")
      }
      throw problem
    }
    return [
      "success": true, "sentTo": JSONValue(sent), "sentCount": JSONValue(sent),
      "message": .string(result.problem?.title ?? "The packet went out."),
      "skipped": .array(result.delivery.skipped.map { .string($0) }),
    ]
  }

  fileprivate func day(_ name: String) -> CalendarDay? {
    given[name]?.string.flatMap { CalendarDay($0) }
  }

  fileprivate func metricType(_ value: JSONValue?) throws(Problem) -> MetricType? {
    guard let word = value?.string else { return nil }
    guard let type = MetricType(rawValue: word) else {
      throw Problem(.usage, "`\(word.prefix(60))` is no measure.")
    }
    return type
  }

  /// Returns a closure that sets in a measurement those properties that the request's body names.
  fileprivate func metricChange() throws(Problem) -> @Sendable (inout PerformanceMetric) -> Void {
    let type = try metricType(body["metric_type"])
    return { [body] metric in
      if let type { metric.become(type) }
      if let value = body["value"]?.double { metric.value = value }
      if let day = body["recorded_date"]?.string.flatMap({ CalendarDay($0) }) {
        metric.recordedDate = day
      }
      if let unit = body["unit"] { metric.unit = unit.string }
      if let event = body["event_id"] { metric.eventID = event.string.flatMap { RecordID($0) } }
      if let notes = body["notes"] { metric.notes = notes.string }
      if let isVerified = body["verified"]?.bool { metric.isVerified = isVerified }
    }
  }
}
