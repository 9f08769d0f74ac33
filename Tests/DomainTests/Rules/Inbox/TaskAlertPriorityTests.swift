import Basics
import CivilTime
import Domain
import Testing

@Suite("Priorities of task deadlines")
struct TaskAlertPriorityTests: NotificationSampling {
  @Test(
    "Required tasks are urgent from three days ahead, optional ones never",
    arguments: [
      ([(14, true)], NotificationPriority.normal), ([(4, true)], .normal), ([(3, true)], .high),
      ([(0, true)], .high), ([(0, false)], .normal), ([(0, false), (0, true)], .high),
      ([(0, false), (0, false)], .normal),
    ] as [([(Int, Bool)], NotificationPriority)])
  func priorities(tasks: [(days: Int, isRequired: Bool)], priority: NotificationPriority) throws {
    let today = try Sample.day("2026-02-10")
    let drafts = try due {
      $0.tasks = tasks.enumerated().map { index, entry in
        task(
          UInt64(index + 10), "Task \(index)", due: today.adding(days: entry.days).description,
          isRequired: entry.isRequired)
      }
    }
    #expect(drafts.map(\.priority) == [priority])
  }
}
