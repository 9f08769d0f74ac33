public import Basics

/// The operations on the signed-in person's own to-do list, which exists on this device only
/// (domain.md 4.15).
public struct QuickTasksGateway: Gateway {
  public var list = Endpoint<Void, [QuickTaskRow]>("list")
  public var add = Endpoint<String, QuickTaskRow>("add")
  /// Switches several to-dos between open and completed. Either all of them are changed or, if one
  /// fails, none.
  public var toggle = Endpoint<[RecordID], [QuickTaskRow]>("toggle")
  /// Deletes several to-dos. Either all of them are deleted or, if one fails, none.
  public var delete = Endpoint<[RecordID], [QuickTaskRow]>("delete")
  /// Deletes the completed to-dos and returns them.
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

/// A to-do with its handle, the short name such as `q2` by which people type it.
public struct QuickTaskRow: Equatable, Sendable {
  public var reference: Reference
  public var task: QuickTask

  public init(reference: Reference, task: QuickTask) {
    self.reference = reference
    self.task = task
  }
}

extension QuickTask {
  /// Returns the trimmed text of a to-do. Throws if it is empty or too long (domain.md 4.15).
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
