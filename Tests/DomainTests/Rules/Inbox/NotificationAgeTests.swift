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
