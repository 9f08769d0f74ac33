import Basics
import CivilTime
import JSON
import Testing

@testable import Domain

@Suite("What records may hold")
struct RecordRulesTests {
  static let athlete = Sample.id(99)

  func problem<Record: FamilyRecord>(
    _ record: Record, replacing stored: Record? = nil, _ edit: (inout Record) throws -> Void
  ) throws -> Problem? {
    var edited = record
    try edit(&edited)
    let today = try Sample.day("2026-02-10")
    do throws(Problem) {
      try edited.check(today: today, replacing: stored)
      return nil
    } catch { return error }
  }

  func checked<Record: FamilyRecord>(
    _ record: Record, _ edit: (inout Record) -> Void
  ) throws -> Record {
    var edited = record
    edit(&edited)
    try edited.check(today: try Sample.day("2026-02-10"))
    return edited
  }

  let school = School(id: Sample.id(1), athleteID: athlete, name: "Cedar Valley")
  let coach = Coach(
    id: Sample.id(2), schoolID: Sample.id(1), athleteID: athlete, role: .head, firstName: "Ana",
    lastName: "Rivera")
  let interaction = Interaction(
    id: Sample.id(3), schoolID: Sample.id(1), type: .email, direction: .outbound,
    occurredAt: Instant(milliseconds: 0), loggedBy: athlete)
  let document = Document(
    id: Sample.id(4), athleteID: athlete, type: .resume, title: "Resume", fileURL: "resume.pdf",
    uploadedBy: athlete)

  func offer(on day: String = "2026-02-01") throws -> Offer {
    Offer(
      id: Sample.id(5), athleteID: Self.athlete, schoolID: Sample.id(1), type: .partial,
      offerDate: try Sample.day(day))
  }

  func event() throws -> RecruitingEvent {
    RecruitingEvent(
      id: Sample.id(6), athleteID: Self.athlete, type: .camp, name: "Winter Camp",
      startDate: try Sample.day("2026-03-02"))
  }

  func metric() throws -> PerformanceMetric {
    PerformanceMetric(
      id: Sample.id(7), athleteID: Self.athlete, recordedDate: try Sample.day("2026-02-10"),
      type: .velocity, value: 85.5)
  }

  @Test("Records as they are made pass")
  func sound() throws {
    #expect(try problem(school) { _ in } == nil)
    #expect(try problem(coach) { _ in } == nil)
    #expect(try problem(interaction) { _ in } == nil)
    #expect(try problem(document) { _ in } == nil)
    #expect(try problem(try offer()) { _ in } == nil)
    #expect(try problem(try event()) { _ in } == nil)
    #expect(try problem(try metric()) { _ in } == nil)
    let letter = RecommendationLetter(
      id: Sample.id(8), athleteID: Self.athlete, Letter(writerName: "Ms. Ito"))
    #expect(try problem(letter) { _ in } == nil)
  }

  @Test(
    "A scholarship is 0 to 100,000 dollars",
    arguments: [
      (nil, true), (-0.01, false), (0, true), (0.01, true), (99_999.99, true), (100_000, true),
      (100_000.01, false), (.infinity, false), (.nan, false),
    ] as [(Double?, Bool)])
  func amount(amount: Double?, isTaken: Bool) throws {
    let problem = try problem(try offer()) { $0.scholarshipAmount = amount }
    #expect((problem == nil) == isTaken)
    #expect(problem?.fix ?? "" == (isTaken ? "" : "Give a number from 0 to 100000."))
  }

  @Test(
    "Or 0 to 100 percent",
    arguments: [(-0.01, false), (0, true), (50.5, true), (100, true), (100.01, false)])
  func percentage(percent: Double, isTaken: Bool) throws {
    let problem = try problem(try offer()) { $0.scholarshipPercentage = percent }
    #expect((problem == nil) == isTaken)
  }

  @Test("A problem names the value, what it is for and the range")
  func rangeWords() throws {
    #expect(
      try problem(try offer()) { $0.scholarshipPercentage = 120.5 }
        == Problem(
          .usage, "120.5 is out of range for a scholarship in percent.",
          fix: "Give a number from 0 to 100."
        ).about(["percentage"]))
  }

  @Test("A number of more digits than are kept is refused without repeating it")
  func manyDigits() throws {
    let problem = try problem(try offer()) {
      $0.scholarshipPercentage = 1e20
    }
    #expect(problem?.title == "That number is out of range for a scholarship in percent.")
  }

  @Test("Each column of days says in which direction a day without a year leans")
  func leanings() {
    func leanings<Record: FamilyRecord>(
      _ table: RecordTable<Record>
    ) -> [String: NaturalDate.Leaning] {
      let days = table.columns.filter { [.day, .moment].contains($0.form) && $0.role == .data }
      return Dictionary(uniqueKeysWithValues: days.map { ($0.name, $0.leaning) })
    }
    #expect(leanings(Interaction.table) == ["occurred_at": .back])
    #expect(leanings(Offer.table) == ["offer_date": .past, "deadline_date": .ahead])
    #expect(leanings(RecruitingEvent.table) == ["start_date": .ahead, "end_date": .ahead])
    #expect(leanings(PerformanceMetric.table) == ["recorded_date": .past])
    #expect(
      leanings(RecommendationLetter.table)
        == ["requested_date": .back, "due_date": .ahead, "received_date": .back])
    for typed in Offer.table.fields where typed.input != nil {
      let column = Offer.table.columns.first { $0.field?.name == typed.name }
      #expect(column.map { $0.leaning == typed.leaning } ?? true)
    }
  }

  @Test("The fields that a rule names are those of its form")
  func fieldsOfRules() {
    func unknown<Record: FamilyRecord>(_ table: RecordTable<Record>) -> [String] {
      let known = table.fields.map(\.name)
      return known.isEmpty ? [] : table.rules.flatMap(\.fields).filter { !known.contains($0) }
    }
    #expect(unknown(School.table) + unknown(Coach.table) + unknown(Interaction.table) == [])
    #expect(unknown(Offer.table) + unknown(RecruitingEvent.table) + unknown(Document.table) == [])
    #expect(unknown(RecommendationLetter.table) + unknown(PerformanceMetric.table) == [])
  }

  @Test("An offer has an amount or a percentage, even when one of them is 0")
  func amountOrPercentage() throws {
    for percent in [0.0, 50] {
      #expect(
        try problem(try offer()) {
          $0.scholarshipAmount = 1000
          $0.scholarshipPercentage = percent
        }
          == Problem(
            .usage, "An offer has an amount or a percentage, not both.", fix: "Clear one of them."
          ).about(["percentage", "amount"]))
    }
  }

  @Test(
    "A deadline is on the day of the offer or later",
    arguments: [("2026-01-31", false), ("2026-02-01", true), ("2026-02-02", true), (nil, true)]
      as [(String?, Bool)])
  func offerDeadline(deadline: String?, isTaken: Bool) throws {
    let problem = try problem(try offer()) { $0.deadlineDate = try deadline.map(Sample.day) }
    #expect(
      problem
        == (isTaken
          ? nil
          : Problem(
            .usage, "The deadline, Jan 31, 2026, is before the offer, Feb 1, 2026.",
            fix: "Change one of the two."
          ).about(["deadline", "on"])))
  }

  @Test(
    "A fit score is 0 to 100, a ranking from 1, a size not negative",
    arguments: [
      (0, 1, 0, true), (100, 100_000, 1_000_000, true), (-1, 1, 0, false), (101, 1, 0, false),
      (0, 0, 0, false), (0, 1, -1, false), (0, 1, 1_000_001, false),
    ])
  func numbers(fit: Int, ranking: Int, size: Int, isTaken: Bool) throws {
    let problem = try problem(school) {
      $0.fitScore = fit
      $0.ranking = ranking
      $0.academicInfo = ["student_size": JSONValue(size)]
    }
    #expect((problem == nil) == isTaken)
  }

  @Test("What was stored before there was a rule stays, in an edit and in a row of an export")
  func keptValues() throws {
    var stored = coach
    stored.phone = "ask Ana"
    var edited = stored
    edited.notes = "Called"
    try edited.check(today: Sample.day("2026-02-10"), replacing: stored)
    #expect(edited.phone == "ask Ana")
    stored.phone = " ask\nAna "
    try stored.check(today: Sample.day("2026-02-10"), from: .export)
    #expect(stored.phone == "ask Ana")
    stored.phone = " 555-0101 or\n555-0102 "
    try stored.check(today: Sample.day("2026-02-10"), from: .table)
    #expect(stored.phone == "555-0101 or 555-0102", "kept on one line")
  }

  @Test(
    "A row of an export keeps no value that was refused or cleaned before there was the newer rule",
    arguments: [
      ("phone", String(repeating: "5", count: 200), nil), ("state", " Else\twhere ", "Else where"),
      ("state", String(repeating: "x", count: 101), nil), ("state", "ohio", "OH"),
      ("event", "Nowhereland", nil), ("event", "ZZ", "ZZ"), ("event", " Ohio", "OH"),
      ("link", "javascript:alert(1)", nil), ("link", "mailto:me", nil),
      ("link", " later ", "later"),
      ("link", String(repeating: "x", count: 2001), nil),
    ] as [(String, String, String?)])
  func keptInRows(column: String, text: String, kept: String?) throws {
    func imported<Record: FamilyRecord>(
      _ record: Record, _ place: WritableKeyPath<Record, String?>
    ) -> String? {
      var record = record
      record[keyPath: place] = text
      do { try record.check(today: Sample.day("2026-02-10"), from: .export) } catch {
        return nil
      }
      return record[keyPath: place]
    }
    switch column {
    case "phone": #expect(imported(coach, \.phone) == kept)
    case "state": #expect(imported(school, \.state) == kept)
    case "event": #expect(try imported(event(), \.state) == kept)
    default:
      var document = document
      document.fileURL = text
      do {
        try document.check(today: Sample.day("2026-02-10"), from: .export)
        #expect(document.fileURL == kept)
      } catch {
        #expect(kept == nil)
      }
    }
  }

  @Test(
    "A long wrong value is quoted only so far as to be recognised",
    arguments: [(59, false), (60, false), (61, true), (1000, true)])
  func excerpts(count: Int, isCut: Bool) throws {
    let text = String(repeating: "x", count: count)
    let quoted = isCut ? String(repeating: "x", count: 60) + "…" : text
    #expect(
      try problem(school) { $0.website = text }?.title
        == "`\(quoted)` is not a web address for the website.")
  }

  @Test(
    "A state is a name or two letters, kept as its letters; a school may be anywhere else",
    arguments: [
      ("OH", "OH"), (" oh ", "OH"), ("", nil), ("Ohio", "OH"), ("new york", "NY"), ("D.C.", "DC"),
      ("Puerto Rico", "PR"), ("Québec", "QC"), ("Newfoundland", "NL"), ("O", ""), ("OHI", ""),
      ("O1", ""), ("Øh", ""),
      ("ZZ", ""), ("somewhere", ""), ("England", ""), ("Ontario, Canada", ""),
    ] as [(String, String?)])
  func states(text: String, stored: String?) throws {
    let found = try problem(try event()) { $0.state = text }
    guard stored != "" else {
      #expect(
        found?.title == "`\(text)` is not a state of the United States or a province of Canada.")
      #expect(found?.parameters == ["state"])
      #expect(try checked(school) { $0.state = " \(text) " }.state == text)
      return
    }
    #expect(found == nil)
    #expect(try checked(school) { $0.state = text }.state == stored)
    #expect(try checked(try event()) { $0.state = text }.state == stored)
  }

  @Test(
    "An event ends on the day it starts or later",
    arguments: [("2026-03-01", false), ("2026-03-02", true), ("2026-03-03", true)])
  func eventDays(end: String, isTaken: Bool) throws {
    let found = try problem(try event()) { $0.endDate = try Sample.day(end) }
    #expect((found == nil) == isTaken)
    if !isTaken {
      #expect(found?.title == "The end, Mar 1, 2026, is before the start, Mar 2, 2026.")
    }
  }

  @Test(
    "On one day it does not end before it starts; over several it may",
    arguments: [
      ("09:00", "08:59", nil, false), ("09:00", "09:00", nil, true), ("09:00", "17:00", nil, true),
      ("09:00", "08:00", "2026-03-02", false), ("09:00", "08:00", "2026-03-03", true),
    ] as [(String, String, String?, Bool)])
  func eventTimes(start: String, end: String, lastDay: String?, isTaken: Bool) throws {
    let found = try problem(try event()) {
      $0.startTime = try Sample.time(start)
      $0.endTime = try Sample.time(end)
      $0.endDate = try lastDay.map(Sample.day)
    }
    #expect((found == nil) == isTaken)
  }

  @Test(
    "A measurement of anything is a finite number of any precision",
    arguments: [
      (0.345, true), (0, true), (-3, true), (1e300, true), (.infinity, false), (-.infinity, false),
      (.nan, false),
    ])
  func values(value: Double, isTaken: Bool) throws {
    let found = try problem(try metric()) {
      $0.type = .known(.other)
      $0.value = value
    }
    #expect((found == nil) == isTaken)
  }

  @Test(
    "A measurement was taken today or before",
    arguments: [
      ("2026-02-09", nil), ("2026-02-10", nil), ("2026-02-11", "Feb 11, 2026 has not come yet."),
    ]
      as [(String, String?)])
  func metricDays(day: String, title: String?) throws {
    #expect(try problem(try metric()) { $0.recordedDate = try Sample.day(day) }?.title == title)
  }

  @Test("A blank unit is none, and a unit is short")
  func units() throws {
    #expect(try checked(try metric()) { $0.unit = " " }.unit == nil)
    #expect(try checked(try metric()) { $0.unit = " mph " }.unit == "mph")
    #expect(try problem(try metric()) { $0.unit = String(repeating: "m", count: 21) } != nil)
  }

  @Test("Addresses are kept trimmed and in small letters, or refused with a reason")
  func emails() throws {
    #expect(try checked(coach) { $0.email = " Ana@Cedar.EDU " }.email == "ana@cedar.edu")
    #expect(try checked(coach) { $0.email = " " }.email == nil)
    #expect(
      try problem(coach) { $0.email = "nobody" }?.title
        == "`nobody` is not an e-mail address, like sam@example.org.")
    let letter = RecommendationLetter(
      id: Sample.id(8), athleteID: Self.athlete, Letter(writerName: "Ito"))
    #expect(try problem(letter) { $0.writerEmail = "ito@" } != nil)
  }

  @Test(
    "A letter is due and received on the day of the request or later",
    arguments: [("2026-01-31", false), ("2026-02-01", true)])
  func letterDays(day: String, isTaken: Bool) throws {
    var letter = RecommendationLetter(
      id: Sample.id(8), athleteID: Self.athlete, Letter(writerName: "Ito"))
    letter.requestedDate = try Sample.day("2026-02-01")
    #expect((try problem(letter) { $0.dueDate = try Sample.day(day) } == nil) == isTaken)
    #expect((try problem(letter) { $0.receivedDate = try Sample.day(day) } == nil) == isTaken)
  }

  @Test("What was stored before passes; what is changed is checked")
  func storedValues() throws {
    var stored = try offer()
    stored.scholarshipAmount = 250_000
    stored.scholarshipPercentage = 10
    stored.deadlineDate = try Sample.day("2025-01-01")
    #expect(try problem(stored, replacing: stored) { $0.notes = "New" } == nil)
    #expect(try problem(stored, replacing: stored) { $0.scholarshipAmount = 200_000 } != nil)
    #expect(try problem(stored, replacing: stored) { $0.scholarshipPercentage = 11 } != nil)
    #expect(
      try problem(stored, replacing: stored) { $0.offerDate = try Sample.day("2026-02-02") }?.title
        == "The deadline, Jan 1, 2025, is before the offer, Feb 2, 2026.")
    #expect(try problem(stored) { _ in } != nil)
  }
}
