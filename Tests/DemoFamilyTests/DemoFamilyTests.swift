import Basics
import CivilTime
import Domain
import Testing

@testable import DemoFamily

@Suite("The demo family")
struct DemoFamilyTests {
  @Test("The same seed, moment and zone give the same family, to the last id", arguments: Look.all)
  func isDeterministic(look: Look) {
    let again = DemoFamily.make(seed: look.seed, now: look.now, zone: look.zone)
    #expect(again == look.data)
    #expect("\(again)" == "\(look.data)")
  }

  @Test("The standard family is the same on every machine and after every update")
  func standardFamily() {
    let data = DemoFamily.make(now: Look.february, zone: .utc)
    #expect(data.athlete.fullName == "Casey Shelton")
    #expect(data.athlete.id.description == "1e5c0f65-6d19-46c4-b49d-be50a8ede0a0")
    #expect(data.family.code == "FAM-5LM97W")
    #expect(data.schools.first?.name == "Fallow Creek University")
    #expect(data.interactions.last?.id.description == "d7fbd53f-e409-40f3-97f5-1b0f2e814160")
  }

  @Test("Another seed gives another family")
  func seedMatters() {
    let one = DemoFamily.make(seed: 1, now: Look.february, zone: .utc)
    let two = DemoFamily.make(seed: 2, now: Look.february, zone: .utc)
    #expect(one.people.map(\.id) != two.people.map(\.id))
    #expect(one.schools.map(\.name) != two.schools.map(\.name))
    #expect(one.interactions.map(\.content) != two.interactions.map(\.content))
  }

  @Test("The athlete is a junior on every day of the year", arguments: Look.all)
  func grade(look: Look) {
    let grade = Grade(
      graduationYear: look.data.athlete.graduationYear, on: look.zone.day(of: look.now), fallback: 9
    )
    #expect(grade.level == 11)
    #expect(look.data.athlete.role == .player)
    #expect(look.data.parents.allSatisfy { $0.role == .parent })
  }

  @Test("There is enough of everything to look at", arguments: Look.all)
  func counts(look: Look) {
    let data = look.data
    #expect(data.people.count == 3)
    #expect(data.schools.count == 30)
    #expect(data.coaches.count == 42)
    #expect((118...190).contains(data.interactions.count))
    #expect(data.offers.count == 5)
    #expect(data.events.count == EventPlan.all.count)
    #expect(data.metrics.count >= 60)
    #expect(data.documents.count == 9)
    #expect(data.letters.count == 4)
    #expect((25...61).contains(data.athleteTasks.count))
    #expect((20...40).contains(data.notifications.count))
    #expect(data.notifications.contains { !$0.isRead })
    #expect(data.schools.count { $0.priorityTier?.known == .a } == 6)
    #expect(Set(data.schools.map(\.name)).count == 30)
  }

  @Test("Names and addresses belong to nobody", arguments: Look.all)
  func inventedAddresses(look: Look) {
    let data = look.data
    let emails =
      data.people.map(\.email) + data.coaches.compactMap(\.email)
      + data.letters.compactMap(\.writerEmail)
    #expect(emails.allSatisfy { $0.hasSuffix("@example.com") || $0.hasSuffix(".example.edu") })
    #expect(emails.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
    #expect(Set(data.people.map(\.email)).count == 3)
    let phones = (data.people.map(\.phone) + data.coaches.map(\.phone)).compactMap { $0 }
    #expect(phones.allSatisfy { $0.hasPrefix("555-01") && $0.utf8.count == 8 })
    #expect(Set(phones).count == phones.count)
    let links = data.documents.map(\.fileURL) + data.events.compactMap(\.url)
    #expect(
      links.allSatisfy {
        $0.hasPrefix("https://example.com/") || $0.contains(".example.edu/")
          || $0.hasPrefix("~/Documents/") || KeptFile(link: $0) != nil
      })
    #expect(data.coaches.contains { $0.email == nil })
    #expect(FamilyCode(data.family.code ?? "") != nil)
  }

  @Test("Every value of every list of choices is used somewhere", arguments: Look.all)
  func varieties(look: Look) {
    let data = look.data
    expectAll(SchoolStatus.self, in: data.schools.compactMap(\.status?.known))
    expectAll(Division.self, in: data.schools.compactMap(\.division?.known))
    expectAll(PriorityTier.self, in: data.schools.compactMap(\.priorityTier?.known))
    expectAll(FitTier.self, in: data.schools.compactMap(\.fitTier?.known))
    expectAll(CoachRole.self, in: data.coaches.compactMap(\.role.known))
    expectAll(InteractionType.self, in: data.interactions.compactMap(\.type.known))
    expectAll(Direction.self, in: data.interactions.compactMap(\.direction.known))
    expectAll(Sentiment.self, in: data.interactions.compactMap(\.sentiment?.known))
    expectAll(OfferType.self, in: data.offers.compactMap(\.type.known))
    expectAll(OfferStatus.self, in: data.offers.compactMap(\.status.known))
    expectAll(EventType.self, in: data.events.compactMap(\.type.known))
    expectAll(EventSource.self, in: data.events.compactMap(\.source?.known))
    let measured = Set(data.metrics.compactMap(\.type.known))
    #expect(measured.isSuperset(of: Sport.baseball.measures + [.other]))
    expectAll(DocumentType.self, in: data.documents.compactMap(\.type.known))
    expectAll(LinkHealth.self, in: data.documents.compactMap(\.healthStatus?.known))
    expectAll(LetterStatus.self, in: data.letters.compactMap(\.status.known))
    expectAll(TaskStatus.self, in: data.athleteTasks.compactMap(\.status.known))
    expectAll(NotificationType.self, in: data.notifications.compactMap(\.type.known))
    expectAll(NotificationPriority.self, in: data.notifications.compactMap(\.priority?.known))
    expectAll(
      AppNotification.RelatedType.self, in: data.notifications.compactMap(\.related?.type.known))
    expectAll(PreferenceCategory.self, in: data.preferences.map(\.category))
    expectAll(FamilyCodeUse.Action.self, in: data.codeUses.compactMap(\.action.known))
    expectAll(ViewLogEntry.ItemType.self, in: data.views.compactMap(\.itemType.known))
  }

  private func expectAll<Choice: CaseIterable & Hashable>(_ type: Choice.Type, in used: [Choice]) {
    let missing = Set(Choice.allCases).subtracting(used)
    #expect(missing.isEmpty, "no \(Choice.self) \(missing)")
  }
}

/// The demo family that one seed generates for one moment and one time zone. Each test checks
/// several of them.
struct Look: CustomTestStringConvertible, Sendable {
  let seed: UInt64
  let now: Instant
  let zone: Zone
  let data: MadeUpFamily

  init(seed: UInt64, now: String, zone: Zone = .utc) {
    self.seed = seed
    self.now = Instant(now) ?? Look.february
    self.zone = zone
    data = DemoFamily.make(seed: seed, now: self.now, zone: zone)
  }

  var testDescription: String { "seed \(seed) at \(now) in \(zone.name)" }
  var today: CalendarDay { zone.day(of: now) }

  static let february = Instant(milliseconds: 1_770_728_400_000)

  /// The moments include edges of the school year, of a day and of a leap year, where generated
  /// dates could be wrong.
  static let all = [
    Look(seed: DemoFamily.standardSeed, now: "2026-02-10T13:00:00Z"),
    Look(seed: DemoFamily.standardSeed, now: "2026-09-01T04:30:00Z", zone: .fixed(minutes: -300)),
    Look(seed: 1, now: "2026-09-01T05:30:00Z", zone: .fixed(minutes: -300)),
    Look(seed: 2, now: "2028-02-29T00:00:30Z"),
    Look(seed: 3, now: "2027-06-15T23:59:59Z", zone: .fixed(minutes: 600)),
  ]
}
