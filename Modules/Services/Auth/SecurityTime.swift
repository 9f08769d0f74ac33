public import Basics
public import CivilTime

/// What the machine's clocks say at one moment.
public struct MachineMoment: Hashable, Sendable {
  public var wall: Instant
  /// Which start of the machine it is; nil where the machine does not say.
  public var boot: String?
  /// Since that start, the machine's sleep included. No program and nobody at the clock's settings can change it.
  public var sinceBoot: Int64

  public init(wall: Instant, boot: String? = nil, sinceBoot: Int64 = 0) {
    self.wall = wall
    self.boot = boot
    self.sinceBoot = sinceBoot
  }
}

/// The time by which waits, sessions and family codes are judged (rule 10.12): it runs on from a moment that the file
/// remembers and never goes backwards, so that a clock which is set back neither revives nor lengthens anything.
///
/// While the machine has not been started anew its count since the start says how much time went by. After that only the
/// wall clock is left, of which a step back counts as no time.
public struct SecurityTime: Hashable, Sendable {
  private var time: Instant
  private var moment: MachineMoment

  /// After this long the file should remember a newer moment: no more than that is lost when a machine is started anew
  /// with its clock set back.
  static let longest: Int64 = 3_600_000

  /// Begins with what the wall clock says.
  public init(beginningAt moment: MachineMoment) {
    time = moment.wall
    self.moment = moment
  }

  /// Reads what `text` wrote; nil when it is something else.
  public init?(reading text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 3 || parts.count == 4, let time = Instant(parts[0]),
      let wall = Instant(parts[1]), let sinceBoot = Int64(parts[2])
    else { return nil }
    self.time = time
    moment = MachineMoment(
      wall: wall, boot: parts.count == 4 ? parts[3] : nil, sinceBoot: sinceBoot)
  }

  /// What the file is to remember.
  public var text: String {
    "\(time) \(moment.wall) \(moment.sinceBoot)" + (moment.boot.map { " \($0)" } ?? "")
  }

  public func now(at current: MachineMoment) -> Instant {
    time.adding(milliseconds: elapsed(until: current))
  }

  /// Whether the file should remember a newer moment.
  public func isOld(at current: MachineMoment) -> Bool {
    !isSameStart(current) || elapsed(until: current) >= Self.longest
  }

  /// The same time, remembered as of that moment.
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

/// What time it is for security. `--now` moves pages and never this.
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
