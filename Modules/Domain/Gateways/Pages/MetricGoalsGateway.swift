public import Basics

/// The operations on an athlete's goals (the measured values that the athlete wants to reach). They
/// are stored in the preference category `player`, and parents in the family can read them.
public struct MetricGoalsGateway: Gateway {
  public var goals = Endpoint<RecordID, [MetricGoal]>("goals")
  public var set = Endpoint<(goal: MetricGoal, athlete: RecordID), [MetricGoal]>("set")
  public var remove = Endpoint<(type: MetricType, athlete: RecordID), MetricGoal>("remove")

  public init() {}
}

extension MetricGoalsGateway {
  /// Returns the athlete's goals in the order in which the program lists measures.
  public func goals(of athlete: RecordID) async throws(Problem) -> [MetricGoal] {
    try await goals(athlete)
  }

  /// Sets the goal for a measure, and replaces an earlier one. Throws if no athlete can reach the
  /// value.
  public func set(_ goal: MetricGoal, of athlete: RecordID) async throws(Problem) -> [MetricGoal] {
    try await set((goal, athlete))
  }

  /// Removes the goal for a measure and returns it. Throws a `notFound` problem if there is none.
  public func remove(
    _ type: MetricType, of athlete: RecordID
  ) async throws(Problem) -> MetricGoal {
    try await remove((type, athlete))
  }
}

extension MetricGoal {
  /// Throws if the value is impossible, by the same rules as for a measurement.
  package func check() throws(Problem) {
    guard value.isFinite else { throw ValueRefusal.notANumber.problem }
    if case .impossible(let problem) = MeasuredPlausibility.of(value, type, unit: unit) {
      throw problem
    }
  }
}

extension Problem {
  /// Returns the problem that there is no goal for the measure to remove.
  package static func noGoal(for type: MetricType) -> Problem {
    Problem(.notFound, "There is no goal for \(type.words).", fix: "All goals:  performance")
  }
}
