import CivilTime
public import Domain
import FeatureKit

// The schools, coaches and contacts of the athlete Sam in the example family. Tests of reports rely
// on their numbers and times.
extension ExampleFamily {
  public static let schools: [School] = [
    school(1, "Cedar Valley University", .interested, .d1),
    school(2, "Lakeside State", .contacted, .d2),
    school(3, "Northern Tech", .contacted, .d1),
    school(4, "Harbor College", nil, nil),
    school(5, "Summit University", .offerReceived, .d3),
  ]

  public static let coaches: [Coach] = [
    coach(1, at: 1, "Ana", "Rivera"), coach(2, at: 1, "Miguel", "Stone"),
    coach(3, at: 2, "Joy", "Park"),
  ]

  /// The contacts of the athlete Sam with schools, newest first.
  ///
  /// They test the boundary of the report about the last thirty days: the fifth contact is at the
  /// first moment that the report counts, and the sixth is a millisecond earlier, so it is not
  /// counted.
  public static let interactions: [Interaction] = [
    contact(1, "2026-02-09T15:00:00Z", 1, .email, .outbound, .positive),
    contact(2, "2026-02-08T09:00:00Z", 1, .email, .inbound, .veryPositive),
    contact(3, "2026-02-03T18:30:00Z", 2, .phoneCall, .inbound, nil),
    contact(4, "2026-01-20T12:00:00Z", 2, .text, .outbound, .neutral),
    contact(5, "2026-01-11T00:00:00Z", 3, .email, .outbound, nil),
    contact(6, "2026-01-10T23:59:59.999Z", 3, .camp, .inbound, .negative),
    contact(7, "2025-12-01T12:00:00Z", 1, .email, .outbound, nil),
    contact(8, "2025-03-01T12:00:00Z", 5, .showcase, .inbound, .positive),
  ]

  private static func school(
    _ number: UInt64, _ name: String, _ status: SchoolStatus?, _ division: Division?
  ) -> School {
    var school = School(
      id: .version4(high: 0x5C, low: number), athleteID: sam, familyID: samsFamily, name: name)
    school.status = status.map(Open.known)
    school.division = division.map(Open.known)
    return school
  }

  private static func coach(
    _ number: UInt64, at school: Int, _ first: String, _ last: String
  ) -> Coach {
    Coach(
      id: .version4(high: 0xC0, low: number), schoolID: schools[school - 1].id, athleteID: sam,
      familyID: samsFamily, role: .head, firstName: first, lastName: last)
  }

  private static func contact(
    _ number: UInt64, _ moment: String, _ school: Int, _ type: InteractionType,
    _ direction: Direction, _ sentiment: Sentiment?
  ) -> Interaction {
    var contact = Interaction(
      id: .version4(high: 0x17, low: number), schoolID: schools[school - 1].id,
      familyID: samsFamily, type: type, direction: direction,
      occurredAt: Instant(moment) ?? now, loggedBy: sam)
    contact.sentiment = sentiment.map(Open.known)
    return contact
  }
}
