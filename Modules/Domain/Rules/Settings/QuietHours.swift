public import CivilTime

/// The hours of a day in which no notification is sent. `start` is included, and `end` is not.
///
/// The hours may cross midnight: from 22:00 to 07:00 includes 23:30 and 00:30. If both ends are
/// equal, there are no quiet hours.
public struct QuietHours: Hashable, Sendable {
  public var start: TimeOfDay
  public var end: TimeOfDay

  public init(start: TimeOfDay, end: TimeOfDay) {
    self.start = start
    self.end = end
  }

  public func contains(_ time: TimeOfDay) -> Bool {
    start <= end ? start <= time && time < end : start <= time || time < end
  }

  /// Returns true if the local time of the moment in the time zone is within the quiet hours.
  public func contains(_ instant: Instant, in zone: Zone) -> Bool {
    contains(zone.timeOfDay(of: instant))
  }
}
