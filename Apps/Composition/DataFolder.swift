import FeatureKit
import Glibc
import Persistence
import ShellHost

/// The folder of a family's data: the data file, its backups, and this machine's own files such as
/// secrets.
struct DataFolder: Sendable {
  let path: String

  var file: String { path + "/compass.sqlite" }
  /// The path of the file with the lines typed at the prompt.
  var history: String { path + "/history" }
  var secrets: String { path + "/\(Self.secretsName)" }

  /// The path of the subfolder with the example family that the first start offers. Its data is
  /// apart from that of the real family.
  var madeUp: String { path + "/" + Self.madeUpName }
  /// Whether this is the folder of the example family.
  var isMadeUp: Bool { path.split(separator: "/").last.map(String.init) == Self.madeUpName }

  private static let madeUpName = "made-up-family"
  private static let secretsName = "secrets"
  private static let backupsName = "backups"

  /// Returns a guard that refuses paths named by a person if they lead to the program's files in
  /// this folder.
  func paths(home: String?) -> PathGuard {
    PathGuard(
      folder: path, subfolders: [Self.secretsName, Self.backupsName, ServingFolder.name], home: home
    )
  }

  /// Allows a command that reads backups to read the subfolder `backups`, which is otherwise
  /// refused.
  static let readingBackups = PathGuard.Use.readingFrom(subfolder: backupsName)

  /// Determines the path of the data folder: the folder that a person named, or else the usual one
  /// by the XDG base directory rules. The folder itself is not created. Throws if that
  /// name is a file's.
  init(_ asked: String?, environment: Environment) throws(Problem) {
    if let asked {
      guard !asked.trimmed.isEmpty else {
        throw Problem(.usage, "--data needs the name of a folder.")
      }
      path = Self.whole(asked)
      guard access(path + "/.", F_OK) == 0 || errno != ENOTDIR else {
        throw Problem(
          .usage, "\(path) cannot hold your data, because it or a part of its path is a file.",
          fix: Self.nameAFolder)
      }
    } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      path = data + "/compass"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = home + "/.local/share/compass"
    } else {
      throw Problem(
        .usage, "It is not clear where your data should go: neither HOME nor XDG_DATA_HOME is set.",
        fix: Self.nameAFolder)
    }
  }

  private static let nameAFolder = "Name a folder:  compass-shell --data DIR"

  /// Returns the words that start the program with this folder in a terminal. They name the folder
  /// if it is not the one that the program uses without an option.
  func programWords(environment: Environment) -> String {
    let usual = try? DataFolder(nil, environment: environment)
    return usual?.path == path
      ? "compass-shell" : "compass-shell --data \(CommandText.quoted(path))"
  }

  /// Creates the value for the folder at this absolute path. The folder itself is not created.
  init(at path: String) { self.path = path }

  /// Returns the absolute path of a folder that a person named, which stays valid when the current
  /// folder of the process changes.
  static func whole(_ asked: String) -> String {
    var start = ""
    if !asked.hasPrefix("/"), let here = getcwd(nil, 0) {
      start = String(cString: here)
      free(here)
    }
    let parts = (start + "/" + asked).split(separator: "/").map(String.init).filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns whether the data file exists. Throws if the folder may not be searched, because the
  /// file may then exist nevertheless.
  func hasFile() throws(Problem) -> Bool {
    if access(file, F_OK) == 0 { return true }
    guard errno == EACCES else { return false }
    throw Problem(
      .storage(.missing), "\(path) may not be looked into.",
      details: [MissingPermission.sentence(for: file)].compactMap { $0 },
      fix: "Give yourself that permission (chmod u+rwx), or choose another folder with --data.")
  }

  /// Returns the data file's path as people write it, with `~` for the home folder.
  func shown(home: String?) -> String {
    guard let home, !home.isEmpty, file.hasPrefix(home + "/") else { return file }
    return "~" + file.dropFirst(home.count)
  }
}
