import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  public var devicePreferences: DevicePreferencesGateway {
    DevicePreferencesGateway(
      value: { key throws(Problem) in
        try await self.read("devicePreferences.value") { world, asking in
          world.devicePreferences[asking.person]?[key]
        }
      },
      set: { key, value throws(Problem) in
        try await self.remember("devicePreferences.set") { world, asking in
          world.setDevicePreference(key, of: asking.person, to: value)
        }
      })
  }

  public var quickTasks: QuickTasksGateway {
    QuickTasksGateway(
      list: { () throws(Problem) in
        // Tasks that came from elsewhere get their handles when they are first seen.
        try await self.remember("quickTasks.list") { world, asking in
          world.changeQuickTasks(of: asking.person) { list in list }
        }
      },
      add: { typed throws(Problem) in
        try await self.write("quickTasks.add", as: "addQuickTask") {
          world, asking, summary throws(Problem) in
          let task = QuickTask(
            id: asking.ids.next(), text: try QuickTask.checkedText(typed), createdAt: asking.now)
          _ = world.changeQuickTasks(of: asking.person) { list in
            list.append(task)
            return [task]
          }
          let row = world.row(task)
          summary.text = "Added \(row.words)"
          return row
        }
      },
      toggle: { id throws(Problem) in
        try await self.write("quickTasks.toggle", as: "toggleQuickTask") {
          world, asking, summary throws(Problem) in
          let changed = world.changeQuickTasks(of: asking.person) { list in
            guard let index = list.firstIndex(where: { $0.id == id }) else { return [] }
            list[index].isCompleted.toggle()
            list[index].completedAt = list[index].isCompleted ? asking.now : nil
            return [list[index]]
          }
          guard let row = changed.first else { throw .noSuch(.quickTask) }
          summary.text = "\(row.task.isCompleted ? "Completed" : "Reopened") \(row.words)"
          return row
        }
      },
      delete: { id throws(Problem) in
        try await self.write("quickTasks.delete", as: "deleteQuickTask") {
          world, asking, summary throws(Problem) in
          let gone = world.changeQuickTasks(of: asking.person) { list in
            defer { list.removeAll { $0.id == id } }
            return list.filter { $0.id == id }
          }
          guard let row = gone.first else { throw .noSuch(.quickTask) }
          summary.text = "Deleted \(row.words)"
          return row
        }
      },
      clearCompleted: { () throws(Problem) in
        try await self.write("quickTasks.clearCompleted", as: "clearQuickTasks") {
          world, asking, summary in
          let cleared = world.changeQuickTasks(of: asking.person) { list in
            defer { list.removeAll(where: \.isCompleted) }
            return list.filter(\.isCompleted)
          }
          summary.text = "Cleared \(KindCount(.quickTask, cleared.count).words)"
          return cleared
        }
      })
  }
}

extension World {
  func quickTasks(of person: RecordID) -> [QuickTask] {
    QuickTask.list(in: devicePreferences[person]?[DevicePreferenceKey.quickTasks(user: person)])
  }

  func row(_ task: QuickTask) -> QuickTaskRow {
    QuickTaskRow(
      reference: Reference(
        kind: .quickTask, id: task.id, handle: "q\(handles.number(.quickTask, task.id))",
        title: task.text), task: task)
  }

  /// Changes the list as it is stored, and answers with the tasks the change names.
  fileprivate mutating func changeQuickTasks(
    of person: RecordID, _ change: (inout [QuickTask]) -> [QuickTask]
  ) -> [QuickTaskRow] {
    let before = quickTasks(of: person)
    var list = before
    let named = change(&list)
    for task in list { handles.allot(.quickTask, task.id) }
    if list != before {
      setDevicePreference(
        DevicePreferenceKey.quickTasks(user: person), of: person, to: QuickTask.text(of: list))
    }
    return named.map(row)
  }
}

extension QuickTaskRow {
  fileprivate var words: String { "\(reference.handle) \(reference.title)" }
}
