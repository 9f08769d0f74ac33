import Basics
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var quickTasks: QuickTasksGateway {
    QuickTasksGateway {
      $0.list.implement { () throws(Problem) in
        let rows = try await self.read { scope in try QuickTaskList(scope).rows() }
        if let rows { return rows }
        // Quick tasks that an older version of the program stored have no handles (short names to
        // type, such as `q2`). The handles are assigned here, which needs a write transaction.
        return try await self.remember { scope in try QuickTaskList(scope).allotted() }
      }
      $0.add.implement { text throws(Problem) in
        try await self.change("addQuickTask") { list, scope, step in
          let text = try QuickTask.checkedText(text)
          let task = QuickTask(id: scope.ids.next(), text: text, createdAt: scope.now)
          list.tasks.append(task)
          let row = try list.row(task)
          step.summary = "Added \(row.words)"
          return row
        }
      }
      $0.toggle.implement { ids throws(Problem) in
        try await self.change("toggleQuickTask") { list, scope, step in
          let rows = try ids.map { id in
            let index = try list.index(of: id)
            list.tasks[index].isCompleted.toggle()
            list.tasks[index].completedAt = list.tasks[index].isCompleted ? scope.now : nil
            return try list.row(list.tasks[index])
          }
          step.summary = rows.summary(
            rows.first?.task.isCompleted == true ? "Completed" : "Reopened", ofSeveral: "Turned")
          return rows
        }
      }
      $0.delete.implement { ids throws(Problem) in
        try await self.change("deleteQuickTask") { list, _, step in
          let rows = try ids.map { try list.row(list.tasks.remove(at: try list.index(of: $0))) }
          step.summary = rows.summary("Deleted")
          return rows
        }
      }
      $0.clearCompleted.implement { () throws(Problem) in
        try await self.change("clearQuickTasks") { list, _, step in
          let completed = list.tasks.filter(\.isCompleted)
          list.tasks.removeAll(where: \.isCompleted)
          step.summary = "Cleared \(KindCount(.quickTask, completed.count).words)"
          return try completed.map { try list.row($0) }
        }
      }
    }
  }

  /// Changes the person's quick tasks (the person's own to-dos) in one undo step.
  ///
  /// Quick tasks are stored on this device only, in a table that other undo steps do not record.
  /// This step does record it, so that a deleted quick task can be restored (decision 8).
  private func change<Answer: Sendable>(
    _ operation: String,
    _ body: (inout QuickTaskList, Scope, Journal.Step) throws -> Answer
  ) async throws(Problem) -> Answer {
    try await write(operation, recording: [DevicePreferences.table]) { scope, step in
      var list = try QuickTaskList(scope)
      let before = list.tasks
      let answer = try body(&list, scope, step)
      if list.tasks != before { try list.save() }
      return answer
    }
  }
}

extension [QuickTaskRow] {
  /// Returns the summary of the undo step, such as `Deleted q2 Send transcript` or `Deleted 2 quick
  /// tasks`.
  fileprivate func summary(_ pastTense: String, ofSeveral: String? = nil) -> String {
    count == 1
      ? "\(pastTense) \(self[0].words)"
      : "\(ofSeveral ?? pastTense) \(KindCount(.quickTask, count).words)"
  }
}

extension QuickTaskRow {
  fileprivate var words: String { "\(reference.handle) \(reference.title)" }
}

/// The acting person's quick tasks, which are the person's own to-dos. This device stores them as
/// one text in a device preference (domain.md 4.15).
private struct QuickTaskList {
  var tasks: [QuickTask]
  private let scope: Scope
  private var key: String { DevicePreferenceKey.quickTasks(user: scope.caller.id) }

  init(_ scope: Scope) throws {
    self.scope = scope
    tasks = QuickTask.list(
      in: try scope.connection.devicePreferences.value(
        DevicePreferenceKey.quickTasks(user: scope.caller.id), of: scope.caller.id))
  }

  func save() throws {
    try scope.connection.devicePreferences.set(
      key, to: QuickTask.text(of: tasks), for: scope.caller.id)
  }

  func index(of id: RecordID) throws -> Int {
    guard let index = tasks.firstIndex(where: { $0.id == id }) else {
      throw Problem.noSuch(.quickTask)
    }
    return index
  }

  func row(_ task: QuickTask) throws -> QuickTaskRow {
    let number = try scope.connection.handles.allot(.quickTask, to: task.id)
    return row(task, number)
  }

  /// Returns the quick tasks with their handles (short names such as `q2`). Returns nil if one of
  /// them has no handle yet, because assigning one needs a write transaction.
  func rows() throws -> [QuickTaskRow]? {
    let numbers = try scope.connection.handles.numbers(.quickTask, of: tasks.map(\.id))
    guard numbers.count == Set(tasks.map(\.id)).count else { return nil }
    return tasks.map { row($0, numbers[$0.id] ?? 0) }
  }

  func allotted() throws -> [QuickTaskRow] { try tasks.map { try row($0) } }

  private func row(_ task: QuickTask, _ number: Int) -> QuickTaskRow {
    QuickTaskRow(
      reference: Reference(kind: .quickTask, id: task.id, handle: "q\(number)", title: task.text),
      task: task)
  }
}

extension DatabaseConnection {
  /// Assigns handles (short names such as `q2`) to imported quick tasks, in the order of each
  /// person's list.
  func allotQuickTasks() throws {
    let lists = try query("SELECT user_id, key, value FROM \(DevicePreferences.table)") { row in
      (person: RecordID(try row.text(0)), key: try row.text(1), text: try row.text(2))
    }
    for list in lists {
      guard let person = list.person, list.key == DevicePreferenceKey.quickTasks(user: person)
      else { continue }
      for task in QuickTask.list(in: list.text) { try handles.allot(.quickTask, to: task.id) }
    }
  }
}
