import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var suggestions: SuggestionsGateway {
    SuggestionsGateway {
      $0.visible.implement { athlete, school, limit throws(Problem) in
        try await self.read { scope in
          try SuggestionRows(RecordScope(scope, of: athlete))
            .visible(schools: school.map { [$0] }, limit: limit)
        }
      }
      $0.surface.implement { athlete throws(Problem) in
        try await self.write("surfaceSuggestions", for: athlete) { scope, step in
          let count = try SuggestionRows(RecordScope(scope, of: athlete))
            .surface(SuggestionLists.batch)
          step.summary = "Showed \(count) more \(count == 1 ? "suggestion" : "suggestions")"
          return count
        }
      }
      $0.dismiss.implement { id, athlete throws(Problem) in
        try await self.write("dismissSuggestion", for: athlete) { scope, step in
          let row = try SuggestionRows(RecordScope(scope, of: athlete))
            .change(id, unless: \.isCompleted) { $0.dismissed(at: scope.now) }
          step.summary = "Dismissed \(row.reference.handle) \(row.heading)"
          return row
        }
      }
      $0.complete.implement { id, athlete throws(Problem) in
        try await self.write("completeSuggestion", for: athlete) { scope, step in
          let row = try SuggestionRows(RecordScope(scope, of: athlete))
            .change(id, unless: \.isDismissed) { $0.completed(at: scope.now) }
          step.summary = "Completed \(row.reference.handle) \(row.heading)"
          return row
        }
      }
      $0.show.implement { id, athlete throws(Problem) in
        try await self.read { scope in
          try SuggestionRows(RecordScope(scope, of: athlete)).history(of: id)
        }
      }
      $0.evaluate.implement { athlete, now, zone throws(Problem) in
        try await self.remember { scope in
          try scope.caller.requireToChangeData(of: athlete)
          return try SuggestionWriting(RecordScope(scope, of: athlete), now, zone).evaluate()
        }
      }
    }
  }
}

extension SuggestionRows {
  /// Surfaces the next suggestions, which means that pages display them from now on, and returns
  /// their number.
  func surface(_ limit: Int) throws -> Int {
    let waiting = try waiting(limit: limit)
    for suggestion in waiting {
      try form.update(
        from: suggestion, to: suggestion.surfaced(at: records.scope.now), in: records.connection)
    }
    return waiting.count
  }

  /// Dismisses or completes a suggestion with the closure `change`. A repeated call has no further
  /// effect.
  ///
  /// A completed suggestion cannot be dismissed, nor a dismissed one completed (domain.md 10.6).
  ///
  /// - Parameter isClosed: returns true if the suggestion was already closed in the other way; the
  ///   method then throws.
  func change(
    _ id: RecordID, unless isClosed: (RecruitingSuggestion) -> Bool,
    _ change: (RecruitingSuggestion) -> RecruitingSuggestion
  ) throws -> SuggestionRow {
    let before = try require(id)
    if isClosed(before) {
      let row = try row(before)
      throw Problem(
        .conflict, "\(row.reference.handle) \(row.heading) is done already.",
        details: ["Nothing was changed."],
        fix: "See what became of it:  suggestions why \(row.reference.handle)")
    }
    let after = change(before)
    try form.update(from: before, to: after, in: records.connection)
    return try row(after)
  }

  /// Returns a suggestion and the earlier suggestions for the same reason, which it repeats, newest
  /// first.
  func history(of id: RecordID) throws -> SuggestionHistory {
    let suggestion = try asItIsNow(require(id))
    var earlier: [RecruitingSuggestion] = []
    var seen: Set<RecordID> = [id]
    var previous = suggestion.previousID
    // Imported rows may refer to each other in a circle. The loop ends at the first suggestion that
    // is already in `seen`.
    while let next = previous, seen.insert(next).inserted,
      let found = try form.find(next, in: records.connection), found.athleteID == records.athlete
    {
      earlier.append(found)
      previous = found.previousID
    }
    return SuggestionHistory(row: try row(suggestion), earlier: earlier)
  }

  func all() throws -> [RecruitingSuggestion] {
    let own = try records.owned(in: .suggestions, owner: .athleteID)
    return try records.connection.query(
      "SELECT \(form.list) FROM suggestion WHERE \(own.clause) ORDER BY created_at, id",
      values: own.values
    ) { row in try form.read(row) }
  }
}
