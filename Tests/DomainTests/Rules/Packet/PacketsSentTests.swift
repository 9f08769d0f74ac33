import Basics
import CivilTime
import Domain
import Testing

@Suite("Packets that went out")
struct PacketsSentTests {
  private func moment(_ milliseconds: Int64) throws -> Instant {
    try Sample.instant("2026-02-10T12:00:00Z").adding(milliseconds: milliseconds)
  }

  private static let day: Int64 = 24 * 3600 * 1000

  @Test(
    "Those of a range of time count, with both of its ends",
    arguments: [
      ([], 0), ([-1], 0), ([0], 1), ([500], 1), ([1000], 1), ([1001], 0), ([-1, 0, 1000, 1001], 2),
    ] as [([Int64], Int)])
  func counts(sent: [Int64], count: Int) throws {
    var packets = PacketsSent(reading: nil)
    for milliseconds in sent { packets.note(try moment(milliseconds)) }
    #expect(packets.count(since: try moment(0), until: try moment(1000)) == count)
    #expect(PacketsSent(reading: packets.text) == packets)
  }

  @Test(
    "One is forgotten when the next goes out more than two days later",
    arguments: [(1, 2), (2 * day, 2), (2 * day + 1, 1)])
  func forgets(later: Int64, kept: Int) throws {
    var packets = PacketsSent(reading: nil)
    packets.note(try moment(0))
    packets.note(try moment(later))
    #expect(packets.count(since: try moment(0), until: try moment(later)) == kept)
  }

  @Test("Stored text that is no moment is left out")
  func damaged() {
    let stored = "now 2026-02-10T12:00:00.000Z x"
    #expect(PacketsSent(reading: stored).text == "2026-02-10T12:00:00.000Z")
  }
}
