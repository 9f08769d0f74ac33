import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var recordIndex: RecordIndexGateway {
    RecordIndexGateway {
      $0.find.implement { lookup, athlete throws(Problem) in
        if let quick = try await self.quickTask(lookup) { return quick }
        let today = self.calendar.today()
        return try await self.read { scope in
          try RecordIndex(scope, athlete, today: today).find(lookup)
        }
      }
    }
  }

  /// Searches the person's quick tasks. This device stores them as one text and not as rows, so an
  /// SQL search cannot find them. Returns nil for a lookup of other kinds.
  private func quickTask(
    _ lookup: ReferenceResolver.Lookup
  ) async throws(Problem) -> [ReferenceResolver.Named]? {
    let rows: (QuickTaskRow) -> Bool
    switch lookup {
    case .handle(.quickTask, let number): rows = { $0.reference.handle == "q\(number)" }
    case .id([.quickTask], let id): rows = { $0.task.id == id }
    case .words([.quickTask], _), .first(_, [.quickTask]): rows = { _ in true }
    case .handle, .id, .words, .first: return nil
    }
    return try await quickTasks.list().filter(rows).map { ReferenceResolver.Named($0.reference) }
  }
}

/// Finds records by handle (a short name such as `s4`), id or name among the records of one athlete
/// that the caller (the person who acts) may read.
private struct RecordIndex {
  private let scope: Scope
  /// The athlete's records; nil when no athlete is selected. Only tasks, people and the signed-in
  /// person's own notifications are then found.
  private let records: RecordScope?
  private let today: CalendarDay

  /// The largest number of records that a lookup reads. It is large enough to list the records that
  /// match, and to suggest the most similar name if none matches.
  private static let limit = 2_000

  init(_ scope: Scope, _ athlete: RecordID?, today: CalendarDay) throws {
    self.scope = scope
    self.today = today
    records = try athlete.map { try RecordScope(scope, of: $0) }
  }

  func find(_ lookup: ReferenceResolver.Lookup) throws -> [ReferenceResolver.Named] {
    switch lookup {
    case .handle(let kind, let number):
      guard let id = try scope.connection.handles.id(kind, number: number) else { return [] }
      return try find(kind, id)
    case .id(let kinds, let id):
      return try kinds.flatMap { try find($0, id) }
    case .words(let kinds, let beginnings):
      return try kinds.flatMap { try find($0, named: beginnings) }
    case .first(let limit, let kinds):
      return try kinds.flatMap { try first(min(limit, Self.limit), of: $0) }
    }
  }

  private func first(_ limit: Int, of kind: ReferenceKind) throws -> [ReferenceResolver.Named] {
    guard let source = RecordNames.source(kind) else { return [] }
    var wanted = try visible(source)
    // The faster query below sorts by the number of the handle alone (the 3 of the task's short
    // name `t3`). Tasks are sorted by the athlete's grade first, so the general query finds them.
    if kind == .task { return try query(source, wanted, limit: limit) }
    guard !wanted.isNothing else { return [] }
    wanted.require("handles.kind = '\(kind.key)'")
    let found = try scope.connection.query(
      """
      \(RecordNames.selectByHandle(source)) WHERE \(wanted.clause)
      ORDER BY handles.number LIMIT \(limit)
      """, values: wanted.values
    ) { row in try RecordNames.named(row, source) }
    return try toldApart(found, kind)
  }

  /// Returns the found records. Where several of them have equal names and details, each gets a
  /// further detail, such as an e-mail address.
  private func toldApart(
    _ found: [ReferenceResolver.Named], _ kind: ReferenceKind
  ) throws -> [ReferenceResolver.Named] {
    let alike = Dictionary(grouping: found) { [$0.reference.title, $0.detail ?? ""] }.values
      .filter { $0.count > 1 }.flatMap { $0.map(\.reference.id) }
    let differences = try RecordNames(scope.connection).differences(kind, alike)
    guard !differences.isEmpty else { return found }
    return found.map { named in
      guard let difference = differences[named.reference.id] else { return named }
      var named = named
      named.detail = [named.detail, difference].compactMap(\.self).joined(separator: ", ")
      return named
    }
  }

  private func find(_ kind: ReferenceKind, _ id: RecordID) throws -> [ReferenceResolver.Named] {
    guard let source = RecordNames.source(kind) else { return [] }
    var wanted = try visible(source)
    wanted.require("\(source.table).id = ?", .id(id))
    return try query(source, wanted)
  }

  /// Returns records whose name may match the typed words; `ReferenceResolver` then decides which
  /// of them match.
  ///
  /// The query finds records whose name contains the longest typed word. It also returns all
  /// records whose name has letters beyond ASCII, because SQLite cannot ignore the case of such
  /// letters.
  private func find(
    _ kind: ReferenceKind, named beginnings: [String]
  ) throws -> [ReferenceResolver.Named] {
    guard let source = RecordNames.source(kind) else { return [] }
    var wanted = try visible(source)
    // The stored titles of the tasks use the terms of baseball. For an athlete of another sport the
    // titles are translated after reading, so the query reads all tasks instead of searching for a
    // title.
    let sport = try kind == .task ? self.sport() : nil
    if sport == nil, let longest = beginnings.max(by: { $0.utf8.count < $1.utf8.count }),
      !longest.isEmpty
    {
      let names = [source.title, source.alias].compactMap { $0 }.map { "(\($0))" }
        .joined(separator: " || ' ' || ")
      wanted.require(
        "instr(lower(\(names)), ?) > 0 OR \(names) GLOB '*[^ -~]*'", .text(longest))
    }
    return try query(source, wanted)
  }

  private func sport() throws -> Sport? {
    try records.flatMap { try scope.sportOtherThanBaseball(of: $0.athlete) }
  }

  private func query(
    _ source: RecordNames.Source, _ wanted: Conditions, limit: Int = limit
  ) throws -> [ReferenceResolver.Named] {
    let found = try scope.connection.query(
      """
      \(RecordNames.select(source)) WHERE \(wanted.clause)
      ORDER BY \(try likeliestFirst(source.kind)) LIMIT \(limit)
      """, values: wanted.values
    ) { row in try RecordNames.named(row, source) }
    guard source.kind == .task, !found.isEmpty, let sport = try sport() else {
      return try toldApart(found, source.kind)
    }
    return found.map { named in
      ReferenceResolver.Named(
        sport.naming(named.reference), detail: named.detail, aliases: named.aliases)
    }
  }

  /// Returns SQL that sorts the found records by the number of their handle (the 4 in `s4`), which
  /// is the fifth column. Tasks of the athlete's current grade come first, because commands name
  /// those most often.
  private func likeliestFirst(_ kind: ReferenceKind) throws -> String {
    guard kind == .task, let records else { return "5" }
    let year = try scope.graduationYear(of: records.athlete)
    let grade = Grade(graduationYear: year, on: today, fallback: Grade.tasksFallback).level
    return "grade_level <> \(grade), 5"
  }

  private func visible(_ source: RecordNames.Source) throws -> Conditions {
    try ReadableRows.visible(source.kind, of: records, in: scope)
  }
}
