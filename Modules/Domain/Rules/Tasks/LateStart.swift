public import CivilTime

/// The grade in which an athlete started to use the program (rule 10.9).
///
/// A task of an earlier grade counts as "from before" until the athlete changes it, because nothing
/// that was due before the start is late. It still locks the tasks that depend on it, until it is
/// completed or skipped.
public struct LateStart: Hashable, Sendable {
  /// A grade from 9 to 12; nil if the graduation year or the start day is not known.
  public let grade: Int?

  /// - Parameter joined: the day on which the profile was created.
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

  /// Returns true if a task of that grade counts as "from before".
  ///
  /// - Parameter progress: the athlete's progress row. A row without a status and a deadline counts
  ///   as no progress.
  public func leavesBehind(grade taskGrade: Int, progress: AthleteTask?) -> Bool {
    guard isBefore(grade: taskGrade) else { return false }
    guard let progress else { return true }
    return progress.status == .known(.notStarted) && progress.deadline == nil
  }

  /// The text that is shown instead of a due date.
  public static let words = "From before"
}
