import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting

/// A small timeline of seven tasks, with the handles t1 to t7 in this order.
enum Sample {
  static let requirements = RecordID.numbered(1)
  static let target = RecordID.numbered(2)
  static let strength = RecordID.numbered(3)
  static let email = RecordID.numbered(4)
  static let psat = RecordID.numbered(5)
  static let clip = RecordID.numbered(6)
  static let visit = RecordID.numbered(7)

  /// The tasks of the timeline.
  ///
  /// Sam is in grade 10. The task with `month: 1` was therefore due on 31 January 2026, and it is
  /// overdue on the tests' day in February.
  static let templates: [TimelineTask] = [
    task(requirements, "Understand the requirements", grade: 9, month: 9, isRequired: true),
    task(target, "Build a target list", month: 1, isRequired: true),
    task(strength, "Start a strength routine", isRequired: true),
    task(email, "E-mail ten coaches", month: 2, isRequired: true, needs: [target]),
    task(psat, "Take the PSAT", month: 10, isRequired: true),
    task(clip, "Make a highlight clip", month: 3),
    task(visit, "Visit a campus", grade: 11, needs: [requirements, email]),
  ]

  /// Changes three tasks of Sam: the target list is in progress, the PSAT is completed, and the
  /// strength routine is due on 14 February.
  static let begin: @Sendable (inout MadeUpFamily) -> Void = { world in
    world.setStatus(.inProgress, task: target, athlete: ExampleFamily.sam, at: ExampleFamily.now)
    world.setStatus(.completed, task: psat, athlete: ExampleFamily.sam, at: ExampleFamily.now)
    var dated = AthleteTask(
      id: .numbered(100), athleteID: ExampleFamily.sam, taskID: strength)
    dated.deadline = CalendarDay("2026-02-14")
    world.setProgress(dated, task: strength, athlete: ExampleFamily.sam)
  }

  static func task(
    _ id: RecordID, _ title: String, grade: Int = 10, month: Int? = nil, isRequired: Bool = false,
    needs: [RecordID] = []
  ) -> TimelineTask {
    var task = TimelineTask(id: id, title: title, gradeLevel: grade, category: .recruiting)
    task.description = "How to: \(title)."
    task.whyItMatters = "Why: \(title)."
    task.failureRisk = "Risk: \(title)."
    task.dueMonth = month
    task.isRequired = isRequired
    task.dependencyIDs = needs
    return task
  }

  static func all(_ status: TaskStatus) -> @Sendable (inout MadeUpFamily) -> Void {
    { world in
      for template in templates {
        world.setStatus(
          status, task: template.id, athlete: ExampleFamily.sam, at: ExampleFamily.now)
      }
    }
  }
}

extension MadeUpFamily {
  /// Replaces Sam's profile by one with only this graduation year.
  ///
  /// - Parameter began: when the profile was made; nil for a moment before all tasks.
  mutating func setGraduationYear(_ year: Int?, began: Instant? = nil) {
    var sam = Person(
      id: ExampleFamily.sam, email: "sam.lee@example.org", role: .player, fullName: "Sam Lee",
      graduationYear: year)
    if let began { sam.createdAt = began }
    add(sam)
    setPreference(.player, of: ExampleFamily.sam, to: nil)
  }
}
