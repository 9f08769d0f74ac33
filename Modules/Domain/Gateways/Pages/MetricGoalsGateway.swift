public import Basics

/// What an athlete wants to reach, kept in the preference `player`. Parents in the family read it.
public struct MetricGoalsGateway: Capability {
  public var goals: @Sendable (_ athlete: RecordID) async throws(Problem) -> [MetricGoal]
  public var set:
    @Sendable (_ goal: MetricGoal, _ athlete: RecordID) async throws(Problem) -> [MetricGoal]
  public var remove:
    @Sendable (_ type: MetricType, _ athlete: RecordID) async throws(Problem) -> MetricGoal

  package init(
    goals: @escaping @Sendable (_ athlete: RecordID) async throws(Problem) -> [MetricGoal],
    set:
      @escaping @Sendable (_ goal: MetricGoal, _ athlete: RecordID) async throws(Problem) ->
      [MetricGoal],
    remove:
      @escaping @Sendable (_ type: MetricType, _ athlete: RecordID) async throws(Problem) ->
      MetricGoal
  ) {
    self.goals = goals
    self.set = set
    self.remove = remove
  }

  public static func unimplemented(_ place: Unimplemented) -> MetricGoalsGateway {
    MetricGoalsGateway(
      goals: place.endpoint("goals"), set: place.endpoint("set"), remove: place.endpoint("remove"))
  }
}

extension MetricGoalsGateway {
  /// In the usual order of the types.
  public func goals(of athlete: RecordID) async throws(Problem) -> [MetricGoal] {
    try await goals(athlete)
  }

  /// Takes the place of the goal there was for the type. One that cannot be reached by anybody is refused.
  public func set(_ goal: MetricGoal, of athlete: RecordID) async throws(Problem) -> [MetricGoal] {
    try await set(goal, athlete)
  }

  /// The goal that was there; not found where there was none.
  public func remove(
    _ type: MetricType, of athlete: RecordID
  ) async throws(Problem) -> MetricGoal {
    try await remove(type, athlete)
  }
}

extension MetricGoal {
  /// Throws what nobody could reach, as for a measurement itself.
  package func check() throws(Problem) {
    guard value.isFinite else { throw ValueRefusal.notANumber.problem }
    if case .impossible(let problem) = MeasuredPlausibility.of(value, type, unit: unit) {
      throw problem
    }
  }
}

extension Problem {
  /// A goal that is to be removed and is not there.
  package static func noGoal(for type: MetricType) -> Problem {
    Problem(.notFound, "There is no goal for \(type.words).", fix: "All goals:  performance")
  }
}
