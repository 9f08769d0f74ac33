import Glibc
import Testing

@testable import LineEditing

@Suite("The history on disk")
struct HistoryFileTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/history"
  }

  private func contents() -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  private func write(_ text: String, mode: mode_t = 0o600) throws {
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
    chmod(path, mode)
  }

  private func mode() -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("What is appended is read again, newest last, by its owner alone")
  func roundTrip() throws {
    let history = HistoryFile(path: path)
    #expect(try history.lines() == [])
    try history.append("tasks")
    try history.append("schools add \"Universität Köln\"")
    #expect(try history.lines() == ["tasks", "schools add \"Universität Köln\""])
    #expect(mode() == 0o600)
  }

  @Test("It keeps the newest lines only")
  func bounded() throws {
    let history = HistoryFile(path: path, limit: 3)
    for number in 1...5 { try history.append("tasks show \(number)") }
    #expect(contents() == "tasks show 3\ntasks show 4\ntasks show 5\n")
    #expect(mode() == 0o600)
  }

  @Test("A file that others could read is closed to them")
  func tightened() throws {
    try write("tasks\n", mode: 0o644)
    try HistoryFile(path: path).append("help")
    #expect(mode() == 0o600)
    #expect(contents() == "tasks\nhelp\n")
  }

  @Test("Damage and hostile lines are passed over, and a torn end is closed")
  func damaged() throws {
    try write("tasks\n\u{1B}[2Jevil\n\nhelp\nhalf")
    #expect(try HistoryFile(path: path).lines() == ["tasks", "help", "half"])
    try HistoryFile(path: path).append("quit")
    #expect(try HistoryFile(path: path).lines() == ["tasks", "help", "half", "quit"])
  }

  @Test(
    "Shells that append and shorten at once lose nothing",
    arguments: [2000, 150])
  func atOnce(limit: Int) throws {
    let path = path
    let shells = (0..<8).map { shell in
      Background {
        for number in 0..<40 {
          try? HistoryFile(path: path, limit: limit).append("shell \(shell) line \(number)")
        }
        return true
      }
    }
    for shell in shells { _ = try shell.value() }
    let lines = try HistoryFile(path: path, limit: limit).lines()
    #expect(lines.count == min(limit, 320))
    #expect(Set(lines).count == lines.count)
    for shell in 0..<8 {
      let own = lines.filter { $0.hasPrefix("shell \(shell) ") }
      let last = (0..<40).suffix(own.count).map { "shell \(shell) line \($0)" }
      #expect(own == last)
    }
  }

  @Test(
    "What is worth keeping",
    arguments: [
      ("tasks", nil, "tasks"),
      ("tasks  ", nil, "tasks"),
      (" tasks", nil, nil),
      ("", nil, nil),
      ("   ", nil, nil),
      ("tasks", "tasks", nil),
      ("tasks", "help", "tasks"),
      ("two\nlines", nil, nil),
      (String(repeating: "x", count: 4097), nil, nil),
    ] as [(String, String?, String?)])
  func worthKeeping(line: String, newest: String?, kept: String?) {
    #expect(HistoryFile.worthKeeping(line, after: newest) == kept)
  }

  @Test("A link is neither read nor written: it may lead to the database")
  func links() throws {
    let other = folder.path + "/compass.sqlite"
    try write("tasks\n")
    #expect(rename(path, other) == 0)
    for make in [{ symlink(other, $0) }, { link(other, $0) }] as [(String) -> Int32] {
      #expect(make(path) == 0)
      let failure = LineEditingFailure.historyIsLink(path: path)
      #expect(throws: failure) { try HistoryFile(path: path).lines() }
      #expect(throws: failure) { try HistoryFile(path: path).append("help") }
      #expect(
        failure.what
          == "What you type is not kept: \(path) is a link to another file, or no file.")
      #expect(failure.fix == "Delete it:  rm \(path)")
      #expect(contents() == "tasks\n")
      #expect(unlink(path) == 0)
    }
  }

  @Test("A folder that is not there is a sentence with the path")
  func unwritable() {
    let history = HistoryFile(path: folder.path + "/missing/history")
    let failure = LineEditingFailure.historyNotKept(
      path: folder.path + "/missing/history", code: ENOENT)
    #expect(throws: failure) { try history.append("tasks") }
    #expect(
      failure.what
        == "What you type is not kept in \(folder.path)/missing/history: No such file or directory."
    )
  }
}
