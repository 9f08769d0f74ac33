import Basics
public import Domain
import JSON
import Persistence
import SQLite

extension ExportSource {
  /// Creates an export from made-up rows. It has the form and the order in which the command
  /// `export` writes the rows of a file.
  public init(_ rows: MadeUpFamily) {
    self.init([
      TableForm.people.exported(rows.people), TableForm.families.exported(rows.families),
      TableForm.members.exported(rows.members), TableForm.codeUses.exported(rows.codeUses),
      ExportedTable(.preferences, rows.preferences.map(\.exported)),
      School.form.exported(rows.schools),
      TableForm.statusChanges.exported(rows.statusChanges),
      Coach.form.exported(rows.coaches), RecruitingEvent.form.exported(rows.events),
      Interaction.form.exported(rows.interactions), Offer.form.exported(rows.offers),
      PerformanceMetric.form.exported(rows.metrics), Document.form.exported(rows.documents),
      RecommendationLetter.form.exported(rows.letters),
      TableForm.athleteTasks.exported(rows.athleteTasks),
      TableForm.suggestions.exported(rows.suggestions),
      TableForm.notifications.exported(rows.notifications),
      TableForm.views.exported(rows.views),
      ExportedTable(.devicePreferences, rows.devicePreferences.map(\.exported)),
      ExportedTable(.keptFiles, rows.keptFiles.map(\.exported)),
    ])
  }
}

extension ExportedTable {
  fileprivate init(_ table: TableName, _ rows: [JSONObject]) {
    self.init(
      name: table.description,
      rows: rows.enumerated().map { ImportRequest.Line(number: $0.offset + 1, values: $0.element) })
  }
}

extension TableForm {
  fileprivate func exported(_ records: [Record]) -> ExportedTable {
    ExportedTable(
      table,
      records.map { record in
        JSONObject(
          [(ColumnName.id.description, id(record).exported)]
            + columns.map { ($0.name, $0.exported(record)) })
      })
  }
}

extension MadeUpFamily.Preference {
  fileprivate var exported: JSONObject {
    JSONObject(row: [
      .id: id.exported, .userID: personID.exported, .category: .string(category.rawValue),
      .data: value.exported, .createdAt: savedAt.exported, .updatedAt: savedAt.exported,
    ])
  }
}

extension MadeUpFamily.FileContent {
  /// The row of the stored-files table for the content of an example document.
  ///
  /// The table stores a file in several parts, each in a row of its own. The example files are
  /// small, so part 0 contains the whole file.
  fileprivate var exported: JSONObject {
    JSONObject(row: [
      .userID: personID.exported, .fileID: file.id.exported, .part: JSONValue(0),
      .size: JSONValue(bytes.count), .bytes: .string(Base64URL.text(bytes)),
      .addedAt: addedAt.exported,
    ])
  }
}

extension MadeUpFamily.DevicePreference {
  fileprivate var exported: JSONObject {
    JSONObject(row: [.userID: personID.exported, .key: .string(key), .value: .string(text)])
  }
}
