/// An operation on the data file as a whole, which also contains other people's data.
public enum WholeFileUse: CaseIterable, Hashable, Sendable {
  /// Making a copy in the file's own backup folder.
  case backUp
  /// Making a copy that the person stores elsewhere.
  case takeAlong
  /// Reading a backup before it is restored.
  case inspect
  /// Replacing the whole content of the file.
  case restore
}

/// Decides which person may use the data file as a whole (rule 9). Another part of `Authority`
/// decides on its rows.
///
/// | | who | others' passphrases |
/// |---|---|---|
/// | back up, list backups | everybody | |
/// | take along (`backup file`) | an athlete | asked for |
/// | inspect a backup | an athlete | |
/// | restore | an athlete | asked for |
///
/// A restore takes over the rights in a backup only if people agreed to them (`FileRights`).
///
/// A copy that is taken away contains other people's private data and their passphrase hashes, and
/// a restore replaces what they wrote. So every person with a passphrase has to agree. Erasing is
/// decided by the rows: each person may erase themselves, and an athlete may erase the family
/// (`DataArea.family`).
extension Authority {
  public static func decide(_ use: WholeFileUse, by role: UserRole) -> Decision {
    switch use {
    case .backUp: .allowed
    case .takeAlong, .inspect, .restore: role == .player ? .allowed : .refused
    }
  }

  /// Returns true if every other person in the file who has a passphrase has to give it.
  public static func asksOthers(for use: WholeFileUse) -> Bool {
    switch use {
    case .takeAlong, .restore: true
    case .backUp, .inspect: false
    }
  }
}
