public import Basics
public import CivilTime

/// The readings of the machine's clocks at one moment.
public struct MachineMoment: Hashable, Sendable {
  public var wall: Instant
  /// Identifies the boot of the machine; nil where the system does not provide an identifier.
  public var boot: String?
  /// The time since that boot in milliseconds, including the time the machine slept. Neither a
  /// program nor the clock settings can change it.
  public var sinceBoot: Int64

  public init(wall: Instant, boot: String? = nil, sinceBoot: Int64 = 0) {
    self.wall = wall
    self.boot = boot
    self.sinceBoot = sinceBoot
  }
}

/// The time that decides about waits, sessions and family codes (rule 10.12). It continues from a
/// moment that the data file stores and never goes backwards: setting the clock back neither
/// revives nor extends a session or a code.
///
/// Until the next boot, the time since boot says how much time has passed. After a boot only the
/// wall clock is left; if the wall clock was set back, no time has passed.
public struct SecurityTime: Hashable, Sendable {
  private var time: Instant
  private var moment: MachineMoment

  /// The number of milliseconds after which the data file should store a newer moment. If the
  /// machine then restarts with its clock set back, at most this much time is lost.
  static let longest: Int64 = 3_600_000

  /// Starts at the time of the wall clock.
  public init(beginningAt moment: MachineMoment) {
    time = moment.wall
    self.moment = moment
  }

  /// Parses what `text` wrote; nil for any other text.
  public init?(reading text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 3 || parts.count == 4, let time = Instant(parts[0]),
      let wall = Instant(parts[1]), let sinceBoot = Int64(parts[2])
    else { return nil }
    self.time = time
    moment = MachineMoment(
      wall: wall, boot: parts.count == 4 ? parts[3] : nil, sinceBoot: sinceBoot)
  }

  /// The form in which the data file stores the time.
  public var text: String {
    "\(time) \(moment.wall) \(moment.sinceBoot)" + (moment.boot.map { " \($0)" } ?? "")
  }

  public func now(at current: MachineMoment) -> Instant {
    time.adding(milliseconds: elapsed(until: current))
  }

  /// Whether the data file should store a newer moment.
  public func isOld(at current: MachineMoment) -> Bool {
    !isSameStart(current) || elapsed(until: current) >= Self.longest
  }

  /// Returns the time based on the moment `current`.
  public func moved(to current: MachineMoment) -> SecurityTime {
    var moved = self
    moved.time = now(at: current)
    moved.moment = current
    return moved
  }

  private func isSameStart(_ current: MachineMoment) -> Bool {
    moment.boot != nil && moment.boot == current.boot
  }

  private func elapsed(until current: MachineMoment) -> Int64 {
    let elapsed =
      isSameStart(current)
      ? current.sinceBoot - moment.sinceBoot : moment.wall.milliseconds(until: current.wall)
    return max(0, elapsed)
  }
}

/// The time for security rules. The option `--now` changes the date of pages and never this time.
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
