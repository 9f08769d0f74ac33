import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting

/// One record of each kind, in which every value is set, and a second school without optional
/// values.
enum Sample {
  static let tasks = [
    TimelineTask(
      id: .numbered(5), title: "Write to Cedar Valley again", gradeLevel: 10, category: .recruiting),
    TimelineTask(
      id: .numbered(6), title: "Visit Cedar Valley", gradeLevel: 10, category: .recruiting),
  ]

  /// Two days before the tests' current time, the moment of the sample's contact and other recent
  /// events.
  static let recently = ExampleFamily.now.adding(days: -2)

  static func fill(_ rows: inout MadeUpFamily) {
    rows.schools = [school, other]
    rows.statusChanges = [statusChange]
    rows.coaches = [coach]
    rows.events = [event]
    rows.interactions = [interaction]
    rows.offers = [offer]
    rows.documents = [document]
    rows.letters = [letter]
    rows.suggestions = [suggestion]
  }

  static let school: School = {
    var school = named(10, "Cedar Valley University")
    school.status = .known(.contacted)
    school.priorityTier = .known(.a)
    school.location = "Cedar, IA"
    school.division = .known(.d2)
    school.conference = "Prairie Crown"
    school.notes = "Good talk"
    school.pros = ["near", "green"]
    school.studentSize = 3600
    school.setPrivateNote("mine", of: ExampleFamily.sam)
    school.setPrivateNote("hers", of: ExampleFamily.dana)
    return school
  }()

  static let other = named(11, "Granite Ford University")

  static func named(_ number: UInt64, _ name: String) -> School {
    School(
      id: .numbered(number), athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily,
      name: name)
  }

  static let statusChange: SchoolStatusChange = {
    var change = SchoolStatusChange(
      id: .numbered(99), schoolID: school.id, from: .known(.researching), to: .known(.contacted),
      changedBy: ExampleFamily.dana, changedAt: recently)
    change.notes = "First mail"
    return change
  }()

  static let suggestion: RecruitingSuggestion = {
    var suggestion = RecruitingSuggestion(
      id: .numbered(90), athleteID: ExampleFamily.sam, rule: .interactionGap, urgency: .high,
      message: "Write to Cedar Valley", action: .logInteraction, createdAt: recently)
    // The suggestion was made by a rule of a newer program. This program does not know the rule, so
    // it does not check whether the reason for the suggestion still exists.
    suggestion.rule = .unknown("next-letter")
    suggestion.relatedSchoolID = school.id
    suggestion.isPendingSurface = false
    return suggestion
  }()

  static let coach: Coach = {
    var coach = Coach(
      id: .numbered(20), schoolID: school.id, athleteID: ExampleFamily.sam,
      familyID: ExampleFamily.samsFamily, role: .head, firstName: "Ana", lastName: "Rivera")
    coach.email = "ana@example.edu"
    coach.phone = "555-0101"
    coach.lastContactDate = recently
    coach.responsivenessScore = 80
    coach.notes = "Answers fast"
    coach.setPrivateNote("kind", of: ExampleFamily.sam)
    return coach
  }()

  static let interaction: Interaction = {
    var interaction = contact(30, "Sent transcript")
    interaction.content = "Dear coach"
    interaction.sentiment = .known(.positive)
    interaction.coachID = coach.id
    interaction.eventID = event.id
    return interaction
  }()

  static func contact(
    _ number: UInt64, _ subject: String, at moment: Instant = recently
  ) -> Interaction {
    var interaction = Interaction(
      id: .numbered(number), schoolID: school.id, familyID: ExampleFamily.samsFamily, type: .email,
      direction: .outbound, occurredAt: moment, loggedBy: ExampleFamily.sam)
    interaction.subject = subject
    return interaction
  }

  static let offer: Offer = {
    var offer = Offer(
      id: .numbered(40), athleteID: ExampleFamily.sam, schoolID: school.id,
      familyID: ExampleFamily.samsFamily, type: .partial, offerDate: day(2026, 1, 20))
    offer.coachID = coach.id
    offer.scholarshipAmount = 12_500
    offer.deadlineDate = day(2026, 2, 11)
    offer.conditions = "GPA of 3.0"
    return offer
  }()

  static let event: RecruitingEvent = {
    var event = showcase(50, "Spring Showcase", on: day(2026, 4, 18))
    event.schoolID = school.id
    event.startTime = TimeOfDay(hour: 9, minute: 0)
    event.cost = 250
    event.isRegistered = true
    event.location = "Ballpark"
    event.performanceNotes = "Blocked everything"
    event.coachesPresent = [coach.id]
    return event
  }()

  static func showcase(_ number: UInt64, _ name: String, on day: CalendarDay) -> RecruitingEvent {
    RecruitingEvent(
      id: .numbered(number), athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily,
      type: .showcase, name: name, startDate: day)
  }

  static let document: Document = {
    var document = paper(60, "Highlights", "https://example.com/film.mp4")
    document.type = .known(.highlightVideo)
    document.schoolID = school.id
    document.healthStatus = .known(.broken)
    document.createdAt = recently
    document.description = "Three minutes"
    document.sharedWithSchools = [school.id, other.id]
    return document
  }()

  static func paper(_ number: UInt64, _ title: String, _ link: String) -> Document {
    Document(
      id: .numbered(number), athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily,
      type: .resume, title: title, fileURL: link, uploadedBy: ExampleFamily.sam)
  }

  static let letter: RecommendationLetter = {
    var letter = RecommendationLetter(
      id: .numbered(70), athleteID: ExampleFamily.sam, Letter(writerName: "Joel Vance"))
    letter.status = .known(.requested)
    letter.dueDate = day(2026, 2, 9)
    letter.writerTitle = "Counselor"
    letter.schoolsSubmittedTo = [school.id]
    letter.documentID = document.id
    return letter
  }()

  static let metric = PerformanceMetric(
    id: .numbered(80), athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily,
    recordedDate: day(2026, 1, 5), type: .velocity, value: 82)

  static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay {
    CalendarDay(year: year, month: month, day: day) ?? .first
  }
}

extension MadeUpFamily {
  /// Removes all records from a family.
  static let empty: @Sendable (inout MadeUpFamily) -> Void = { $0.removeRecords() }

  mutating func removeRecords() {
    removeSchools()
    removeMetrics()
    (events, statusChanges, offers, documents, letters) = ([], [], [], [], [])
    suggestions = []
  }

  /// Adds this many schools. Each is named `name` and a number, such as "School 1".
  mutating func addSchools(
    _ count: Int, named name: String = "School", _ change: (inout School) -> Void = { _ in }
  ) {
    for number in 1...count {
      var school = Sample.named(UInt64(100 + number), "\(name) \(number)")
      change(&school)
      add(school)
    }
  }

  /// Adds contacts with the first school, one second apart, ten days ago.
  mutating func addContacts(_ count: Int) {
    let begun = Stage.now.adding(days: -10)
    interactions += (1...count).map { number in
      Sample.contact(
        UInt64(1_000 + number), "Contact \(number)", at: begun.adding(seconds: Int64(number)))
    }
  }
}
