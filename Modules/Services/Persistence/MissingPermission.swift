import Glibc
import SQLite

/// Finds out why the system denies this process the access to a file.
public enum MissingPermission {
  /// Returns a sentence about the permission that this process lacks: to enter a folder on the
  /// path, or to read or write the file; nil if it lacks none.
  public static func sentence(for path: String) -> String? {
    var above: [String] = []
    var folder = SystemFile.folder(of: path)
    while !above.contains(folder) {
      above.append(folder)
      folder = SystemFile.folder(of: folder)
    }
    for folder in above.reversed() where isDenied(folder, X_OK) {
      return "You may not enter the folder \(folder): its permission x is missing."
    }
    for (permission, letter, deed) in [(R_OK, "r", "read"), (W_OK, "w", "write")]
    where isDenied(path, permission) {
      return "You may not \(deed) \(path): its permission \(letter) is missing."
    }
    return nil
  }

  private static func isDenied(_ path: String, _ permission: Int32) -> Bool {
    faccessat(AT_FDCWD, path, permission, AT_EACCESS) != 0 && errno == EACCES
  }
}
