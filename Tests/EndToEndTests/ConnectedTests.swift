import Foundation
import Testing

/// Runs the program against a real server: a family that shares its data between computers
/// (docs/sharing.md).
@Suite(.serialized)
struct ConnectedTests {
  private static let password = "a long enough password"

  /// Returns an empty household with the file `pw.txt`, which contains the account's password.
  private func household() throws -> Household {
    let household = try Household(demo: false)
    household.fixesTime = false
    try household.write(Self.password, to: "pw.txt")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: household.folder + "/pw.txt")
    return household
  }

  private func connect(
    _ household: Household, _ server: ServerProcess, _ email: String, _ more: [String] = []
  ) throws -> ProgramAnswer {
    try household.run(
      [
        "account", "connect", server.address, "--key", server.key, "--email", email,
        "--password-file", "pw.txt", "--yes",
      ] + more)
  }

  private func address() -> String { "somebody-\(UUID().uuidString.lowercased())@example.org" }

  /// Runs a command line that must succeed, and returns its output.
  @discardableResult
  private func say(_ line: String, _ household: Household) throws -> String {
    let answer = try household.run(line.split(separator: " ").map(String.init))
    try #require(answer.code == 0, "\(line): \(answer)")
    return answer.output
  }

  @Test(
    "An athlete with two computers: what is written on one is on the other, and what both changed is decided"
  )
  func twoComputers() throws {
    do {
      let server = try ServerProcess()
      let email = address()
      let computer = try household()
      try say("account create --name Casey --role athlete --graduation-year 2028", computer)
      try say("schools add Oak", computer)
      let asked = try computer.run([
        "account", "connect", server.address, "--key", server.key, "--email", email,
        "--password-file", "pw.txt", "--new", "--birth-date", "2005-05-31",
      ])
      // Connecting asks whether the data may be sent. This command line does not contain `--yes`,
      // so the command fails.
      #expect(asked.code == 2)
      #expect(asked.errors.contains("This goes there:  1 school."), "\(asked)")
      #expect(try say("sync status", computer).contains("This file is not connected to a server."))
      let made = try connect(computer, server, email, ["--new", "--birth-date", "2005-05-31"])
      #expect(made.output.hasPrefix("✓ This file is connected.\n"), "\(made)")
      #expect(made.output.contains("What was here before is kept:"))
      #expect(try say("backup list", computer).contains("before connecting to a server"))

      let phone = try household()
      let joined = try connect(phone, server, email)
      #expect(joined.code == 0, "\(joined)")
      #expect(try say("schools", phone).contains("s1  Oak"))
      try say("schools add Elm", phone)
      // The command `schools add` has sent its change to the server after its answer, so nothing is
      // left to send.
      #expect(try say("sync", phone) == "✓ Nothing new.\n")
      #expect(try say("sync", computer).hasPrefix("✓ "))
      #expect(try say("schools", computer).contains("Elm"))

      try say("schools edit s1 --notes desk", computer)
      let edited = try phone.run(["schools", "edit", "s1", "--notes", "phone"])
      #expect(edited.code == 0 && edited.output.hasPrefix("✓ Changed s1 Oak."), "\(edited)")
      #expect(edited.errors.contains("Decide:  sync conflicts"), "\(edited)")
      let conflicts = try say("sync conflicts", phone)
      #expect(conflicts.contains("desk") && conflicts.contains("phone"), "\(conflicts)")
      let number = try #require(conflicts.firstMatch(of: /sync keep mine (\d+)/)?.1)
      #expect(
        try say("sync keep mine \(number)", phone).hasPrefix(
          "✓ Your change is made anew: Changed s1 Oak: Notes."))
      try say("sync", phone)
      try say("sync", computer)
      #expect(try say("schools show s1", computer).contains("phone"))

      #expect(try say("sync again", computer).hasPrefix("✓ "))
      // A restored backup would replace all rows of the file, which the sync cannot send to the
      // server. The file has to be disconnected from the server before.
      try say("backup", computer)
      let refused = try computer.run(["restore", "latest", "--yes"])
      #expect(refused.code == 6, "\(refused)")
      #expect(refused.errors.contains("This file is connected to a server."), "\(refused)")
      #expect(try say("sync sign-in --password-file pw.txt", computer) == "✓ Nothing new.\n")
      // No file and no output of the program contains the password.
      for household in [computer, phone] {
        let files = try Program.run(
          "/bin/sh", ["-c", "grep -rl 'a long enough' \(household.data) || true"], environment: [:])
        #expect(files.output.isEmpty, "\(files.output)")
      }
      #expect(
        try say("account disconnect --yes", phone) == "✓ This file is not connected any more.\n")
      #expect(try say("schools", phone).contains("Elm"))
      #expect(try phone.run(["sync"]).errors.contains("This file is not connected to a server."))
    }
  }

  @Test("An open prompt sends and fetches by itself, and says quietly what waits")
  func openPrompt() throws {
    let server = try ServerProcess()
    let email = address()
    let computer = try household()
    try say("account create --name Casey --role athlete --graduation-year 2028", computer)
    try say("schools add Oak", computer)
    _ = try connect(computer, server, email, ["--new", "--birth-date", "2005-05-31"])
    let phone = try household()
    _ = try connect(phone, server, email)

    let terminal = try phone.open()
    terminal.seePrompt()
    try say("schools add Elm", computer)
    // Nothing is typed at the phone's prompt, so only its background sync can fetch the school.
    // Each `say` reads the phone's file in another process.
    let deadline = Deadline(milliseconds: 120_000)
    while try !say("schools", phone).contains("Elm"), deadline.milliseconds > 0 { usleep(100_000) }
    #expect(
      try say("schools", phone).contains("s2   Elm") || say("schools", phone).contains("s2  Elm"))
    // A sync fetches the records first. It fetches the history with a later request, so the step
    // "Added Elm" may arrive a moment after the school.
    while try !say("history", phone).contains("Added Elm"), deadline.milliseconds > 0 {
      usleep(100_000)
    }
    terminal.type("history\r")
    terminal.see("Added Elm")
    terminal.type("schools add Ash\r")
    terminal.see("✓ Added")
    while try !say("schools", computer).contains("Ash"), deadline.milliseconds > 0 {
      try say("sync", computer)
      usleep(100_000)
    }
    #expect(try say("schools", computer).contains("Ash"))

    server.stop()
    terminal.type("schools add Yew\r")
    terminal.see("✓ Added")
    terminal.see(" to send")
    terminal.type("sync status\r")
    terminal.see("Waits to be sent")
    terminal.seePrompt()

    // When the server runs again, the background sync sends the waiting change by itself. The
    // prompt then no longer says "1 to send".
    try server.start()
    let again = Deadline(milliseconds: 60_000)
    while try !say("schools", computer).contains("Yew"), again.milliseconds > 0 {
      usleep(500_000)
      try say("sync", computer)
    }
    #expect(try say("schools", computer).contains("Yew"))
    repeat {
      terminal.enter("history")
    } while terminal.line.contains("to send")
      && again.milliseconds > 0
    #expect(!terminal.line.contains("to send"))
    terminal.type("quit\r")
    #expect(terminal.end() == 0)
    #expect(try say("schools", phone).contains("Yew"))
  }

  @Test("A parent asks with the code, is let in, and reads what the athlete shares")
  func parent() throws {
    do {
      let server = try ServerProcess()
      let athlete = try household()
      try say("account create --name Casey --role athlete --graduation-year 2028", athlete)
      try say("family create", athlete)
      try say("schools add Oak", athlete)
      let own = address()
      let first = try connect(athlete, server, own, ["--new", "--birth-date", "2005-05-31"])
      #expect(first.output.contains("The family's code of before does not work there."))
      #expect(try say("family", athlete).contains("Your family has no code yet."))
      let told = try say("family code --renew --yes", athlete)
      let code = try #require(told.firstMatch(of: /FAM-[A-Z0-9]{6}/)?.0)

      let parent = try household()
      let email = address()
      // Creating a parent's profile also creates a placeholder profile for the athlete. The
      // placeholder stays on this computer and is never sent to the server.
      try say("account create --name Maria --role parent", parent)
      _ = try connect(parent, server, email, ["--new", "--birth-date", "1980-05-31"])
      #expect(
        try say("family join \(code)", parent)
          .hasPrefix("✓ You asked to join. The athlete has to let you in.\n"))
      #expect(try say("family", parent).contains("You asked to join a family."))
      #expect(
        try say("family withdraw", parent)
          .hasPrefix("✓ You withdrew your request to join a family.\n"))
      #expect(try !say("family", parent).contains("You asked to join"))
      try say("family join \(code)", parent)
      try say("sync", athlete)
      for page in ["dashboard", "family", "next", "notifications", "sync status"] {
        #expect(try say(page, athlete).contains("Maria asks to join your family."), "\(page)")
      }
      #expect(try athlete.run(["family", "admit", "nobody@example.org", "--yes"]).code == 2)
      #expect(
        try say("family admit \(email) --yes", athlete)
          .hasPrefix("✓ Maria is in your family now.\n"))
      try say("sync", parent)
      #expect(!(try say("family", parent)).contains("You asked to join"))
      #expect(try say("schools", parent).contains("Oak"))
      #expect(try say("sync status", parent).contains("Not allowed") == false)
      // The athlete has not permitted the parent to write. The parent may read the family's data
      // but not change it.
      #expect(try parent.run(["schools", "add", "Elm"]).code != 0)
      #expect(try say("family members", athlete).contains("Maria"))
      // The file keeps the family code that the server has given, also after it was disconnected.
      // Connecting again therefore does not replace the code.
      try say("sync", athlete)
      try say("account disconnect --yes", athlete)
      #expect(try !connect(athlete, server, own).output.contains("code of before"))

      // The parent's profile came to the athlete's computer with a sync, so the parent's name alone
      // gives no access there. The parent's own account does.
      let refused = try athlete.run(["account", "sign-in", "Maria"])
      #expect(
        refused.code != 0
          && refused.errors.contains("Maria uses this program on another computer."), "\(refused)")
      try say("account sign-out", athlete)
      let came = try connect(athlete, server, email)
      #expect(came.output.hasPrefix("✓ This file is connected.\n"), "\(came)")
      #expect(try say("account who", athlete).contains("Maria"))
      try say("account sign-in Casey", athlete)
      #expect(try say("account who", athlete).contains("Casey"))
    }
  }

  @Test("A parent with nothing but the code is asked for all that joining needs")
  func parentAtTerminal() throws {
    let server = try ServerProcess()
    let athlete = try household()
    try say("account create --name Casey --role athlete --graduation-year 2028", athlete)
    try say("family create", athlete)
    _ = try connect(athlete, server, address(), ["--new", "--birth-date", "2005-05-31"])
    let code = try #require(
      try say("family code --renew --yes", athlete).firstMatch(of: /FAM-[A-Z0-9]{6}/)?.0)
    let parent = try household()
    let terminal = try parent.open(["account", "connect"], columns: 200)
    for (question, answer) in [
      ("The invitation or the code of the family", String(code)),
      ("The server's address", server.address),
      ("The server's public key", server.key), ("Your e-mail address there", address()),
      ("Your password there", Self.password), ("Is the account new?", "yes"),
      ("Your name, if that server does not know you yet", "Maria Lee"),
      ("When were you born?", "1980-05-31"), ("Connect this file to", "yes"),
    ] {
      terminal.see(question)
      terminal.type(answer + "\r")
    }
    terminal.see("✓ This file is connected.")
    terminal.see("You asked to join.")
    #expect(terminal.end() == 0)
    try say("sync", athlete)
    #expect(try say("family", athlete).contains("asks to join your family."))
  }

  @Test(
    "A family's computer: each person has an account of their own in one file, and speaks with that alone"
  )
  func familyComputer() throws {
    let server = try ServerProcess()
    let home = try household()
    let (casey, maria) = (address(), address())
    try say("account create --name Casey --role athlete --graduation-year 2028", home)
    try say("family create", home)
    try say("schools add Oak", home)
    _ = try connect(home, server, casey, ["--new", "--birth-date", "2005-05-31"])
    try say("account create --name Maria --role parent", home)
    let status = try say("--profile Maria sync status", home)
    #expect(status.contains("You have no account there."), "\(status)")
    #expect(status.filter { !$0.isWhitespace }.contains("Connectedhere\(casey)"), "\(status)")
    // The commands of one person must not use the server session of another person of the same
    // file.
    for line in ["account disconnect --yes", "sync sign-out-others", "sync again"] {
      let refused = try home.run(
        ["--profile", "Maria"] + line.split(separator: " ").map(String.init))
      #expect(
        refused.errors.contains("You have no account at the server of this file."), "\(refused)")
    }
    func connectMaria(_ email: String, _ more: [String]) throws -> ProgramAnswer {
      try home.run(
        [
          "--profile", "Maria", "account", "connect", server.address + "/", "--email", email,
          "--password-file", "pw.txt", "--yes",
        ] + more)
    }
    let taken = try connectMaria(casey, [])
    #expect(taken.errors.contains("That account is another person's in this file."), "\(taken)")
    // The command names no key, because the file already stores the server's key.
    let made = try connectMaria(maria, ["--new", "--birth-date", "1980-05-31"])
    #expect(made.output.hasPrefix("✓ This file is connected.\n"), "\(made)")
    let code = try #require(
      try say("--profile Casey family code --renew --yes", home).firstMatch(of: /FAM-[A-Z0-9]{6}/)?
        .0)
    #expect(try say("--profile Maria family join \(code)", home).hasPrefix("✓ You asked to join."))
    try say("--profile Casey family admit --yes", home)
    try say("--profile Casey family allow Maria records", home)
    try say("--profile Maria sync", home)
    try say("--profile Maria schools add Elm", home)
    // Each person's phone has the schools that both people added on the shared computer. Handles,
    // such as `s1`, are given by each device itself.
    for email in [maria, casey] {
      let phone = try household()
      _ = try connect(phone, server, email)
      let schools = try say("schools", phone)
      #expect(
        schools.contains("s1") && schools.contains("Oak") && schools.contains("s2"), "\(schools)")
    }
    // The athlete removes Maria, and the athlete's sync fetches the removal into the shared file.
    // Maria's own sync must still tell her, and her profile stays in the file.
    try say("--profile Casey family remove Maria --yes", home)
    try say("--profile Casey sync", home)
    let told = try say("--profile Maria sync", home)
    #expect(told.contains("You are no longer in"), "\(told)")
    #expect(try say("--profile Casey schools", home).contains("Elm"))
    #expect(try say("--profile Casey sync conflicts", home).contains("Nothing to decide."))
    try say("--profile Maria account disconnect --yes", home)
    #expect(try say("--profile Casey sync", home) == "✓ Nothing new.\n")
  }

  @Test("Before many records go here, because they are gone there, it asks")
  func asking() throws {
    let server = try ServerProcess()
    let email = address()
    let computer = try household()
    try say("account create --name Casey --role athlete --graduation-year 2028", computer)
    let names = (1...25).map { "S\($0)" }
    try computer.write("name\n" + names.joined(separator: "\n"), to: "schools.csv")
    try say("import schools schools.csv --yes", computer)
    _ = try connect(computer, server, email, ["--new", "--birth-date", "2005-05-31"])
    let phone = try household()
    _ = try connect(phone, server, email)
    try say("schools delete " + (1...25).map { "s\($0)" }.joined(separator: " ") + " --yes", phone)
    try say("sync", phone)
    // The phone deleted 25 records. The sync that follows a command cannot ask whether so many may
    // be deleted on this computer too, so it deletes none of them. Only `sync --yes` deletes them.
    try say("tasks start t1", computer)
    #expect(try say("schools", computer).contains("25 schools"))
    #expect(try say("sync status", computer).contains("25 records are gone there and still here."))
    let asked = try computer.run(["sync"])
    #expect(asked.errors.contains("25 records are gone at the server."), "\(asked)")
    #expect(try say("schools", computer).contains("25 schools"))
    let done = try say("sync --yes", computer)
    #expect(done.contains("25 records are gone there, and here too."), "\(done)")
    #expect(done.filter { !$0.isWhitespace }.contains("before-sync"), "\(done)")
    #expect(try say("schools", computer).contains("25 schools") == false)
  }

  @Test("An account without records is none to fetch from, and nothing stays connected")
  func emptyAccount() throws {
    let server = try ServerProcess()
    let email = address()
    let first = try household()
    let made = try connect(first, server, email, ["--new", "--birth-date", "2005-05-31"])
    #expect(made.errors.contains("That account has no records yet."), "\(made)")
    #expect(try say("sync status", first).contains("This file is not connected to a server."))
    try say("account create --name Casey --role athlete --graduation-year 2028", first)
    try say("schools add Oak", first)
    #expect(try connect(first, server, email).output.hasPrefix("✓ This file is connected."))
  }

  @Test("A laptop that was lost is signed out, and a new password keeps its finder out")
  func lostLaptop() throws {
    let server = try ServerProcess()
    let email = address()
    let computer = try household()
    try say("account create --name Casey --role athlete --graduation-year 2028", computer)
    _ = try connect(computer, server, email, ["--new", "--birth-date", "2005-05-31"])
    let laptop = try household()
    _ = try connect(laptop, server, email)
    #expect(
      try say("sync sign-out-others", computer).hasPrefix("✓ Your other devices are signed out.\n"))
    #expect(try say("sync", computer) == "✓ Nothing new.\n")
    let found = try laptop.run(["sync"])
    #expect(found.errors.contains("You are signed out at the server."), "\(found)")
    try say("schools add Finder", laptop)
    #expect(try say("sync status", laptop).contains("Waits to be sent"))
    try say("sync", computer)
    #expect(try say("schools", computer).contains("Finder") == false)
    for (name, text) in [("wrong.txt", "not my password"), ("new.txt", "another long password")] {
      try computer.write(text, to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: computer.folder + "/\(name)")
    }
    let wrong = try computer.run([
      "sync", "password", "--current-file", "wrong.txt", "--new-file", "new.txt",
    ])
    #expect(wrong.code != 0 && wrong.errors.contains("do not open an account"), "\(wrong)")
    try say("sync", computer)
    #expect(
      try say("sync password --current-file pw.txt --new-file new.txt", computer)
        .hasPrefix("✓ Your password there is changed.\n"))
    #expect(try say("sync", computer) == "✓ Nothing new.\n")
    let finder = try laptop.run(["sync", "sign-in", "--password-file", "pw.txt"])
    #expect(finder.errors.contains("do not open an account there"), "\(finder)")
    try FileManager.default.copyItem(
      atPath: computer.folder + "/new.txt", toPath: laptop.folder + "/new.txt")
    #expect(
      try say("sync sign-in --password-file new.txt", laptop).hasPrefix("✓ 1 change sent"))
  }

  @Test(
    "Whoever erases themselves is gone at the server too; a server that does not answer keeps everything as it is"
  )
  func erasing() throws {
    let server = try ServerProcess()
    let (casey, maria) = (address(), address())
    let computer = try household()
    try say("account create --name Casey --role athlete --graduation-year 2028", computer)
    try say("family create", computer)
    try say("schools add Oakzq", computer)
    _ = try connect(computer, server, casey, ["--new", "--birth-date", "2005-05-31"])
    let parent = try household()
    try say("account create --name Maria --role parent", parent)
    _ = try connect(parent, server, maria, ["--new", "--birth-date", "1980-05-31"])
    let code = try #require(
      try say("family code --renew --yes", computer).firstMatch(of: /FAM-[A-Z0-9]{6}/)?.0)
    try say("family join \(code)", parent)
    try say("family admit \(maria) --yes", computer)
    try say("sync", parent)
    #expect(try say("schools", parent).contains("Oakzq"))

    let asked = try computer.run(["erase", "person"])
    #expect(asked.errors.contains("You and all that is yours at \(server.address)"), "\(asked)")
    #expect(try say("schools", computer).contains("Oakzq"))
    let erased = try say("erase person --yes", computer)
    #expect(erased.contains("Out of reach: your own other devices"), "\(erased)")
    let files = try Program.run(
      "/bin/sh", ["-c", "grep -rl Oakzq \(computer.data) || true"], environment: [:])
    #expect(files.output.isEmpty, "\(files.output)")
    // Connecting again fails, because the account no longer exists. The records of the account are
    // deleted on the devices that shared them.
    let again = try connect(try household(), server, casey)
    #expect(again.errors.contains("do not open an account there"), "\(again)")
    try say("sync", parent)
    #expect(try say("schools", parent).contains("Oakzq") == false)

    server.stop()
    let refused = try parent.run(["erase", "person", "--yes"])
    #expect(refused.code != 0)
    #expect(refused.errors.contains("so nothing was erased here"), "\(refused)")
    #expect(try say("account", parent).contains("Maria"))
    try say("account disconnect --yes", parent)
    try say("erase person --yes", parent)
  }

  @Test("Without a connection everything goes on, and what is wrong with a server is said")
  func trouble() throws {
    let household = try household()
    try say("account create --name Casey --role athlete --graduation-year 2028", household)
    for (address, words) in [
      ("http://compass.example.org", "is no address that a password may be sent to"),
      (
        "http://127.0.0.1:1",
        "The server does not answer.\n  Nothing here was connected or changed."
      ),
    ] {
      let answer = try household.run([
        "account", "connect", address, "--key", "k", "--email", "casey@example.org",
        "--password-file", "pw.txt", "--yes",
      ])
      #expect(answer.code != 0)
      #expect(answer.errors.contains(words), "\(answer)")
    }
    #expect(try say("sync status", household).contains("This file is not connected to a server."))
  }
}
