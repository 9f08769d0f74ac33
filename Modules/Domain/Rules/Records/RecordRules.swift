import CivilTime
import FeatureKit
import JSON

// What each kind of record may hold, one line a value (domain reference 2.2).

extension School: CheckedRecord {
  public static let fitScores = 0...100

  public static let valueRules: [ValueRule<School>] = [
    .required(\.name, "the name", max: TextLimit.name, missing: "A school needs a name."),
    .text(\.location, "the location", max: TextLimit.name),
    .text(\.city, "the city", max: TextLimit.short),
    .text(\.state, "the state", max: TextLimit.short),
    .text(\.conference, "the conference", max: TextLimit.short),
    .whole(\.ranking, "the ranking", 1...100_000),
    .whole(\.fitScore, "a fit score", fitScores),
    .web(\.website, "the website"),
    .text(\.twitterHandle, "the Twitter name", max: TextLimit.short),
    .text(\.instagramHandle, "the Instagram name", max: TextLimit.short),
    .text(\.notes, "the notes", max: TextLimit.long, .lines),
    .notes(\School.anyPrivateNotes),
    .texts(\.pros, "pros", max: 50, each: 500),
    .texts(\.cons, "cons", max: 50, each: 500),
    ValueRule(\.academicInfo) { info, _ throws(ValueRefusal) in
      let sizes = 0.0...1_000_000
      guard let size = info?["student_size"]?.double, !sizes.contains(size) else { return }
      throw .outOfRange(name: "the number of students", value: size, sizes)
    },
  ]

  fileprivate var anyPrivateNotes: JSONValue? { privateNotes }
}

extension Coach: CheckedRecord {
  public static let valueRules: [ValueRule<Coach>] = [
    ValueRule(
      isUnchanged: { $0.firstName == $1.firstName && $0.lastName == $1.lastName },
      settle: { coach, _ throws(ValueRefusal) in
        coach.firstName = try TextCheck.settled(
          coach.firstName, .line, "the first name", max: TextLimit.short)
        coach.lastName = try TextCheck.settled(
          coach.lastName, .line, "the last name", max: TextLimit.short)
        guard !coach.fullName.isEmpty else { throw .missing("A coach needs a name.") }
      }),
    .email(\.email),
    .text(\.phone, "the phone number", max: TextLimit.short),
    .text(\.twitterHandle, "the Twitter name", max: TextLimit.short),
    .text(\.instagramHandle, "the Instagram name", max: TextLimit.short),
    .text(\.notes, "the notes", max: TextLimit.long, .lines),
    .notes(\.privateNotes),
  ]
}

extension Interaction: CheckedRecord {
  public static let valueRules: [ValueRule<Interaction>] = [
    .text(\.subject, "the subject", max: subjectLimit, withoutMarkup: true),
    .text(\.content, "the content", max: contentLimit, .lines, withoutMarkup: true),
  ]
}

extension Offer: CheckedRecord {
  public static let amounts = 0.0...100_000
  public static let percentages = 0.0...100

  public static let valueRules: [ValueRule<Offer>] = [
    .number(\.scholarshipAmount, "a scholarship in dollars", amounts),
    .number(\.scholarshipPercentage, "a scholarship in percent", percentages),
    ValueRule(
      isUnchanged: {
        $0.scholarshipAmount == $1.scholarshipAmount
          && $0.scholarshipPercentage == $1.scholarshipPercentage
      },
      settle: { offer, _ throws(ValueRefusal) in
        if offer.scholarshipAmount != nil, offer.scholarshipPercentage != nil {
          throw .amountAndPercentage
        }
      }),
    .order(\Offer.madeOn, "the offer", \.deadlineDate, "the deadline"),
    .text(\.conditions, "the conditions", max: TextLimit.long, .lines),
    .text(\.notes, "the notes", max: TextLimit.long, .lines),
  ]

  fileprivate var madeOn: CalendarDay? { offerDate }
}

extension RecruitingEvent: CheckedRecord {
  public static let costs = 0.0...1_000_000

  public static let valueRules: [ValueRule<RecruitingEvent>] = [
    .required(\.name, "the name", max: TextLimit.name, missing: "An event needs a name."),
    .text(\.location, "the location", max: TextLimit.name),
    .text(\.address, "the address", max: TextLimit.name),
    .text(\.city, "the city", max: TextLimit.short),
    ValueRule(\.state) { state, _ throws(ValueRefusal) in
      let given = state?.trimmed ?? ""
      guard !given.isEmpty else {
        state = nil
        return
      }
      guard given.utf8.count == 2, given.allSatisfy({ $0.isASCII && $0.isLetter }) else {
        throw .notAState(given)
      }
      state = given.uppercased()
    },
    .order(\RecruitingEvent.startsOn, "the start", \.endDate, "the end"),
    ValueRule(
      isUnchanged: {
        $0.startTime == $1.startTime && $0.endTime == $1.endTime && $0.endDate == $1.endDate
          && $0.startDate == $1.startDate
      },
      settle: { event, _ throws(ValueRefusal) in
        guard let start = event.startTime, let end = event.endTime, end < start,
          event.endDate ?? event.startDate == event.startDate
        else { return }
        throw .outOfOrder(
          later: "the end", end.description, earlier: "the start", start.description)
      }),
    .web(\.url, "the event"),
    .text(\.description, "the description", max: TextLimit.long, .lines),
    .text(\.performanceNotes, "the performance notes", max: TextLimit.long, .lines),
    .number(\.cost, "a cost in dollars", costs),
  ]

  fileprivate var startsOn: CalendarDay? { startDate }
}

extension PerformanceMetric: CheckedRecord {
  public static let valueRules: [ValueRule<PerformanceMetric>] = [
    ValueRule(\.value) { value, _ throws(ValueRefusal) in
      guard value.isFinite else { throw .notANumber }
    },
    ValueRule(\.recordedDate) { day, today throws(ValueRefusal) in
      guard MetricEntry.refusal(of: day, today: today) == nil else { throw .notYet(day) }
    },
    .text(\.unit, "the unit", max: TextLimit.unit),
    .text(\.notes, "the notes", max: TextLimit.long, .lines),
  ]
}

extension Document: CheckedRecord {
  public static let valueRules: [ValueRule<Document>] = [
    .required(\.title, "the title", max: TextLimit.name, missing: "A document needs a title."),
    ValueRule(\.fileURL) { place, _ throws(ValueRefusal) in
      let text = try TextCheck.settled(place, .line, "the link", max: TextLimit.address)
      guard !text.isEmpty else {
        throw .missing("A document needs a link or the path of a file.")
      }
      guard VideoLink.isWebAddress(text) || !hasScheme(text) else { throw .notALink(text) }
      place = text
    },
    .text(\.description, "the description", max: TextLimit.long, .lines),
  ]

  /// Whether it begins like an address of some kind; a file called that way is `./mailto:me`.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), let first = text.first else { return false }
    return first.isASCII && first.isLetter
      && text[..<colon].allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber || "+.-".contains(character))
      }
  }
}

extension RecommendationLetter: CheckedRecord {
  public static let valueRules: [ValueRule<RecommendationLetter>] = [
    .required(
      \.writerName, "the writer's name", max: TextLimit.name,
      missing: "A letter needs the name of its writer."),
    .text(\.writerTitle, "the writer's title", max: TextLimit.name),
    .email(\.writerEmail),
    .text(\.relationship, "the relationship", max: TextLimit.name),
    .order(\.requestedDate, "the request", \.dueDate, "the day it is due"),
    .order(\.requestedDate, "the request", \.receivedDate, "the day it was received"),
    .text(\.notes, "the notes", max: TextLimit.long, .lines),
  ]
}
