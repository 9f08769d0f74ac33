import Basics
import Domain

/// The result of importing one row: the row becomes a new record, changes an existing record, or is
/// left out because it duplicates an existing record.
enum TakenRow {
  case added(RecordID, Doubt?)
  case changed(RecordID, Doubt?)
  case duplicate(of: RecordID)
}

/// Counts the new, changed and duplicate rows of an import. It stores only the first rows with each
/// result, because a file may have a million rows.
struct ImportTally {
  private var added: [(row: ImportRequest.Line, id: RecordID)] = []
  private var changed: [RecordID] = []
  private var duplicates: [(line: Int, id: RecordID)] = []
  private var doubts: [ImportReport.LineDoubt] = []
  private var failures: [ImportReport.RejectedLine] = []
  private var counts = (added: 0, changed: 0, duplicates: 0, doubts: 0, failures: 0)
  /// The number of rejected lines and the number of the last rejected line. A line with several
  /// measurements can have several failures, one after the other, but counts only once.
  private var failedLines = (count: 0, last: 0)

  /// The largest number of lines that a report lists as rejected or as having an unlikely value, so
  /// that the report fits on a page.
  private static let failuresShown = 20
  private static let most = ImportReport.namesAtMost

  mutating func note(_ row: TakenRow, _ line: ImportRequest.Line) throws {
    switch row {
    case .added(let id, let doubt):
      counts.added += 1
      if added.count < Self.most { added.append((line, id)) }
      note(doubt, line.number)
    case .changed(let id, let doubt):
      counts.changed += 1
      if changed.count < Self.most { changed.append(id) }
      note(doubt, line.number)
    case .duplicate(let id):
      counts.duplicates += 1
      if duplicates.count < Self.most { duplicates.append((line.number, id)) }
    }
  }

  private mutating func note(_ doubt: Doubt?, _ line: Int) {
    guard let doubt else { return }
    counts.doubts += 1
    if doubts.count < Self.failuresShown {
      doubts.append(ImportReport.LineDoubt(line: line, doubt))
    }
  }

  /// Records the problem of a line and lets the import continue, so that the user sees the faults
  /// of all lines at once.
  ///
  /// - Throws: a problem that is no fault of the line, such as a full disk or a missing permission.
  ///   It ends the import.
  mutating func note(_ problem: Problem, _ line: ImportRequest.Line) throws {
    let number = line.number
    guard [.usage, .notFound].contains(problem.cause) else { throw problem.inLine(number) }
    counts.failures += 1
    if failedLines.last != number { failedLines = (failedLines.count + 1, number) }
    if failures.count < Self.failuresShown {
      failures.append(ImportReport.RejectedLine(line, problem))
    }
  }

  /// The problem that lists the rejected lines, because of which no row is imported; nil when all
  /// lines are accepted.
  var refusal: Problem? {
    guard let first = failures.first else { return nil }
    guard counts.failures > 1 else { return first.problem.inLine(first.line.number) }
    var lines = failures.map { "Line \($0.line.number): \($0.problem.title)" }
    if counts.failures > failures.count {
      lines.append("… \((counts.failures - failures.count).grouped) more")
    }
    let fixes = Set(failures.map(\.problem.fix))
    let title =
      failedLines.count == 1
      ? "Line \(first.line.number) cannot be imported."
      : "\(failedLines.count.grouped) lines cannot be imported."
    return Problem(
      first.problem.cause, title,
      details: lines + ["Nothing was imported."],
      fix: fixes.count == 1 ? first.problem.fix : "Mend them, then import again.")
  }

  /// The ids of all records that the report names, so that one query can read all their references
  /// (name and handle, such as `s4`).
  var named: [RecordID] { added.map(\.id) + changed + duplicates.map(\.id) }

  func report(_ name: (RecordID) -> Reference) -> ImportReport {
    var report = ImportReport(
      added: added.map { name($0.id) }, addedCount: counts.added,
      duplicates: duplicates.map {
        ImportReport.Duplicate(line: $0.line, existing: name($0.id))
      }, duplicateCount: counts.duplicates)
    report.addedRows = added.map(\.row)
    report.updated = changed.map(name)
    report.updatedCount = counts.changed
    report.doubts = doubts
    report.doubtCount = counts.doubts
    report.refusal = refusal
    report.rejected = failures
    report.rejectedCount = counts.failures
    return report
  }
}

extension ImportReport {
  /// Returns the summary of the import's undo step, such as `Imported 3 schools`.
  func summary(of kind: ReferenceKind) -> String {
    let imported = "Imported \(KindCount(kind, addedCount).words)"
    guard updatedCount > 0 else { return imported }
    let updated = KindCount(kind, updatedCount).words
    return addedCount == 0 ? "Updated \(updated)" : "\(imported), updated \(updated)"
  }
}
