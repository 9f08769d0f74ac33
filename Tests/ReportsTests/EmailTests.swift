import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import MailTesting
import Mailing
import Reports
import Testing

/// Tests of `reports pdf --email` and `reports csv --email`: the recipients, the question, and the
/// result if only some messages are sent.
@Suite("A report by e-mail")
struct EmailTests {
  private let mail = FakeMail(now: ExampleFamily.now)

  private func prompt(
    as person: RecordID = ExampleFamily.sam,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) -> Prompt {
    Prompt(Stage(as: person, mail: mail, change))
  }

  /// Runs a command, answers yes to its question, and returns the outcomes of the answer.
  private func agree(
    _ line: String, as person: RecordID = ExampleFamily.sam,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) async throws -> [Outcome<ReportsFeature.Action>] {
    let prompt = prompt(as: person, change)
    let question = try #require(try await prompt.enter(line).questions.first)
    return await prompt.send(question.yes)
  }

  @Test("The question names everybody, the server and the file, and nothing is sent before yes")
  func asks() async throws {
    let told = try await prompt().enter(
      "reports pdf last-30-days --email family --email aunt@example.net")
    let question = try #require(told.questions.first)
    #expect(question.words == "E-mail the report to 3 people?")
    #expect(question.agree == "Send")
    #expect(
      question.details == [
        "to yourself, sam.lee@example.org", "to Dana Lee, dana.lee@example.org",
        "to aunt@example.net, who is not in your family here",
        "from sam@example.org, through smtp.example.org, port 587, STARTTLS",
        "Subject: Recruiting Report - Sam Lee", "Attached: recruiting-report-2026-02-10.pdf",
        "What is sent cannot be taken back.",
      ])
    #expect(told.artifacts.isEmpty && mail.state.taken.isEmpty)
  }

  @Test(
    "Each gets a message of their own with the same file that the command would write",
    arguments: ["csv", "pdf"])
  func sends(format: String) async throws {
    let told = try await agree("reports \(format) last-30-days --email family")
    let taken = mail.state.taken
    #expect(taken.map(\.to.address) == ["sam.lee@example.org", "dana.lee@example.org"])
    #expect(taken.map(\.to.name) == ["Sam Lee", "Dana Lee"])
    let file = try await Prompt().file("reports \(format) last-30-days")
    for message in taken {
      #expect(message.subject == "Recruiting Report - Sam Lee")
      #expect(
        message.text == """
          The recruiting report of Sam Lee for Jan 11, 2026 - Feb 10, 2026 is attached.

          Sam Lee
          """)
      #expect(
        message.attachments == [
          try MailAttachment(
            name: file.artifact.name, mediaType: file.artifact.mediaType,
            bytes: Array(file.text.utf8))
        ])
    }
    #expect(
      told.done == [
        Done(
          "The report went out to 2 people.",
          details: ["yourself, sam.lee@example.org", "Dana Lee, dana.lee@example.org"])
      ])
    #expect(told.problems.isEmpty)
    #expect(told.progresses.map(\.done) == [0, 1])
  }

  @Test("The labels that a form shows mean the same period and the same readers")
  func labels() async throws {
    let byWords = try await prompt().enter("reports pdf last-30-days --email family")
    let byLabels = try await prompt().enter(
      "reports pdf 'Last 30 days' --email 'everyone in the Family'")
    let question = try #require(byWords.questions.first)
    #expect(byLabels.questions.first?.words == question.words)
    #expect(byLabels.questions.first?.details == question.details)
  }

  @Test("Nothing of the family is changed by it")
  func changesNothing() async throws {
    let prompt = prompt()
    let question = try #require(
      try await prompt.enter("reports pdf last-30-days --email me").questions.first)
    await prompt.send(question.yes)
    #expect(mail.state.taken.count == 1)
    #expect(try await prompt.stage.backend.undo.history(limit: 9).isEmpty)
    let asked = Set(prompt.stage.backend.hook.calls).filter { !$0.hasPrefix("reports.") }
    #expect(
      asked.isSubset(of: [
        "people.signedInPerson", "people.profile", "families.families", "undo.history",
      ]
      ),
      "\(asked)")
  }

  @Test("A parent may send it, from their own address and to whom they name")
  func parent() async throws {
    mail.change { $0.setup = MailSetup(host: "smtp.example.org") }
    let told = try await agree(
      "reports pdf last-30-days --email me --email SAM.LEE@example.org",
      as: ExampleFamily.dana, MadeUpFamily.danaLooksAtSam)
    #expect(told.problems.isEmpty)
    #expect(
      mail.state.taken.map(\.to) == [
        try Mailbox("dana.lee@example.org", name: "Dana Lee"),
        try Mailbox("sam.lee@example.org", name: "Sam Lee"),
      ])
    #expect(mail.state.taken.allSatisfy { $0.from.address == "dana.lee@example.org" })
    #expect(mail.state.taken.allSatisfy { $0.text.hasSuffix("\n\nDana Lee") })
  }

  @Test("Another family's members are strangers, and nobody of it is meant by `family`")
  func otherFamily() async throws {
    let told = try await prompt().enter(
      "reports csv last-30-days --email family --email mia.lee@example.org")
    #expect(
      told.questions.first?.details.prefix(3) == [
        "to yourself, sam.lee@example.org", "to Dana Lee, dana.lee@example.org",
        "to mia.lee@example.org, who is not in your family here",
      ])
  }

  @Test("A parent of two athletes means the family of the one they look at")
  func familyLookedAt() async throws {
    let told = try await prompt(as: ExampleFamily.dana) { rows in
      rows.setDevicePreference(
        DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
        to: ExampleFamily.mia.description)
      rows.add(
        School(
          id: .version4(high: 9, low: 2), athleteID: ExampleFamily.mia,
          familyID: ExampleFamily.miasFamily, name: "Elm"))
    }.enter("reports csv last-30-days --email family")
    #expect(
      told.questions.first?.details.prefix(2) == [
        "to Mia Lee, mia.lee@example.org", "to yourself, dana.lee@example.org",
      ])
  }

  @Test("An address named twice, or as oneself and as family, gets one message")
  func once() async throws {
    _ = try await agree(
      "reports csv last-30-days --email me --email family --email Sam.Lee@Example.org")
    #expect(
      mail.state.taken.map(\.to.address) == ["sam.lee@example.org", "dana.lee@example.org"])
  }

  @Test("Who of the family has no address is named and goes without")
  func withoutAddress() async throws {
    let told = try await prompt { rows in
      rows.add(ExampleFamily.dana, "Dana Lee", email: "", .parent)
    }.enter("reports csv last-30-days --email family")
    #expect(told.questions.first?.words == "E-mail the report to 1 person?")
    #expect(told.questions.first?.details[1] == "not to Dana Lee: no usable e-mail address")
  }

  @Test("Oneself without an address, and a family without any, are told how to add one")
  func noAddress() async throws {
    let fix = "Add yours:  profile edit --account-email ADDRESS"
    for (who, words) in [
      ("me", "You have no usable e-mail address here."),
      ("family", "No member of your family has a usable e-mail address here."),
    ] {
      let told = try await prompt { rows in
        rows.add(ExampleFamily.sam, "Sam Lee", email: "", .player)
        rows.add(ExampleFamily.dana, "Dana Lee", email: "none", .parent)
      }.enter("reports csv last-30-days --email \(who)")
      #expect(told.problems == [Problem(.usage, words, fix: fix)])
    }
  }

  @Test("The page offers to send a report only where somebody else in the family has an address")
  func offered() async throws {
    let pages = [
      (try await prompt().show("reports"), true),
      (
        try await prompt(as: ExampleFamily.dana, MadeUpFamily.danaLooksAtSam).show("reports"), true
      ),
      (
        try await prompt { $0.add(ExampleFamily.dana, "Dana Lee", email: "none", .parent) }
          .show("reports"), false
      ),
      (
        try await prompt(as: ExampleFamily.stranger) {
          $0.add(
            School(
              id: .version4(high: 9, low: 1), athleteID: ExampleFamily.stranger, name: "Elm"))
        }.show("reports"), false
      ),
    ]
    for (number, (page, isOffered)) in pages.enumerated() {
      #expect(page.link("PDF of these days") != nil, "\(number)")
      #expect((page.link("E-mail it to your family") != nil) == isOffered, "\(number)")
    }
  }

  @Test("Sending is offered when nobody could find out who is in the family")
  func offeredUnknown() async throws {
    let prompt = prompt()
    prompt.stage.backend.hook.fail("families.addressesOfOthers", .serverError)
    #expect(try await prompt.show("reports").link("E-mail it to your family") != nil)
  }

  @Test("To offer sending, the page reads the addresses of the family and nothing else of it")
  func readsAddressesAlone() async throws {
    let prompt = prompt()
    _ = try await prompt.show("reports")
    #expect(prompt.stage.backend.hook.count(of: "families.addressesOfOthers") > 0)
    #expect(prompt.stage.backend.hook.count(of: "families.families") == 0)
  }

  @Test("An athlete without a family has nobody to send to by that name")
  func noFamily() async throws {
    let told = try await prompt(as: ExampleFamily.stranger) {
      $0.add(
        School(
          id: .version4(high: 9, low: 1), athleteID: ExampleFamily.stranger, name: "Elm"))
    }
    .enter("reports csv last-30-days --email family")
    #expect(
      told.problems == [
        Problem(
          .usage, "You are in no family here, so the report has no reader.",
          fix: "Write the address of a reader, or make a family first:  family")
      ])
  }

  @Test("At most ten people get a report at a time")
  func tooMany() async throws {
    let all = (1...11).map { " --email p\($0)@example.net" }
    let told = try await prompt().enter("reports csv last-30-days" + all.joined())
    #expect(
      told.problems == [
        Problem(.usage, "11 people are too many for one report.", fix: "Name at most 10.")
      ])
    let ten = try await prompt().enter("reports csv last-30-days" + all.dropLast().joined())
    #expect(ten.questions.first?.words == "E-mail the report to 10 people?")
  }

  @Test("When half is refused the others have it; a server that takes nothing is not asked again")
  func halfRefused() async throws {
    let refusal = MailFailure.recipientRefused("p1@example.net", .init(code: 550, text: "Nobody"))
    mail.change { $0.refusals["p1@example.net"] = refusal }
    let line = "reports csv last-30-days --email p1@example.net --email p2@example.net"
    let half = try await agree(line)
    #expect(half.done.map(\.sentence) == ["The report went out to 1 person."])
    #expect(
      half.problems == [
        Problem(
          .failed, "The report did not go out to 1 person.",
          details: [
            "p1@example.net, who is not in your family here: \(refusal.problem.title)"
          ], fix: refusal.problem.fix)
      ])
    mail.change { $0.refusals["p1@example.net"] = .offline }
    let none = try await agree(line)
    #expect(none.done.isEmpty)
    #expect(none.problems.first?.cause == .offline)
    #expect(
      none.problems.first?.details.last
        == "p2@example.net, who is not in your family here: not tried after that.")
    #expect(mail.state.taken.map(\.to.address) == ["p2@example.net"])
  }

  @Test("One message that fails is told in the mail's own words")
  func oneFails() async throws {
    mail.change { $0.refusals["sam.lee@example.org"] = .offline }
    let told = try await agree("reports csv last-30-days --email me")
    #expect(told.done.isEmpty)
    #expect(told.problems == [MailFailure.offline.problem])
  }

  @Test("Without a mail server nothing is asked, and it is said how to go on")
  func notSetUp() async throws {
    mail.change { $0.setup = MailSetup() }
    let told = try await prompt().enter("reports csv last-30-days --email me")
    var problem = MailFailure.notSetUp.problem
    problem.details = [
      "To send it from your own mail program, save the file:  reports csv 2026-01-11..2026-02-10"
    ]
    #expect(told.problems == [problem])
  }

  @Test("With --eml the messages become files, and nothing is asked or sent")
  func files() async throws {
    mail.change { $0.setup = MailSetup() }
    let several = try await prompt {
      $0.add(ExampleFamily.dana, "Dana Lee", email: "", .parent)
    }.enter(
      "reports csv last-30-days --email family --email aunt@example.net --eml out")
    #expect(several.questions.isEmpty && several.problems.isEmpty)
    #expect(several.artifacts.map(\.path) == ["out/report-1.eml", "out/report-2.eml"])
    #expect(several.artifacts.allSatisfy { $0.mediaType == "message/rfc822" })
    #expect(several.notices.contains("Dana Lee: no usable e-mail address, no message."))
    let text = try await several.artifacts[1].collectedText()
    #expect(text.contains("To: aunt@example.net\r\n"))
    #expect(text.contains("From: sam.lee@example.org\r\n"))
    let one = try await prompt().enter("reports pdf last-30-days --eml letter.eml")
    #expect(one.artifacts.map(\.path) == ["letter.eml"], "to oneself, when nobody is named")
    #expect(try await one.artifacts[0].collectedText().contains("<sam.lee@example.org>"))
    #expect(mail.state.taken.isEmpty)
  }

  @Test("Without a report, and without data in it, nobody is written to")
  func nothing() async throws {
    #expect(
      try await prompt().enter("reports pdf --email me").problems.map(\.title)
        == ["Generate a report first before exporting"])
    #expect(
      try await prompt(MadeUpFamily.empty).enter("reports pdf last-7-days --email me").problems
        .map(\.title) == ["No data found for selected date range"])
  }

  @Test("The report on the screen is the one that goes out")
  func shown() async throws {
    let prompt = prompt()
    try await prompt.enter("reports generate last-7-days")
    let question = try #require(
      try await prompt.enter("reports csv --email me").questions.first)
    await prompt.send(question.yes)
    #expect(mail.state.taken.first?.text.contains("Feb 3, 2026 - Feb 10, 2026") == true)
    #expect(prompt.stage.backend.hook.count(of: "reports.aggregate") == 1)
  }

  @Test("What could not be counted is said in the message too")
  func gaps() async throws {
    let prompt = prompt()
    prompt.stage.backend.hook.fail("reports.coaches", .serverError)
    let told = try await prompt.enter("reports csv last-30-days --email me")
    let question = try #require(told.questions.first)
    await prompt.send(question.yes)
    #expect(
      mail.state.taken.first?.text.contains("Could not be loaded and is missing in it: Coaches.")
        == true)
  }

  @Test("A name with a line break in it adds no header")
  func hostileName() async throws {
    let hostile = "Sam\r\nBcc: all@example.com\u{202E}"
    let told = try await prompt {
      $0.add(ExampleFamily.sam, hostile, email: "sam.lee@example.org", .player)
    }
    .enter("reports csv last-30-days --email family --eml out")
    for artifact in told.artifacts {
      #expect(!(try await artifact.collectedText()).contains("\nBcc:"))
    }
    #expect(told.artifacts.count == 2)
  }

  @Test("What cannot be drawn is not sent, and said as of any other file")
  func notDrawn() async throws {
    let full = Problem(.failed, "There is no space left.", fix: "Free some space.")
    let stage = Stage(printing: PagePrinting { _ throws(Problem) in throw full }, mail: mail)
    let told = try await Prompt(stage).enter("reports pdf last-30-days --email me")
    #expect(told.problems.map(\.title) == ["Failed to export PDF. Please try again."])
    #expect(told.questions.isEmpty)
  }

  @Test("While an athlete is switched, no message about the one before is prepared")
  func switched() async throws {
    let prompt = prompt(as: ExampleFamily.dana, MadeUpFamily.danaLooksAtSam)
    let gate = prompt.stage.backend.hook.hold("families.families")
    async let preparing = prompt.enter("reports csv last-30-days --email me")
    while prompt.stage.backend.hook.count(of: "families.families") == 0 {
      await _Concurrency.Task.yield()
    }
    await prompt.hear(.viewerChanged)
    gate.open()
    let told = try await preparing + (try await prompt.enter("reports"))
    #expect(told.questions.isEmpty)
  }
}

extension MadeUpFamily {
  fileprivate static let danaLooksAtSam: @Sendable (inout MadeUpFamily) -> Void = {
    $0.setDevicePreference(
      DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
      to: ExampleFamily.sam.description)
  }

  /// Adds a person to the family. If the family has a person with the same id, that person is
  /// replaced.
  fileprivate mutating func add(
    _ id: RecordID, _ name: String, email: String, _ role: UserRole
  ) {
    add(Person(id: id, email: email, role: role, fullName: name))
  }
}
