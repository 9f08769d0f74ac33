public import CivilTime

/// The result of comparing an athlete's measurement with a goal, such as a fastball of 85 mph.
public enum MetricGoalState: Equatable, Sendable {
  /// No measurement can be compared with the goal yet.
  case open
  /// The goal is not reached yet, and its day has not passed. The value is the distance to the
  /// goal, in the goal's unit.
  case toGo(Double)
  /// The goal is reached, with this value in the goal's unit, which was measured on this day.
  case reached(Double, CalendarDay)
  /// The day of the goal has passed, and the goal was not reached. The value is the distance that
  /// was left, in the goal's unit.
  case missed(Double)

  /// Compares a measurement with the goal.
  ///
  /// - Parameter measured: the athlete's best measurement. For a rate over a season (batting
  ///   average, ERA) it is the newest measurement, because a rate can become worse again.
  public init(of goal: MetricGoal, measured: PerformanceMetric?, today: CalendarDay) {
    guard let measured, measured.type == goal.type,
      let value = MetricUnit.convert(
        measured.value, from: measured.unit, to: goal.unit ?? goal.type.defaultUnit,
        measuring: goal.type)
    else {
      self = .open
      return
    }
    let left = goal.type.isLowerBetter ? value - goal.value : goal.value - value
    // The tolerance is half a unit of the last decimal that pages show. A page shows 84.999 as
    // 85.00, so this value must reach a goal of 85.
    let tolerance = goal.type.isInThousandths ? 0.0005 : 0.005
    if left < tolerance {
      self = .reached(value, measured.recordedDate)
    } else if let by = goal.by, by < today {
      self = .missed(left)
    } else {
      self = .toGo(left)
    }
  }

  public var isReached: Bool {
    if case .reached = self { true } else { false }
  }
}

extension MetricGoal {
  /// The goal as text without superfluous zeros, such as `85 mph`, `.320` or `3.5 ERA`.
  public var text: String {
    if let clock = MetricText.clock(value, type: type, unit: unit) { return clock }
    let number = MetricText.typed(value, type: type)
    let words = MetricText.words(unit ?? type.defaultUnit, type: type, isOne: value == 1)
    return words.map { "\(number) \($0)" } ?? number
  }

  /// The goal as text with its day, if it has one, such as `85 mph by Jun 30, 2026`.
  public var textWithDay: String {
    by.map { "\(text) by \($0.text(.shortWithYear))" } ?? text
  }

  /// Returns the day on which the goal's line in a chart ends. The line reaches beyond the last
  /// measurement to the goal's day, but only by as many days as the measurements cover, or by a
  /// year if that is more. A line to a far goal would leave the measurements a small part of the
  /// chart.
  public func endOfLine(from first: CalendarDay, to last: CalendarDay) -> CalendarDay {
    guard let by else { return last }
    let farthest = last.adding(days: max(first.days(until: last), 365))
    return max(last, min(by, farthest))
  }

  /// Returns the result of the comparison as text, such as `2.3 mph to go`.
  public func words(_ state: MetricGoalState) -> String {
    let unit = unit ?? type.defaultUnit
    switch state {
    case .open: return "nothing measured yet"
    case .toGo(let left):
      return "\(MetricText.difference(left, type: type, unit: unit)) to go"
    case .reached(let value, let day):
      let reached = MetricText.text(value, type: .known(type), unit: unit)
      return "reached with \(reached) on \(day.text(.shortWithYear))"
    case .missed(let left):
      return "missed by \(MetricText.difference(left, type: type, unit: unit))"
    }
  }
}
