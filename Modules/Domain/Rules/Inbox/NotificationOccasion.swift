public import Basics
public import CivilTime

/// The cause of a generated notification: what is due, for which athlete and records, and on which
/// days. Two notifications with the same cause are duplicates (domain.md 10.2).
///
/// A backend (a module that stores the data) stores the cause with the notification, and allows
/// each cause only once for a recipient, even after the notification is deleted. The stored text
/// has the form `offer 7 ATHLETE RECORD@2026-11-30`; several records are separated by commas.
public struct NotificationOccasion: Hashable, Sendable {
  public enum Source: String, CaseIterable, Hashable, Sendable {
    case offer, letter, event, tasks
    case followUps = "follow_ups"
    case digest
  }

  /// A record with its day: the day of its deadline, or for a reminder to contact a coach the day
  /// on which the reminder was written.
  public struct Item: Hashable, Sendable {
    public var id: RecordID
    public var day: CalendarDay

    public init(_ id: RecordID, _ day: CalendarDay) {
      self.id = id
      self.day = day
    }
  }

  public var source: Source
  /// How many days before the deadline the notification announces it, such as 7; 0 on the day
  /// itself, and -1 after it.
  public var lead: Int
  /// The athlete whom the notification is about. The tasks of all athletes have the ids of the task
  /// catalogue, so the id of a task does not identify the athlete.
  public var athlete: RecordID
  public var items: [Item]

  public init(_ source: Source, lead: Int = 0, of athlete: RecordID, _ items: [Item]) {
    self.source = source
    self.lead = lead
    self.athlete = athlete
    self.items = items
  }
}

extension NotificationOccasion {
  /// Returns true if the notification needs no action any more, so that it can be marked as read:
  /// each of its records is done or has another deadline, or each of its coaches was contacted
  /// since.
  ///
  /// - Parameter days: the deadline of each record that is still open. For reminders to contact
  ///   coaches, it is the day of the last contact with each coach.
  public func isSettled(where days: [RecordID: CalendarDay]) -> Bool {
    items.allSatisfy { item in
      switch source {
      case .offer, .letter, .event, .tasks: days[item.id] != item.day
      case .followUps: days[item.id].map { $0 >= item.day } ?? true
      case .digest: false
      }
    }
  }
}

extension NotificationOccasion: LosslessStringConvertible {
  public var description: String {
    let covered = items.map { "\($0.id)@\($0.day)" }.joined(separator: ",")
    return "\(source.rawValue) \(lead) \(athlete) \(covered)"
  }

  /// Parses the text in which a backend stores the cause; nil for a text of another form, which a
  /// newer version may have written.
  public init?(_ text: String) {
    var text = text
    guard let parsed = text.withUTF8({ NotificationOccasion(utf8: $0) }) else { return nil }
    self = parsed
  }

  // Every page counts the unread notifications and parses their causes for that. A reminder to
  // contact coaches may name thousands of them, and bytes are split much faster than characters.
  private init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 4,
      let source = Source(rawValue: String(decoding: words[0], as: UTF8.self)),
      let lead = Int(String(decoding: words[1], as: UTF8.self)),
      let athlete = RecordID(utf8: UnsafeBufferPointer(rebasing: words[2]))
    else { return nil }
    var items: [Item] = []
    for part in words[3].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: UInt8(ascii: "@")),
        let id = RecordID(utf8: UnsafeBufferPointer(rebasing: part[..<sign])),
        let day = CalendarDay(utf8: UnsafeBufferPointer(rebasing: part[(sign + 1)...]))
      else { return nil }
      items.append(Item(id, day))
    }
    self.init(source, lead: lead, of: athlete, items)
  }
}

/// The lead times at which a deadline is announced, in days before it (domain.md 4.11, 10.2, 10.3).
public enum DeadlineLeads {
  public static let offer = [14, 7, 3, 1, 0, wasDue]
  public static let letter = [14, 7, 0, wasDue]
  public static let event = [7, 1, 0]
  public static let requiredTask = [14, 3, 0]
  public static let optionalTask = [0]

  /// The value that is used as the lead time (days before a deadline) of a deadline that has
  /// passed. Such a deadline is announced only during the first `daysOfWasDue` days after it.
  public static let wasDue = -1
  public static let daysOfWasDue = 2

  /// Returns the smallest lead time (days before a deadline at which it is announced) that is
  /// reached with this many days left. The larger lead times are skipped, even if the program did
  /// not run on their days. The result is nil if no lead time is reached, or if the deadline passed
  /// more than `daysOfWasDue` days ago.
  public static func reached(_ leads: [Int], daysLeft: Int) -> Int? {
    guard daysLeft >= 0 else {
      return daysLeft >= -daysOfWasDue && leads.contains(wasDue) ? wasDue : nil
    }
    return leads.filter { daysLeft <= $0 }.min()
  }
}

/// The causes of a person's earlier notifications, including deleted ones, with which the program
/// checks whether a deadline was announced already.
struct AnnouncedOccasions {
  private struct Key: Hashable {
    var source: NotificationOccasion.Source
    var athlete: RecordID
    var item: NotificationOccasion.Item
  }

  private var smallestLeads: [Key: Int] = [:]
  private var followedUp: [RecordID: [CalendarDay]] = [:]

  init(_ occasions: some Sequence<NotificationOccasion>) {
    for occasion in occasions {
      for item in occasion.items {
        let key = Key(source: occasion.source, athlete: occasion.athlete, item: item)
        smallestLeads[key] = min(smallestLeads[key] ?? .max, occasion.lead)
        if occasion.source == .followUps { followedUp[item.id, default: []].append(item.day) }
      }
    }
  }

  /// Returns true if the deadline of `item` was announced `lead` days before it or later, so that
  /// it must not be announced with this lead time again.
  func hold(
    _ source: NotificationOccasion.Source, _ item: NotificationOccasion.Item, of athlete: RecordID,
    lead: Int = 0
  ) -> Bool {
    smallestLeads[Key(source: source, athlete: athlete, item: item)].map { $0 <= lead } ?? false
  }

  /// Returns true if a reminder about this coach was written less than `days` days before or after
  /// today. Days after today are included, so that a clock that was set back does not cause a
  /// second reminder.
  func remindedOf(_ coach: RecordID, within days: Int, of today: CalendarDay) -> Bool {
    followedUp[coach]?.contains { abs($0.days(until: today)) < days } ?? false
  }
}
