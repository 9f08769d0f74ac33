import CivilTime
import Domain
import FeatureKit

extension UnfinishedTasks {
  /// Returns the plan that distributes the open tasks over the months until graduation.
  ///
  /// Nil if the graduation year is unknown.
  func plan(on today: CalendarDay) -> TaskPlan? {
    grade.graduationYear.map { year in
      TaskPlan(
        tasks.filter(\.status.isOpen).map { TaskPlan.Step($0) }, today: today,
        graduationYear: year)
    }
  }
}
