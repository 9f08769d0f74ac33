public import CivilTime

/// The viewer's local time as a capability (a service that a feature receives): the clock together
/// with the time zone, from which the current day follows.
public struct LocalCalendar: Capability {
  private let readNow: @Sendable () -> Instant
  private let readZone: @Sendable () -> Zone

  /// - Parameter zone: returns the time zone of the viewer (the signed-in person). It is called
  ///   each time the zone is needed, because `set timezone` changes the zone.
  public init(now: @escaping @Sendable () -> Instant, zone: @escaping @Sendable () -> Zone) {
    readNow = now
    readZone = zone
  }

  /// Returns the current moment of the machine's clock, or the fixed moment of a script or a test.
  public func now() -> Instant { readNow() }

  /// Returns the viewer's current time zone. `set timezone` may have changed it since the last
  /// call.
  public func zone() -> Zone { readZone() }

  /// Returns the current day in the time zone of the viewer (the signed-in person).
  public func today() -> CalendarDay { readZone().day(of: readNow()) }

  /// Returns a calendar that always shows the same moment, for scripts (`--now`) and tests.
  public static func fixed(_ instant: Instant, _ zone: Zone = .utc) -> LocalCalendar {
    LocalCalendar(now: { instant }, zone: { zone })
  }

  public static func unimplemented(_ place: Unimplemented) -> LocalCalendar {
    LocalCalendar(
      now: { place.reported("now", standIn: Instant(milliseconds: 0)) },
      zone: { place.reported("zone", standIn: .utc) })
  }
}
