import Basics
import CivilTime
import Domain
import Testing

@Suite("What a notification is about")
struct NotificationOccasionTests {
  @Test("An occasion survives being written down, whatever it covers", arguments: 0...3)
  func roundTrip(count: Int) throws {
    for source in NotificationOccasion.Source.allCases where count > 0 {
      let occasion = NotificationOccasion(
        source, lead: -1, of: Sample.id(9),
        try (1...count).map { .init(Sample.id(UInt64($0)), try Sample.day("2026-11-0\($0)")) })
      #expect(NotificationOccasion(occasion.description) == occasion)
    }
  }

  @Test(
    "A text of another form is no occasion",
    arguments: [
      "", "offer", "offer 7 x y@2026-01-01",
      "gift 7 00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000001@2026-01-01",
      "offer 7 00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000001",
      "offer 7 00000000-0000-4000-8000-000000000001 ",
      "offer 7  00000000-0000-4000-8000-000000000001@2026-01-01",
      "offer 7 00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000001@",
      "offer 7 00000000-0000-4000-8000-000000000001 @2026-01-01",
      "offer 7 00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000001@2026-01-01,",
      "offer 7 00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000001@2026-01-01@",
      "offer 7 00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000001@2026-01-01 ",
    ])
  func malformed(text: String) {
    #expect(NotificationOccasion(text) == nil)
  }

  /// Each case: the kind of notification, the present due dates of its two records (nil for a
  /// record that is done or deleted), and whether the notification is settled, so that it has
  /// nothing more to remind of.
  ///
  /// The notification announced November 5 for both records.
  @Test(
    "It is settled when each of its records is done, gone or has another day",
    arguments: [
      (.offer, "2026-11-05", "2026-11-05", false), (.offer, nil, "2026-11-05", false),
      (.offer, "2026-11-06", "2026-11-04", true), (.offer, nil, nil, true),
      (.letter, "2026-11-05", nil, false), (.letter, nil, nil, true),
      (.event, "2026-11-05", nil, false), (.event, "2026-11-04", nil, true),
      (.tasks, nil, "2026-11-05", false), (.tasks, "2026-12-05", nil, true),
      // In a reminder to write to two coaches, the dates are those of the last contacts. A contact
      // on November 5, the day of the reminder, or later settles the reminder for its coach.
      (.followUps, "2026-11-04", "2026-11-05", false),
      (.followUps, "2026-11-05", "2026-11-06", true), (.followUps, nil, "2026-11-05", true),
      (.digest, nil, nil, false),
    ] as [(NotificationOccasion.Source, String?, String?, Bool)])
  func settled(
    source: NotificationOccasion.Source, first: String?, second: String?, isSettled: Bool
  ) throws {
    let day = try Sample.day("2026-11-05")
    let occasion = NotificationOccasion(
      source, of: Sample.id(9), [.init(Sample.id(1), day), .init(Sample.id(2), day)])
    var days: [RecordID: CalendarDay] = [:]
    days[Sample.id(1)] = try first.map { try Sample.day($0) }
    days[Sample.id(2)] = try second.map { try Sample.day($0) }
    #expect(occasion.isSettled(where: days) == isSettled)
  }

  @Test(
    "A generated id is the version 5 uuid of its name",
    arguments: [
      // The expected UUIDs were computed from their names by other programs. The first is an
      // example of RFC 9562 (appendix A.4).
      (
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com",
        "2ed6657d-e927-568b-95e1-2665a8aea6a2"
      ),
      (
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "python.org", "886313e1-3b8a-5372-9b90-0c9aee199e5d"
      ),
      ("6ba7b811-9dad-11d1-80b4-00c04fd430c8", "", "1b4db7eb-4057-5ddf-91e0-36dec72071f5"),
    ])
  func ids(seed: String, name: String, id: String) throws {
    #expect(RecordID.named(name, under: try #require(RecordID(seed))).description == id)
  }
}
