import CivilTime
import Domain
import FeatureKit
import JSON
import Persistence
import SQLite

/// A kind of record that many can be added of from a file.
protocol ImportableRecord: StoredRecord {
  /// Columns that name another record: by id, by handle, or by its name under the shorter heading.
  static var links: [ImportLink] { get }
  /// Columns that a row cannot do without; a link may be given under either heading.
  static var required: [String] { get }
  /// The values of a row by the columns of the record, where a table for people may have fewer.
  static func columns(of values: JSONObject, _ reader: ImportReader) throws -> JSONObject

  /// A record of the athlete's, by the caller, with everything else still to be read.
  static func blank(_ id: RecordID, in records: RecordScope) -> Self
  /// Throws where the records it names do not belong together or to the family.
  mutating func checkLinks(in records: RecordScope) throws
  /// What makes another row the same in people's eyes.
  func twin(in records: RecordScope) throws -> Conditions
  /// The same where it depends on what the file says at all.
  func twin(in records: RecordScope, given: JSONObject) throws -> Conditions
  /// What has to be written along with it. Nothing is announced: what is imported happened long ago.
  func settleImport(in records: RecordScope) throws
}

struct ImportLink {
  let column: String
  let heading: String
  let kind: ReferenceKind

  static let school = ImportLink(column: "school_id", heading: "school", kind: .school)
  static let coach = ImportLink(column: "coach_id", heading: "coach", kind: .coach)
  static let event = ImportLink(column: "event_id", heading: "event", kind: .event)
  static let document = ImportLink(column: "document_id", heading: "document", kind: .document)
}

extension ImportableRecord {
  static var links: [ImportLink] { [] }
  static func columns(of values: JSONObject, _ reader: ImportReader) throws -> JSONObject {
    values
  }
  func twin(in records: RecordScope, given: JSONObject) throws -> Conditions {
    try twin(in: records)
  }
  mutating func checkLinks(in records: RecordScope) throws {}
  func settleImport(in records: RecordScope) throws {}
}

extension School: ImportableRecord {
  static var required: [String] { ["name"] }

  /// The number of students stands with what else is known of the college's academics.
  static func columns(of values: JSONObject, _ reader: ImportReader) throws -> JSONObject {
    guard let size = values["student_size"] else { return values }
    var columns = values
    columns["student_size"] = nil
    guard !size.isNull, size.string?.trimmed.isEmpty != true else { return columns }
    guard let students = Double.imported(size, reader) else {
      throw Problem(
        .usage, "student_size: “\(size.string ?? size.text)” is not \(Double.wanted).")
    }
    var academics =
      values["academic_info"].flatMap { JSONValue.imported($0, reader)?.object } ?? [:]
    academics["student_size"] = JSONValue(students.rounded())
    columns["academic_info"] = .object(academics)
    return columns
  }

  static func blank(_ id: RecordID, in records: RecordScope) -> School {
    var school = School(id: id, athleteID: records.athlete, familyID: records.family, name: "")
    school.createdBy = records.scope.caller.id
    school.createdAt = records.scope.now
    school.updatedAt = records.scope.now
    return school
  }

  mutating func checkLinks(in records: RecordScope) {
    privateNotes = privateNotes.keepingNote(of: records.scope.caller.id)
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions("schools.name = ? COLLATE NOCASE", .text(name))
  }

  /// A status that was reached has a beginning in the history.
  func settleImport(in records: RecordScope) throws {
    guard let status, status != .known(.researching) else { return }
    var change = SchoolStatusChange(
      id: records.scope.ids.next(), schoolID: id, from: nil, to: status,
      changedBy: records.scope.caller.id, changedAt: statusChangedAt ?? records.scope.now)
    change.createdAt = records.scope.now
    try TableForm.statusChanges.insert([change], in: records.connection)
  }
}

extension Coach: ImportableRecord {
  static var links: [ImportLink] { [.school] }
  static var required: [String] { ["school_id", "role"] }

  /// A whole name is taken apart, unless its parts are there as well.
  static func columns(of values: JSONObject, _ reader: ImportReader) -> JSONObject {
    guard let name = values["name"] else { return values }
    var columns = values
    columns["name"] = nil
    let parts = ["first_name", "last_name"]
    if let name = name.string, parts.allSatisfy({ (values[$0]?.string ?? "").trimmed.isEmpty }) {
      let (first, last) = names(in: name)
      (columns["first_name"], columns["last_name"]) = (.string(first), .string(last))
    }
    return columns
  }

  static func blank(_ id: RecordID, in records: RecordScope) -> Coach {
    var coach = Coach(
      id: id, schoolID: id, athleteID: records.athlete, familyID: records.family, role: .head,
      firstName: "", lastName: "")
    coach.createdBy = records.scope.caller.id
    coach.createdAt = records.scope.now
    coach.updatedAt = records.scope.now
    return coach
  }

  mutating func checkLinks(in records: RecordScope) {
    privateNotes = privateNotes?.keepingNote(of: records.scope.caller.id)
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions(
      """
      coaches.school_id = ? AND coaches.first_name = ? COLLATE NOCASE
      AND coaches.last_name = ? COLLATE NOCASE
      """, .id(schoolID), .text(firstName), .text(lastName))
  }
}

extension Interaction: ImportableRecord {
  static var links: [ImportLink] { [.school, .coach, .event] }
  static var required: [String] { ["type", "occurred_at"] }

  static func blank(_ id: RecordID, in records: RecordScope) -> Interaction {
    var interaction = Interaction(
      id: id, schoolID: id, familyID: records.family, type: .other, direction: .outbound,
      occurredAt: .beginning, loggedBy: records.scope.caller.id)
    interaction.createdAt = records.scope.now
    interaction.updatedAt = records.scope.now
    return interaction
  }

  /// A coach brings the school along.
  mutating func checkLinks(in records: RecordScope) throws {
    if let coachID {
      let coach = try records.require(Coach.self, coachID)
      if schoolID == id { schoolID = coach.schoolID }
      try records.requireStaff(coach, of: schoolID)
    }
    guard schoolID != id else {
      throw Problem(.usage, "An interaction needs a school or a coach.")
    }
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions(
      """
      interactions.school_id = ? AND interactions.occurred_at = ? AND interactions.type = ?
      AND interactions.direction = ? AND interactions.coach_id IS ? AND interactions.subject IS ?
      """, .id(schoolID), .instant(occurredAt), .text(type.raw), .text(direction.raw),
      coachID.map(Value.id) ?? .null, subject.map(Value.text) ?? .null)
  }

  func settleImport(in records: RecordScope) throws {
    _ = try InteractionEffects(records).settleContacts([coachID])
  }
}

extension Offer: ImportableRecord {
  static var links: [ImportLink] { [.school, .coach] }
  static var required: [String] { ["school_id", "offer_type", "offer_date"] }

  static func blank(_ id: RecordID, in records: RecordScope) -> Offer {
    var offer = Offer(
      id: id, athleteID: records.athlete, schoolID: id, familyID: records.family, type: .partial,
      offerDate: .beginning)
    offer.createdAt = records.scope.now
    offer.updatedAt = records.scope.now
    return offer
  }

  mutating func checkLinks(in records: RecordScope) throws {
    guard let coachID else { return }
    try records.requireStaff(try records.require(Coach.self, coachID), of: schoolID)
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions(
      "offers.school_id = ? AND offers.offer_type = ? AND offers.offer_date = ?",
      .id(schoolID), .text(type.raw), .day(offerDate))
  }
}

extension RecruitingEvent: ImportableRecord {
  static var links: [ImportLink] { [.school] }
  static var required: [String] { ["name", "type", "start_date"] }

  static func blank(_ id: RecordID, in records: RecordScope) -> RecruitingEvent {
    var event = RecruitingEvent(
      id: id, athleteID: records.athlete, familyID: records.family, type: .game, name: "",
      startDate: .beginning)
    event.createdBy = records.scope.caller.id
    event.createdAt = records.scope.now
    event.updatedAt = records.scope.now
    return event
  }

  mutating func checkLinks(in records: RecordScope) throws {
    try records.requireAll(Coach.self, coachesPresent)
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions(
      "events.name = ? COLLATE NOCASE AND events.start_date = ?", .text(name), .day(startDate))
  }
}

extension PerformanceMetric: ImportableRecord {
  static var links: [ImportLink] { [.event] }
  static var required: [String] { ["metric_type", "value", "recorded_date"] }

  static func blank(_ id: RecordID, in records: RecordScope) -> PerformanceMetric {
    var metric = PerformanceMetric(
      id: id, athleteID: records.athlete, familyID: records.family, recordedDate: .beginning,
      type: .other, value: 0)
    metric.createdAt = records.scope.now
    return metric
  }

  /// Rows of one day stay in the order of the file, unless it says when each was entered.
  mutating func checkLinks(in records: RecordScope) throws {
    if createdAt == records.scope.now { createdAt = try entryTime(in: records) }
  }

  /// A table without events, as `performance export` writes one, cannot tell two measurements apart by them.
  func twin(in records: RecordScope, given: JSONObject) -> Conditions {
    guard given["event_id"] == nil, given["event"] == nil else { return twin(in: records) }
    return Conditions(
      """
      performance_metrics.metric_type = ? AND performance_metrics.recorded_date = ?
      AND performance_metrics.value = ?
      """, .text(type.raw), .day(recordedDate), .real(value))
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions(
      """
      performance_metrics.metric_type = ? AND performance_metrics.recorded_date = ?
      AND performance_metrics.value = ? AND performance_metrics.event_id IS ?
      """, .text(type.raw), .day(recordedDate), .real(value), eventID.map(Value.id) ?? .null)
  }
}

extension Document: ImportableRecord {
  static var links: [ImportLink] { [.school] }
  static var required: [String] { ["title", "type", "file_url"] }

  static func blank(_ id: RecordID, in records: RecordScope) -> Document {
    var document = Document(
      id: id, athleteID: records.athlete, familyID: records.family, type: .questionnaire,
      title: "", fileURL: "", uploadedBy: records.scope.caller.id)
    document.createdAt = records.scope.now
    document.updatedAt = records.scope.now
    return document
  }

  mutating func checkLinks(in records: RecordScope) throws {
    try records.requireAll(School.self, sharedWithSchools)
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions(
      "documents.title = ? COLLATE NOCASE AND documents.file_url = ?", .text(title), .text(fileURL))
  }
}

extension RecommendationLetter: ImportableRecord {
  static var links: [ImportLink] { [.document] }
  static var required: [String] { ["writer_name"] }

  static func blank(_ id: RecordID, in records: RecordScope) -> RecommendationLetter {
    RecommendationLetter(id: id, athleteID: records.athlete, writerName: "")
  }

  mutating func checkLinks(in records: RecordScope) throws {
    try records.requireAll(School.self, schoolsSubmittedTo)
  }

  func twin(in records: RecordScope) -> Conditions {
    Conditions(
      """
      recommendation_letters.writer_name = ? COLLATE NOCASE
      AND recommendation_letters.due_date IS ?
      """, .text(writerName), dueDate.map(Value.day) ?? .null)
  }
}
