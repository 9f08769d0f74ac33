public import CivilTime
public import Domain
public import FeatureKit

extension ArchiveFeature {
  /// The state of the archive page: the requested view, and the data that was loaded for it.
  public struct State: PageState {
    public var view = View.overview
    public var loaded = Loading<LoadedPage>.idle

    public init() {}
  }

  /// The two pages of the archive, one of which is shown.
  public enum View: Equatable, Sendable {
    /// The page with the commands for import and export, and with the list of backups.
    case overview
    /// The page with the data that erasing would delete, and with the commands that erase.
    case erasure
  }

  /// The data of an archive page, as it is loaded in one step: the viewer and the page's content.
  public struct LoadedPage: Equatable, Sendable {
    /// The viewer.
    ///
    /// Nil if no person is signed in or if the file does not open.
    public var viewing: Viewing?
    public var content: Content

    public init(viewing: Viewing?, _ content: Content) {
      self.viewing = viewing
      self.content = content
    }
  }

  public enum Content: Equatable, Sendable {
    case backups([Backup])
    /// Only the list of backups, and the problem that prevents showing more: no person is signed
    /// in, or the file does not open.
    case shelf([Backup], Problem)
    /// The data that erasing would delete: `person` for the viewer alone, and `family` for the
    /// whole family.
    ///
    /// `family` is nil for a parent, who may not erase the family.
    case erasure(person: Erasure, family: Erasure?)
  }

  /// A backup file. Its name says when and why the backup was made.
  public struct Backup: Equatable, Sendable {
    public var name: String
    public var madeAt: Instant?
    /// The reason for the backup, such as `by hand` or `before an import`.
    public var reason: String?
    /// The size of the backup file in bytes; nil if only the file's name is known.
    public var bytes: Int?
  }
}

extension ArchiveFeature.Backup {
  init(_ file: BackupFile) {
    self.init(named: file.name)
    bytes = file.bytes
  }

  /// Reads the time and the reason from a file name such as
  /// `compass-20260210T133000250Z-before-import-p1.sqlite`. For a file name of another form, only
  /// `name` is set. The name ends with the handle (short name) of the person who made the backup
  /// (`p1`), which pages do not show.
  public init(named name: String) {
    self.name = name
    let parts = name.split(separator: ".").first?.split(separator: "-") ?? []
    guard let place = parts.firstIndex(where: { Self.instant($0) != nil }) else { return }
    madeAt = Self.instant(parts[place])
    reason = Self.words(parts[(place + 1)...].joined(separator: "-"))
  }

  /// Parses the moment in the name of a backup, such as `20260210T133000250Z`.
  private static func instant(_ text: Substring) -> Instant? {
    let digits = Array(text)
    guard digits.count == 19, digits[8] == "T", digits[18] == "Z" else { return nil }
    func part(_ from: Int, _ to: Int) -> String { String(digits[from..<to]) }
    return Instant(
      "\(part(0, 4))-\(part(4, 6))-\(part(6, 8))T\(part(9, 11)):\(part(11, 13)):\(part(13, 15)).\(part(15, 18))Z"
    )
  }

  private static func words(_ reason: String) -> String {
    for (beginning, words) in [
      ("by-hand", "by hand"), ("before-import", "before an import"),
      ("before-restore", "before a restore"), ("before-version", "before an update"),
      ("before-delete", "before a deletion"), ("after-erase", "after erasing"),
      ("before-connect", "before connecting to a server"), ("before-sync", "before a sync"),
    ] where reason.hasPrefix(beginning) {
      return words
    }
    return reason.split(separator: "-").joined(separator: " ")
  }
}
