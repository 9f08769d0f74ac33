public import Domain
public import FeatureKit

extension ArchiveFeature {
  /// All actions on the family's data as a whole.
  public enum Action: PageAction {
    case importRequested(ImportChoice)
    case rowsImported(ImportChoice, Result<ImportedRows, Problem>)
    case everythingImported(ImportChoice, Result<ImportedExport, Problem>)
    case exportRequested(ExportKind?, asTable: Bool)
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

  /// The values given to `import`.
  public struct ImportChoice: Hashable, Sendable {
    public var kind: ImportKind
    public var file: String
    public var mapping: [ColumnMapping]
    public var isDryRun: Bool
    /// Whether rows that exist already are updated from the file.
    public var updates = false
    /// The name under which the mapping is stored on this machine, or was stored.
    public var savedAs: String?
  }

  /// `--map "Team Name=name"`: the file's column, and the program's.
  public struct ColumnMapping: Hashable, Sendable {
    public var column: String
    public var field: String
  }

  /// A kind of record that a table contains, or a whole export.
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

    /// The list that shows the imported records.
    var route: Route { Route("/\(kind?.listing ?? rawValue)") }
  }

  /// A kind whose rows are all written into a table.
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

  /// The result of importing a table.
  public struct ImportedRows: Equatable, Sendable {
    public var report: ImportReport
    /// Columns of the file that are not used.
    public var ignored: [String]
    /// The name under which the mapping is stored now.
    public var keptAs: String?
  }

  /// The result of importing a whole export.
  public struct ImportedExport: Equatable, Sendable {
    public var tables: [ImportedTable]
    /// Whether no person is signed in yet, because the file had no people before.
    public var needsSignIn: Bool
  }

  public struct RestorePlan: Equatable, Sendable {
    public var name: String
    public var contents: BackupContents
    /// The passphrases of the other people who have one.
    public var passphrases: [SecretText] = []
    /// Whether the rights of the backup are wanted too.
    public var takesRights = false
  }

  /// The steps before a backup replaces the file.
  public enum RestoreStep: Equatable, Sendable {
    /// The restore needs the passphrase of another person.
    case needs(Need)
    case asks(RestorePlan)
  }

  public enum ErasureTarget: Hashable, Sendable { case person, family }

  public struct ErasurePlan: Equatable, Sendable {
    public var scope: ErasureScope
    public var erasure: Erasure
  }
}
