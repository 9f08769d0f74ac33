import Basics
import Domain

extension DemoStage {
  /// Returns the log of the pages that the parents viewed in the last month, oldest first.
  func views(
    schools: [School], coaches: [Coach], events: [RecruitingEvent]
  ) -> [ViewLogEntry] {
    var random = random.branch("views")
    let parents = cast.people.dropFirst().map(\.id)
    let entries = (0..<24).map { visit in
      let types = ViewLogEntry.ItemType.allCases
      let type = types[visit % types.count]
      let item: RecordID? =
        switch type {
        case .school: random.pick(schools).id
        case .coach: random.pick(coaches).id
        case .event: random.pick(events).id
        default: nil
        }
      return ViewLogEntry(
        id: random.recordID(), parentID: random.pick(parents), athleteID: cast.athlete.id,
        itemType: type, itemID: item,
        viewedAt: calendar.instant(
          ago: random.int(in: 1...28), minute: random.int(in: 1140...1350)))
    }
    return entries.sorted { ($0.viewedAt, $0.id) < ($1.viewedAt, $1.id) }
  }
}
