import Basics
import CivilTime
import Domain
import Testing

@testable import DemoFamily

@Suite("The demo family's year")
struct DemoCalendarTests {
  @Test("Nothing happened in the future", arguments: Look.all)
  func noFuture(look: Look) {
    let data = look.data
    let read = data.notifications.compactMap(\.readAt) + data.notifications.map(\.createdAt)
    var moments = data.people.compactMap(\.createdAt) + read
    moments += data.members.map(\.addedAt)
    moments += data.codeUses.map(\.createdAt)
    moments += data.schools.compactMap(\.createdAt) + data.schools.compactMap(\.updatedAt)
    moments += data.statusChanges.map(\.changedAt)
    moments += data.coaches.compactMap(\.createdAt) + data.coaches.compactMap(\.lastContactDate)
    moments += data.events.compactMap(\.createdAt) + data.events.compactMap(\.updatedAt)
    moments += data.interactions.map(\.occurredAt) + data.interactions.compactMap(\.createdAt)
    moments += data.offers.compactMap(\.createdAt) + data.metrics.compactMap(\.createdAt)
    moments += data.documents.compactMap(\.createdAt)
    moments += data.athleteTasks.compactMap(\.createdAt)
    moments += data.athleteTasks.compactMap(\.completedAt)
    moments += data.preferences.map(\.savedAt) + data.views.map(\.viewedAt)
    #expect(moments.allSatisfy { $0 <= look.now })
    #expect(data.metrics.allSatisfy { $0.recordedDate <= look.today })
    #expect(data.events.filter(\.isAttended).allSatisfy { $0.startDate < look.today })
    #expect(data.events.contains { $0.startDate > look.today })
  }

  @Test("Nothing is older than the account", arguments: Look.all)
  func nothingOlder(look: Look) throws {
    let opened = try #require(look.data.athlete.createdAt)
    #expect(look.data.schools.allSatisfy { $0.createdAt ?? opened >= opened })
    #expect(look.data.interactions.allSatisfy { $0.occurredAt > opened })
    #expect(look.data.athleteTasks.allSatisfy { $0.createdAt ?? opened >= opened })
  }

  @Test("Lists are in the order in which handles are given out", arguments: Look.all)
  func orderOfCreation(look: Look) {
    let data = look.data
    #expect(isSorted(data.schools.compactMap(\.createdAt)))
    #expect(isSorted(data.coaches.compactMap(\.createdAt)))
    #expect(isSorted(data.events.compactMap(\.createdAt)))
    #expect(isSorted(data.interactions.map(\.occurredAt)))
    #expect(isSorted(data.offers.compactMap(\.createdAt)))
    #expect(isSorted(data.metrics.map(\.recordedDate)))
    #expect(isSorted(data.documents.compactMap(\.createdAt)))
    #expect(isSorted(data.notifications.map(\.createdAt)))
  }

  @Test("A school is on the list before anything happens with it", arguments: Look.all)
  func schoolComesFirst(look: Look) {
    let added = Dictionary(
      uniqueKeysWithValues: look.data.schools.map { ($0.id, $0.createdAt ?? look.now) })
    for interaction in look.data.interactions {
      #expect(added[interaction.schoolID].map { $0 < interaction.occurredAt } == true)
    }
    for coach in look.data.coaches {
      #expect(added[coach.schoolID].map { $0 < coach.createdAt ?? look.now } == true)
    }
  }

  @Test(
    "Division I and II coaches keep to camp mail until they may talk recruiting",
    arguments: Look.all)
  func contactCalendar(look: Look) throws {
    let year = try #require(look.data.athlete.graduationYear) - 2
    let opens: [Division: CalendarDay?] = [
      .d1: CalendarDay(year: year, month: 8, day: 1),
      .d2: CalendarDay(year: year, month: 6, day: 15),
    ]
    for interaction in look.data.interactions
    where interaction.direction == .inbound && interaction.eventID == nil {
      let school = look.data.schools.first { $0.id == interaction.schoolID }
      guard let division = school?.division?.known, let opening = opens[division] ?? nil,
        look.zone.day(of: interaction.occurredAt) < opening
      else { continue }
      #expect(interaction.type == .email)
      #expect(
        interaction.subject?.hasPrefix("Camp dates") == true
          || interaction.subject == "Questionnaire received")
    }
  }

  private func isSorted(_ values: [some Comparable]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
  }
}

@Suite("The demo's generator")
struct SeededGeneratorTests {
  @Test("It is SplitMix64")
  func reference() {
    var random = SeededGenerator(seed: 1_234_567)
    let drawn = (0..<5).map { _ in random.next() }
    #expect(
      drawn == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("Whole numbers fill their range and stay in it")
  func range() {
    var random = SeededGenerator(seed: 1)
    let drawn = (0..<1000).map { _ in random.int(in: -2...3) }
    #expect(Set(drawn) == [-2, -1, 0, 1, 2, 3])
  }

  @Test("A branch depends on its name and the seed, not on what was drawn beside it")
  func branches() {
    let root = SeededGenerator(seed: 7)
    var first = root.branch("coaches")
    var again = root.branch("coaches")
    var other = root.branch("events")
    var otherSeed = SeededGenerator(seed: 8).branch("coaches")
    let value = first.next()
    #expect(again.next() == value)
    #expect(other.next() != value)
    #expect(otherSeed.next() != value)
  }

  @Test("Shuffling keeps every element and fractions stay below one")
  func shuffles() {
    var random = SeededGenerator(seed: 3)
    let shuffled = random.shuffled(Array(0..<50))
    #expect(shuffled.sorted() == Array(0..<50))
    #expect(shuffled != Array(0..<50))
    #expect((0..<1000).allSatisfy { _ in (0..<1).contains(random.fraction()) })
  }

  @Test("Ids are version 4 uuids")
  func ids() {
    var random = SeededGenerator(seed: 3)
    let text = random.recordID().description
    #expect(text.dropFirst(14).first == "4")
    #expect(text.dropFirst(19).first.map("89ab".contains) == true)
  }
}
