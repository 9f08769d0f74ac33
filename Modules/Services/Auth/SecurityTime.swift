public import Basics
public import CivilTime

/// The values of this machine's clocks, read at the same time: `wall` is the date and time that the
/// user can set, and `sinceBoot` the time since the machine's start.
public struct MachineMoment: Hashable, Sendable {
  public var wall: Instant
  /// An identifier of the machine's last start; nil if the system provides none.
  public var boot: String?
  /// The milliseconds since the machine was started, including the time when it slept. Neither a
  /// program nor the clock settings can change this value.
  public var sinceBoot: Int64

  public init(wall: Instant, boot: String? = nil, sinceBoot: Int64 = 0) {
    self.wall = wall
    self.boot = boot
    self.sinceBoot = sinceBoot
  }
}

/// The time that decides about waits after wrong passphrases, about the end of sessions and about
/// family codes (domain.md 10.12). It never goes backwards, so that setting the machine's clock
/// back cannot extend or revive a session or a code.
///
/// The data file stores a time together with the clock values of that moment. Until the machine
/// restarts, the elapsed time is the difference in `sinceBoot`. After a restart only the wall clock
/// is left; if it was set back, no time counts as elapsed.
public struct SecurityTime: Hashable, Sendable {
  private var time: Instant
  private var moment: MachineMoment

  /// The milliseconds after which the data file should store a newer time. If the machine restarts
  /// with its clock set back, at most this much elapsed time is lost, because the time then
  /// continues from the last stored one.
  static let longest: Int64 = 3_600_000

  /// Creates the first time of a data file. It begins with the value of the wall clock.
  public init(beginningAt moment: MachineMoment) {
    time = moment.wall
    self.moment = moment
  }

  /// Parses a text that the property `text` returned; nil for any other text.
  public init?(reading text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 3 || parts.count == 4, let time = Instant(parts[0]),
      let wall = Instant(parts[1]), let sinceBoot = Int64(parts[2])
    else { return nil }
    self.time = time
    moment = MachineMoment(
      wall: wall, boot: parts.count == 4 ? parts[3] : nil, sinceBoot: sinceBoot)
  }

  /// The time and its clock values as one text. The data file stores this text.
  public var text: String {
    "\(time) \(moment.wall) \(moment.sinceBoot)" + (moment.boot.map { " \($0)" } ?? "")
  }

  public func now(at current: MachineMoment) -> Instant {
    time.adding(milliseconds: elapsed(until: current))
  }

  /// Returns whether the data file should store a newer time, because an hour has passed or the
  /// machine was restarted since the stored one.
  public func isOld(at current: MachineMoment) -> Bool {
    !isSameStart(current) || elapsed(until: current) >= Self.longest
  }

  /// Returns this time moved forward to the clock values `current`. The result contains these
  /// values, so later calls measure the elapsed time from there on.
  public func moved(to current: MachineMoment) -> SecurityTime {
    var moved = self
    moved.time = now(at: current)
    moved.moment = current
    return moved
  }

  private func isSameStart(_ current: MachineMoment) -> Bool {
    moment.boot != nil && moment.boot == current.boot
  }

  /// Returns the milliseconds that have passed since this time was stored; nil if the machine was
  /// restarted since. Where the system has no identifiers of starts, a restart is noticed only until
  /// the machine has run for as long again.
  public func elapsedOfOneStart(until current: MachineMoment) -> Int64? {
    let (elapsed, isTooLarge) = current.sinceBoot.subtractingReportingOverflow(moment.sinceBoot)
    return moment.boot == current.boot && !isTooLarge && elapsed >= 0 ? elapsed : nil
  }

  private func elapsed(until current: MachineMoment) -> Int64 {
    let elapsed =
      isSameStart(current)
      ? current.sinceBoot - moment.sinceBoot : moment.wall.milliseconds(until: current.wall)
    return max(0, elapsed)
  }
}

/// The clock for security rules. The option `--now` sets the date that pages use, but it does not
/// affect this clock, because it could otherwise extend a session.
public struct SecurityClock: Capability {
  private let read: @Sendable () async throws(Problem) -> Instant

  public init(now: @escaping @Sendable () async throws(Problem) -> Instant) {
    read = now
  }

  public func now() async throws(Problem) -> Instant { try await read() }

  public static func unimplemented(_ place: Unimplemented) -> SecurityClock {
    SecurityClock { () throws(Problem) in throw place.problem("now") }
  }
}
