import Basics
import CivilTime
import Domain

/// The invented history of the athlete's recruiting by one school. A day is the number of
/// days before today.
struct SchoolStory: Sendable {
  let id: RecordID
  let profile: SchoolProfile
  let ending: SchoolEnding
  let tier: PriorityTier?
  let addedAgo: Int
  /// The days on which messages were sent and calls made, as numbers of days before today, oldest
  /// first.
  let contactsAgo: [Int]
  /// The days on which the school's status changed, as numbers of days before today.
  ///
  /// There is one for each status in `ending.path`, in the same order.
  let changesAgo: [Int]

  var division: Division? { Division(rawValue: profile.division) }

  /// The day on which the school made its offer, as a number of days before today; nil if it made
  /// none.
  var offeredAgo: Int? {
    ending.path.firstIndex(of: .offerReceived).map { changesAgo[$0] }
  }

  /// Returns the first day on which the school's coaches may talk with the athlete about
  /// recruiting; nil if coaches of the school's division may do so at any time.
  ///
  /// For Division I baseball it is August 1 before the junior year, for Division II June 15.
  func contactOpens(graduationYear: Int) -> CalendarDay? {
    switch division {
    case .d1: CalendarDay(year: graduationYear - 2, month: 8, day: 1)
    case .d2: CalendarDay(year: graduationYear - 2, month: 6, day: 15)
    case .d3, .naia, .juco, nil: nil
    }
  }
}

extension SchoolStory {
  /// Returns the stories of all thirty schools, in the order in which the family added the schools.
  static func all(random: SeededGenerator) -> [SchoolStory] {
    var random = random.branch("stories")
    var isSecondInterest = false
    let stories = endings(random: &random).map { profile, ending in
      // Most of the schools in which the athlete is interested (the ending `interested`) get tier
      // B. The first of them is the athlete's favorite and gets the top tier, A.
      let isFavorite = ending == .interested && !isSecondInterest
      if isFavorite { isSecondInterest = true }
      return SchoolStory(
        profile: profile, ending: ending, tier: isFavorite ? .a : ending.tier, random: &random)
    }
    return stories.sorted { ($0.addedAgo, $1.profile.name) > ($1.addedAgo, $0.profile.name) }
  }

  /// Returns each school with its ending: how far its recruiting has come. Endings with offers or
  /// visits go to schools of divisions that may recruit juniors all year.
  private static func endings(
    random: inout SeededGenerator
  ) -> [(SchoolProfile, SchoolEnding)] {
    var open = random.shuffled(SchoolProfile.all)
    var found: [(SchoolProfile, SchoolEnding)] = []
    let settled: [(SchoolEnding, Division)] = [
      (.offered, .d2), (.offered, .naia), (.lapsedOffer, .naia), (.declined, .naia),
      (.committed, .juco), (.visitInvited, .d2), (.visitScheduled, .d2), (.recruited, .d3),
      (.dropped, .d3),
    ]
    for (ending, division) in settled {
      guard let index = open.firstIndex(where: { $0.division == division.rawValue }) else {
        continue
      }
      found.append((open.remove(at: index), ending))
    }
    let others: [(SchoolEnding, Int)] = [
      (.researching, 8), (.contacted, 7), (.interested, 4), (.campInvite, 2),
    ]
    return found + zip(open, others.flatMap { Array(repeating: $0, count: $1) })
  }

  private init(
    profile: SchoolProfile, ending: SchoolEnding, tier: PriorityTier?,
    random: inout SeededGenerator
  ) {
    let first = random.int(in: ending.firstContact)
    let last = min(first, random.int(in: ending.lastContact))
    let count = random.int(in: ending.contacts)
    let between = (0..<max(0, count - 2)).map { _ in random.int(in: last...first) }
    id = random.recordID()
    self.profile = profile
    self.ending = ending
    self.tier = tier
    addedAgo = first + random.int(in: 4...25)
    contactsAgo = Array(([first, last] + between).sorted(by: >).suffix(count))
    changesAgo = Self.steps(ending.path.count, from: first, to: random.int(in: ending.lastChange))
  }

  /// Returns the days of `count` changes of a school's status, evenly distributed from the day of
  /// the first message to the day of the last change.
  private static func steps(_ count: Int, from first: Int, to last: Int) -> [Int] {
    guard count > 1 else { return Array(repeating: first, count: count) }
    return (0..<count).map { first - (first - last) * $0 / (count - 1) }
  }
}
