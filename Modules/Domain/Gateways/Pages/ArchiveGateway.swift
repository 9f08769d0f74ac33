public import Basics

/// Exports, imports, backs up and erases the family's data.
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
  /// The names of the backups that the program made, newest first.
  public var backups = Endpoint<Void, [String]>("backups")
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

  /// Receives rows in batches, so that an export of a million rows needs no more memory than one of a hundred.
  public typealias ReceiveRows = @Sendable (ExportBatch) async throws(Problem) -> Void
  /// Receives rows in batches together with the name of their table; the batches of one table come
  /// one after another. It is a struct, because the 6.3 compiler crashes on a closure that is the
  /// whole input of an endpoint.
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
  /// Sends every row of a kind that belongs to the athlete, oldest first, in batches; returns the
  /// number of rows.
  public func exportRows(
    of kind: ReferenceKind, athlete: RecordID, receive: @escaping ReceiveRows
  ) async throws(Problem) -> Int {
    try await exportRows((kind, athlete, receive))
  }

  /// Adds all rows or none, as one undo step. An invalid row refuses the import and names its line; duplicates are skipped.
  public func importRows(
    _ request: ImportRequest, for athlete: RecordID
  ) async throws(Problem) -> ImportReport {
    try await importRows((request, athlete))
  }

  /// Sends every row that the signed-in person may see, in an order that `importEverything` takes;
  /// returns the number of rows.
  ///
  /// Throws a conflict if the data changes meanwhile, because the export would contain only a part
  /// of that change.
  public func exportEverything(
    receive: @escaping ReceiveTable.Receive
  ) async throws(Problem) -> Int {
    try await exportEverything(ReceiveTable(receive))
  }

  /// Adds the rows of an export as one undo step. Rows that exist already stay as they are, and a row that cannot be read refuses the whole
  /// import.
  ///
  /// A file without people takes every row. A file with people takes only rows that the signed-in person could have written, and counts the
  /// others (`ImportRefusal`).
  public func importEverything(
    _ source: ExportSource, isDryRun: Bool = false
  ) async throws(Problem) -> [ImportedTable] {
    try await importEverything((source, isDryRun))
  }

  /// Imports tables in memory.
  public func importEverything(
    _ tables: [ExportedTable], isDryRun: Bool = false
  ) async throws(Problem) -> [ImportedTable] {
    try await importEverything((ExportSource(tables), isDryRun))
  }

  /// Returns the people whose passphrases are needed in addition to the signed-in person's, in the
  /// order in which the call expects them (`Authority.asksOthers`). Throws if the signed-in person
  /// may not use the whole file in this way.
  public func guards(of use: WholeFileUse) async throws(Problem) -> [Reference] {
    try await guards(use)
  }

  /// Sends a copy of the whole file in portions, for a backup outside of the program's folder.
  public func copyFile(
    agreedWith passphrases: [SecretText] = [], to receive: @escaping ReceiveBytes
  ) async throws(Problem) {
    try await copyFile((passphrases, receive))
  }

  /// Checks a backup the way `restore` does, and returns what it contains. The program's own
  /// backups are given by name, any other by path.
  public func contents(of backup: String) async throws(Problem) -> BackupContents {
    try await inspect(backup)
  }

  /// Replaces the file with a backup, which is given by name or by path; returns the path of the
  /// replaced file.
  public func restore(
    from backup: String, agreedWith passphrases: [SecretText] = [], rights: RestoredRights = .kept
  ) async throws(Problem) -> String {
    try await restore((backup, passphrases, rights))
  }
}
