public import Basics

/// Everything out, many rows in, and everything gone: that the data is the family's.
public struct ArchiveGateway: Gateway {
  public var exportRows:
    @Sendable (
      _ kind: ReferenceKind, _ athlete: RecordID, _ receive: @escaping ReceiveRows
    ) async throws(Problem) -> Int
  public var importRows:
    @Sendable (
      _ request: ImportRequest, _ athlete: RecordID
    ) async throws(Problem) -> ImportReport
  public var exportEverything:
    @Sendable (_ receive: @escaping ReceiveTable) async throws(Problem) -> Int
  public var importEverything:
    @Sendable (
      _ source: ExportSource, _ isDryRun: Bool
    ) async throws(Problem) -> [ImportedTable]
  /// Open deadlines of tasks and offers, letters that are due, and events, in the order of their days.
  public var calendar: @Sendable (_ athlete: RecordID) async throws(Problem) -> [CalendarFact]
  /// The names of our own backups, newest first.
  public var backups: @Sendable () async throws(Problem) -> [String]
  public var backUp: @Sendable () async throws(Problem) -> String
  public var guards: @Sendable (_ use: WholeFileUse) async throws(Problem) -> [Reference]
  public var copyFile:
    @Sendable (
      _ passphrases: [SecretText], _ receive: @escaping ReceiveBytes
    ) async throws(Problem) -> Void
  public var inspect: @Sendable (_ backup: String) async throws(Problem) -> BackupContents
  public var restore:
    @Sendable (
      _ backup: String, _ passphrases: [SecretText], _ rights: RestoredRights
    ) async throws(Problem) -> String
  public var erasurePreview: @Sendable (_ scope: ErasureScope) async throws(Problem) -> Erasure
  public var erase: @Sendable (_ scope: ErasureScope) async throws(Problem) -> Erasure

  /// Takes a batch of rows as it is read, so that a million need no more memory than a hundred.
  public typealias ReceiveRows = @Sendable (ExportBatch) async throws(Problem) -> Void
  /// The same with the name of the table; the batches of one table come together.
  public typealias ReceiveTable =
    @Sendable (_ table: String, ExportBatch) async throws(Problem) -> Void
  public typealias ReceiveBytes = @Sendable ([UInt8]) throws(Problem) -> Void

  public static func unimplemented(_ place: Unimplemented) -> ArchiveGateway {
    ArchiveGateway(
      exportRows: place.endpoint("exportRows"),
      importRows: place.endpoint("importRows"),
      exportEverything: place.endpoint("exportEverything"),
      importEverything: place.endpoint("importEverything"),
      calendar: place.endpoint("calendar"),
      backups: place.endpoint("backups"),
      backUp: place.endpoint("backUp"),
      guards: place.endpoint("guards"),
      copyFile: place.endpoint("copyFile"),
      inspect: place.endpoint("inspect"),
      restore: place.endpoint("restore"),
      erasurePreview: place.endpoint("erasurePreview"),
      erase: place.endpoint("erase"))
  }
}

extension ArchiveGateway {
  /// Every row of a kind that is the athlete's, oldest first, in batches; answers how many.
  public func exportRows(
    of kind: ReferenceKind, athlete: RecordID, receive: @escaping ReceiveRows
  ) async throws(Problem) -> Int {
    try await exportRows(kind, athlete, receive)
  }

  /// All rows or none, one undo step. A row that is not valid refuses all and names its line; duplicates are skipped.
  public func importRows(
    _ request: ImportRequest, for athlete: RecordID
  ) async throws(Problem) -> ImportReport {
    try await importRows(request, athlete)
  }

  /// Every row the signed-in person may see, in an order that `importEverything` takes; answers how many.
  ///
  /// A change in between is a conflict, because half of it would be in the export.
  public func exportEverything(receive: @escaping ReceiveTable) async throws(Problem) -> Int {
    try await exportEverything(receive)
  }

  /// Gives the rows of an export back, one undo step. What is there already stays as it is, and a row that cannot be read
  /// refuses all.
  ///
  /// A file with nobody in it takes every row. In one with people, what the signed-in person could not have written is left
  /// out and counted (`ImportRefusal`).
  public func importEverything(
    _ source: ExportSource, isDryRun: Bool = false
  ) async throws(Problem) -> [ImportedTable] {
    try await importEverything(source, isDryRun)
  }

  /// The same for tables that are at hand.
  public func importEverything(
    _ tables: [ExportedTable], isDryRun: Bool = false
  ) async throws(Problem) -> [ImportedTable] {
    try await importEverything(ExportSource(tables), isDryRun)
  }

  /// Whose passphrases it takes beside the signed-in person, in the order in which they are to be given
  /// (`Authority.asksOthers`). Throws for whoever may not do it at all.
  public func guards(of use: WholeFileUse) async throws(Problem) -> [Reference] {
    try await guards(use)
  }

  /// A copy of the whole file, in portions, for somebody to carry away.
  public func copyFile(
    agreedWith passphrases: [SecretText] = [], to receive: @escaping ReceiveBytes
  ) async throws(Problem) {
    try await copyFile(passphrases, receive)
  }

  /// Checks a backup, ours by name or any by path, as `restore` will, and says what is in it.
  public func contents(of backup: String) async throws(Problem) -> BackupContents {
    try await inspect(backup)
  }

  /// Puts a backup, ours by name or any by path, in the place of everything; says where what was there is kept.
  public func restore(
    from backup: String, agreedWith passphrases: [SecretText] = [], rights: RestoredRights = .kept
  ) async throws(Problem) -> String {
    try await restore(backup, passphrases, rights)
  }
}
