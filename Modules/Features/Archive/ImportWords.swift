import Domain
import FeatureKit
import JSON

// MARK: - The result of an import

extension ArchiveFeature.ImportedRows {
  func done(_ choice: ArchiveFeature.ImportChoice) -> Done {
    guard let kind = choice.kind.kind else { return Done("") }
    let words = KindCount(kind, report.addedCount).words
    var done: Done
    if report.addedCount == 0, report.updatedCount > 0 {
      done = Done(
        choice.isDryRun
          ? "\(updatedWords(kind)) would be updated." : "Updated \(updatedWords(kind)).",
        references: choice.isDryRun ? [] : report.updated)
    } else if report.addedCount == 0 {
      done = Done(
        report.duplicateCount == 0
          ? "There are no rows. Nothing was imported."
          : "Nothing new: \(report.duplicateCount == 1 ? "the row is" : "all \(report.duplicateCount) rows are") there already."
      )
    } else if choice.isDryRun {
      done = Done(
        "\(words) would be imported.",
        details: Self.some(
          understood(kind), of: report.addedCount, atMost: ImportReport.namesAtMost))
    } else {
      done = Done(
        "Imported \(words).",
        details: Self.some(
          report.added.map { "\($0.handle) \($0.title)" }, of: report.addedCount),
        references: report.added)
    }
    done.details += updates(choice, kind) + duplicates(choice) + doubts
    if !ignored.isEmpty {
      done.details.append(Problem.leftOut(ignored))
      if choice.isDryRun { done.details.append(Problem.headings(of: kind)) }
    }
    if let keptAs {
      done.details.append(
        "The columns are kept:  import \(choice.kind.rawValue) FILE --as \(CommandText.quoted(keptAs))"
      )
    }
    if choice.isDryRun {
      done.endTrial(agree: report.addedCount > 0 ? "Add them" : "Change them", writes: writesRows)
    } else if writesRows {
      done.details.append(Done.undoHint)
    }
    return done
  }

  /// Returns whether the import wrote no row, which is always so for a trial run with `--dry-run`.
  func isNothing(_ choice: ArchiveFeature.ImportChoice) -> Bool { choice.isDryRun || !writesRows }

  /// Whether the import adds or changes rows. For a trial run, whether it would do so.
  private var writesRows: Bool { report.addedCount + report.updatedCount > 0 }

  /// Returns one line for each record that would be added: its name and the values of its row, such
  /// as `Kent State: City Kent · State OH`. By it a person sees how the program understood the row.
  private func understood(_ kind: ReferenceKind) -> [String] {
    report.added.enumerated().map { index, added in
      guard report.addedRows.indices.contains(index) else { return added.title }
      let values = Self.values(of: report.addedRows[index], kind, besides: added.title)
      let title = Self.short(added.title)
      return values.isEmpty ? title : "\(title): \(values.joined(separator: " · "))"
    }
  }

  /// The problem of a trial run with rejected lines. It lists each rejected row with its values, as
  /// the program understood them, and after them all faults of the row. Nil if no line was
  /// rejected.
  func refusal(of kind: ReferenceKind) -> Problem? {
    guard var refusal = report.refusal, report.addedCount + report.rejectedCount > 1 else {
      return report.refusal
    }
    var faulty: [(row: ImportRequest.Line, faults: [String])] = []
    for rejected in report.rejected {
      if faulty.last?.row != rejected.line { faulty.append((rejected.line, [])) }
      faulty[faulty.count - 1].faults.append(rejected.problem.title)
    }
    let rows = faulty.map { row, faults in
      let name = Self.name(in: row, kind)
      let begin = "Line \(row.number)" + (name.isEmpty ? ": " : ", \(Self.short(name)): ")
      return begin
        + (Self.values(of: row, kind, besides: name) + faults).joined(separator: " · ")
    }
    // If only one line is rejected, the line for its row contains the fault, so the title does not
    // repeat it.
    if report.rejectedCount == 1, let line = faulty.first?.row.number {
      refusal.title = "Line \(line) cannot be imported."
    }
    let more = report.rejectedCount - report.rejected.count
    refusal.details =
      Self.some(rows, of: rows.count + more, atMost: rows.count) + ["Nothing was imported."]
    return refusal
  }

  /// Returns the values of a row with their headings, such as `City Kent`, without the record's
  /// name.
  private static func values(
    of row: ImportRequest.Line, _ kind: ReferenceKind, besides title: String
  ) -> [String] {
    let columns = kind.importColumns.filter {
      $0.isOffered && !$0.answers(to: "name") && !partsOfName.contains($0.name)
    }
    return row.values.members.compactMap { member in
      guard let column = columns.first(where: { $0.name == member.key }),
        let text = member.value.string?.trimmed, !text.isEmpty, text != title
      else { return nil }
      return "\(column.heading) \(short(text))"
    }
  }

  /// Returns at most 60 characters of a text, because a cell of a table may have thousands.
  private static func short(_ text: String) -> String {
    text.count > 60 ? String(text.prefix(59)) + "…" : text
  }

  /// The name of the record in a row of the imported file; empty if the row has no name.
  private static func name(in row: ImportRequest.Line, _ kind: ReferenceKind) -> String {
    let columns = kind.importColumns.filter { $0.answers(to: "name") }.map(\.name) + partsOfName
    return columns.compactMap { row.values[$0]?.string?.trimmed }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private static let partsOfName = ["first_name", "last_name"]

  private func updatedWords(_ kind: ReferenceKind) -> String {
    KindCount(kind, report.updatedCount).words
  }

  private func updates(
    _ choice: ArchiveFeature.ImportChoice, _ kind: ReferenceKind
  ) -> [String] {
    guard report.updatedCount > 0 else { return [] }
    let names = Self.some(
      report.updated.map { "\($0.handle) \($0.title)" }, of: report.updatedCount)
    if report.addedCount == 0 { return names }
    let were = report.updatedCount == 1 ? "was" : "were"
    return ["\(updatedWords(kind)) \(choice.isDryRun ? "would be" : were) updated:"]
      + names.map { "  " + $0 }
  }

  /// The lines about imported rows whose values are possible but unlikely, one for each row.
  ///
  /// An import does not stop to ask about single rows. So it imports these rows, and the answer
  /// lists them.
  private var doubts: [String] {
    guard report.doubtCount > 0 else { return [] }
    let lines = report.doubts.map { found in
      "  line \(found.line): " + ([found.doubt.words] + found.doubt.details).joined(separator: " ")
    }
    return ["Look at \(report.doubtCount == 1 ? "this line" : "these lines") again:"]
      + Self.some(lines, of: report.doubtCount)
  }

  /// The largest number of names that an answer lists. A file may contain thousands.
  private static let namesShown = 10

  private static func some(
    _ names: [String], of count: Int, atMost most: Int = namesShown
  ) -> [String] {
    let shown = names.prefix(most)
    return shown + (count > shown.count ? ["… \(count - shown.count) more"] : [])
  }

  private func duplicates(_ choice: ArchiveFeature.ImportChoice) -> [String] {
    guard report.duplicateCount > 0 else { return [] }
    // A row counts as a duplicate if its record exists already or if the table contains it twice.
    let skipped =
      report.duplicateCount == 1
      ? "1 row is there already, or given twice, and \(choice.isDryRun ? "would be" : "was") skipped:"
      : "\(report.duplicateCount) rows are there already, or given twice, and \(choice.isDryRun ? "would be" : "were") skipped:"
    let lines = report.duplicates.map {
      "line \($0.line): \($0.existing.handle) \($0.existing.title)"
    }
    // If no row was added, the first sentence of the answer already says that rows were skipped. So
    // the heading is left out, and only the skipped rows are listed.
    return report.addedCount == 0
      ? Self.some(lines, of: report.duplicateCount)
      : [skipped] + Self.some(lines.map { "  " + $0 }, of: report.duplicateCount)
  }
}

extension Done {
  /// Adds the last detail to the answer of a trial run: that no row was written. The caller has
  /// added all other details before.
  ///
  /// - Parameter writes: whether the import would write rows. The answer then offers to do so.
  fileprivate mutating func endTrial(agree: AgreeButton, writes: Bool) {
    if writes { trial = Trial(details: details, agree: agree) }
    details.append("Nothing was written. Without --dry-run it is done.")
  }
}

extension ArchiveFeature.ImportedExport {
  func done(_ choice: ArchiveFeature.ImportChoice) -> Done {
    let added = tables.reduce(0) { $0 + $1.added }
    // Every new file already contains the tasks of the timeline, which the program creates. So they
    // are not counted among the records that existed before the import.
    let there = tables.filter { $0.kind != .task }.reduce(0) { $0 + $1.alreadyThere }
    let isLeftOut = tables.contains { !$0.leftOut.isEmpty }
    var details = addedWords
    if takenOver > 0 {
      details.append(
        "\(takenOver == 1 ? "1 row that another person wrote bears" : "\(takenOver.grouped) rows that another person wrote bear") your name now"
      )
    }
    if there > 0 {
      details.append(
        "\(there == 1 ? "1 row is" : "\(there.grouped) rows are") there already and \(there == 1 ? "stays as it is" : "stay as they are")"
      )
    }
    details += leftOutWords
    if needsSignIn, !choice.isDryRun {
      details.append("Say who you are:  account sign-in NAME")
    } else if added > 0, !choice.isDryRun {
      details.append(Done.undoHint)
    }
    let rows = added == 1 ? "1 row" : "\(added.grouped) rows"
    let sentence =
      added == 0
      ? isLeftOut
        ? "Nothing was imported."
        : "Nothing new: everything in the file is there already."
      : choice.isDryRun ? "\(rows) would be imported." : "Imported \(rows)."
    var done = Done(sentence, details: details)
    if choice.isDryRun { done.endTrial(agree: "Add them", writes: added > 0) }
    return done
  }

  /// The added rows as texts: each kind of record with its count, such as `4 schools`, and one
  /// count for the rows that only belong to another record, such as a task's progress.
  private var addedWords: [String] {
    let new = tables.filter { $0.added > 0 }
    let kinds = new.compactMap { table in table.kind.map { KindCount($0, table.added).words } }
    let rest = new.filter { $0.kind == nil }.reduce(0) { $0 + $1.added }
    guard rest > 0 else { return kinds }
    let rows = rest == 1 ? "1 row" : "\(rest.grouped) rows"
    return kinds + ["\(rows) of what goes with them: progress, history, family, settings"]
  }
}

// MARK: - Rows that an import left out

extension ArchiveFeature.ImportedExport {
  private var takenOver: Int { tables.reduce(0) { $0 + $1.takenOver } }

  /// The lines of the answer about the rows that the import left out. After the total, there is one
  /// line for each table and reason, with the line numbers of the rows in the file.
  private var leftOutWords: [String] {
    let parts = tables.flatMap { table in table.leftOut.map { (table, $0) } }
    guard !parts.isEmpty else { return [] }
    let count = parts.reduce(0) { $0 + $1.1.count }
    var words = [count == 1 ? "1 row was left out:" : "\(count.grouped) rows were left out:"]
    words += parts.map { table, rows in
      "  \(table.words), \(rows.linesInWords): \(rows.reason.words)"
    }
    if parts.contains(where: { $0.1.reason == .notTheirs }) {
      words.append(
        "To have all of it, import the file into an empty folder:  compass-shell --data FOLDER")
    }
    return words
  }
}

extension ImportedTable {
  /// The name of the table's rows in sentences, such as `memberships` for the table
  /// `family_members`.
  fileprivate var words: String {
    if let kind { return kind.plural }
    return switch name {
    case .familyUnits: "families"
    case .familyMembers: "memberships"
    case .familyCodeUses: "uses of a family code"
    case .preferences: "settings"
    case .preferenceHistory: "earlier settings"
    case .statusChanges: "changes of a school's status"
    case .athleteTasks: "progress with tasks"
    case .parentViews: "parents' views"
    case .devicePreferences: "settings of this device"
    default: name.description
    }
  }
}

extension LeftOutRows {
  /// The line numbers in words: `line 3`, `lines 3 and 4`, `12 lines, the first of them 3, 4, 5, 6
  /// and 7`.
  fileprivate var linesInWords: String {
    let numbers = lines.map { $0.description }
    guard count == lines.count else {
      return "\(count.grouped) lines, the first of them \(numbers.inSentence())"
    }
    return (count == 1 ? "line " : "lines ") + numbers.inSentence()
  }
}

extension ImportRefusal {
  fileprivate var words: String {
    switch self {
    case .makesPeople: "people come in with `account create`, and join a family by its code"
    case .notTheirs: "not yours"
    case .namesForeignRecord: "about a record that is not here or not yours"
    case .idIsTaken: "their id is that of another person's record"
    case .isTheProgramsOwn: "the tasks are the program's own"
    }
  }
}
