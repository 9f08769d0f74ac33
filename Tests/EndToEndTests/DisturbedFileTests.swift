import Foundation
import Testing
import WebTesting

@Suite("A file that something else gets at")
struct DisturbedFileTests {
  struct Disturbance: Sendable, CustomTestStringConvertible {
    var testDescription: String
    let make: @Sendable (_ household: Household) throws -> Void
  }

  static let disturbances = [
    Disturbance(testDescription: "the file is deleted") { unlink($0.file) },
    Disturbance(testDescription: "its log is deleted") { unlink($0.file + "-wal") },
    Disturbance(testDescription: "the folder is moved") {
      rename($0.data, $0.folder + "/elsewhere")
    },
    Disturbance(testDescription: "another file is put there") { household in
      try FileManager.default.copyItem(atPath: household.file, toPath: household.folder + "/copy")
      rename(household.folder + "/copy", household.file)
    },
  ]

  @Test("A prompt whose file is another one by now acknowledges nothing", arguments: disturbances)
  func replaced(_ disturbance: Disturbance) throws {
    let household = try Household()
    let terminal = try household.open(rows: 60)
    terminal.seePrompt()
    #expect(terminal.enter("tasks complete t43").first?.hasPrefix("✓ t43") == true)
    try disturbance.make(household)
    for line in ["tasks complete t54", "schools add Yale"] {
      let answer = terminal.enter(line).joined(separator: " ")
      #expect(!answer.contains("✓"), "\(answer)")
      #expect(answer.contains("replaced while it was open here"), "\(answer)")
    }
    terminal.type("quit\r")
    #expect(terminal.end() == 0)
  }

  @Test(
    "Every page says at once that its file is another one by now",
    arguments: disturbances.filter { $0.testDescription != "its log is deleted" })
  func replacedBelowPages(_ disturbance: Disturbance) async throws {
    let served = try ServedHousehold(try Household())
    let browser = try await served.browser()
    let page = try await browser.get("/tasks")
    #expect(page.status == 200, "\(page.words)")
    let added = try await browser.press("quick add First", on: page)
    #expect(added.outcome.contains("First"), "\(added.words)")
    try disturbance.make(served.household)
    for path in ["/", "/tasks", "/schools/s1", "/welcome", "/account", "/c?line=schools%20add"] {
      let answer = try await browser.get(path)
      #expect(answer.status == 500, "\(path): \(answer.words)")
      #expect(answer.words.contains("replaced while it was open here"), "\(answer.words)")
    }
    await served.stop()
  }

  @Test("A prompt whose shared memory is cut short says so and ends, on a terminal that works")
  func cutShort() throws {
    let household = try Household()
    let terminal = try household.open(rows: 60)
    terminal.seePrompt()
    #expect(truncate(household.file + "-shm", 0) == 0)
    terminal.type("tasks complete t43\r")
    terminal.see("was cut short by another program")
    #expect(terminal.end() == 1)
    #expect(try household.run(["doctor"]).code == 0)
  }

  @Test("A folder that others may open is not called closed")
  func openFolder() throws {
    let household = try Household()
    #expect(
      try household.run(["doctor", "--width", "200"]).output.contains("Closed to others  Yes"))
    chmod(household.data, 0o777)
    let doctor = unwrapped(try household.run(["doctor", "--width", "200"]).output)
    #expect(doctor.contains("(777); chmod 700 \(household.data) closes it"), "\(doctor)")
  }

  @Test(
    "A folder or file that may not be read is not called empty; what may be written may be restored"
  )
  func unreadable() throws {
    let household = try Household()
    try household.run(["backup"])
    let before = try household.dump()
    for name in try FileManager.default.subpathsOfDirectory(atPath: household.folder) + [""] {
      chown("\(household.folder)/\(name)", Self.nobody, Self.nobody)
    }
    chmod(household.data, 0o000)
    let folder = try asNobody(household, ["tasks"])
    #expect(folder.code == 1 && !folder.errors.contains("No profile is set up"), "\(folder)")
    let words = "You may not enter the folder \(household.data): its permission x is missing."
    #expect(unwrapped(folder.output + folder.errors).contains(words), "\(folder)")
    chmod(household.data, 0o700)
    chmod(household.file, 0o000)
    let file = try asNobody(household, ["tasks"])
    #expect(file.code == 1 && (file.output + file.errors).contains("permission r"), "\(file)")
    let reason = "\(household.file) cannot be opened: Permission denied."
    #expect(unwrapped(file.output + file.errors).contains(reason), "\(file)")
    let list = try asNobody(household, ["backup", "list"])
    #expect(list.code == 0 && list.output.contains("by hand"), "\(list)")
    let restored = try asNobody(household, ["restore", "latest", "--yes"])
    #expect(restored.code == 0, "\(restored)")
    #expect(try household.dump() == before)
  }

  @Test("The check of a file that may not be written says that nothing can be saved")
  func notWritable() throws {
    let household = try Household()
    let words = "The file can be read but not written, so nothing can be saved."
    #expect(!unwrapped(try household.run(["doctor"]).output).contains(words))
    for name in try FileManager.default.subpathsOfDirectory(atPath: household.folder) + [""] {
      chown("\(household.folder)/\(name)", Self.nobody, Self.nobody)
    }
    chmod(household.file, 0o400)
    let doctor = try asNobody(household, ["doctor"])
    #expect(doctor.code == 0 && doctor.output.contains("The file is sound."), "\(doctor)")
    #expect(unwrapped(doctor.output).contains(words), "\(doctor)")
    #expect(unwrapped(doctor.output).contains("its permission w is missing."), "\(doctor)")
  }

  private static let nobody: UInt32 = 65_534

  /// Returns the text as one line. The program breaks long paths onto lines of their own, which the
  /// test must not depend on.
  private func unwrapped(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Runs the program as an unprivileged user, because file permissions do not restrict root.
  private func asNobody(_ household: Household, _ words: [String]) throws -> ProgramAnswer {
    guard geteuid() == 0 else {
      return try Program.run(
        "/usr/bin/env", ["-C", household.folder, Program.path] + household.options + words,
        environment: household.environment)
    }
    // The program is copied, because other users may not enter the folder of the build, which can
    // be inside of root's home.
    //
    // The program `cp` makes the copy. If this process made it, a program that another test starts
    // at that moment would inherit the descriptor that writes the copy, and a file that is open for
    // writing cannot be run.
    let program = household.folder + "/compass-shell"
    if !FileManager.default.fileExists(atPath: program) {
      _ = try Program.run("/bin/cp", [Program.path, program], environment: household.environment)
    }
    let command = ["-C", household.folder, program] + household.options + words
    return try Program.run(
      "/usr/bin/setpriv",
      ["--reuid", "\(Self.nobody)", "--regid", "\(Self.nobody)", "--clear-groups", "/usr/bin/env"]
        + command, environment: household.environment)
  }
}
