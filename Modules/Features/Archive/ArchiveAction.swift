public import Domain
public import FeatureKit

extension ArchiveFeature {
  public enum Action: PageAction {
    case importRequested(ImportChoice)
    case rowsImported(ImportChoice, Result<ImportedRows, Problem>)
    case everythingImported(ImportChoice, Result<ImportedExport, Problem>)
    case exportRequested(ExportKind?, asTable: Bool)
    case backupRequested
    case backupMade(Result<String, Problem>)
    case copyRequested([SecretText], isSealed: Bool, own: SecretText? = nil)
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

  /// The values that a person typed for the command `import`.
  public struct ImportChoice: Hashable, Sendable {
    public var kind: ImportKind
    public var file: String
    public var mapping: [ColumnMapping]
    public var isDryRun: Bool
    /// Whether the import overwrites records that exist already with the file's values.
    ///
    /// If false, the import skips such records.
    public var updates = false
    /// The value of `--as`, a name for a column mapping. Together with `--map`, the mapping is
    /// stored on this machine under this name. Without `--map`, the import uses the mapping that
    /// was stored under the name before.
    public var savedAs: String?
  }

  /// One column of an imported table and the field that it fills, as typed in `--map "Team
  /// Name=name"`.
  public struct ColumnMapping: Hashable, Sendable {
    public var column: String
    public var field: String
  }

  /// The content of an imported file: a table with one kind of record, or an export of all data.
  public struct ImportKind: RawRepresentable, CaseIterable, Hashable, Sendable {
    public let rawValue: String
    /// The kind of the imported records, such as schools. Nil for an export of all data.
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

    /// The route to the list that contains the imported records, so that the person sees them next.
    var route: Route { Route("/\(kind?.listing ?? rawValue)") }
  }

  /// A kind of record that can be exported as a table, such as `schools`.
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

  /// The result of importing a table with one kind of record, such as schools.
  public struct ImportedRows: Equatable, Sendable {
    public var report: ImportReport
    /// Headings of the table's columns that were ignored, because no field has such a name.
    public var ignored: [String]
    /// The name under which the import stored its column mapping (`--as`). Nil if the mapping was
    /// not stored.
    public var keptAs: String?
  }

  /// The result of importing an export of all data.
  public struct ImportedExport: Equatable, Sendable {
    public var tables: [ImportedTable]
    /// Whether a person has to sign in now, because the file had no people before the import.
    public var needsSignIn: Bool
  }

  public struct RestorePlan: Equatable, Sendable {
    public var name: String
    public var contents: BackupContents
    /// The passphrases of the other people who have a profile in the file that is to be replaced.
    ///
    /// Each of these people enters their passphrase to agree, because the restore replaces their
    /// data too.
    public var passphrases: [SecretText] = []
    /// Whether the restore also takes over the people's rights in the backup: their roles,
    /// passphrases and memberships of families. If false, the rights in the present file stay as
    /// they are.
    public var takesRights = false
  }

  /// The result of checking a restore, before a backup replaces the file.
  public enum RestoreStep: Equatable, Sendable {
    /// The restore needs another value, such as the passphrase of another person.
    case needs(Need)
    case asks(RestorePlan)
  }

  public enum ErasureTarget: Hashable, Sendable { case person, family }

  public struct ErasurePlan: Equatable, Sendable {
    public var scope: ErasureScope
    public var erasure: Erasure
  }
}
