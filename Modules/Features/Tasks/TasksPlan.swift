import CivilTime
import Domain
import FeatureKit

extension UnfinishedTasks {
  /// The plan of the open tasks; nil without a graduation year, because no month is the last then.
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
