import FeatureKit
import Glibc
import HTTP
import HTTPServing
import Mailing
import Networking

// The checks of a configuration that the commands `check-config` and `doctor` make without the
// database.
extension ServerCommands {
  /// Throws if no server can be started with the configuration. To find missing libraries and wrong
  /// files, it starts a server with the configured certificate on a free port, and stops it.
  static func requireServable(_ config: ServerConfig) async throws {
    try requireSchema(config.schema)
    if let danger = config.danger { throw danger }
    if let fault = folderFault(config) { throw fault }
    var settings = ServerSettings(port: 0)
    settings.tls = config.tls
    try await HTTPServer.start(settings) { _ in Response(.ok) }.stop(within: .zero)
  }

  /// Returns warnings about settings that are allowed but probably a mistake.
  static func warnings(_ config: ServerConfig) -> [String] {
    [forgetfulness(config)].compactMap { $0 } + config.doubts
  }

  static func requireSchema(_ folder: String) throws(Problem) {
    guard access(folder + "/Migrations", R_OK) == 0 else {
      throw Problem(
        .notFound, "The schema's files are not in \(folder).",
        fix: "Say where they are:  --schema FOLDER")
    }
  }

  /// Returns a problem if the folder of the pages cannot be used and cannot be created. Returns nil
  /// if it can, or if the server has no pages.
  static func folderFault(_ config: ServerConfig) -> Problem? {
    guard let folder = config.pages?.folder else { return nil }
    // If the folder does not exist yet, the server creates it, so the nearest existing folder above
    // it must be writable.
    var nearest = folder
    while access(nearest, F_OK) != 0, errno == ENOENT, let end = nearest.lastIndex(of: "/") {
      nearest = end == nearest.startIndex ? "/" : String(nearest[..<end])
    }
    var status = stat()
    let isFolder = stat(nearest, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    if isFolder, mayWrite(in: nearest, config) { return nil }
    return Problem(
      .usage, "The “folder” of “pages”, \(folder), cannot be used.",
      details: [isFolder ? "\(nearest) cannot be written." : "\(nearest) is no folder."],
      fix: "Name a folder that the server's user may write.")
  }

  /// Returns whether the server may create files in the folder.
  ///
  /// The modes of the folders do not show that a file system is read-only, so this process also
  /// tries whether it may write there itself.
  static func mayWrite(in folder: String, _ config: ServerConfig) -> Bool {
    (config.user?.mayWrite(in: folder) ?? true) && access(folder, W_OK | X_OK) == 0
  }

  /// Checks whether the mail server accepts connections, and prints the result.
  static func examineMail(_ config: ServerConfig) async {
    guard let server = config.mail?.server else { return }
    let place = "\(server.host), port \(server.port)"
    guard let failure = await MailReach.failure(of: server) else {
      return print("✓ The mail server at \(place), takes connections.")
    }
    print("! No letter can be sent now through \(place): \(failure.problem.title)")
  }
}
