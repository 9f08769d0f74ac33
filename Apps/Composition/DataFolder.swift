import FeatureKit
import Glibc
import Persistence
import ShellHost

/// The folder of a family's data: the file, its backups and the files of this machine.
struct DataFolder: Sendable {
  let path: String

  var file: String { path + "/compass.sqlite" }
  /// The lines typed at the prompt.
  var history: String { path + "/history" }
  var secrets: String { path + "/\(Self.secretsName)" }

  /// The subfolder for the made-up family of the first start, which is separate from a family's own
  /// data.
  var madeUp: String { path + "/" + Self.madeUpName }
  /// Whether this is the made-up family's folder.
  var isMadeUp: Bool { path.split(separator: "/").last.map(String.init) == Self.madeUpName }

  private static let madeUpName = "made-up-family"
  private static let secretsName = "secrets"
  private static let backupsName = "backups"

  /// The guard that keeps paths named by a person away from the files of this folder.
  func paths(home: String?) -> PathGuard {
    PathGuard(
      folder: path, subfolders: [Self.secretsName, Self.backupsName, ServingFolder.name], home: home
    )
  }

  /// The use of a path in a command that reads backups.
  static let readingBackups = PathGuard.Use.readingFrom(subfolder: backupsName)

  /// The given folder, or the usual one of the XDG base directories.
  init(_ asked: String?, environment: Environment) throws(Problem) {
    if let asked {
      guard !asked.trimmed.isEmpty else {
        throw Problem(.usage, "--data needs the name of a folder.")
      }
      path = Self.whole(asked)
    } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      path = data + "/compass"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = home + "/.local/share/compass"
    } else {
      throw Problem(
        .usage, "It is not clear where your data should go: neither HOME nor XDG_DATA_HOME is set.",
        fix: "Name a folder:  compass-shell --data DIR")
    }
  }

  /// Creates the folder from its complete path.
  init(at path: String) { self.path = path }

  /// Returns the absolute path, which means the same wherever it is printed and after a change of
  /// the current folder.
  static func whole(_ asked: String) -> String {
    var start = ""
    if !asked.hasPrefix("/"), let here = getcwd(nil, 0) {
      start = String(cString: here)
      free(here)
    }
    let parts = (start + "/" + asked).split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether the file exists; throws if the folder may not be read, because that is not the same as no file.
  func hasFile() throws(Problem) -> Bool {
    if access(file, F_OK) == 0 { return true }
    guard errno == EACCES else { return false }
    throw Problem(
      .storage(.missing), "\(path) may not be looked into.",
      details: [MissingPermission.sentence(for: file)].compactMap { $0 },
      fix: "Give yourself that permission (chmod u+rwx), or choose another folder with --data.")
  }

  /// The file's path as people write it: `~/.local/share/compass/compass.sqlite`.
  func shown(home: String?) -> String {
    guard let home, !home.isEmpty, file.hasPrefix(home + "/") else { return file }
    return "~" + file.dropFirst(home.count)
  }
}
