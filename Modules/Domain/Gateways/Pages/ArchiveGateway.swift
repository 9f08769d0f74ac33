public import Basics

/// The operations that export, import, back up, restore and erase the family's data.
public struct ArchiveGateway: Gateway {
  public var exportRows = Endpoint<
    (kind: ReferenceKind, athlete: RecordID, receive: ReceiveRows), Int
  >("exportRows")
  public var importRows = Endpoint<
    (request: ImportRequest, athlete: RecordID), ImportReport
  >("importRows")
  public var exportEverything = Endpoint<ReceiveTable, Int>("exportEverything")
  public var importEverything = Endpoint<
    (source: ExportSource, isDryRun: Bool), [ImportedTable]
  >("importEverything")
  /// Returns the backups that the program made, newest first.
  public var backups = Endpoint<Void, [BackupFile]>("backups")
  public var backUp = Endpoint<Void, String>("backUp")
  public var guards = Endpoint<WholeFileUse, [Reference]>("guards")
  public var copyFile = Endpoint<
    (passphrases: [SecretText], receive: ReceiveBytes), Void
  >("copyFile")
  public var inspect = Endpoint<String, BackupContents>("inspect")
  public var restore = Endpoint<
    (backup: String, passphrases: [SecretText], rights: RestoredRights), String
  >("restore")
  public var erasurePreview = Endpoint<ErasureScope, Erasure>("erasurePreview")
  public var erase = Endpoint<ErasureScope, Erasure>("erase")

  /// A function that receives rows in batches, so that an export of a million rows needs no more
  /// memory than an export of a hundred rows.
  public typealias ReceiveRows = @Sendable (ExportBatch) async throws(Problem) -> Void
  /// A function that receives rows in batches, each with the name of its table. The batches of one
  /// table come one after another.
  ///
  /// It is wrapped in a struct, because the Swift 6.3 compiler crashes if the whole input of an
  /// endpoint is a closure.
  public struct ReceiveTable: Sendable {
    public typealias Receive =
      @Sendable (_ table: String, ExportBatch) async throws(Problem) -> Void

    private let receive: Receive

    init(_ receive: @escaping Receive) { self.receive = receive }

    public func callAsFunction(_ table: String, _ batch: ExportBatch) async throws(Problem) {
      try await receive(table, batch)
    }
  }
  public typealias ReceiveBytes = @Sendable ([UInt8]) throws(Problem) -> Void

  public init() {}
}

extension ArchiveGateway {
  /// Passes all rows of one kind of record that belong to the athlete to `receive` in batches,
  /// oldest first, and returns the number of rows.
  public func exportRows(
    of kind: ReferenceKind, athlete: RecordID, receive: @escaping ReceiveRows
  ) async throws(Problem) -> Int {
    try await exportRows((kind, athlete, receive))
  }

  /// Imports either all rows or none, as one step that `undo` reverts. If rows are invalid, the
  /// whole import fails, and the problem names their lines. A row whose record exists already is
  /// skipped, unless the request says that existing records are updated.
  public func importRows(
    _ request: ImportRequest, for athlete: RecordID
  ) async throws(Problem) -> ImportReport {
    try await importRows((request, athlete))
  }

  /// Passes every row that the signed-in person may see to `receive`, in an order in which
  /// `importEverything` can read them, and returns the number of rows.
  ///
  /// If the data changes during the export, the function throws a conflict, because the export
  /// would contain only a part of the change.
  public func exportEverything(
    receive: @escaping ReceiveTable.Receive
  ) async throws(Problem) -> Int {
    try await exportEverything(ReceiveTable(receive))
  }

  /// Adds the rows of an export as one step that `undo` reverts. Existing rows stay unchanged, and
  /// a row that cannot be read makes the whole import fail.
  ///
  /// If the family's data file has no people, all rows are added. Otherwise the import adds only
  /// rows that the signed-in person has the right to write, and counts the others by their
  /// `ImportRefusal`.
  public func importEverything(
    _ source: ExportSource, isDryRun: Bool = false
  ) async throws(Problem) -> [ImportedTable] {
    try await importEverything((source, isDryRun))
  }

  /// Imports tables that are in memory.
  public func importEverything(
    _ tables: [ExportedTable], isDryRun: Bool = false
  ) async throws(Problem) -> [ImportedTable] {
    try await importEverything((ExportSource(tables), isDryRun))
  }

  /// Returns the other people who have to agree to a use of the whole data file, such as a restore,
  /// by typing their passphrases (`Authority.asksOthers`). The caller passes the passphrases in the
  /// order of the result.
  ///
  /// Throws if the signed-in person may not use the whole data file in this way.
  public func guards(of use: WholeFileUse) async throws(Problem) -> [Reference] {
    try await guards(use)
  }

  /// Passes a copy of the whole data file to `receive` in portions, so that the person can store it
  /// outside the program's folder.
  public func copyFile(
    agreedWith passphrases: [SecretText] = [], to receive: @escaping ReceiveBytes
  ) async throws(Problem) {
    try await copyFile((passphrases, receive))
  }

  /// Returns what a backup contains, after the same checks as in `restore`. A backup that the
  /// program made is named by its file name, any other by its path.
  public func contents(of backup: String) async throws(Problem) -> BackupContents {
    try await inspect(backup)
  }

  /// Replaces the contents of the data file with a backup and returns the path of a file with the
  /// old contents. The backup is named by its file name or by its path.
  public func restore(
    from backup: String, agreedWith passphrases: [SecretText] = [], rights: RestoredRights = .kept
  ) async throws(Problem) -> String {
    try await restore((backup, passphrases, rights))
  }
}
