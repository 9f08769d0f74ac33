import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  public var viewLog: ViewLogGateway {
    ViewLogGateway(
      record: { item, id, athlete throws(Problem) in
        try await self.remember("viewLog.record") { world, asking throws(Problem) in
          try world.requireToRead(athlete, by: asking.caller)
          let scope = RowScope(
            owner: athlete, author: asking.person, family: world.family(of: athlete)?.id)
          guard Authority.decide(.insert, .viewLog, of: scope, by: asking.caller) == .allowed
          else { throw .readOnly }
          world.viewLog.append(
            ViewLogEntry(
              id: asking.ids.next(), parentID: asking.person, athleteID: athlete, itemType: item,
              itemID: id, viewedAt: asking.now))
        }
      },
      views: { athlete, limit throws(Problem) in
        try await self.read("viewLog.views") { world, asking throws(Problem) in
          try world.requireToRead(athlete, by: asking.caller)
          let visible = world.viewLog.filter {
            $0.athleteID == athlete
              && (asking.person == athlete || $0.parentID == asking.person)
          }.sorted { ($0.viewedAt, $0.id) > ($1.viewedAt, $1.id) }
          return Listing(
            rows: visible.prefix(max(0, limit)).map(world.row), matching: visible.count,
            total: visible.count)
        }
      })
  }
}

extension World {
  fileprivate func row(_ entry: ViewLogEntry) -> ViewRow {
    let task = templates.first { entry.itemType == .timeline && $0.id == entry.itemID }
    return ViewRow(
      parent: reference(toPerson: entry.parentID), itemType: entry.itemType,
      item: task.map(reference(toTask:)), viewedAt: entry.viewedAt)
  }
}
