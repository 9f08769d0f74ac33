public import CivilTime

/// The clock as a capability (a service that features receive). Only a host (shell or web server)
/// reads the machine's clock. All other code asks this capability for the time, so that a test can
/// set it.
public struct WallClock: Capability {
  private let readNow: @Sendable () -> Instant
  private let wait: @Sendable (Int64) async -> Void

  /// - Parameter wait: sleeps for this many milliseconds. Returns immediately when canceled.
  public init(
    now: @escaping @Sendable () -> Instant, wait: @escaping @Sendable (Int64) async -> Void
  ) {
    readNow = now
    self.wait = wait
  }

  /// Returns the current moment of the machine's clock, or the fixed moment of a script or a test.
  public func now() -> Instant { readNow() }

  /// Sleeps for this time. A fixed clock does not sleep.
  public func sleep(milliseconds: Int64) async { await wait(milliseconds) }

  /// Returns a clock that always shows the same moment, for scripts (`--now`) and tests.
  public static func fixed(_ instant: Instant) -> WallClock {
    WallClock(now: { instant }, wait: { _ in })
  }

  public static func unimplemented(_ place: Unimplemented) -> WallClock {
    WallClock(
      now: { place.reported("now", standIn: Instant(milliseconds: 0)) },
      wait: { _ in place.reported("sleep", standIn: ()) })
  }
}

/// Creates new record identifiers: random ones in the program, and counted ones in tests.
public struct IDSource: Capability {
  private let draw: @Sendable () -> RecordID

  public init(_ draw: @escaping @Sendable () -> RecordID) {
    self.draw = draw
  }

  /// Returns an identifier that no record has.
  public func next() -> RecordID { draw() }

  public static func unimplemented(_ place: Unimplemented) -> IDSource {
    IDSource { place.reported("next", standIn: RecordID(high: 0, low: 0)) }
  }
}
