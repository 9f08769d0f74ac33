import CivilTime
import Domain
import FeatureKit

extension UnfinishedTasks {
  /// The plan of the open tasks. Nil without a graduation year, because the plan then has no last
  /// month.
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
