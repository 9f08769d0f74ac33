public import Domain
public import FeatureKit

extension ArchiveFeature {
  /// Everything that can happen to the family's data as a whole.
  public enum Action: Equatable, Sendable {
    case importRequested(ImportChoice)
    case rowsImported(ImportChoice, Result<ImportedRows, Problem>)
    case everythingImported(ImportChoice, Result<ImportedExport, Problem>)
    case exportRequested(ExportKind?, asTable: Bool)
    case calendarRequested
    case backupRequested
    case backupMade(Result<String, Problem>)
    case copyRequested([SecretText], isSealed: Bool)
    case restoreRequested(String, [SecretText], takesRights: Bool)
    case restorePrepared(Result<RestoreStep, Problem>)
    case restoreConfirmed(String, [SecretText], RestoredRights)
    case restored(String, Result<String, Problem>)
    case erasureRequested(ErasureTarget)
    case erasurePrepared(Result<ErasurePlan, Problem>)
    case erasureConfirmed(ErasureScope)
    case erased(Result<Erasure, Problem>)
    case viewRequested(View)
    case reloadRequested
    case pageLoaded(Result<LoadedPage, Problem>)
    case viewerChanged
    case signedOut
  }

  /// What `import` was told.
  public struct ImportChoice: Hashable, Sendable {
    public var kind: ImportKind
    public var file: String
    public var mapping: [ColumnMapping]
    public var isDryRun: Bool
    /// Rows that are there already become what the file says.
    public var updates = false
    /// Under which name the mapping is kept on this machine, or was.
    public var savedAs: String?
  }

  /// `--map "Team Name=name"`: the file's column, and ours.
  public struct ColumnMapping: Hashable, Sendable {
    public var column: String
    public var field: String
  }

  /// A kind of record that a table is read as, or a whole export.
  public struct ImportKind: RawRepresentable, CaseIterable, Hashable, Sendable {
    public let rawValue: String
    /// The kind of record; nil for a whole export.
    let kind: ReferenceKind?

    public static let everything = ImportKind("everything", nil)
    public static let allCases =
      ReferenceKind.importable.map { ImportKind($0.plural, $0) } + [everything]

    private init(_ word: String, _ kind: ReferenceKind?) {
      rawValue = word
      self.kind = kind
    }

    public init?(rawValue: String) {
      guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = known
    }

    /// The list on which what came in stands.
    var route: Route { Route("/\(kind?.listing ?? rawValue)") }
  }

  /// A kind of which all rows are written into a table.
  public struct ExportKind: RawRepresentable, CaseIterable, Hashable, Sendable {
    let kind: ReferenceKind
    public var rawValue: String { kind.plural }

    public static let allCases =
      (ReferenceKind.importable + [.task, .suggestion, .notification, .person]).map(ExportKind.init)

    private init(_ kind: ReferenceKind) { self.kind = kind }

    public init?(rawValue: String) {
      guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = known
    }
  }

  /// What came of a table.
  public struct ImportedRows: Equatable, Sendable {
    public var report: ImportReport
    /// Columns of the file that fill nothing.
    public var ignored: [String]
    /// Under which name the mapping is kept now.
    public var keptAs: String?
  }

  /// What came of a whole export.
  public struct ImportedExport: Equatable, Sendable {
    public var tables: [ImportedTable]
    /// Nobody is signed in yet: the file had nobody before.
    public var needsSignIn: Bool
  }

  public struct RestorePlan: Equatable, Sendable {
    public var name: String
    public var contents: BackupContents
    /// Of the other people who have one.
    public var passphrases: [SecretText] = []
    /// Whether the rights of the backup were asked for too.
    public var takesRights = false
  }

  /// What comes before a backup is put in the place of everything.
  public enum RestoreStep: Equatable, Sendable {
    /// The passphrase of another person.
    case needs(Need)
    case asks(RestorePlan)
  }

  public enum ErasureTarget: Hashable, Sendable { case person, family }

  public struct ErasurePlan: Equatable, Sendable {
    public var scope: ErasureScope
    public var erasure: Erasure
  }
}
