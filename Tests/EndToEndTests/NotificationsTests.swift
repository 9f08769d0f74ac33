import Foundation
import Testing

@Suite("Notifications, from outside")
struct NotificationsEndToEndTests {
  let household: Household

  init() throws {
    household = try Household()
  }

  /// Installs a script as `notify-send` that writes its arguments to a file, one on each line, and
  /// exits with the code.
  private func installDesktop(exitingWith code: Int = 0) throws {
    let folder = household.folder + "/bin"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/notify-send"
    let script = """
      #!/bin/sh
      for word in "$@"; do printf '%s\\n' "$word" >> '\(household.folder)/shown'; done
      exit \(code)

      """
    try Data(script.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private var withDesktop: Household {
    household.environment["PATH"] = household.folder + "/bin:/usr/bin:/bin"
    return household
  }

  private var shown: [String] {
    let text = (try? String(contentsOfFile: household.folder + "/shown", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test("The prompt counts what is unread, and learns of every change")
  func badge() throws {
    let terminal = try household.open()
    // The prompt shows “9+” for more than nine unread notifications.
    terminal.see("compass (9+ unread)>")
    terminal.type("notifications read n23 n22 n21\r")
    terminal.see("compass (9 unread)>")
    terminal.type("undo\r")
    terminal.see("compass (9+ unread)>")
    terminal.type("notifications read-all\r")
    terminal.see("compass>")
  }

  @Test("A number opens the notification of the page, and the question is answered at the prompt")
  func atThePrompt() throws {
    let terminal = try household.open(rows: 60)
    terminal.see(">")
    let list = terminal.enter("notifications filter offers")
    #expect(list.contains { $0.contains("n6") && $0.contains("Offer from") })
    terminal.type("notifications clear-read\r")
    terminal.see("Delete all read notifications?")
    terminal.see("Delete? (yes or no) [no]")
    terminal.type("no\r")
    terminal.see("Nothing was done.")
    terminal.type("notifications clear-read\r")
    terminal.see("Delete? (yes or no) [no]")
    terminal.type("yes\r")
    terminal.see("✓ Deleted 11 notifications.")
    terminal.see("No notifications match.")
  }

  @Test("A prompt writes what a new day brings, once, for whoever sits at it")
  func daily() throws {
    household.now = "2026-02-12T12:00:00Z"
    let count = { try household.sql("SELECT count(*) FROM notifications;") }
    let before = try count()
    try household.run(["tasks"])
    #expect(try count() == before, "other commands write nothing by themselves")
    let mine = { (role: String) in
      try household.sql(
        "SELECT count(*) FROM notifications WHERE user_id IN (SELECT id FROM users WHERE role = '\(role)');"
      )
    }
    let athletes = try mine("player")
    let parent = try household.open(["--profile", "Maria"])
    parent.see("unread)>")
    #expect(try mine("player") == athletes, "a parent's prompt writes into the parent's inbox")
    #expect(try count() != before)
    let told = try count()
    let terminal = try household.open(["--profile", "Casey"])
    terminal.see("unread)>")
    let after = try count()
    #expect(after != told)
    try household.run(["notifications"], options: ["--profile", "Casey"])
    #expect(try count() == after)
    #expect(try household.run(["undo"], options: ["--profile", "Casey"]).code == 3)
  }

  @Test("What is added after the day's notifications is announced when the page is opened again")
  func addedLater() throws {
    household.now = "2026-02-12T12:00:00Z"
    try household.run(["notifications"])
    let announced = {
      try household.sql("SELECT count(*) FROM notifications WHERE title LIKE '%Late Camp%';")
    }
    let before = try announced()
    try household.run(["events", "add", "Late Camp", "camp", "2026-02-13"])
    let page = try household.run(["notifications"])
    #expect(page.output.contains("Late Camp in 1 day"), "\(page)")
    let after = try announced()
    #expect(after != before)
    try household.run(["notifications"])
    #expect(try announced() == after)
  }

  @Test("The desktop gets its words as they are: no shell, no options, no control characters")
  func desktop() throws {
    try installDesktop()
    household.now = "2026-02-12T12:00:00Z"
    let name = "Camp --icon=x <b>$(touch gone)</b> & \\n `id`"
    try household.run(["events", "add", name, "camp", "2026-02-13"])
    try household.run(["settings", "set", "follow-up-reminders", "off"])
    try household.run(["settings", "set", "daily-digest", "off"])
    let answer = try withDesktop.run(["notifications", "generate", "--desktop"])
    #expect(answer.code == 0, "\(answer)")
    let lines = shown
    let start = try #require(lines.firstIndex { $0.contains("--icon=x") })
    #expect(lines[start - 1] == "--", "what follows is no option")
    #expect(lines[start] == "📅 \(name) in 1 day")
    #expect(
      lines[start + 1].hasPrefix(
        #"Camp --icon=x &lt;b&gt;$(touch gone)&lt;/b&gt; &amp; \\n `id` is on Feb 13"#))
    #expect(!FileManager.default.fileExists(atPath: household.folder + "/gone"))
  }

  @Test("In quiet hours the desktop stays still")
  func quiet() throws {
    try installDesktop()
    household.now = "2026-02-12T23:30:00Z"
    let answer = try withDesktop.run(["notifications", "generate", "--desktop"])
    #expect(
      answer.errors.contains(
        "Nothing is shown on the desktop before 07:00: these are your quiet hours."))
    #expect(shown.isEmpty)
  }

  @Test("A desktop that is not there is a sentence, and what was written stays written")
  func noDesktop() throws {
    household.now = "2026-02-12T12:00:00Z"
    household.environment["PATH"] = household.folder + "/bin"
    let missing = try household.run(["notifications", "generate", "--desktop"])
    #expect(missing.code == 1)
    #expect(missing.output.hasPrefix("✓ Wrote "))
    #expect(
      missing.errors.contains(
        "✗ Desktop notifications need the program notify-send, which is not here."))
    #expect(missing.errors.contains("sudo apt install libnotify-bin"))
    try household.run(["undo"])
    try installDesktop(exitingWith: 1)
    let failing = try withDesktop.run(["notifications", "generate", "--desktop"])
    #expect(failing.code == 1)
    #expect(failing.errors.contains("✗ notify-send could not reach a desktop."))
  }

  @Test("Who asked for it sees a new day on the desktop by themselves, outside quiet hours")
  func desktopSetting() throws {
    try installDesktop()
    household.now = "2026-02-12T12:00:00Z"
    try withDesktop.run(["notifications"])
    #expect(shown.isEmpty)
    household.now = "2026-02-13T12:00:00Z"
    try household.run(["settings", "set", "desktop-notifications", "on"])
    try household.run(["events", "add", "Snow Camp", "camp", "2026-02-14"])
    try withDesktop.run(["notifications"])
    #expect(shown.contains { $0.contains("Snow Camp in 1 day") })
  }
}
