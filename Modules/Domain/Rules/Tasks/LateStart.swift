public import CivilTime

/// The grade in which an athlete started to use the program (domain.md 10.9).
///
/// A task of an earlier grade was due before the athlete knew the program, so it is shown as "From
/// before" and not as overdue until the athlete changes it. Tasks that depend on it stay locked
/// until it is completed or skipped.
public struct LateStart: Hashable, Sendable {
  /// The athlete's grade on the day of the start, from 9 to 12; nil if the graduation year or that
  /// day is not known.
  public let grade: Int?

  /// Computes the grade of the athlete on the day of the start.
  ///
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

  /// Returns true if a task of this grade is shown as "From before".
  ///
  /// - Parameter progress: the stored progress of the athlete with the task; nil if there is none.
  ///   A task that was started, done or given a deadline is not "From before".
  public func leavesBehind(grade taskGrade: Int, progress: AthleteTask?) -> Bool {
    guard isBefore(grade: taskGrade) else { return false }
    guard let progress else { return true }
    return progress.status == .known(.notStarted) && progress.deadline == nil
  }

  /// The text that pages show instead of the due date of a task of an earlier grade.
  public static let words = "From before"
}
