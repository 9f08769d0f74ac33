public import Basics
public import CivilTime

/// The cause of a generated notification; two with the same cause are duplicates (rule 10.2).
///
/// It is stored with the notification, unique for its reader, and kept for deleted ones. Its text is `offer 7 ATHLETE RECORD@2026-11-30`;
/// one with several records lists them with commas.
public struct NotificationOccasion: Hashable, Sendable {
  public enum Source: String, CaseIterable, Hashable, Sendable {
    case offer, letter, event, tasks
    case followUps = "follow_ups"
    case digest
  }

  /// A record and the day it is about: a deadline, or the day a reminder was written.
  public struct Item: Hashable, Sendable {
    public var id: RecordID
    public var day: CalendarDay

    public init(_ id: RecordID, _ day: CalendarDay) {
      self.id = id
      self.day = day
    }
  }

  public var source: Source
  /// The lead time that was reached, in days; 0 on the day itself, -1 after it.
  public var lead: Int
  /// Two athletes of one parent share their task templates, so a record alone does not identify the athlete.
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
  /// Whether nothing is left to do about it, so that it is no news any more.
  ///
  /// - Parameter days: the days of those of its records that still wait for something: of a deadline, or of the last contact with a coach.
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

  /// Nil for a text of another form, as a newer program may have written it.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, let source = Source(rawValue: String(words[0])),
      let lead = Int(words[1]), let athlete = RecordID(String(words[2]))
    else { return nil }
    var items: [Item] = []
    for part in words[3].split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "@", omittingEmptySubsequences: false)
      guard halves.count == 2, let id = RecordID(String(halves[0])),
        let day = CalendarDay(String(halves[1]))
      else { return nil }
      items.append(Item(id, day))
    }
    self.init(source, lead: lead, of: athlete, items)
  }
}

/// The lead times at which a deadline is announced (rules 4.11, 10.2, 10.3).
public enum DeadlineLeads {
  public static let offer = [14, 7, 3, 1, 0, wasDue]
  public static let letter = [14, 7, 0, wasDue]
  public static let event = [7, 1, 0]
  public static let requiredTask = [14, 3, 0]
  public static let optionalTask = [0]

  /// The lead of a deadline on the first days after it.
  public static let wasDue = -1
  public static let daysOfWasDue = 2

  /// The smallest lead that is reached with this many days left, whatever days were skipped; nil if none is, or if it is over.
  public static func reached(_ leads: [Int], daysLeft: Int) -> Int? {
    guard daysLeft >= 0 else {
      return daysLeft >= -daysOfWasDue && leads.contains(wasDue) ? wasDue : nil
    }
    return leads.filter { daysLeft <= $0 }.min()
  }
}

/// What was announced before, including deleted notifications; tells whether a notification would be a duplicate.
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

  /// Whether this lead or a smaller one was announced for that day already.
  func hold(
    _ source: NotificationOccasion.Source, _ item: NotificationOccasion.Item, of athlete: RecordID,
    lead: Int = 0
  ) -> Bool {
    smallestLeads[Key(source: source, athlete: athlete, item: item)].map { $0 <= lead } ?? false
  }

  /// Whether a coach had a reminder less than this many days ago; a clock that was set back does not cause a second one.
  func remindedOf(_ coach: RecordID, within days: Int, of today: CalendarDay) -> Bool {
    followedUp[coach]?.contains { abs($0.days(until: today)) < days } ?? false
  }
}
