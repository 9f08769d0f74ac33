import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  public var recordIndex: RecordIndexGateway {
    RecordIndexGateway(
      find: { lookup, athlete throws(Problem) in
        try await self.read("recordIndex.find") { world, asking throws(Problem) in
          if let athlete { try world.requireToRead(athlete, by: asking.caller) }
          return world.find(lookup, for: asking.caller)
        }
      })
  }
}

extension World {
  fileprivate func find(
    _ lookup: ReferenceResolver.Lookup, for caller: Caller
  ) -> [ReferenceResolver.Named] {
    switch lookup {
    case .handle(let kind, let number):
      named(kind, for: caller).filter { $0.reference.handle == "\(kind.letter)\(number)" }
    case .id(let kinds, let id):
      kinds.flatMap { named($0, for: caller) }.filter { $0.reference.id == id }
    case .words(let kinds, _):
      // An index may answer with more than fits; the resolver applies the one rule.
      kinds.flatMap { named($0, for: caller) }
    }
  }

  /// Everything of a kind that the caller may see.
  private func named(
    _ kind: ReferenceKind, for caller: Caller
  ) -> [ReferenceResolver.Named] {
    switch kind {
    case .task:
      templates.map {
        ReferenceResolver.Named(reference(toTask: $0), detail: "Grade \($0.gradeLevel)")
      }
    case .person:
      shared.users.values.filter { caller.sees($0.id, in: self) }
        .map { ReferenceResolver.Named(reference(toPerson: $0.id), detail: $0.role.words) }
        .sorted { $0.reference.handle < $1.reference.handle }
    case .quickTask:
      quickTasks(of: caller.id).map { ReferenceResolver.Named(row($0).reference) }
    case .metric:
      shared.metrics.values.filter { caller.sees($0.athleteID, in: self) }.map {
        ReferenceResolver.Named(
          reference(toMetric: $0), detail: $0.recordedDate.description)
      }.sorted { $0.reference.handle < $1.reference.handle }
    case .event:
      shared.events.values.filter { caller.sees($0.athleteID, in: self) }.map {
        ReferenceResolver.Named(reference(toEvent: $0), detail: $0.startDate.description)
      }.sorted { $0.reference.handle < $1.reference.handle }
    case .notification:
      shared.notifications.values.filter { $0.personID == caller.id }.map {
        ReferenceResolver.Named(reference(toNotification: $0))
      }.sorted { $0.reference.handle < $1.reference.handle }
    default:
      []
    }
  }
}
