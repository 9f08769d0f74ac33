import FeatureKit
import Glibc
import ShellHost

/// Adds the program to the menu of a desktop (by freedesktop.org's specifications), and adds a
/// systemd service of the user that serves pages after login, so that the user needs no terminal.
///
/// The menu entry opens a browser with a one-time key, for which the browser gets a session. It
/// also starts the web server if the service does not run.
struct DesktopInstallation: Sendable {
  /// The path of this program's executable, which the menu entry and the service start.
  let program: String
  /// The absolute path of the data folder. A relative path would not work, because a service starts
  /// in another folder than a terminal does. The folder may not exist yet: `serve` creates it.
  let data: String
  /// The folder of the desktop entries for the menu. `services` is the folder of the user's systemd
  /// services.
  let entries: String
  let services: String

  static let name = "recruiting-compass"

  init(data folder: DataFolder, environment: Environment) throws(Problem) {
    var path = [CChar](repeating: 0, count: 4_096)
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else {
      throw Problem(.failed, "The program does not know where it is.")
    }
    program = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let whole = realpath(folder.path, nil)
    defer { free(whole) }
    data = whole.map { String(cString: $0) } ?? folder.path
    let home = environment["HOME"] ?? ""
    func base(_ variable: String, _ usual: String) -> String {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + usual
    }
    entries = base("XDG_DATA_HOME", "/.local/share") + "/applications"
    services = base("XDG_CONFIG_HOME", "/.config") + "/systemd/user"
  }

  private var entryFile: String { "\(entries)/\(Self.name).desktop" }
  private var serviceFile: String { "\(services)/\(Self.name).service" }
  private var wanted: String { "\(services)/default.target.wants" }
  private var wantedLink: String { "\(wanted)/\(Self.name).service" }

  var entry: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Recruiting Compass
    Comment=Your college recruiting
    Exec=\(Self.entryWord(program)) --data \(Self.entryWord(data)) serve --open
    Icon=applications-education
    Terminal=false
    Categories=Education;

    """
  }

  var service: String {
    """
    [Unit]
    Description=Recruiting Compass

    [Service]
    ExecStart=\(Self.serviceWord(program)) --data \(Self.serviceWord(data)) serve
    Restart=on-failure
    StandardOutput=null

    [Install]
    WantedBy=default.target

    """
  }

  func install() throws(Problem) {
    for folder in [entries, services, wanted] { try make(folder) }
    try write(entry, to: entryFile)
    try write(service, to: serviceFile)
    unlink(wantedLink)
    // The earlier link was removed just before. If a link exists again, another program is
    // installing the same service at this moment, which is no failure.
    guard symlink("../\(Self.name).service", wantedLink) == 0 || errno == EEXIST else {
      throw failure(wantedLink)
    }
  }

  /// Removes the menu entry and the service. Returns false if neither existed.
  func remove() -> Bool {
    let files: [String] = [wantedLink, serviceFile, entryFile]
    return files.map { file in unlink(file) == 0 }.contains(true)
  }

  /// Returns the text as a word of `Exec` in a desktop entry.
  ///
  /// It is quoted as the specification requires for `Exec`, and its backslashes are escaped again,
  /// because the value is also a string of a key file. A line break would end the value.
  static func entryWord(_ text: String) -> String {
    quoted(text) { scalar in
      switch scalar {
      case "\"", "`", "$": "\\\\\(scalar)"
      case "\\": "\\\\\\\\"
      case "%": "%%"
      case "\n": "\\n"
      case "\r": "\\r"
      default: nil
      }
    }
  }

  /// Returns the text as one quoted argument of `ExecStart` in a systemd service. A line break would
  /// end the argument.
  static func serviceWord(_ text: String) -> String {
    quoted(text) { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "%": "%%"
      case "$": "$$"
      case "\n": "\\n"
      case "\r": "\\r"
      default: nil
      }
    }
  }

  /// Returns the text in quotation marks, in which `escaped` replaces scalars.
  ///
  /// Scalars are replaced and not characters: a quotation mark with a combining mark is another
  /// `Character`, and still ends the word for the programs that read the file.
  private static func quoted(
    _ text: String, _ escaped: (Unicode.Scalar) -> String?
  ) -> String {
    var word = "\""
    for scalar in text.unicodeScalars {
      if let escape = escaped(scalar) {
        word += escape
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    return word + "\""
  }

  private func make(_ folder: String) throws(Problem) {
    var made = ""
    for piece in folder.split(separator: "/") {
      made += "/" + piece
      if mkdir(made, 0o755) != 0, errno != EEXIST { throw failure(made) }
    }
  }

  /// Writes a temporary file and renames it, so that other programs never read a partly written
  /// file. The temporary file has a unique name, because two programs may install at the same
  /// moment.
  private func write(_ text: String, to file: String) throws(Problem) {
    let draft = "\(file).\(try Machine.random()).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure(draft) }
    var bytes = Array(text.utf8)[...]
    var isWritten = true
    while isWritten, !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      isWritten = count > 0 || errno == EINTR
      bytes = bytes.dropFirst(max(0, count))
    }
    close(descriptor)
    guard isWritten, rename(draft, file) == 0 else {
      let problem = failure(file)
      unlink(draft)
      throw problem
    }
  }

  private func failure(_ path: String) -> Problem {
    Problem(
      .failed, "\(path) could not be written: \(String(cString: strerror(errno))).",
      fix: "Look whose folder it is, and whether there is room.")
  }
}
