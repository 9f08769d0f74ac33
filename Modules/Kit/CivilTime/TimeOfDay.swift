/// A time on the clock, to the minute. Quiet hours and event times use it.
public struct TimeOfDay: Hashable, Sendable {
  public let hour: Int
  public let minute: Int

  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.hour = hour
    self.minute = minute
  }

  init(secondOfDay: Int) {
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
  }

  public static let midnight = TimeOfDay(secondOfDay: 0)

  /// The number of minutes since 00:00, from 0 to 1439.
  public var minuteOfDay: Int { hour * 60 + minute }
}

extension TimeOfDay: Comparable {
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.minuteOfDay < right.minuteOfDay
  }
}

extension TimeOfDay: LosslessStringConvertible {
  /// Parses `7:30`, `07:30` or `07:30:00`, the format of databases, on the 24-hour clock.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, (1...2).contains(parts[0].utf8.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]),
      parts.count == 2 || parts[2] < "60"
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// Parses a time as people write it: `7:30`, `19:30`, `7:30 pm`, `7pm`, `noon`.
  public static func written(_ text: String) -> TimeOfDay? {
    var text = text.lowercased().filter { $0 != " " && $0 != "." }
    if text == "noon" { text = "12pm" }
    guard text.hasSuffix("am") || text.hasSuffix("pm") else { return TimeOfDay(text) }
    let isAfternoon = text.hasSuffix("pm")
    text.removeLast(2)
    guard let read = TimeOfDay(text.contains(":") ? text : text + ":00"),
      (1...12).contains(read.hour)
    else { return nil }
    return TimeOfDay(hour: read.hour % 12 + (isAfternoon ? 12 : 0), minute: read.minute)
  }

  /// The time as `07:30`.
  public var description: String { "\(padded(hour)):\(padded(minute))" }
}
