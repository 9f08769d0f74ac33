import Basics
public import Domain
import JSON
import Persistence

extension SQLBackend {
  public var preferences: PreferencesGateway {
    PreferencesGateway {
      $0.preference.implement { category, person throws(Problem) in
        try await self.read { scope in
          try scope.requirePreference(.read, category, of: person)
          return try PreferenceRows(scope: scope).stored(category, of: person)
        }
      }
      $0.save.implement { category, person, change throws(Problem) in
        try await self.write("savePreferences") { scope, step in
          try scope.requirePreference(.update, category, of: person)
          step.summary = "Changed the \(category.rawValue) settings"
          let rows = PreferenceRows(scope: scope)
          let data = try change(try rows.stored(category, of: person).data).object ?? [:]
          return try rows.save(data, as: category, of: person)
        }
      }
      $0.clear.implement { category, person throws(Problem) in
        try await self.write("clearPreferences") { scope, step in
          try scope.requirePreference(.delete, category, of: person)
          step.summary = "Cleared the \(category.rawValue) settings"
          return try PreferenceRows(scope: scope).clear(category, of: person)
        }
      }
      $0.history.implement { category, person, limit throws(Problem) in
        try await self.read { scope in
          // The history of preferences is private: parents cannot read it, although they may read
          // the athlete's current player preferences (domain.md 3).
          guard person == scope.caller.id else { throw Problem.noSuch(.person) }
          return try PreferenceRows(scope: scope).history(of: category, of: person, limit: limit)
        }
      }
    }
  }
}

extension SQLBackend {
  public var metricGoals: MetricGoalsGateway {
    MetricGoalsGateway {
      $0.goals.implement { athlete throws(Problem) in try await self.player(athlete).goals }
      $0.set.implement { goal, athlete throws(Problem) in
        try goal.check()
        return try await self.changePlayer("setMetricGoal", athlete) { player, step in
          player.set(goal)
          step.summary = "Set a goal for \(goal.type.words), \(goal.textWithDay)"
          return player.goals
        }
      }
      $0.remove.implement { type, athlete throws(Problem) in
        try await self.changePlayer("removeMetricGoal", athlete) { player, step in
          guard let goal = player.goals.first(where: { $0.type == type }) else {
            throw Problem.noGoal(for: type)
          }
          player.removeGoal(for: type)
          step.summary = "Removed the goal for \(type.words), \(goal.textWithDay)"
          return goal
        }
      }
    }
  }

  public var measures: MeasuresGateway {
    MeasuresGateway {
      $0.offered.implement { athlete throws(Problem) in
        try await self.read { scope in
          try scope.requirePreference(.read, .player, of: athlete)
          var offered = OfferedMeasures(try scope.player(athlete))
          offered.measured = try PerformanceMetric.types(in: RecordScope(scope, of: athlete))
          return offered
        }
      }
      $0.add.implement { measure, athlete throws(Problem) in
        try await self.changePlayer("addMeasure", athlete) { player, step in
          try player.add(measure)
          step.summary = "Added the measure \(measure.words)"
          return OfferedMeasures(player)
        }
      }
      $0.remove.implement { measure, athlete throws(Problem) in
        try await self.changePlayer("removeMeasure", athlete) { player, step in
          guard player.ownMeasures.contains(measure) else {
            throw Problem.noOwnMeasure(measure.words)
          }
          player.remove(measure)
          step.summary = "Removed the measure \(measure.words)"
          return OfferedMeasures(player)
        }
      }
    }
  }

  private func player(_ athlete: RecordID) async throws(Problem) -> PlayerProfile {
    try await read { scope in
      try scope.requirePreference(.read, .player, of: athlete)
      return try scope.player(athlete)
    }
  }

  /// Changes the preferences that describe the athlete as a player, such as positions and goals, in
  /// one undo step.
  private func changePlayer<Answer: Sendable>(
    _ operation: String, _ athlete: RecordID,
    _ change: (inout PlayerProfile, Journal.Step) throws -> Answer
  ) async throws(Problem) -> Answer {
    try await write(operation) { scope, step in
      try scope.requirePreference(.update, .player, of: athlete)
      var player = try scope.player(athlete)
      let answer = try change(&player, step)
      _ = try PreferenceRows(scope: scope).save(player.object, as: .player, of: athlete)
      return answer
    }
  }
}

extension Scope {
  fileprivate func player(_ person: RecordID) throws -> PlayerProfile {
    PlayerProfile(reading: try PreferenceRows(scope: self).stored(.player, of: person).data)
  }

  /// Throws unless the caller (the person who acts) may read or change these preferences: all
  /// people may do both with their own, and may read the player preferences of an athlete in their
  /// family (domain.md 3).
  func requirePreference(
    _ access: Authority.Access, _ category: PreferenceCategory, of person: RecordID
  ) throws {
    guard person != caller.id else { return }
    try requireToRead(person)
    guard category == .player else { throw Problem.noSuch(.person) }
    guard access == .read else { throw Problem.readOnly }
  }
}
