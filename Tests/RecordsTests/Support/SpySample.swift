import CivilTime
import Domain
import FeatureKit
import FeatureTesting

/// One record of each kind, with every value filled.
enum SpySample {
  static let school = reference(.school, 10, "s3", "Cedar Valley University")
  static let other = reference(.school, 11, "s4", "Granite Ford University")
  static let coach = reference(.coach, 20, "c4", "Rivera, Ana")
  static let interaction = reference(.interaction, 30, "i7", "Sent transcript")
  static let offer = reference(.offer, 40, "o2", "Cedar Valley University partial")
  static let event = reference(.event, 50, "e5", "Spring Showcase")
  static let document = reference(.document, 60, "d6", "Highlights")
  static let letter = reference(.recommendationLetter, 70, "l8", "Joel Vance")
  static let metric = reference(.metric, 80, "m9", "velocity 82")
  static let suggestion = reference(.suggestion, 90, "g1", "Write to Cedar Valley")
  static let maria = reference(.person, 2, "p2", "Maria Shelton")

  static let references = [
    school, other, coach, interaction, offer, event, document, letter,
  ]

  static func reference(
    _ kind: ReferenceKind, _ number: UInt64, _ handle: String, _ title: String
  ) -> Reference {
    Reference(kind: kind, id: .numbered(number), handle: handle, title: title)
  }

  /// Two days ago.
  static let recently = SpyStage.now.adding(days: -2)

  static var schoolRow: SchoolRow {
    var record = School(id: school.id, athleteID: SpyStage.casey, name: school.title)
    record.status = .known(.contacted)
    record.priorityTier = .known(.a)
    record.location = "Cedar, IA"
    record.division = .known(.d2)
    record.conference = "Prairie Crown"
    record.notes = "Good talk"
    record.pros = ["near", "green"]
    note("mine", of: SpyStage.casey, on: &record)
    note("hers", of: SpyStage.maria, on: &record)
    return SchoolRow(
      reference: school, school: record, coachCount: 1, interactionCount: 12,
      lastContact: recently)
  }

  private static func note(_ text: String, of person: RecordID, on school: inout School) {
    school.studentSize = 3600
    school.setPrivateNote(text, of: person)
  }

  static var otherRow: SchoolRow {
    SchoolRow(
      reference: other,
      school: School(id: other.id, athleteID: SpyStage.casey, name: other.title))
  }

  static var schoolDetails: SchoolDetails {
    var details = SchoolDetails(row: schoolRow)
    details.coaches = Listing([coachRow])
    details.interactions = Listing(rows: [interactionRow], matching: 12, total: 12)
    details.offers = Listing([offerRow])
    details.events = Listing([eventRow])
    details.documents = Listing([documentRow])
    details.letters = Listing([letterRow])
    var change = SchoolStatusChange(
      id: .numbered(99), schoolID: school.id, from: .known(.researching), to: .known(.contacted),
      changedBy: SpyStage.casey, changedAt: recently)
    change.notes = "First mail"
    details.statusHistory = [StatusChangeRow(change: change, changedBy: maria)]
    let open = RecruitingSuggestion(
      id: suggestion.id, athleteID: SpyStage.casey, rule: .interactionGap, urgency: .high,
      message: suggestion.title, createdAt: recently)
    details.suggestions = [SuggestionRow(reference: suggestion, suggestion: open)]
    return details
  }

  static var coachRow: CoachRow {
    var record = Coach(
      id: coach.id, schoolID: school.id, athleteID: SpyStage.casey, role: .head, firstName: "Ana",
      lastName: "Rivera")
    record.email = "ana@example.edu"
    record.phone = "555-0101"
    record.lastContactDate = recently
    record.notes = "Answers fast"
    record.setPrivateNote("kind", of: SpyStage.casey)
    return CoachRow(
      reference: coach, coach: record, school: school, interactionCount: 4, responsiveness: 80)
  }

  static var interactionRow: InteractionRow {
    var record = Interaction(
      id: interaction.id, schoolID: school.id, type: .email, direction: .outbound,
      occurredAt: recently, loggedBy: SpyStage.casey)
    record.subject = interaction.title
    record.content = "Dear coach"
    record.sentiment = .known(.positive)
    record.coachID = coach.id
    return InteractionRow(
      reference: interaction, interaction: record, school: school, coach: coach, event: event)
  }

  static var offerRow: OfferRow {
    var record = Offer(
      id: offer.id, athleteID: SpyStage.casey, schoolID: school.id, type: .partial,
      offerDate: day(2026, 1, 20))
    record.scholarshipAmount = 12_500
    record.deadlineDate = day(2026, 2, 11)
    record.conditions = "GPA of 3.0"
    return OfferRow(reference: offer, offer: record, school: school, coach: coach)
  }

  static var eventRow: EventRow {
    var record = RecruitingEvent(
      id: event.id, athleteID: SpyStage.casey, type: .showcase, name: event.title,
      startDate: day(2026, 4, 18))
    record.startTime = TimeOfDay(hour: 9, minute: 0)
    record.cost = 250
    record.isRegistered = true
    record.location = "Ballpark"
    record.performanceNotes = "Blocked everything"
    return EventRow(reference: event, event: record, school: school)
  }

  static var eventDetails: EventDetails {
    let metricRow = MetricRow(
      reference: metric,
      metric: PerformanceMetric(
        id: metric.id, athleteID: SpyStage.casey, recordedDate: day(2026, 1, 5), type: .velocity,
        value: 82))
    return EventDetails(
      row: eventRow, coachesPresent: [coach], interactions: Listing([interactionRow]),
      metrics: Listing([metricRow]))
  }

  static var documentRow: DocumentRow {
    var record = Document(
      id: document.id, athleteID: SpyStage.casey, type: .highlightVideo, title: document.title,
      fileURL: "https://example.com/film.mp4", uploadedBy: SpyStage.casey)
    record.healthStatus = .known(.broken)
    record.createdAt = recently
    record.description = "Three minutes"
    return DocumentRow(
      reference: document, document: record, school: school, sharedWith: [school, other])
  }

  static var letterRow: LetterRow {
    var record = RecommendationLetter(
      id: letter.id, athleteID: SpyStage.casey, Letter(writerName: letter.title))
    record.status = .known(.requested)
    record.dueDate = day(2026, 2, 9)
    record.writerTitle = "Counselor"
    record.schoolsSubmittedTo = [school.id]
    record.documentID = document.id
    return LetterRow(
      reference: letter, record: record, names: [school.id: school, document.id: document])
  }

  static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay {
    CalendarDay(year: year, month: month, day: day) ?? .first
  }
}
