import Foundation
import Testing

/// One family's computer: a home, a data folder and an environment, deleted after the test.
final class Household {
  /// The default moment and zone of every run; the demo family is made for them.
  static let moment = "2026-02-10T12:00:00Z"
  static let zone = "UTC"

  let folder: String
  let isDemo: Bool
  var environment: [String: String]
  var now = Household.moment
  /// Whether runs get the fixed moment; otherwise they use the machine's clock.
  var fixesTime = true

  var home: String { folder + "/home" }
  var data: String { folder + "/data" }
  var file: String { data + "/compass.sqlite" }
  var history: String { data + "/history" }

  /// - Parameter demo: whether the data folder has the demo family; otherwise it does not exist yet.
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

  /// The demo is made once and copied for each test, which is faster than making it again.
  private static let demoData = Result {
    let original = try Household(demo: false)
    let answer = try original.run(["--demo", "tasks"])
    try #require(answer.code == 0, "\(answer)")
    try? FileManager.default.removeItem(atPath: demoFolder)
    try FileManager.default.copyItem(atPath: original.data, toPath: demoFolder)
    atexit { try? FileManager.default.removeItem(atPath: Household.demoFolder) }
    return demoFolder
  }

  private static var demoFolder: String { NSTemporaryDirectory() + "/compass-demo-\(getpid())" }

  /// The first options of every run, so that the same words give the same bytes.
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

  /// Writes a file to the program's working folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
  }

  /// Files that examples and wrong lines read.
  func layOutFiles() throws {
    try write("Name,City,Priority tier\nOhio State,Columbus,A\nDuke,Durham,B\n", to: "schools.csv")
    try write("name,division\nOhio State,D1\nDuke,D9\n", to: "broken.csv")
    try write("%PDF-1.4\n% A page without anything on it.\n", to: "grades.pdf")
    try write("name;city\nDuke;Durham\n", to: "semicolons.csv")
  }

  /// A shell at a terminal.
  func open(
    _ extra: [String] = [], columns: Int = 80, rows: Int = 24,
    environment more: [String: String] = [:]
  ) throws -> Terminal {
    try Terminal(
      Program.path, options + extra, environment: environment.merging(more) { $1 },
      columns: columns, rows: rows)
  }

  /// Everything that is stored, as one text that two equal files have in common.
  ///
  /// Left out is what is written on purpose when a family's code was tried in vain: tries are counted, against guessing,
  /// and with them the time. The bytes of a file stay when its document is taken back, so that it can come back.
  /// - Parameter table: left out too.
  func dump(but table: String = "family_code_tries") throws -> String {
    // Filtered in a pipe, because a thousand tests call it: processing hundreds of kilobytes here would cost more than the rest of the
    // tests.
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

  /// The answer of SQLite's own program: a second reader that shares no code with this project.
  func sql(_ statement: String) throws -> String {
    let answer = try Program.run(
      "/usr/bin/sqlite3", ["-bail", "-quote", file], input: Array(statement.utf8),
      environment: environment)
    try #require(answer.code == 0, "\(answer)")
    return answer.output
  }
}
