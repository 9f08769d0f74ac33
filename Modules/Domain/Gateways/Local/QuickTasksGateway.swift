public import Basics

/// The acting person's own to-do list, on this device only (rule 4.15).
public struct QuickTasksGateway: Gateway {
  public var list = Endpoint<Void, [QuickTaskRow]>("list")
  public var add = Endpoint<String, QuickTaskRow>("add")
  /// Changes the to-dos with these ids between open and completed: all of them, or none if one
  /// fails.
  public var toggle = Endpoint<[RecordID], [QuickTaskRow]>("toggle")
  /// Deletes the to-dos with these ids: all of them, or none if one fails.
  public var delete = Endpoint<[RecordID], [QuickTaskRow]>("delete")
  /// Removes the completed to-dos and returns them.
  public var clearCompleted = Endpoint<Void, [QuickTaskRow]>("clearCompleted")

  public init() {}
}

extension QuickTasksGateway {
  public func toggle(_ task: RecordID) async throws(Problem) -> QuickTaskRow {
    guard let row = try await toggle([task]).first else { throw Problem.noSuch(.quickTask) }
    return row
  }

  public func delete(_ task: RecordID) async throws(Problem) -> QuickTaskRow {
    guard let row = try await delete([task]).first else { throw Problem.noSuch(.quickTask) }
    return row
  }
}

/// A quick task with its handle.
public struct QuickTaskRow: Equatable, Sendable {
  public var reference: Reference
  public var task: QuickTask

  public init(reference: Reference, task: QuickTask) {
    self.reference = reference
    self.task = task
  }
}

extension QuickTask {
  /// Returns the trimmed text of a to-do; throws if the text is empty or too long (rule 4.15).
  public static func checkedText(_ typed: String) throws(Problem) -> String {
    let text = typed.trimmed
    guard !text.isEmpty else {
      throw Problem(.usage, "A quick task needs some words.", fix: "quick add \"Call Coach Smith\"")
    }
    guard textLength.contains(text.count) else {
      throw Problem(
        .usage,
        "A quick task has at most \(textLength.upperBound) characters; this one has \(text.count).")
    }
    return text
  }
}
