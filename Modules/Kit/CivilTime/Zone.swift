/// A time zone as a value: the offset of local time from UTC at each moment.
///
/// Every rule that needs a local day receives a zone. This module reads no clock. `Zone.named`
/// reads zones from the system's zone files, and only hosts (shell and web server) and tests call
/// it.
public struct Zone: Hashable, Sendable {
  public let name: String
  let table: ZoneTable

  init(name: String, table: ZoneTable) {
    self.name = name
    self.table = table
  }

  public static let utc = Zone(name: "UTC", table: ZoneTable(fixed: 0))

  /// Returns a zone that has one offset all year, `minutes` east of UTC.
  public static func fixed(minutes: Int) -> Zone {
    guard minutes != 0 else { return utc }
    // No zone was ever further from UTC than 18 hours. The offset is limited, because
    // `midnight(of:)` searches only 20 hours in each direction.
    let held = min(max(minutes, -18 * 60), 18 * 60)
    let sign = held < 0 ? "-" : "+"
    let name = "UTC\(sign)\(padded(abs(held) / 60)):\(padded(abs(held) % 60))"
    return Zone(name: name, table: ZoneTable(fixed: held * 60))
  }

  /// The number of seconds by which local time is ahead of UTC at this moment. Negative west
  /// of UTC.
  public func offset(at instant: Instant) -> Int { table.offset(at: instant.seconds) }

  public func day(of instant: Instant) -> CalendarDay {
    CalendarDay(dayNumber: Int(floorDivide(localSeconds(instant), 86_400).quotient))
  }

  public func timeOfDay(of instant: Instant) -> TimeOfDay {
    TimeOfDay(secondOfDay: Int(floorDivide(localSeconds(instant), 86_400).remainder))
  }

  /// Returns the first instant of that local day.
  ///
  /// If the clock jumps over midnight, the first instant is later than 00:00. If there are two
  /// midnights, it is the earlier one. A day that the zone skipped starts and ends with the start
  /// of the next day.
  public func midnight(of day: CalendarDay) -> Instant {
    let wanted = Int64(day.dayNumber) * 86_400
    for stretch in table.stretches(from: wanted - Self.reach, to: wanted + Self.reach) {
      let candidate = max(stretch.start, wanted - Int64(stretch.offset))
      if candidate < stretch.end { return Instant(seconds: candidate) }
    }
    return Instant(seconds: wanted)
  }

  /// Returns the moment at which the clock shows that time on that day.
  ///
  /// If the clock shows the time twice, the result is the earlier moment. If the clock jumps over
  /// the time, the result is later by the jump, so 02:30 becomes 03:30.
  public func instant(of day: CalendarDay, at time: TimeOfDay) -> Instant {
    let wanted = Int64(day.dayNumber) * 86_400 + Int64(time.minuteOfDay) * 60
    var before = 0
    for stretch in table.stretches(from: wanted - Self.reach, to: wanted + Self.reach) {
      let candidate = wanted - Int64(stretch.offset)
      if candidate < stretch.start { return Instant(seconds: wanted - Int64(before)) }
      if candidate < stretch.end { return Instant(seconds: candidate) }
      before = stretch.offset
    }
    return Instant(seconds: wanted - Int64(before))
  }

  private func localSeconds(_ instant: Instant) -> Int64 {
    instant.seconds + Int64(offset(at: instant))
  }

  /// The number of seconds, before and after the same time in UTC, within which a local time is
  /// searched. No offset from UTC is larger.
  private static let reach: Int64 = 20 * 3600
}
