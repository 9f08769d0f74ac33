import CivilTime
import Domain
import FeatureKit
import InMemoryBackend
import Synchronization

/// The records of each athlete in arrays, and the gateways the dashboard reads them through: counted by the rules themselves.
///
/// Calls pass the backend's traffic, so that a test can fail or hold each of them.
final class Keep: Sendable {
  struct Family: Equatable, Sendable {
    var schools: [School] = []
    var coaches: [Coach] = []
    var interactions: [Interaction] = []
    var offers: [Offer] = []
    var events: [RecruitingEvent] = []
    var documents: [Document] = []
    var changes: [SchoolStatusChange] = []
    var suggestions: [RecruitingSuggestion] = []
    var week = AthleteWeek(tasksCompleted: 0, interactionsLogged: 0, metricsRecorded: 0)
  }

  private let families: Mutex<[RecordID: Family]>
  private let traffic: Traffic
  private let now: Instant

  init(_ families: [RecordID: Family], _ traffic: Traffic, now: Instant) {
    self.families = Mutex(families)
    self.traffic = traffic
    self.now = now
  }

  func family(of athlete: RecordID) -> Family { families.withLock { $0[athlete] ?? Family() } }

  func change(_ athlete: RecordID = ExampleFamily.sam, _ change: (inout Family) -> Void) {
    families.withLock { change(&$0[athlete, default: Family()]) }
  }

  private func read<Answer>(
    _ endpoint: String, _ athlete: RecordID, _ body: (Family) -> Answer
  ) async throws(Problem) -> Answer {
    try await traffic.pass(endpoint)
    return body(family(of: athlete))
  }
}

extension Keep.Family {
  func reference(_ kind: ReferenceKind, _ id: RecordID) -> Reference {
    let (index, title): (Int?, String) =
      switch kind {
      case .school:
        (schools.firstIndex { $0.id == id }, schools.first { $0.id == id }?.name ?? "")
      case .coach: (coaches.firstIndex { $0.id == id }, "coach")
      case .interaction: (interactions.firstIndex { $0.id == id }, "interaction")
      case .event: (events.firstIndex { $0.id == id }, events.first { $0.id == id }?.name ?? "")
      case .suggestion:
        (suggestions.firstIndex { $0.id == id }, suggestions.first { $0.id == id }?.message ?? "")
      default: (documents.firstIndex { $0.id == id }, "document")
      }
    return Reference(
      kind: kind, id: id, handle: "\(kind.letter)\((index ?? -1) + 1)", title: title)
  }

  var references: [Reference] {
    schools.map { reference(.school, $0.id) } + suggestions.map { reference(.suggestion, $0.id) }
  }

  func row(_ suggestion: RecruitingSuggestion) -> SuggestionRow {
    SuggestionRow(
      reference: reference(.suggestion, suggestion.id), suggestion: suggestion,
      school: suggestion.relatedSchoolID.map { reference(.school, $0) })
  }
}

// MARK: - The gateways

extension Keep {
  var dashboard: DashboardGateway {
    DashboardGateway(
      schools: { athlete throws(Problem) in
        try await self.read("dashboard.schools", athlete) { SchoolFigures(counting: $0.schools) }
      },
      coaches: { athlete, now throws(Problem) in
        try await self.read("dashboard.coaches", athlete) { family in
          var figures = CoachFigures()
          figures.total = family.coaches.count
          figures.responsivenessTotal =
            CoachResponsiveness.scores(
              of: family.coaches, interactions: family.interactions, now: now
            ).reduce(0, +)
          figures.followUp = CoachFollowUp.list(family.coaches, now: now).map { coach in
            CoachRow(
              reference: family.reference(.coach, coach.id), coach: coach,
              school: family.reference(.school, coach.schoolID))
          }
          return figures
        }
      },
      interactions: { athlete, now, zone throws(Problem) in
        try await self.read("dashboard.interactions", athlete) { family in
          InteractionFigures(
            counting: family.interactions,
            schools: family.schools.map { family.reference(.school, $0.id) }, now: now, zone: zone)
        }
      },
      offers: { athlete throws(Problem) in
        try await self.read("dashboard.offers", athlete) {
          OfferFigures(counting: $0.offers, schools: $0.schools)
        }
      })
  }

  var suggestions: SuggestionsGateway {
    SuggestionsGateway(
      visible: { athlete, school, limit throws(Problem) in
        try await self.read("suggestions.visible", athlete) { family in
          SuggestionsData(
            rows: SuggestionLists.visible(family.suggestions, school: school, limit: limit)
              .map(family.row),
            pendingCount: SuggestionLists.pendingCount(family.suggestions, school: school))
        }
      },
      surface: { athlete throws(Problem) in
        try await self.traffic.pass("suggestions.surface")
        let surfaced = SuggestionLists.surfacing(
          self.family(of: athlete).suggestions, now: self.now)
        for row in surfaced { self.replace(row, of: athlete) }
        return surfaced.count
      },
      dismiss: { id, athlete throws(Problem) in
        try await self.close("suggestions.dismiss", id, athlete) { $0.dismissed(at: self.now) }
      },
      complete: { id, athlete throws(Problem) in
        try await self.close("suggestions.complete", id, athlete) { $0.completed(at: self.now) }
      },
      show: { id, athlete throws(Problem) in
        try await self.traffic.pass("suggestions.show")
        let family = self.family(of: athlete)
        guard let row = family.suggestions.first(where: { $0.id == id }) else {
          throw .noSuch(.suggestion)
        }
        return SuggestionHistory(
          row: family.row(row), earlier: family.suggestions.filter { $0.id == row.previousID })
      },
      evaluate: { _, _, _ throws(Problem) in EvaluatedSuggestions() })
  }

  private func close(
    _ endpoint: String, _ id: RecordID, _ athlete: RecordID,
    _ change: (RecruitingSuggestion) -> RecruitingSuggestion
  ) async throws(Problem) -> SuggestionRow {
    try await traffic.pass(endpoint)
    guard let row = family(of: athlete).suggestions.first(where: { $0.id == id }) else {
      throw .noSuch(.suggestion)
    }
    replace(change(row), of: athlete)
    return family(of: athlete).row(change(row))
  }

  private func replace(_ row: RecruitingSuggestion, of athlete: RecordID) {
    change(athlete) { family in
      if let index = family.suggestions.firstIndex(where: { $0.id == row.id }) {
        family.suggestions[index] = row
      }
    }
  }

  var activity: ActivityGateway {
    ActivityGateway(
      recent: { athlete, limit, offset throws(Problem) in
        try await self.read("activity.recent", athlete) { family in
          let items = family.activity
          return Listing(
            rows: RecentActivity.feed(items, limit: limit, offset: offset), matching: items.count,
            total: items.count)
        }
      },
      week: { athlete, _, _ throws(Problem) in
        try await self.read("activity.week", athlete, \.week)
      })
  }

  var events: EventsGateway {
    let unimplemented = EventsGateway.unimplemented(
      Unimplemented(capability: "EventsGateway", feature: "Dashboard"))
    return EventsGateway(
      list: { query, athlete throws(Problem) in
        try await self.read("events.list", athlete) { family in
          let coming = DashboardNumbers.upcoming(
            family.events, today: query.filter.from ?? CalendarDay.first, limit: 10_000)
          return Listing(
            rows: coming.prefix(query.limit ?? coming.count).map { event in
              EventRow(reference: family.reference(.event, event.id), event: event)
            }, matching: coming.count, total: family.events.count)
        }
      }, show: unimplemented.show, add: unimplemented.add, edit: unimplemented.edit,
      deletionPreview: unimplemented.deletionPreview, delete: unimplemented.delete)
  }
}

extension Keep.Family {
  fileprivate var activity: [ActivityItem] {
    interactions.map { interaction in
      ActivityItem(
        at: interaction.occurredAt,
        .interaction(
          InteractionRow(
            reference: reference(.interaction, interaction.id), interaction: interaction,
            school: reference(.school, interaction.schoolID))))
    }
      + changes.map { change in
        ActivityItem(
          at: change.changedAt,
          .statusChange(
            StatusChangeRow(
              change: change,
              changedBy: Reference(kind: .person, id: change.changedBy, handle: "p1", title: "Sam")),
            school: reference(.school, change.schoolID)))
      }
      + documents.map { document in
        ActivityItem(
          at: document.createdAt ?? ExampleFamily.now,
          .document(
            DocumentRow(reference: reference(.document, document.id), document: document)))
      }
  }
}
