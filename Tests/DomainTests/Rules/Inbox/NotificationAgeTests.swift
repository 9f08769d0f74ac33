import Basics
import CivilTime
import Domain
import Testing

@Suite("A notification read on a later day")
struct NotificationAgeTests {
  @Test(
    "What is left is counted from the deadline, and a deadline that went by is a date",
    arguments: [
      ("2026-02-10", "Offer deadline in 6 days", "It ends on Feb 16, in 6 days."),
      ("2026-02-12", "Offer deadline in 4 days", "It ends on Feb 16, in 4 days."),
      ("2026-02-15", "Offer deadline in 1 day", "It ends on Feb 16, in 1 day."),
      ("2026-02-16", "Offer deadline today", "It ends on Feb 16, today."),
      ("2026-02-17", "Offer deadline on Feb 16", "It ends on Feb 16."),
      ("2026-02-09", "Offer deadline in 7 days", "It ends on Feb 16, in 7 days."),
    ])
  func later(today: String, title: String, message: String) throws {
    let read = try notification(.offer, "Offer deadline in 6 days", "It ends on Feb 16, in 6 days.")
      .asOf(Sample.day(today), written: Sample.day("2026-02-10"))
    #expect(read.title == title)
    #expect(read.message == message)
  }

  @Test("Words that say no days are left alone, whatever they are about")
  func others() throws {
    let was = try notification(.offer, "Offer deadline was due", "It was due on Feb 16.")
    let digest = try notification(.digest, "Your day in review", "Logged in 6 days.")
    for kept in [was, digest] {
      #expect(
        try kept.asOf(Sample.day("2026-02-18"), written: Sample.day("2026-02-10")) == kept)
    }
    var own = try notification(.offer, "Call them in 6 days", "in 6 days")
    own.occasion = nil
    #expect(try own.asOf(Sample.day("2026-02-18"), written: Sample.day("2026-02-10")) == own)
  }

  @Test(
    "A reminder to contact coaches says how long they wait now, and who waits no longer",
    arguments: [
      (
        "2026-02-16T12:00:00Z", ["2026-02-07T12:00:00Z", "2026-02-06T12:00:00Z"],
        "2 coaches wait to hear from you",
        "The longest: C 2 at Elm (10 days), C 1 at Elm (9 days)."
      ),
      (
        "2026-03-06T12:00:00Z", ["2026-02-07T12:00:00Z", "2026-02-06T12:00:00Z"],
        "2 coaches wait to hear from you",
        "The longest: C 2 at Elm (28 days), C 1 at Elm (27 days)."
      ),
      (
        "2026-02-17T11:59:59Z", ["2026-02-15T23:59:59Z", "2026-02-16T00:00:00Z"],
        "Follow up with C 1", "C 1 at Elm: last contact 1 day ago."
      ),
      (
        "2026-02-18T12:00:00Z", ["2026-02-16T00:00:00Z", "2026-02-17T00:00:00Z"],
        "Follow up with 2 coaches", "You have been in touch since."
      ),
      (
        "2026-02-18T12:00:00Z", ["2026-02-17T00:00:00Z"], "Follow up with C 1",
        "You have been in touch since."
      ),
      // All coaches of the reminder were deleted, so its title and text stay as they were written.
      ("2026-02-18T12:00:00Z", [], "As written", "The longest: as written."),
    ] as [(String, [String], String, String)])
  func followUps(now: String, contacts: [String], title: String, message: String) throws {
    var written = try notification(.followUps, "As written", "The longest: as written.")
    written.type = .known(.followUpReminder)
    let day = try Sample.day("2026-02-16")
    written.occasion =
      NotificationOccasion(
        .followUps, of: Sample.id(2), [.init(Sample.id(21), day), .init(Sample.id(22), day)]
      ).description
    var coaches: [RecordID: SilentCoach] = [:]
    for (index, contact) in contacts.enumerated() {
      let id = Sample.id(UInt64(21 + index))
      coaches[id] = SilentCoach(
        id: id, name: "C \(index + 1)", school: "Elm", lastContact: try Sample.instant(contact))
    }
    let read = written.asOf(try Sample.instant(now), in: .utc, coaches: coaches)
    #expect(read.title == title)
    #expect(read.message == message)
    // A notification about an offer does not depend on contacts with coaches, so it stays
    // unchanged.
    let offer = try notification(.offer, "Offer deadline in 6 days", "It ends on Feb 16.")
    #expect(offer.asOf(try Sample.instant(now), in: .utc, coaches: coaches) == offer)
  }

  private func notification(
    _ source: NotificationOccasion.Source, _ title: String, _ message: String
  ) throws -> AppNotification {
    var notification = AppNotification(
      id: Sample.id(1), personID: Sample.id(2), type: .known(.deadlineAlert), title: title,
      createdAt: try Sample.instant("2026-02-10T12:00:00Z"))
    notification.message = message
    notification.occasion =
      NotificationOccasion(
        source, of: Sample.id(2), [.init(Sample.id(3), try Sample.day("2026-02-16"))]
      ).description
    return notification
  }
}
