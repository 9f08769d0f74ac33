public import CivilTime

/// In which grade somebody began here, and which tasks lie before that (rule 10.9).
///
/// Nobody is late with what was due before they came: such a task is "from before", until something is done about it. It
/// locks what waits for it all the same, until it is caught up or skipped.
public struct LateStart: Hashable, Sendable {
  /// 9 to 12; nil where no graduation year, or no day, tells.
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
  /// - Parameter progress: the athlete's row; one that says neither a status nor a date is as good as none.
  public func leavesBehind(grade taskGrade: Int, progress: AthleteTask?) -> Bool {
    guard isBefore(grade: taskGrade) else { return false }
    guard let progress else { return true }
    return progress.status == .known(.notStarted) && progress.deadline == nil
  }

  /// What stands where others have the day they are due.
  public static let words = "From before"
}
