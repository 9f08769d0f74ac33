public import Domain
import FeatureKit

extension InMemoryBackend {
  public var undo: UndoGateway {
    UndoGateway(
      undo: { () throws(Problem) in
        try await self.remember("undo.undo") { world, asking throws(Problem) in
          let newest = world.steps.lastIndex { $0.person == asking.person && !$0.isUndone }
          guard let newest else { throw .nothingToUndo }
          return try world.turn(newest, undoing: true, asking)
        }
      },
      redo: { () throws(Problem) in
        try await self.remember("undo.redo") { world, asking throws(Problem) in
          let next = world.steps.firstIndex { $0.person == asking.person && $0.isUndone }
          guard let next else { throw .nothingToRedo }
          return try world.turn(next, undoing: false, asking)
        }
      },
      history: { limit throws(Problem) in
        try await self.read("undo.history") { world, asking in
          let visible = world.steps.reversed().filter { step in
            step.person == asking.person
              || step.athlete.map { asking.caller.sees($0, in: world) } ?? false
          }
          return visible.prefix(max(0, limit)).map(world.history)
        }
      })
  }
}

extension World {
  fileprivate mutating func turn(
    _ index: Int, undoing: Bool, _ asking: Asking
  ) throws(Problem) -> HistoryStep {
    try requireToTurn(steps[index], undoing: undoing, asking.caller)
    try turn(index, undoing: undoing)
    return history(steps[index])
  }

  /// Authority is checked again: since then the person may have become somebody who may not.
  private func requireToTurn(
    _ step: Step, undoing: Bool, _ caller: Caller
  ) throws(Problem) {
    guard let athlete = step.athlete else { return }
    switch step.operation {
    case "joinFamily", "leaveFamily":
      guard undoing == (step.operation == "leaveFamily") else { return }
      let refusal = FamilyRules.refusalToReturn(
        stepAt: step.at, codeGeneratedAt: family(of: athlete)?.codeGeneratedAt)
      if let refusal { throw Problem(refusal) }
    default: try caller.requireToChangeData(of: athlete)
    }
  }
}
