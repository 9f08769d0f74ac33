import Foundation
import MailTesting
import Testing

/// A family's first week with the program, with one function for each day. Each command's output is
/// checked.
@Suite("A family's first week")
struct FamilyWeekTests {
  let household: Household
  let server: SMTPServer

  init() throws {
    household = try Household(demo: false)
    server = try SMTPServer()
  }

  @Test("From an empty file to everything exported and read back")
  func week() throws {
    try monday()
    try tuesday()
    try wednesday()
    try thursday()
    try friday()
    try saturday()
    try sunday()
  }

  /// Day 1: the athlete and the parent create their profiles.
  private func monday() throws {
    household.now = "2026-02-09T18:00:00Z"
    let terminal = try household.open()
    let answers = [
      ("Set it up for me", "1"), ("Are you the athlete or a parent?", "athlete"),
      ("Your name", "Sam Lee"), ("Graduation year", "2027"), ("Primary sport", "baseball"),
      ("Which are done?", "none"),
    ]
    for (question, answer) in answers {
      terminal.see(question)
      terminal.type(answer + "\r")
    }
    terminal.see("✓ Ready, Sam.")
    terminal.seePrompt()
    terminal.enter(#"profile edit --position shortstop --high-school "Central High" --gpa 3.7"#)
    terminal.enter("profile edit --email sam.lee@example.com --phone 555-0142")
    let answer = terminal.enter("family create").joined(separator: "\n")
    let code = try #require(answer.firstMatch(of: /FAM-[A-Z0-9]{6}/)).output
    terminal.type("quit\r")
    #expect(terminal.end() == 0)

    try household.run(["account", "create", "--role", "parent", "--name", "Dana Lee"])
    try dana("family join \(code)", "✓ You joined My Family.")
    try dana(
      "tasks", "👁 Viewing Sam Lee's Tasks (Read-Only)", "Sam has completed 0 of 23 tasks (0%)")
    try sam("family", "Sam Lee athlete · you", "Dana Lee parent")
    try sam(
      "dashboard", "Welcome back, Sam!", "START HERE", "Add three schools")
    try sam("notifications", "You're all caught up!")
  }

  /// The athlete imports lists from spreadsheets. The first import is refused because of a mistake
  /// in the file.
  private func tuesday() throws {
    household.now = "2026-02-10T18:00:00Z"
    try household.write(Self.schools.replacing(",D2,", with: ",D9,"), to: "schools.csv")
    try sam(
      "import schools schools.csv",
      "✗ Line 3: Division: “D9” is not one of D1, D2, D3, NAIA, JUCO.", "Nothing was imported.",
      code: 2)
    try sam("schools", "No schools yet")

    try household.write(Self.schools, to: "schools.csv")
    try household.write(Self.coaches, to: "coaches.csv")
    try sam("import schools schools.csv --dry-run", "✓ 4 schools would be imported.")
    try sam("schools", "No schools yet")
    try sam("import schools schools.csv", "✓ Imported 4 schools.", "s1 Cedar Valley University")
    try sam("import coaches coaches.csv", "✓ Imported 3 coaches.", "c1 Rivera, Ana")
    try sam("import schools schools.csv", "✓ Nothing new: all 4 rows are there already.")

    try sam("schools", "4 schools", "s2 Lakeside State Contacted Tier A · Erie, PA · D2")
    try sam(
      "coaches", "c3 Park, Joan Assistant Coach Pine Ridge College",
      "c2 Rivera, Miguel Recruiting Coordinator Lakeside State · miguel@lakeside.example.edu")
    try sam("dashboard", "Coaches 3 Schools 4 Interactions 0", "A-Tier 2", "4 schools.")
    try sam(
      "suggestions", "Build your school list", "Register with the NCAA",
      "Get back in touch: Cedar Valley University")
  }

  /// The athlete logs contacts with coaches, and completes a task that unlocks another one.
  private func wednesday() throws {
    household.now = "2026-02-11T18:00:00Z"
    try sam(
      "interactions log email rivera Introduction", "✗ `rivera` fits two records.",
      "c1 Rivera, Ana · Cedar Valley University, head coach", "Nothing was done.", code: 2)
    try sam(
      "interactions log email c1 Introduction --content 'My swing and my summer schedule'",
      "✓ Logged i1 Introduction.", "completes g")
    try sam("interactions log email 'miguel rivera' Introduction", "✓ Logged i2 Introduction.")
    try sam("interactions log phone-call 'coach park' 'Visit day'", "✓ Logged i3 Visit day.")
    let suggestions = try sam("suggestions", "Build your school list")
    #expect(!suggestions.contains("You have not contacted"))

    let terminal = try household.open(["--profile", "Sam"])
    terminal.seePrompt("compass>")
    // Sam logged this interaction, and a person gets no notification about what the person logged.
    terminal.enter(
      "interactions log email ana 'Come and visit' --in --sentiment positive", prompt: "compass>")
    let inbox = terminal.enter("notifications", prompt: "compass>")
    #expect(inbox.contains { $0.contains("You're all caught up!") })
    terminal.press(.controlD)
    #expect(terminal.end() == 0)

    try sam(
      "tasks complete t43", "✗ t43 Register with NCAA Eligibility Center is locked.",
      "First complete: t1 Understand Academic Requirements", code: 5)
    try sam("tasks complete 'academic requirements'", "✓ t1 ", "unlocked: ", "t43 Register")
    try sam("tasks complete t43", "is complete. Great job! 🎉", "1 of 23 (4%)")
    try sam("coaches show ana", "Last contact Feb 11, 2026")
  }

  /// The athlete logs measurements and an event, and looks at the chart and the coming days.
  private func thursday() throws {
    household.now = "2026-02-12T18:00:00Z"
    try sam("notifications", "1 unread", "Your day in review", "4 interactions logged")
    try sam("metrics log batting-avg .345 --verified", "Batting Average .345 on", "verified")
    for (value, day) in [("81.5", "2026-01-03"), ("82", "2026-01-10"), ("83.25", "2026-01-24")] {
      try sam("performance log velocity \(value) --on \(day)", "Fastball Velocity")
    }
    try sam("performance log velocity 84.5", "✓ Logged m5 Fastball Velocity 84.50 mph")
    try sam(
      "performance", "Fastball Velocity rose from 81.50 to 84.50 mph over 4 measurements",
      "Fastball Velocity Improving",
      "Lowest 81.50, highest 84.50, average 82.81 mph")

    try sam("performance chart velocity --out velocity.svg", "velocity.svg")
    let words = try wordsOfSVG("velocity.svg")
    #expect(words.contains { $0.contains("Fastball Velocity") } && words.contains("Jan 10"))
    try sam("performance chart velocity --out velocity.png", "velocity.png")
    #expect(try sizeOfPNG("velocity.png") == "1280 x 720")

    try sam("events add 'Spring Showcase' showcase 2026-02-14 --school cedar", "✓ Added e1")
    try sam("offers add cedar partial --deadline 2026-02-22 --amount 12000", "✓ Added o1")
    try sam("schools edit cedar --private-note 'First choice, says nobody aloud'", "✓ Changed s1")
    try sam(
      "dashboard", "Offers 1 Accepted 0 (0%)", "Spring Showcase", "Fastball Velocity 84.50 mph")
  }

  /// The athlete compares this month with the last one.
  private func friday() throws {
    household.now = "2026-02-13T18:00:00Z"
    try sam(
      "notifications", "4 unread", "Spring Showcase in 1 day HIGH",
      "2 performance metrics recorded")
    try sam(
      "reports compare 2026-01 2026-02", "Interactions rose from 0 to 4.",
      "Interactions 0 4 up 4, better", "From coaches 0 1 up 1, better",
      "Response rate 0% 33.33%", "Metrics 3 2 down 1",
      "Fastball Velocity 82.25 84.50 up 2.25, better", "Batting Average -- .345 --")
    try sam(
      "reports generate last-7-days", "Feb 6, 2026 - Feb 13, 2026", "Schools 4",
      "Coaches 3 (at 3 schools)", "Interactions 4 (1 from coaches)",
      "Email leads with 3 of 4.", "Reply Rate 33.33% (1 of 3 coaches)")
    try sam("reports csv last-7-days --out week.csv", "week.csv")
    let table = try household.contents(of: "week.csv")
    #expect(table.contains(#""Total Interactions",4"#) && table.contains(#","Email",3"#))
    try sam("reports pdf last-7-days --out week.pdf", "week.pdf")
    let paper = try household.textOfPDF(household.path("week.pdf"))
    #expect(paper.contains("Sam Lee") && paper.contains("Email leads with 3 of 4."))
  }

  /// The athlete e-mails the recruiting packet (a document about the athlete) to coaches. The
  /// parent views the athlete's data but may not change it.
  private func saturday() throws {
    household.now = "2026-02-14T18:00:00Z"
    try sam("events edit e1 --attended yes", "✓ Changed e1 Spring Showcase.")
    try sam("interactions log showcase cedar 'Two doubles' --event e1", "✓ Logged i5 Two doubles.")
    try sam(
      "settings mail --server 127.0.0.1 --port \(server.port) --security none --from sam.lee@example.com",
      "✓ E-mail leaves through 127.0.0.1")
    try sam("packet", "Name Sam Lee", "Phone number: coaches read \"Available upon request\"")
    try sam(
      "packet email c1 c2 c3", "E-mail the recruiting packet to 2 coaches?",
      "ana.rivera@cedarvalley.example.edu", "What is sent cannot be taken back.", code: 2)
    try sam(
      "packet email c1 c2 c3 --yes", "✓ The packet went out to 2 coaches.",
      "c3 Park, Joan (Pine Ridge College): no usable e-mail address")
    for coach in ["ana.rivera@cedarvalley.example.edu", "miguel@lakeside.example.edu"] {
      try expectPacket(try server.taken(), for: coach)
    }
    try sam("interactions", "Recruiting Packet - Sam Lee", "7 interactions")

    try dana("dashboard", "👁 You're viewing Sam Lee's recruiting data.", "Interactions 7")
    try dana("schools show cedar", "Cedar Valley University", "Two doubles")
    try dana("reports compare 2026-01 2026-02", "Interactions rose from 0 to 7.")
    let before = try household.dump()
    for line in ["performance log velocity 99", "tasks complete t44", "packet email c1 --yes"] {
      try dana(line, "✗ You can view this but not change it.", code: 5)
    }
    #expect(try household.dump() == before)
    try sam(
      "family views", "4 in all", "Dana Lee · Dashboard",
      "Dana Lee · School: Cedar Valley University", "Dana Lee · Tasks")
  }

  /// The athlete undoes a mistake, exports everything, and imports it into another file.
  private func sunday() throws {
    household.now = "2026-02-15T18:00:00Z"
    try sam(
      "notifications", "4 unread", "Offer deadline in 7 days",
      "The offer from Cedar Valley University ends on Feb 22, in 7 days.",
      "3 interactions logged, 1 event attended")
    let before = try records()
    try sam(
      "schools delete lakeside", "? Delete s2 Lakeside State?",
      "Deleted with it: 1 coach and 2 interactions.", code: 2)
    #expect(try records() == before)
    try sam("schools delete lakeside --yes", "with 1 coach and 2 interactions")
    try sam("schools", "3 schools")
    #expect(try records() != before)
    try sam("undo", "✓ Took back: Deleted s2 Lakeside State.")
    #expect(try records() == before)
    try sam("history", "Deleted s2 Lakeside State Sam Lee · undone")

    try sam("export interactions --out interactions.csv", "interactions.csv")
    try sam(
      "import interactions interactions.csv", "✓ Nothing new: all 7 rows are there already.")
    try sam("export --out all.json", "all.json")
    try dana("export --out danas.json", "danas.json")
    #expect(try household.contents(of: "all.json").contains("says nobody aloud"))
    #expect(try !household.contents(of: "danas.json").contains("says nobody aloud"))

    let other = try Household(demo: false)
    other.now = household.now
    try other.write(household.contents(of: "all.json"), to: "all.json")
    try run(
      "import everything all.json",
      ["2 people", "4 schools", "3 coaches", "7 interactions", "account sign-in"], in: other)
    try run("export --out again.json", ["again.json"], as: "Sam", in: other)
    #expect(try other.contents(of: "again.json") == household.contents(of: "all.json"))
    for line in ["dashboard", "tasks", "schools show cedar", "performance", "notifications"] {
      // Handles, such as `s1`, can have other numbers in the other file, so the comparison ignores
      // the numbers.
      let handle = /\b[a-z][0-9]+\b/
      #expect(
        try run(line, as: "Sam", in: other).replacing(handle, with: "#")
          == sam(line).replacing(handle, with: "#"))
    }
  }
}
