import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var packets: PacketsGateway {
    PacketsGateway {
      $0.contents.implement { athlete throws(Problem) in
        let today = self.calendar.today()
        return try await self.read { scope in
          try RecordScope(scope, of: athlete).packetContents(on: today)
        }
      }
      $0.recipients.implement { coaches, athlete throws(Problem) in
        try await self.read { scope in
          // A parent may view the recruiting packet (the one-page profile for coaches) but not send
          // it, so a parent gets no list of recipients (domain.md 9).
          try scope.caller.requireToChangeData(of: athlete)
          return try RecordScope(scope, of: athlete).packetRecipients(coaches)
        }
      }
      $0.sentCount.implement { athlete, since throws(Problem) in
        try await self.read { scope in
          _ = try RecordScope(scope, of: athlete)
          return try scope.packetsSent().count(since: since, until: scope.now)
        }
      }
      $0.choose.implement { choice, athlete throws(Problem) in
        try await self.write("choosePacket") { scope, step in
          try scope.requirePreference(.update, .player, of: athlete)
          let rows = PreferenceRows(scope: scope)
          var player = PlayerProfile(reading: try rows.stored(.player, of: athlete).data)
          player.packetChoice = choice
          step.summary = "Chose what stands in the recruiting packet"
          _ = try rows.save(player.object, as: .player, of: athlete)
          return player.packetChoice
        }
      }
      $0.recordSent.implement { message, athlete throws(Problem) in
        let calendar = self.calendar
        return try await self.write(
          HistoryStep.packetSending, for: athlete, batch: message.batch
        ) { scope, step in
          let records = try RecordScope(scope, of: athlete)
          let saved = try RecordWriting<Interaction>(records, step, calendar)
            .add(RecordChange(sent: message))
          let row = try records.markAsPacket(saved.row.interaction.id)
          try scope.notePacketSent(at: message.sentAt)
          step.summary =
            step.isContinued
            ? "Sent the recruiting packet to \(message.number) coaches"
            : "Sent the recruiting packet to \(row.coach?.title ?? "a coach")"
          return Saved(row, derived: saved.derived)
        }
      }
    }
  }
}

extension Scope {
  fileprivate func packetsSent() throws -> PacketsSent {
    PacketsSent(
      reading: try connection.devicePreferences.value(
        DevicePreferenceKey.packetsSent, of: caller.id))
  }

  /// Stores when a recruiting packet (the one-page profile for coaches) was sent, because the
  /// number of packets in a period is limited. Undo does not remove this time, because a sent
  /// message cannot be taken back.
  fileprivate func notePacketSent(at moment: Instant) throws {
    var sent = try packetsSent()
    sent.note(moment)
    try connection.devicePreferences.set(
      DevicePreferenceKey.packetsSent, to: sent.text, for: caller.id)
  }
}

extension RecordChange<Interaction> {
  fileprivate init(sent message: SentPacket) {
    self.init { interaction in
      interaction.meet(message.coach)
      interaction.type = .known(.email)
      interaction.occurredAt = message.sentAt
      interaction.subject = message.subject
    }
  }
}

extension RecordScope {
  /// The name of the attachment of every interaction that is a sent recruiting packet (the one-page
  /// profile for coaches). By this name such interactions are recognized.
  private static let attachment = "recruiting packet"

  fileprivate func packetContents(on today: CalendarDay) throws -> PacketContents {
    let interactions = try Interaction.past(in: self, scope.now)
    let schools = try find(
      School.self, School.visible(in: self), order: [.name("schools.name")])
    let last = try connection.query(
      "SELECT max(occurred_at) FROM interactions WHERE \(interactions.clause)",
      values: interactions.values
    ) { row in try row.optionalInstant(0) }
    let profile = try scope.profilePage(of: athlete)
    let choice = profile.player?.packetChoice ?? PacketChoice()
    return PacketContents(
      profile: profile,
      // A recruiting packet (the one-page profile for coaches) shows no notes of schools. Other
      // people's private notes are removed already here, so that the code that builds the packet
      // never has them.
      schools: schools.map { school in
        var shown = school
        shown.privateNotes = shown.privateNotes.keepingNote(of: scope.caller.id)
        return shown
      },
      interactionsByType: try tallies("interactions.type", in: .interactions, interactions),
      lastContact: last.first.flatMap { $0 },
      measurements: try choice.measures.compactMap { try best($0) },
      dates: choice.shows(.dates) ? try keyDates(from: today) : [])
  }

  /// Returns the athlete's best measurement of a type: the highest value, or the lowest for a type
  /// such as sprint times. Among equal values a verified measurement is preferred, and then the
  /// newest.
  private func best(_ type: MetricType) throws -> MetricRow? {
    var own = try PerformanceMetric.visible(in: self)
    own.require("performance_metrics.metric_type = ?", .raw(type))
    if type != .other {
      own.require(PerformanceMetric.isComparable(with: type.defaultUnit, measuring: type))
    }
    let found = try find(
      PerformanceMetric.self, own,
      order: PerformanceMetric.byValue(
        type.isLowerBetter ? OrderTerm.ascending : OrderTerm.descending)
        + [.descending("performance_metrics.verified")] + PerformanceMetric.newestFirst, limit: 1)
    return try PerformanceMetric.rows(found, in: self).first
  }

  private func keyDates(from today: CalendarDay) throws -> [RecruitingEvent] {
    var coming = try RecruitingEvent.visible(in: self)
    coming.require("events.start_date >= ?", .day(today))
    coming.require("events.type IN ('showcase', 'game') AND events.school_id IS NULL")
    return try find(
      RecruitingEvent.self, coming,
      order: [.ascending("events.start_date"), .ascending("events.name")],
      limit: RecruitingPacket.mostDates)
  }

  fileprivate func packetRecipients(_ ids: [RecordID]) throws -> [PacketRecipient] {
    var wanted: Set<RecordID> = []
    let coaches = try ids.filter { wanted.insert($0).inserted }.map {
      try require(Coach.self, $0)
    }
    let names = try references(.coach, coaches.map(\.id))
    let schools = try references(.school, coaches.map(\.schoolID))
    return coaches.map { coach in
      PacketRecipient(
        coach: names.of(coach.id, .coach), school: schools.of(coach.schoolID, .school),
        email: coach.email)
    }
  }

  fileprivate func markAsPacket(_ interaction: RecordID) throws -> InteractionRow {
    let before = try require(Interaction.self, interaction)
    var after = before
    after.attachments = [Self.attachment]
    try Interaction.form.update(from: before, to: after, in: connection)
    return try Interaction.row(after, in: self)
  }
}
