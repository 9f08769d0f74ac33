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
        tasks.filter(\.status.isOpen).map { task in
          TaskPlan.Step(
            id: task.id, isRequired: task.task.isRequired,
            deadline: task.isFromBefore ? nil : task.deadline,
            unmet: task.unmetPrerequisites.map(\.reference.id))
        }, today: today, graduationYear: year)
    }
  }
}
