import Domain
import FamilyContext
import FeatureKit

// These checks find out whether a typed number is likely, unlikely or impossible for its measure,
// such as 850 mph.

extension Judgement<MeasuredValue> {
  /// Checks the value of a measurement that is being logged.
  ///
  /// The check reads the type and the unit from the command's other arguments, because the same
  /// number can be likely in one unit and impossible in another.
  static var ofMeasurement: Judgement {
    Judgement { value, given, _ throws(Problem) in
      guard let type = given["metric"].first.flatMap({ MetricType(written: $0.text) }) else {
        return .likely
      }
      return try value.plausibility(measuring: type, unit: given["unit"].first?.text)
    }
  }
}

extension Judgement<PerformanceFeature.GoalChange> {
  static var ofGoal: Judgement {
    Judgement { change, given, _ throws(Problem) in
      guard case .set(let value, _) = change,
        let type = given["metric"].first.flatMap({ MetricType(written: $0.text) })
      else { return .likely }
      return try value.plausibility(measuring: type, unit: nil)
    }
  }
}

extension MeasuredValue {
  fileprivate func plausibility(
    measuring type: MetricType, unit option: String?
  ) throws(Problem) -> Plausibility {
    let beside = option?.trimmed.lowercased() == "none" ? nil : option
    guard let unit else { return MeasuredPlausibility.of(value, type, unit: beside) }
    guard let kept = MetricUnit.kept(unit, measuring: type) else {
      throw .notItsUnit(unit, of: type)
    }
    if let option, MetricUnit.kept(option, measuring: type) ?? option != kept {
      throw Problem(
        .usage, MetricRefusal.twoUnits(kept, option).words, fix: "Leave one of them out.")
    }
    return MeasuredPlausibility.of(value, type, unit: kept)
  }
}

extension PerformanceFeature {
  /// The result of an edit of a measurement: the changed row, or the doubt about an unlikely value.
  /// The person has to confirm such a value first.
  enum EditResult: Equatable, Sendable {
    case edited(MetricRow)
    case doubted(Doubt)
  }

  /// Changes a measurement.
  ///
  /// The new values are checked together with the stored ones, because the command may give only a
  /// value and neither the type nor the unit.
  ///
  /// - Parameters:
  ///   - shown: the measurement as the page shows it. If the stored row has changed since, the edit
  ///     is a conflict.
  ///   - isCertain: whether the person has already confirmed an unlikely value.
  func edit(
    _ metric: Reference, _ changes: MetricChanges, shown: PerformanceMetric?,
    isCertain: Bool = false
  ) -> Effect<Action> {
    .save(EffectID("edit", metric.id)) { [metrics, family] () throws(Problem) in
      let athlete = try await family.athleteToChange(.metrics)
      if !isCertain, changes.type != nil || changes.value != nil || changes.unit != nil {
        let before = try await metrics.show(metric.id, of: athlete).metric
        var after = before
        changes.apply(to: &after)
        let isTheSame =
          (after.type, after.value) == (before.type, before.value) && after.unit == before.unit
        if !isTheSame, let type = after.type.known {
          switch MeasuredPlausibility.of(after.value, type, unit: after.unit) {
          case .likely: break
          case .unlikely(let doubt): return EditResult.doubted(doubt)
          case .impossible(let problem): throw problem
          }
        }
      }
      let change = RecordChange(shown: shown) { changes.apply(to: &$0) }
      return .edited(try await metrics.edit(metric.id, change, of: athlete).row)
    } into: { result in
      switch result {
      case .success(.edited(let row)): .metricEdited(.success(row))
      case .success(.doubted(let doubt)): .editDoubted(metric, changes, doubt)
      case .failure(let problem): .metricEdited(.failure(problem))
      }
    }
  }
}
