/// What somebody does with the file as a whole, whoever else keeps data in it.
public enum WholeFileUse: CaseIterable, Hashable, Sendable {
  /// A copy on the file's own shelf.
  case backUp
  /// A copy to carry away.
  case takeAlong
  /// Looking into a backup before it is restored.
  case inspect
  /// Another content in the place of everything.
  case restore
}

/// Who may do what with the whole file (rule 9). The one place that says so, beside `Authority` for its rows.
///
/// | | who | others' passphrases |
/// |---|---|---|
/// | back up, list backups | everybody | |
/// | take along (`backup file`) | an athlete | asked for |
/// | inspect a backup | an athlete | |
/// | restore | an athlete | asked for |
///
/// Who may act in the file is no part of what a restore takes, unless that was agreed to (`FileRights`).
///
/// A copy that leaves has what is private to others and the hashes of their passphrases; a restored one replaces what they
/// wrote. So whoever guards their profile has to agree. Erasing is decided by the rows: everybody may erase themselves, an
/// athlete the family (`DataArea.family`).
extension Authority {
  public static func decide(_ use: WholeFileUse, by role: UserRole) -> Decision {
    switch use {
    case .backUp: .allowed
    case .takeAlong, .inspect, .restore: role == .player ? .allowed : .refused
    }
  }

  /// Whether everybody else in the file who has a passphrase gives it.
  public static func asksOthers(for use: WholeFileUse) -> Bool {
    switch use {
    case .takeAlong, .restore: true
    case .backUp, .inspect: false
    }
  }
}
