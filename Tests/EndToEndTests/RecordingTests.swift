import Composition
import Foundation
import Glibc
import Testing

/// Records sessions with the program and replays them.
@Suite("Recording a session")
struct RecordingTests {
  let household: Household

  init() throws {
    household = try Household()
    // The program runs with the machine's clock, because a recording contains real times and
    // durations.
    household.fixesTime = false
  }

  private func recording(_ name: String = "fault.txt") throws -> String {
    try String(contentsOfFile: household.folder + "/" + name, encoding: .utf8)
  }

  private static let lines = """
    schools add "Blue Ridge College" --state VT --notes "ask for Coach Whitfield"
    schools show s31 --fields id,name
    tasks complete t41
    interactions log call c1 talked ten minutes yesterday
    schools show nowhere
    find kowalski
    undo
    history
    """

  @Test("A raw recording repeats to the letter: ids, moments, failures and exit code")
  func raw() throws {
    let session = try household.run(
      ["--keep-going", "record", "fault.txt", "--raw"], input: Self.lines)
    let replay = try household.run(["replay", "fault.txt"])
    #expect(session.code == 3 && replay.code == 3, "\(session)\n\(replay)")
    #expect(session.output.contains("\"id\""))
    #expect(replay.output == session.output)
    #expect(try recording().contains("Whitfield"))
  }

  @Test("Without --raw nobody's own words are in it, and it repeats the same steps")
  func replaced() throws {
    let session = try household.run(["--keep-going", "record", "fault.txt"], input: Self.lines)
    let text = try recording()
    var facts = stat()
    #expect(stat(household.folder + "/fault.txt", &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    let own = try household.sql(
      """
      SELECT full_name FROM users UNION SELECT email FROM users
      UNION SELECT first_name || ' ' || last_name FROM coaches UNION SELECT email FROM coaches
      UNION SELECT phone FROM coaches UNION SELECT name FROM schools UNION SELECT name FROM events
      UNION SELECT notes FROM schools UNION SELECT content FROM interactions
      UNION SELECT family_code FROM family_units;
      """)
    let words = Set(
      own.split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 5 }.map { $0.lowercased() })
    #expect(words.count > 100)
    let told = Set(
      text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() })
    // A recording may contain none of the family's own words, apart from words that are also names
    // of commands, columns or rules, because those reveal nothing.
    let columns = try household.sql(
      """
      SELECT group_concat(sql) FROM sqlite_schema; SELECT category FROM user_preferences;
      SELECT rule_type FROM suggestion;
      """)
    let commands = Set(
      (Array(Compass.words) + [columns]).flatMap {
        $0.split { !$0.isLetter }.map { $0.lowercased() }
      })
    let kept = words.intersection(told).subtracting(commands)
    #expect(kept.isEmpty, "\(kept.sorted())")
    #expect(!text.contains("Whitfield") && !text.contains("Blue Ridge"))
    let replay = try household.run(["replay", "fault.txt"])
    #expect(replay.code == session.code, "\(replay)")
    for step in ["✓ Added s31", "is complete", "Took back:"] {
      #expect(session.output.contains(step) == replay.output.contains(step), "\(step)")
    }
  }

  @Test("Texts and names that consist of words of commands are replaced, and still mean the same")
  func ownTexts() throws {
    let lines = """
      schools add "Log Offers Academy" --notes "call offers"
      schools edit s31 --notes="add schools" --json
      schools show "log offers academy"
      interactions log call c1 "export coaches" --on yesterday
      quick add call tasks
      schools delete nowhere --notes "undo tasks"
      """
    let session = try household.run(["--keep-going", "record", "fault.txt"], input: lines)
    let text = try recording()
    let typed = text.split(separator: "\n").filter { $0.contains(#""line":"#) }
      .joined(separator: "\n").lowercased()
    for words in ["offers", "academy", "add schools", "export", "call tasks"] {
      #expect(!typed.contains(words), "\(words) in \(typed)")
    }
    for words in [
      "schools add", "--notes", "schools edit s31", "--json", "interactions log call c1",
      "--on yesterday", "quick add",
    ] {
      #expect(typed.contains(words), "\(words) in \(typed)")
    }
    let replay = try household.run(["replay", "fault.txt"])
    #expect(replay.code == session.code, "\(session)\n\(replay)")
    let done = { (answer: ProgramAnswer) in answer.output.count { $0 == "✓" } }
    #expect(done(session) >= 3 && done(replay) == done(session), "\(session)\n\(replay)")
  }

  @Test("What the program's own lists and rules have stays, so that a replay does the same")
  func programsWords() throws {
    let kept = [
      "performance log velocity 84", "performance log exit-velo 88mph --on yesterday",
      "performance goal velocity 85", "tasks complete strength", "profile edit --sport soccer",
      "profile edit --position goalkeeper", "settings set daily-digest off",
      "settings set quiet-hours 22-7",
    ]
    let others = [
      "schools edit s1 --state Ohio", "events add \"Fall Day\" camp friday --state Oregon",
      "coaches edit c1 --phone \"555-010-1234 ext 12\"",
      "coaches edit c2 --phone \"555-010-1234 x12\"",
      "schools edit s2 --notes \"Elm Street, 4321\"",
    ]
    let session = try household.run(
      ["--keep-going", "record", "fault.txt"], input: (kept + others).joined(separator: "\n"))
    let typed = try recording().split(separator: "\n").filter { $0.contains(#""line":"#) }
      .joined(separator: "\n")
    for line in kept { #expect(typed.contains(#""line":"\#(line)""#), "\(line) in \(typed)") }
    for words in ["s1 --state OH", "--state OR", " ext 12", " x12"] {
      #expect(typed.contains(words), "\(words) in \(typed)")
    }
    for words in ["010-1234", "Elm", "4321", "Fall"] {
      #expect(!typed.contains(words), "\(words) in \(typed)")
    }
    let replay = try household.run(["replay", "fault.txt"])
    #expect(session.code == 0 && replay.code == 0, "\(session)\n\(replay)")
    let done = { (answer: ProgramAnswer) in answer.output.count { $0 == "✓" } }
    #expect(done(replay) == done(session), "\(session)\n\(replay)")
    #expect(replay.output.contains("Fastball Velocity 84"), "\(replay)")
  }

  @Test("A command that is typed at a question hides the names in it, and words of lists stay")
  func commandsAtQuestions() throws {
    let terminal = try household.open(["record", "\(household.folder)/fault.txt"])
    terminal.seePrompt()
    terminal.type("schools add\r")
    terminal.see("The school's name")
    terminal.type("account create --name \"Log Call\" --role parent\r")
    terminal.see("is a command.")
    terminal.type("Log Offers\r")
    terminal.see("Where do you stand with it?")
    terminal.cancel()
    terminal.type("tasks complete\r")
    terminal.see("Which tasks are complete?")
    terminal.type("strength\r")
    terminal.see("✓")
    terminal.kill()
    let text = try recording()
    #expect(!text.contains("Log Call") && !text.contains("Log Offers"))
    #expect(text.contains(#""answer":"account create --name"#) && text.contains(" --role parent"))
    #expect(text.contains(#""answer":"strength""#))
  }

  @Test("At a terminal answers and Ctrl-C are in it, a passphrase is not, and a kill ends it")
  func terminal() throws {
    let terminal = try household.open(["record", "\(household.folder)/fault.txt"])
    terminal.seePrompt()
    terminal.type("offers add\r")
    terminal.see("Which school?")
    terminal.type("s3\r")
    terminal.see("What do they offer?")
    terminal.cancel()
    terminal.type("account passphrase\r")
    terminal.see("New passphrase")
    terminal.type("Qxzvwk Lantern 77\r")
    terminal.see("The same once more")
    terminal.type("Qxzvwk Lantern 77\r")
    terminal.seePrompt()
    terminal.type("tasks complete t41\r")
    terminal.see("✓")
    terminal.kill()
    let text = try recording()
    #expect(!text.contains("Lantern") && !text.contains("Qxzvwk"))
    #expect(text.contains("\"secret\":true") && text.contains("\"interrupted\":true"))
    #expect(text.contains("\"answer\":\"s3\"") && text.contains("\"line\":\"tasks complete t41\""))
    let before = try household.dump()
    let replay = try household.run(["replay", "fault.txt"])
    #expect(replay.code == 0, "\(replay)")
    #expect(replay.output.contains("What do they offer?"))
    #expect(replay.output.contains("✓ t41 "))
    #expect(try household.dump() == before)
  }

  @Test("A replay writes no file, sends nothing, reads none, and leaves no folder")
  func nothingOutside() throws {
    let lines = """
      reports generate last-30-days
      reports csv --out report.csv
      import schools schools.csv --yes
      backup file --out whole.sqlite
      erase all --yes
      """
    try household.layOutFiles()
    let places = household.folder + "/tmp"
    try FileManager.default.createDirectory(atPath: places, withIntermediateDirectories: true)
    household.environment["TMPDIR"] = places
    // The first folder was left behind by a crashed replay; the second one is in use by another
    // process, which holds its lock.
    for name in ["compass-replay-left", "compass-replay-used"] {
      try FileManager.default.createDirectory(
        atPath: "\(places)/\(name)/backups", withIntermediateDirectories: true)
      #expect(
        FileManager.default.createFile(atPath: "\(places)/\(name)/lock", contents: nil))
    }
    let used = Glibc.open("\(places)/compass-replay-used/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(used, LOCK_EX) == 0)
    defer { close(used) }
    try household.run(["--keep-going", "record", "fault.txt", "--raw"], input: lines)
    try? FileManager.default.removeItem(atPath: household.data)
    for name in ["report.csv", "whole.sqlite"] {
      try? FileManager.default.removeItem(atPath: household.folder + "/" + name)
    }
    let replay = try household.run(["replay", "fault.txt"])
    #expect(replay.errors.contains("is no part of the recording."), "\(replay)")
    for name in ["report.csv", "whole.sqlite", "data"] {
      #expect(!FileManager.default.fileExists(atPath: household.folder + "/" + name), "\(name)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: places) == ["compass-replay-used"])
  }

  @Test("Who may not take the file along may not record it raw, and nothing is left of the try")
  func refused() throws {
    let parent = try household.run(["record", "a.txt", "--raw"], options: ["--profile", "Maria"])
    #expect(parent.code == 5, "\(parent)")
    try household.write("Hunter2hunter2\n", to: "maria.txt")
    chmod(household.folder + "/maria.txt", 0o600)
    try household.run(
      ["account", "passphrase", "--passphrase-file", "maria.txt"], options: ["--profile", "Maria"])
    let athlete = try household.run(["record", "a.txt", "--raw"])
    #expect(
      athlete.code == 5 && athlete.errors.contains("Maria Shelton has to agree"), "\(athlete)")
    let own = try household.run(["record", household.file])
    #expect(own.code != 0, "\(own)")
    #expect(!FileManager.default.fileExists(atPath: household.folder + "/a.txt"))
    // A recording without `--raw` replaces the words of all people of the file by invented words.
    // It therefore needs no person's consent. It contains no passphrase hash.
    let replaced = try household.run(["record", "a.txt"], input: "tasks\n")
    #expect(replaced.code == 0, "\(replaced)")
    #expect(try !recording("a.txt").contains("passphrase_hash"))
  }

  @Test("It begins before there is anybody")
  func fresh() throws {
    let empty = try Household(demo: false)
    let lines = "account create --name \"Jo Field\" --role athlete\ntasks\n"
    let session = try empty.run(["record", "fault.txt"], input: lines)
    let replay = try empty.run(["replay", "fault.txt"])
    #expect(session.code == 0 && replay.code == 0, "\(session) \(replay)")
    let text = try String(contentsOfFile: empty.folder + "/fault.txt", encoding: .utf8)
    #expect(!text.contains("Field") && replay.output.contains("✓"))
  }

  @Test("A replay shows the profile as full as it was, with other words in it")
  func profile() throws {
    let session = try household.run(["record", "fault.txt"], input: "profile\n")
    let replay = try household.run(["replay", "fault.txt"])
    #expect(session.code == 0 && replay.code == 0, "\(session)\n\(replay)")
    let labels = { (answer: ProgramAnswer) in
      answer.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    }
    #expect(session.output.contains("Catcher") || session.output.contains("3.62"))
    #expect(replay.output.contains("3.62") && replay.output.contains("5'11"))
    #expect(labels(replay).count == labels(session).count, "\(session.output)\n\(replay.output)")
    let recorded = try recording()
    for word in ["Maple", "Hollow", "Herons", "555-0101"] {
      #expect(!recorded.contains(word), "\(word)")
    }
    // The digits of these values can also be a part of an id or of a replaced number. The test
    // therefore searches for each value together with the name of its JSON member. One in a
    // thousand recordings replaces `40.1` by the same digits by chance, so the test makes a second
    // recording and searches both.
    _ = try household.run(["record", "again.txt"], input: "profile\n")
    let again = try String(contentsOfFile: household.folder + "/again.txt", encoding: .utf8)
    for (member, value) in [
      (#"\"latitude\":"#, "40.1"), (#"\"zip\":"#, #"\"43999\""#), (#""zip_code":"#, #""43999""#),
    ] {
      #expect(recorded.contains(member), "\(member)")
      #expect(
        !recorded.contains(member + value) || !again.contains(member + value),
        "\(member)\(value)")
    }
  }

  @Test(
    "A pipe, a device and a file of two gigabytes are refused at once, as a recording and as a script"
  )
  func strangeFiles() throws {
    #expect(mkfifo(household.folder + "/pipe", 0o600) == 0)
    let large = Glibc.open(household.folder + "/large", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    #expect(ftruncate(large, 2 << 30) == 0)
    close(large)
    for (name, words) in [
      ("pipe", "is a pipe or a device"), ("/dev/zero", "is a pipe or a device"),
      ("large", "is too large to be read"),
    ] {
      for line in [["replay", name], ["--file", name]] {
        let answer = try household.run(line)
        #expect(answer.code == 2 && answer.errors.contains(words), "\(line) \(answer)")
      }
    }
  }
}
