import Foundation
import JSON
import Testing

/// A family's computer for one test: a home folder, a data folder and an environment. The folder is
/// deleted with this object.
final class Household {
  /// The time and the time zone of every run, unless a test changes them. The dates of the demo
  /// family are computed for this time.
  static let moment = "2026-02-10T12:00:00Z"
  static let zone = "UTC"

  let folder: String
  let isDemo: Bool
  var environment: [String: String]
  var now = Household.moment
  /// Whether the program runs at the time `now`; otherwise it uses the machine's clock.
  var fixesTime = true

  var home: String { folder + "/home" }
  var data: String { folder + "/data" }
  var file: String { data + "/compass.sqlite" }
  var history: String { data + "/history" }

  /// - Parameter demo: whether the data folder contains the demo family; otherwise the data folder
  ///   does not exist yet.
  init(demo: Bool = true) throws {
    var template = Array("/tmp/compass-end-to-end-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    isDemo = demo
    environment = [
      "HOME": folder + "/home", "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
      "TERM": "xterm", "NO_COLOR": "1", "COMPASS_PAGER": "",
    ]
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    if demo { try FileManager.default.copyItem(atPath: Self.demoData.get(), toPath: data) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The data of the demo family, made once and copied for each test: copying is faster than making
  /// it again.
  private static let demoData = Result {
    let original = try Household(demo: false)
    let answer = try original.run(["--demo", "tasks"])
    try #require(answer.code == 0, "\(answer)")
    try? FileManager.default.removeItem(atPath: demoFolder)
    try FileManager.default.copyItem(atPath: original.data, toPath: demoFolder)
    atexit { try? FileManager.default.removeItem(atPath: Household.demoFolder) }
    return demoFolder
  }

  private static let demoDump = Result { try Household().dump() }

  /// Returns whether the file still holds the demo family as it was at first.
  ///
  /// Most commands that are refused write nothing at all, and comparing bytes takes less time than
  /// a dump. SQLite can also have written to the file's log.
  func isUnchanged() throws -> Bool {
    let logged = try? Data(contentsOf: URL(filePath: file + "-wal"))
    let original = try Self.demoData.get() + "/compass.sqlite"
    if logged?.isEmpty ?? true,
      FileManager.default.contentsEqual(atPath: file, andPath: original)
    {
      return true
    }
    return try dump() == Self.demoDump.get()
  }

  private static var demoFolder: String { NSTemporaryDirectory() + "/compass-demo-\(getpid())" }

  /// The first options of every run. They fix the data folder, the zone and the time, so that a
  /// command always prints the same.
  var options: [String] {
    ["--data", data, "--timezone", Self.zone] + (fixesTime ? ["--now", now] : [])
  }

  @discardableResult
  func run(
    _ words: [String], input: String = "", options extra: [String] = [],
    _ location: SourceLocation = #_sourceLocation
  ) throws -> ProgramAnswer {
    try start(words, input: input, options: extra).finish(location)
  }

  func start(_ words: [String], input: String = "", options extra: [String] = []) throws -> Running
  {
    try Running(
      "/usr/bin/env", ["-C", folder, Program.path] + options + extra + words,
      input: Array(input.utf8), environment: environment)
  }

  /// Runs lines as one script of a person, and returns the answer to each line.
  ///
  /// One process for many lines takes much less time than one for each.
  func answers(
    to lines: [String], as person: String = "Casey", _ location: SourceLocation = #_sourceLocation
  ) throws -> [JSONValue] {
    let answer = try run(
      ["--json", "--keep-going", "--profile", person],
      input: lines.map { $0 + "\n" }.joined(), location)
    let documents = answer.output.split(separator: "\n")
    try #require(
      documents.count == lines.count && answer.errors.isEmpty, "\(answer)",
      sourceLocation: location)
    return try documents.map { try JSONValue.parse(String($0)) }
  }

  /// Writes a file into the folder in which the program runs.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
  }

  /// Writes the files that the examples of commands and the tests of bad input read.
  func layOutFiles() throws {
    try write("Name,City,Priority tier\nOhio State,Columbus,A\nDuke,Durham,B\n", to: "schools.csv")
    try write("name,division\nOhio State,D1\nDuke,D9\n", to: "broken.csv")
    try write("%PDF-1.4\n% A page without anything on it.\n", to: "grades.pdf")
    try write("name;city\nDuke;Durham\n", to: "semicolons.csv")
  }

  /// Starts the program at a terminal, where it shows its prompt.
  func open(
    _ extra: [String] = [], columns: Int = 80, rows: Int = 24,
    environment more: [String: String] = [:]
  ) throws -> Terminal {
    try Terminal(
      Program.path, options + extra, environment: environment.merging(more) { $1 },
      columns: columns, rows: rows)
  }

  /// Returns all stored data as one text, so that two dumps can be compared.
  ///
  /// It omits rows that may change although a command was refused or undone. The count of tried
  /// family codes and the time by which a person has to wait (`security_time`) are stored in any
  /// case, because they prevent guessing. The content of files stays after an undo, so that a redo
  /// can bring the document back.
  ///
  /// - Parameter table: the name of another table whose rows are omitted.
  func dump(but table: String = "family_code_tries") throws -> String {
    // The lines are filtered in the shell: a thousand tests call this function, and filtering
    // hundreds of kilobytes in Swift would take longer than the rest of the tests.
    let answer = try Program.run(
      "/bin/sh",
      [
        "-c",
        #"sqlite3 -bail -quote "$0" .dump | grep -v -e "'family_code_tries'" -e "'security_time'" -e "INTO kept_files" -e "$1""#,
        file, table,
      ], environment: environment)
    try #require(answer.code == 0 && !answer.output.isEmpty, "\(answer)")
    return answer.output
  }

  /// Returns the answer of the program `sqlite3`, which reads the file without this project's code.
  func sql(_ statement: String) throws -> String {
    let answer = try Program.run(
      "/usr/bin/sqlite3", ["-bail", "-quote", file], input: Array(statement.utf8),
      environment: environment)
    try #require(answer.code == 0, "\(answer)")
    return answer.output
  }
}
