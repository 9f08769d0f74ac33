/// An operation on the whole file, which holds other people's data too.
public enum WholeFileUse: CaseIterable, Hashable, Sendable {
  /// A copy in the file's own backup folder.
  case backUp
  /// Making a copy that the person stores elsewhere.
  case takeAlong
  /// Reading a backup before it is restored.
  case inspect
  /// Replacing the whole content of the file.
  case restore
}

/// Decides who may do what with the whole file (rule 9); `Authority` decides on its rows.
///
/// | | who | others' passphrases |
/// |---|---|---|
/// | back up, list backups | everybody | |
/// | take along (`backup file`) | an athlete | asked for |
/// | inspect a backup | an athlete | |
/// | restore | an athlete | asked for |
///
/// The rights in a restored backup are not taken over unless people agreed to that (`FileRights`).
///
/// A copy that is taken away holds other people's private data and their passphrase hashes, and a restored one replaces what they wrote. So
/// every person with a passphrase has to agree. Erasing is decided by the rows: all people may erase themselves, an athlete the family
/// (`DataArea.family`).
extension Authority {
  public static func decide(_ use: WholeFileUse, by role: UserRole) -> Decision {
    switch use {
    case .backUp: .allowed
    case .takeAlong, .inspect, .restore: role == .player ? .allowed : .refused
    }
  }

  /// Whether every other person in the file who has a passphrase has to give it.
  public static func asksOthers(for use: WholeFileUse) -> Bool {
    switch use {
    case .takeAlong, .restore: true
    case .backUp, .inspect: false
    }
  }
}
