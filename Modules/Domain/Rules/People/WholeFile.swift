/// An operation on the whole data file, which contains the data of all its people and not only of
/// the caller.
public enum WholeFileUse: CaseIterable, Hashable, Sendable {
  /// Copying the data file into its own backup folder.
  case backUp
  /// Copying the data file to a place that the person chooses, such as a USB stick.
  case takeAlong
  /// Reading the content of a backup, so that a person can decide whether to restore it.
  case inspect
  /// Replacing the whole content of the data file with that of a backup.
  case restore
}

/// Decides which person may use the whole data file (domain.md 9). Access to single rows is decided
/// by `Authority.decide(_:_:of:by:)`.
///
/// | operation | allowed for | passphrases of other people in the file |
/// |---|---|---|
/// | back up, list backups | every person | |
/// | copy elsewhere (`backup file`) | an athlete | required |
/// | inspect a backup | an athlete | |
/// | restore | an athlete | required |
///
/// A copy elsewhere contains other people's private data and the hashes of their passphrases, and a
/// restore replaces what they wrote. So every other person with a passphrase has to agree by typing
/// it. A restore takes over the rights in the backup only if the person accepted them
/// (`FileRights`).
///
/// Erasing is not an operation on the whole file. Each person may erase their own rows, and an
/// athlete may erase the family (`DataArea.family`).
extension Authority {
  public static func decide(_ use: WholeFileUse, by role: UserRole) -> Decision {
    switch use {
    case .backUp: .allowed
    case .takeAlong, .inspect, .restore: role == .player ? .allowed : .refused
    }
  }

  /// Returns true if every other person in the file who has a passphrase has to type it before the
  /// operation.
  public static func asksOthers(for use: WholeFileUse) -> Bool {
    switch use {
    case .takeAlong, .restore: true
    case .backUp, .inspect: false
    }
  }
}
