public import CivilTime

/// The grade in which an athlete started with the program, and the tasks of the grades before (rule 10.9).
///
/// Nobody is late with what was due before they came: such a task is "from before", until something is done about it. It
/// locks what waits for it all the same, until it is caught up or skipped.
public struct LateStart: Hashable, Sendable {
  /// 9 to 12; nil without a graduation year or a start day.
  public let grade: Int?

  /// - Parameter joined: the day the profile was made.
  public init(graduationYear: Int?, joined: CalendarDay?) {
    grade =
      if let graduationYear, let joined {
        Grade(graduationYear: graduationYear, on: joined, fallback: Grade.tasksFallback).level
      } else {
        nil
      }
  }

  public func isBefore(grade taskGrade: Int) -> Bool {
    grade.map { taskGrade < $0 } ?? false
  }

  /// Whether a task of that grade is one from before.
  ///
  /// - Parameter progress: the athlete's row; a row without a status and a date counts as none.
  public func leavesBehind(grade taskGrade: Int, progress: AthleteTask?) -> Bool {
    guard isBefore(grade: taskGrade) else { return false }
    guard let progress else { return true }
    return progress.status == .known(.notStarted) && progress.deadline == nil
  }

  /// The words in place of a due date.
  public static let words = "From before"
}
