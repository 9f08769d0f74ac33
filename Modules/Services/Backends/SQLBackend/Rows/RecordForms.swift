import Domain
import FeatureKit
import JSON

// The tables of domain reference 2.2, column by column in the order of the schema.

extension TableForm where Record == School {
  static let schools = TableForm(
    "schools", .school, id: \.id, blank: { School(id: $0, athleteID: $0, name: "") },
    [
      Column("user_id", \.athleteID), Column("family_unit_id", \.familyID),
      Column("name", \.name), Column("location", \.location), Column("city", \.city),
      Column("state", \.state), Column("division", \.division),
      Column("conference", \.conference), Column("ranking", \.ranking),
      Column("is_favorite", \.isFavorite), Column("website", \.website),
      Column("favicon_url", \.faviconURL), Column("twitter_handle", \.twitterHandle),
      Column("instagram_handle", \.instagramHandle), Column("status", \.status),
      Column("status_changed_at", \.statusChangedAt), Column("priority_tier", \.priorityTier),
      Column("notes", \.notes), Column("private_notes", \.privateNotes), Column("pros", \.pros),
      Column("cons", \.cons), Column("offer_details", \.offerDetails),
      Column("academic_info", \.academicInfo), Column("amenities", \.amenities),
      Column("fit_score", \.fitScore), Column("fit_score_data", \.fitScoreData),
      Column("fit_tier", \.fitTier), Column("coaching_philosophy", \.coachingPhilosophy),
      Column("coaching_style", \.coachingStyle),
      Column("recruiting_approach", \.recruitingApproach),
      Column("communication_style", \.communicationStyle),
      Column("success_metrics", \.successMetrics), Column("created_by", \.createdBy),
      Column("updated_by", \.updatedBy), Column("created_at", \.createdAt),
      Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == SchoolStatusChange {
  static let statusChanges = TableForm(
    "school_status_history", nil, id: \.id,
    blank: {
      SchoolStatusChange(
        id: $0, schoolID: $0, from: nil, to: .known(.researching), changedBy: $0,
        changedAt: .beginning)
    },
    [
      Column("school_id", \.schoolID), Column("previous_status", \.previousStatus),
      Column("new_status", \.newStatus), Column("changed_by", \.changedBy),
      Column("changed_at", \.changedAt), Column("notes", \.notes),
      Column("created_at", \.createdAt),
    ])
}

extension TableForm where Record == Coach {
  static let coaches = TableForm(
    "coaches", .coach, id: \.id,
    blank: {
      Coach(id: $0, schoolID: $0, athleteID: $0, role: .head, firstName: "", lastName: "")
    },
    [
      Column("school_id", \.schoolID), Column("user_id", \.athleteID),
      Column("family_unit_id", \.familyID), Column("role", \.role),
      Column("first_name", \.firstName), Column("last_name", \.lastName),
      Column("email", \.email), Column("phone", \.phone),
      Column("twitter_handle", \.twitterHandle), Column("instagram_handle", \.instagramHandle),
      Column("notes", \.notes), Column("private_notes", \.privateNotes),
      Column("responsiveness_score", \.responsivenessScore),
      Column("last_contact_date", \.lastContactDate), Column("availability", \.availability),
      Column("created_by", \.createdBy), Column("updated_by", \.updatedBy),
      Column("created_at", \.createdAt), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == RecruitingEvent {
  static let events = TableForm(
    "events", .event, id: \.id,
    blank: {
      RecruitingEvent(id: $0, athleteID: $0, type: .game, name: "", startDate: .beginning)
    },
    [
      Column("user_id", \.athleteID), Column("school_id", \.schoolID),
      Column("family_unit_id", \.familyID), Column("type", \.type), Column("name", \.name),
      Column("location", \.location), Column("address", \.address), Column("city", \.city),
      Column("state", \.state), Column("start_date", \.startDate),
      Column("end_date", \.endDate), Column("start_time", \.startTime),
      Column("end_time", \.endTime), Column("checkin_time", \.checkInTime),
      Column("url", \.url), Column("description", \.description),
      Column("event_source", \.source), Column("coaches_present", \.coachesPresentColumn),
      Column("performance_notes", \.performanceNotes),
      Column("stats_recorded", \.statsRecorded), Column("cost", \.cost),
      Column("registered", \.isRegistered), Column("attended", \.isAttended),
      Column("created_by", \.createdBy), Column("updated_by", \.updatedBy),
      Column("created_at", \.createdAt), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == Interaction {
  static let interactions = TableForm(
    "interactions", .interaction, id: \.id,
    blank: {
      Interaction(
        id: $0, schoolID: $0, type: .other, direction: .outbound, occurredAt: .beginning,
        loggedBy: $0)
    },
    [
      Column("school_id", \.schoolID), Column("coach_id", \.coachID),
      Column("event_id", \.eventID), Column("family_unit_id", \.familyID),
      Column("type", \.type), Column("direction", \.direction), Column("subject", \.subject),
      Column("content", \.content), Column("sentiment", \.sentiment),
      Column("occurred_at", \.occurredAt), Column("logged_by", \.loggedBy),
      Column("attachments", \.attachments), Column("created_at", \.createdAt),
      Column("updated_by", \.updatedBy), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == Offer {
  static let offers = TableForm(
    "offers", .offer, id: \.id,
    blank: {
      Offer(id: $0, athleteID: $0, schoolID: $0, type: .partial, offerDate: .beginning)
    },
    [
      Column("user_id", \.athleteID), Column("school_id", \.schoolID),
      Column("coach_id", \.coachID), Column("family_unit_id", \.familyID),
      Column("offer_type", \.type), Column("scholarship_amount", \.scholarshipAmount),
      Column("scholarship_percentage", \.scholarshipPercentage),
      Column("offer_date", \.offerDate), Column("deadline_date", \.deadlineDate),
      Column("status", \.status), Column("conditions", \.conditions), Column("notes", \.notes),
      Column("created_at", \.createdAt), Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == PerformanceMetric {
  static let metrics = TableForm(
    "performance_metrics", .metric, id: \.id,
    blank: {
      PerformanceMetric(
        id: $0, athleteID: $0, recordedDate: .beginning, type: .other, value: 0)
    },
    [
      Column("user_id", \.athleteID), Column("family_unit_id", \.familyID),
      Column("recorded_date", \.recordedDate), Column("metric_type", \.type),
      Column("value", \.value), Column("unit", \.unit), Column("event_id", \.eventID),
      Column("notes", \.notes), Column("verified", \.isVerified),
      Column("created_at", \.createdAt),
    ])
}

extension TableForm where Record == Document {
  static let documents = TableForm(
    "documents", .document, id: \.id,
    blank: {
      Document(
        id: $0, athleteID: $0, type: .questionnaire, title: "", fileURL: "", uploadedBy: $0)
    },
    [
      Column("user_id", \.athleteID), Column("family_unit_id", \.familyID),
      Column("type", \.type), Column("title", \.title), Column("description", \.description),
      Column("file_url", \.fileURL), Column("file_type", \.fileType),
      Column("version", \.version), Column("is_current", \.isCurrent),
      Column("school_id", \.schoolID),
      Column("shared_with_schools", \.sharedWithSchoolsColumn),
      Column("uploaded_by", \.uploadedBy), Column("health_status", \.healthStatus),
      Column("last_health_check", \.lastHealthCheck), Column("created_at", \.createdAt),
      Column("updated_at", \.updatedAt),
    ])
}

extension TableForm where Record == RecommendationLetter {
  static let letters = TableForm(
    "recommendation_letters", .recommendationLetter, id: \.id,
    blank: { RecommendationLetter(id: $0, athleteID: $0, writerName: "") },
    [
      Column("user_id", \.athleteID), Column("writer_name", \.writerName),
      Column("writer_title", \.writerTitle), Column("writer_email", \.writerEmail),
      Column("relationship", \.relationship), Column("requested_date", \.requestedDate),
      Column("due_date", \.dueDate), Column("received_date", \.receivedDate),
      Column("status", \.status),
      Column("schools_submitted_to", \.schoolsSubmittedToColumn),
      Column("document_id", \.documentID), Column("notes", \.notes),
    ])
}

// Arrays of ids in the form of their column.

extension RecruitingEvent {
  fileprivate var coachesPresentColumn: IDArray {
    get { IDArray(ids: coachesPresent) }
    set { coachesPresent = newValue.ids }
  }
}

extension Document {
  fileprivate var sharedWithSchoolsColumn: IDArray {
    get { IDArray(ids: sharedWithSchools) }
    set { sharedWithSchools = newValue.ids }
  }
}

extension RecommendationLetter {
  fileprivate var schoolsSubmittedToColumn: IDArray {
    get { IDArray(ids: schoolsSubmittedTo) }
    set { schoolsSubmittedTo = newValue.ids }
  }
}
