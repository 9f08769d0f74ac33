public import CivilTime

/// The distance of an athlete from a goal.
public enum MetricGoalStanding: Equatable, Sendable {
  /// No measurement can be compared with the goal yet.
  case open
  /// The distance to the goal, in the goal's unit.
  case toGo(Double)
  /// The value that reached the goal, in the goal's unit, and the day of its measurement.
  case reached(Double, CalendarDay)
  /// The goal's day has passed with this distance to the goal.
  case missed(Double)

  /// - Parameter measured: the measurement that counts: the best one, but for a season's rate
  ///   (batting average, ERA) the newest one, because a rate can fall again.
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
    // The tolerance is half of the last decimal that pages show: 84.999 is shown as 85.00, so it
    // must reach a goal of 85.
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
  /// The goal as text without superfluous decimals: `85 mph`, `.320`, `3.50 ERA`.
  public var text: String {
    if let clock = MetricText.clock(value, type: type, unit: unit) { return clock }
    let number = MetricText.typed(value, type: type)
    let words = MetricText.words(unit ?? type.defaultUnit, type: type, isOne: value == 1)
    return words.map { "\(number) \($0)" } ?? number
  }

  /// The goal with its day, such as `85 mph by Jun 30, 2026`.
  public var textWithDay: String {
    by.map { "\(text) by \($0.text(.shortWithYear))" } ?? text
  }

  /// Returns the distance to the goal as text, such as `2.3 mph to go`.
  public func words(_ standing: MetricGoalStanding) -> String {
    let unit = unit ?? type.defaultUnit
    switch standing {
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
