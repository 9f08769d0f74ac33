public import CivilTime
public import Domain
import FamilyContext
import FeatureKit

extension PerformanceFeature {
  /// The new value that a person typed for `performance goal`: a goal, or `none`.
  public enum GoalChange: Equatable, Sendable {
    /// A number to reach, and the day by which the athlete wants to reach it. Nil leaves the day of
    /// an existing goal as it is; `.some(nil)` removes the day.
    case set(MeasuredValue, by: CalendarDay??)
    /// The word `none`, which removes the goal.
    case remove
  }

  /// A goal for one type of measurement, and the measurement that is compared with it.
  public struct GoalProgress: Equatable, Sendable {
    public var goal: MetricGoal
    public var measured: PerformanceMetric?

    public init(_ goal: MetricGoal, measured: PerformanceMetric? = nil) {
      self.goal = goal
      self.measured = measured
    }

    func state(on today: CalendarDay) -> MetricGoalState {
      MetricGoalState(of: goal, measured: measured, today: today)
    }

    /// Returns the distance to the goal in words, such as `2.3 mph to go`.
    func words(on today: CalendarDay) -> String { goal.words(state(on: today)) }

    /// The goal in a sentence, such as `Goal 85 mph by Jun 30, 2026: 2.3 mph to go.`
    func sentence(on today: CalendarDay) -> String {
      "Goal \(goal.textWithDay): \(words(on: today))."
    }
  }

  func change(_ type: MetricType, _ change: GoalChange) -> Effect<Action> {
    .save(EffectID("goal \(type.rawValue)")) {
      [family, goals, reader, calendar] () throws(Problem) in
      let athlete = try await family.athleteToChange()
      switch change {
      case .remove:
        return SavedGoal(GoalProgress(try await goals.remove(type, of: athlete)), isRemoved: true)
      case .set(let value, let by):
        let day: CalendarDay?
        if let by {
          day = by
        } else {
          let before = try await goals.goals(of: athlete).first { $0.type == type }
          day = before?.openDay(on: calendar.today())
        }
        let unit = value.unit.flatMap { MetricUnit.kept($0, measuring: type) } ?? type.defaultUnit
        let goal = MetricGoal(type, value.value, unit: unit, by: day)
        _ = try await goals.set(goal, of: athlete)
        return SavedGoal(try await reader.progress(of: goal, athlete: athlete))
      }
    } into: {
      .goalSaved($0)
    }
  }

  /// The result of `performance goal`: the goal that was set or removed.
  public struct SavedGoal: Equatable, Sendable {
    public var progress: GoalProgress
    public var isRemoved: Bool

    public init(_ progress: GoalProgress, isRemoved: Bool = false) {
      self.progress = progress
      self.isRemoved = isRemoved
    }

    func done(on today: CalendarDay) -> Done {
      let goal = progress.goal
      let sentence =
        isRemoved
        ? "Removed the goal for \(goal.type.words), \(goal.textWithDay)."
        : "Goal for \(goal.type.words): \(goal.textWithDay), \(progress.words(on: today))."
      return Done(sentence, details: [Done.undoHint])
    }
  }
}

extension MetricReader {
  /// Returns every goal of the athlete with the measurement that is compared with it.
  func goals(of athlete: RecordID) async throws(Problem) -> [PerformanceFeature.GoalProgress] {
    var found: [PerformanceFeature.GoalProgress] = []
    for goal in try await goals.goals(of: athlete) {
      found.append(try await progress(of: goal, athlete: athlete))
    }
    return found
  }

  /// Returns a goal with the measurement that is compared with it: the athlete's best value of the
  /// goal's type of measurement.
  ///
  /// For a rate over a season, such as a batting average, the newest value is compared, because an
  /// older and better rate is no longer true.
  func progress(
    of goal: MetricGoal, athlete: RecordID
  ) async throws(Problem) -> PerformanceFeature.GoalProgress {
    let query = ListQuery<PerformanceMetric> {
      $0.filter.type = goal.type
      $0.filter.comparedUnit = goal.unit ?? ""
      if !goal.type.isRate {
        $0.sort = .value
        $0.isReversed = goal.type.isLowerBetter
      }
      $0.limit = 1
    }
    let best = try await metrics.list(query, of: athlete).rows.first
    return PerformanceFeature.GoalProgress(goal, measured: best?.metric)
  }
}

// MARK: - The goals on the performance page

extension PerformancePage {
  @BlockBuilder
  func goals(of overview: PerformanceFeature.Overview) -> [Block] {
    switch overview.goals {
    case .failure(let problem):
      Section("Goals") { Message(problem) }
    case .success(let goals):
      if !goals.isEmpty {
        Section("Goals") {
          firstRows(goals.map { row(of: $0) })
        }
      }
    }
  }

  private func row(of progress: PerformanceFeature.GoalProgress) -> Row {
    let (goal, words) = (progress.goal, progress.words(on: context.today))
    let tone: Tone =
      switch progress.state(on: context.today) {
      case .reached: .positive
      case .missed: .danger
      case .toGo, .open: .neutral
      }
    let (word, title) = (goal.type.word, goal.type.words)
    let remove = CommandLink(
      "Remove goal", "performance goal \(word) none", spoken: "Remove goal for \(title)")
    return Row(title, spoken: "Goal for \(title), \(goal.textWithDay), \(words)")
      .opening(CommandLink("Chart", "performance chart \(word)"))
      .showing([Badge(words, tone: tone)], detail: goal.textWithDay)
      .offering(loaded.viewing.isReadOnly ? [] : [remove])
  }

  /// The link to the command that sets a goal. Empty for a type that has a goal already.
  func goalLink(for series: PerformanceFeature.Series?) -> [CommandLink] {
    guard !loaded.viewing.isReadOnly, let series, series.goal == nil, let type = series.type.known
    else {
      return []
    }
    return [
      CommandLink(
        "Set a goal", "performance goal \(type.word)",
        spoken: "Set a goal for \(type.words)")
    ]
  }
}

// MARK: - Parsing a goal

extension MetricGoal {
  /// Returns the values of the goal, by the names of the parameters of `performance goal`.
  func typed(on today: CalendarDay) -> [String: [String]] {
    [
      "goal": [MetricText.typed(value, type: type)],
      "by": [openDay(on: today)].compactMap { $0?.description },
    ]
  }

  /// Returns the day of the goal. Nil if the goal has no day, or if its day is over, because the
  /// command refuses such a day.
  func openDay(on today: CalendarDay) -> CalendarDay? { by.flatMap { $0 < today ? nil : $0 } }
}

extension ValueKind<PerformanceFeature.GoalChange> {
  /// Parses `85`, `85mph by june`, or `none`.
  static var goal: ValueKind {
    ValueKind("NUMBER|none", completion: .words(["none"]), words: .program) {
      text, context throws(Problem) -> PerformanceFeature.GoalChange in
      let words = text.split(whereSeparator: \.isWhitespace)
      guard text.trimmed.lowercased() != "none" else { return .remove }
      let place = words.firstIndex { ["by", "until", "before"].contains($0.lowercased()) }
      let number = words[..<(place ?? words.endIndex)].joined(separator: " ")
      guard case .success(let value) = MetricEntry.measured(number) else {
        throw Problem(
          .usage, MetricRefusal.notANumber(number).words,
          fix: "Write a number such as 85, .320 or 1:05.2.")
      }
      guard let place else { return .set(value, by: nil) }
      let day = words[(place + 1)...].joined(separator: " ")
      return .set(value, by: try ValueKind<CalendarDay?>.coming(day, today: context.today))
    }.nothing("none")
  }
}

extension ValueKind<CalendarDay?> {
  /// Parses the day by which the athlete wants to reach a goal, or `none`. The parser suggests no
  /// days, so a form shows only a calendar.
  static var goalDay: ValueKind {
    ValueKind("DAY|none", completion: .words(["none"]), words: .program) {
      text, context throws(Problem) -> CalendarDay? in
      text.trimmed.lowercased() == "none" ? nil : try Self.coming(text, today: context.today)
    }.nothing("none")
  }

  fileprivate static func coming(
    _ text: String, today: CalendarDay
  ) throws(Problem) -> CalendarDay {
    switch NaturalDate.deadline(text, today: today) {
    case .success(let day):
      guard day >= today else {
        throw Problem(
          .usage, "\(day.text(.shortWithYear)) is over.", fix: "Give a day that is still to come.")
      }
      return day
    case .failure(let failure):
      throw Problem(
        .usage, failure.sentence,
        fix: "Examples: june, Jun 30, \(today.adding(months: 6))")
    }
  }
}
