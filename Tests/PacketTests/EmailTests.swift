import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import MailTesting
import Mailing
import Packet
import Testing

/// Tests the command `packet email`, which sends coaches the recruiting packet: a document that
/// presents the athlete.
///
/// The tests check who receives a message, what the command asks before it sends anything, which
/// messages it logs as contacts with the coaches, and what it reports if only some messages could
/// be sent.
@Suite struct EmailTests {
  @Test(
    "The question names every recipient, the sender and the subject, and nothing is sent before yes"
  )
  func asks() async throws {
    let stage = Stage()
    let heard = try await stage.say("packet email c1 c2")
    let question = try #require(heard.questions.first)
    #expect(question.words == "E-mail the recruiting packet to 2 coaches?")
    #expect(question.agree == "Send")
    #expect(
      question.details == [
        "to c1 Rivera, Ana (Cedar Valley), coach1@example.edu",
        "to c2 Lee, Bo (Cedar Valley), coach2@example.edu",
        "from sam@example.org, through smtp.example.org, port 587, STARTTLS",
        "Subject: Recruiting Packet - Sam Lee", "Attached: Sam_Lee_RecruitingPacket-2026-02-10.pdf",
        "What is sent cannot be taken back.",
      ])
    #expect(stage.mail.state.taken.isEmpty)
    #expect(try await stage.logged().isEmpty)
  }

  @Test("Each coach gets one message with the PDF, and each is logged in the same batch")
  func sends() async throws {
    let stage = Stage()
    let heard = try await stage.say("packet email c1 c2", agrees: true)
    let taken = stage.mail.state.taken
    #expect(taken.map(\.to.address) == ["coach1@example.edu", "coach2@example.edu"])
    #expect(taken.map(\.to.name) == ["Ana Rivera", "Bo Lee"])
    #expect(taken.allSatisfy { $0.subject == "Recruiting Packet - Sam Lee" })
    #expect(taken.allSatisfy { $0.text.hasPrefix("Dear Coach,") })
    #expect(
      taken.allSatisfy { $0.attachments.map(\.name) == ["Sam_Lee_RecruitingPacket-2026-02-10.pdf"] }
    )
    #expect(try await stage.logged().map(\.coachID) == [Stage.coach(1), Stage.coach(2)])
    let done = try #require(heard.done.first)
    #expect(heard.done.count == 1 && done.sentence == "The packet went out to 2 coaches.")
    #expect(
      done.details == [
        "c1 Rivera, Ana (Cedar Valley), logged as i1", "c2 Lee, Bo (Cedar Valley), logged as i2",
        "Undo takes back the log, not the messages",
      ])
    #expect(done.unwritten?.problem.title == "What was sent could not be logged.")
    #expect(
      done.unwritten?.details == [
        "c1 Rivera, Ana (Cedar Valley)", "c2 Lee, Bo (Cedar Valley)",
      ])
    #expect(heard.done.first?.references.map(\.handle) == ["i1", "i2"])
    #expect(heard.problems.isEmpty)
    #expect(heard.progresses.map(\.done) == [0, 1])
    let undone = try await stage.backend.undo.undo()
    #expect(undone.summary == "Sent the recruiting packet to 2 coaches")
    #expect(try await stage.logged().isEmpty)
  }

  @Test("Subject and message of one's own go out, trimmed")
  func ownWords() async throws {
    let stage = Stage()
    _ = try await stage.say(
      #"packet email c1 --subject " Sam Lee, 2028 " --message "Hello Coach""#, agrees: true)
    #expect(stage.mail.state.taken.map(\.subject) == ["Sam Lee, 2028"])
    #expect(stage.mail.state.taken.map(\.text) == ["Hello Coach"])
    #expect(try await stage.logged().map(\.subject) == ["Sam Lee, 2028"])
  }

  @Test("A message of several lines comes out of a file, as it was written there")
  func messageFile() async throws {
    let stage = Stage(files: [
      "letter.txt": [0xEF, 0xBB, 0xBF] + Array("Dear Coach,\r\n\r\nhello – 👋\n".utf8)
    ])
    _ = try await stage.say("packet email c1 --message-file letter.txt", agrees: true)
    #expect(stage.mail.state.taken.map(\.text) == ["Dear Coach,\n\nhello – 👋"])
  }

  @Test(
    "A file that holds no message is refused before anybody is looked up",
    arguments: [
      ("gone.txt", Cause.notFound, "`gone.txt` could not be read: there is no such file."),
      ("long.txt", .usage, "`long.txt` is too long for a message."),
      ("longer.txt", .usage, "The message has 2001 characters; at most 2000 fit."),
      ("picture.png", .usage, "`picture.png` is not a text file."),
      ("nothing.bin", .usage, "`nothing.bin` is not a text file."),
      ("escape.txt", .usage, "The message has a control character in line 2."),
      ("blank.txt", .usage, "The message is empty."),
    ])
  func badMessageFile(_ name: String, _ cause: Cause, _ words: String) async throws {
    let stage = Stage(files: [
      "long.txt": [UInt8](repeating: 0x61, count: 65_537),
      "longer.txt": [UInt8](repeating: 0x61, count: 2001), "picture.png": [0x89, 0x50, 0xFF],
      "nothing.bin": [0x61, 0, 0x62], "escape.txt": Array("a\nb\u{1B}[2J".utf8),
      "blank.txt": Array(" \n\n".utf8),
    ])
    let heard = try await stage.say("packet email c1 --message-file \(name)", agrees: true)
    #expect(heard.problems.map(\.title) == [words])
    #expect(heard.problems.map(\.cause) == [cause])
    #expect(stage.lookups == 0 && stage.mail.state.taken.isEmpty)
  }

  @Test("A message is given in one way")
  func oneMessage() async throws {
    let heard = try await Stage().say("packet email c1 --message Hi --message-file a.txt")
    #expect(
      heard.problems.map(\.title) == ["--message and --message-file cannot both be used."])
  }

  @Test("A coach named twice gets one message")
  func merged() async throws {
    let stage = Stage()
    _ = try await stage.say("packet email c1 c1", agrees: true)
    #expect(stage.mail.state.taken.count == 1)
  }

  @Test("The packet that goes out never has the schools, and there is no way to ask for them")
  func neverWithSchools() async throws {
    let stage = Stage { rows in
      rows.addSchool("Hidden College") { $0.priorityTier = .known(.a) }
      for _ in 1...3 { rows.addContact(.email, on: "2026-02-03T12:00:00Z") }
    }
    _ = try await stage.say("packet email c1", agrees: true)
    let bytes = try #require(stage.mail.state.taken.first?.attachments.first?.bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("Sam Lee"))
    #expect(!text.contains("Hidden College") && !text.contains("Activity Summary"))
    await #expect(throws: Problem.self) {
      _ = try await stage.say("packet email c1 --with-schools")
    }
  }

  @Test(
    "Limits are checked before anybody is looked up",
    arguments: [
      (#"packet email c1 --subject "a\#u{0A}Bcc: x@y.z""#, "The subject has a line break"),
      ("packet email c1 --subject ' '", "The subject is empty."),
      ("packet email c1 --message ' '", "The message is empty."),
      (
        "packet email c1 --subject \(String(repeating: "x", count: 201))",
        "The subject has 201 characters; at most 200 fit."
      ),
      (
        "packet email c1 --message \(String(repeating: "x", count: 2001))",
        "The message has 2001 characters; at most 2000 fit."
      ),
    ])
  func limits(_ line: String, _ title: String) async throws {
    let stage = Stage()
    let problem = try #require(try await stage.say(line).problems.first)
    #expect(problem.cause == .usage && problem.title.hasPrefix(title))
    #expect(stage.lookups == 0)
  }

  @Test("Eleven coaches are too many for one message")
  func eleven() async throws {
    let stage = Stage { $0.addCoaches(11) }
    let line = "packet email " + (1...11).map { "c\($0)" }.joined(separator: " ")
    let problem = try await stage.say(line).problems.first
    #expect(problem?.title == "11 coaches are too many for one message.")
    #expect(stage.lookups == 0)
  }

  @Test("Twenty a day can go out, counted from local midnight")
  func daily() async throws {
    let stage = Stage()
    try await stage.sent(2, at: try #require(Instant("2026-02-09T23:59:59.999Z")))
    try await stage.sent(19, at: try #require(Instant("2026-02-10T00:00:00Z")))
    #expect(try await stage.say("packet email c1").questions.count == 1)
    let problem = try #require(try await stage.say("packet email c1 c2").problems.first)
    #expect(problem.cause == .locked)
    #expect(
      problem.title
        == "20 packets a day can be e-mailed; 19 went out today and 2 more were to go.")
    #expect(problem.fix == "Choose at most 1 today.")
  }

  @Test("A coach without an address that mail servers take is skipped and named")
  func skipped() async throws {
    let stage = Stage {
      $0.coaches[1].email = nil
      $0.coaches[2].email = "ko“ch@example.edu"
    }
    let heard = try await stage.say("packet email c1 c2 c3", agrees: true)
    let question = try #require(heard.questions.first)
    #expect(question.words == "E-mail the recruiting packet to 1 coach?")
    #expect(
      question.details.contains("not to c2 Lee, Bo (Cedar Valley): no usable e-mail address"))
    #expect(stage.mail.state.taken.map(\.to.address) == ["coach1@example.edu"])
    #expect(
      heard.done.first?.details.contains(
        "Not sent to c3 Kim, Jo (Cedar Valley): no usable e-mail address") == true)
    let none = try await stage.say("packet email c2").problems.first
    #expect(none?.title == "c2 Lee, Bo (Cedar Valley) has no usable e-mail address.")
    #expect(none?.fix == "Add one:  coaches edit c2 --email ADDRESS")
  }

  @Test("A coach of another family refuses all, and nothing is sent")
  func foreign() async throws {
    let stage = Stage { rows in
      var mias = School(
        id: .numbered(60), athleteID: ExampleFamily.mia, familyID: ExampleFamily.miasFamily,
        name: "Mia's school")
      mias.priorityTier = .known(.a)
      rows.add(mias)
      rows.add(
        Coach(
          id: .numbered(666), schoolID: mias.id, athleteID: ExampleFamily.mia,
          familyID: ExampleFamily.miasFamily, role: .head, firstName: "Mia's", lastName: "Coach"))
    }
    let foreign = Reference(kind: .coach, id: .numbered(666), handle: "c4", title: "Coach, Mia's")
    let action = try await stage.feature.action(
      for: "packet email c1 c4", knowing: try await stage.references() + [foreign])
    let told = await Prompt(stage).send(action)
    #expect(told.problems.map(\.cause) == [.notFound] && told.questions.isEmpty)
    #expect(stage.mail.state.taken.isEmpty)
  }

  @Test("When half of the recipients are refused, the others have it, and each is accounted for")
  func halfRefused() async throws {
    let stage = Stage()
    let refusal = MailFailure.recipientRefused(
      "coach1@example.edu", .init(code: 550, text: "No such user"))
    stage.mail.change { $0.refusals["coach1@example.edu"] = refusal }
    let heard = try await stage.say("packet email c1 c2", agrees: true)
    #expect(heard.done.map(\.sentence) == ["The packet went out to 1 coach."])
    #expect(
      heard.problems == [
        Problem(
          .failed, "The packet did not go out to 1 coach.",
          details: [
            "c1 Rivera, Ana (Cedar Valley): The server takes no mail for coach1@example.edu: 550 No such user."
          ], fix: "Check the address.")
      ])
    #expect(try await stage.logged().map(\.coachID) == [Stage.coach(2)])
  }

  @Test(
    "A server that takes nothing is not asked again",
    arguments: [
      MailFailure.offline, .timedOut(host: "smtp.example.org", milliseconds: 60_000),
      .badCertificate(host: "smtp.example.org"),
      .signInRefused(host: "smtp.example.org", user: "sam"),
      .unconfirmed(host: "smtp.example.org"),
    ])
  func stops(_ failure: MailFailure) async throws {
    let stage = Stage()
    stage.mail.change { $0.refusals = ["coach2@example.edu": failure] }
    let heard = try await stage.say("packet email c1 c2 c3", agrees: true)
    #expect(stage.mail.state.taken.map(\.to.address) == ["coach1@example.edu"])
    let problem = try #require(heard.problems.first)
    #expect(problem.cause == failure.problem.cause)
    #expect(
      problem.details == [
        "c2 Lee, Bo (Cedar Valley): \(failure.problem.title)",
        "c3 Kim, Jo (Cedar Valley): not tried after that.",
      ])
    #expect(problem.fix == failure.problem.fix)
  }

  @Test("One message that fails is told in the server's own words")
  func oneFails() async throws {
    let stage = Stage()
    stage.mail.change { $0.refusals = ["coach1@example.edu": .offline] }
    let heard = try await stage.say("packet email c1", agrees: true)
    #expect(heard.done.isEmpty)
    #expect(heard.problems == [MailFailure.offline.problem])
  }

  @Test("What went out and could not be logged is said, not hidden")
  func unlogged() async throws {
    let stage = Stage(swap: { packets in
      let recordSent = packets.recordSent
      packets.recordSent.implement { message, athlete throws(Problem) in
        if message.coach == Stage.coach(1) { throw Problem(.storage(.full)) }
        return try await recordSent((message, athlete))
      }
    })
    let heard = try await stage.say("packet email c1 c2", agrees: true)
    #expect(heard.done.first?.sentence == "The packet went out to 2 coaches.")
    #expect(
      heard.done.first?.details.first == "c1 Rivera, Ana (Cedar Valley), sent but not logged")
    #expect(heard.problems.first?.title == "What was sent could not be logged.")
    #expect(heard.problems.first?.cause == .storage(.full))
  }

  @Test("Without a mail server nothing is asked, and it is said how to go on")
  func notSetUp() async throws {
    let stage = Stage()
    stage.mail.change { $0.setup = MailSetup() }
    let heard = try await stage.say("packet email c1")
    let problem = try #require(heard.problems.first)
    #expect(problem.title == "Sending e-mail is not set up here yet.")
    #expect(
      problem.details == ["To send it from your own mail program, save the file:  packet pdf"])
    #expect(problem.fix == "Set it up:  settings mail")
  }

  @Test("With --eml the messages become files: nothing is asked, sent, counted or logged")
  func files() async throws {
    let stage = Stage { $0.coaches[1].email = nil }
    stage.mail.change { $0.setup = MailSetup() }
    try await stage.sent(20)
    let heard = try await stage.say("packet email c1 c2 c3 --eml out")
    #expect(heard.questions.isEmpty && heard.problems.isEmpty)
    #expect(
      heard.artifacts.map(\.path) == [
        "out/Sam_Lee_RecruitingPacket-2026-02-10_c1.eml",
        "out/Sam_Lee_RecruitingPacket-2026-02-10_c3.eml",
      ])
    #expect(heard.artifacts.allSatisfy { $0.mediaType == "message/rfc822" })
    #expect(
      heard.notices == ["c2 Lee, Bo (Cedar Valley): no usable e-mail address, no message."])
    let text = try await heard.artifacts[0].collectedText()
    #expect(text.contains("To: Ana Rivera <coach1@example.edu>"))
    #expect(text.contains("From: Sam Lee <sam.lee@example.org>"))
    #expect(stage.mail.state.taken.isEmpty)
    #expect(try await stage.logged().count == 20)
  }

  @Test("One message can be given the name of its file")
  func oneFile() async throws {
    let stage = Stage()
    #expect(
      try await stage.say("packet email c1 --eml letter.eml").artifacts.map(\.path) == [
        "letter.eml"
      ]
    )
    #expect(
      try await stage.say("packet email c1 c2 --eml letter.eml").artifacts.map(\.path) == [
        "letter.eml/Sam_Lee_RecruitingPacket-2026-02-10_c1.eml",
        "letter.eml/Sam_Lee_RecruitingPacket-2026-02-10_c2.eml",
      ])
  }

  @Test("An athlete who shares no address must name one to write from")
  func sender() async throws {
    let stage = Stage { $0.setPlayer { $0.allowsSharingEmail = false } }
    stage.mail.change { $0.setup = MailSetup() }
    let problem = try await stage.say("packet email c1 --eml out").problems.first
    #expect(problem == MailFailure.senderMissing.problem)
  }

  @Test("A parent is refused, whatever a host lets through")
  func parent() async throws {
    let stage = Stage(as: ExampleFamily.dana)
    for line in ["packet email c1", "packet email c1 --eml out"] {
      let heard = try await stage.say(line, agrees: true)
      #expect(heard.problems.map(\.cause) == [.refused])
      #expect(heard.artifacts.isEmpty && stage.mail.state.taken.isEmpty)
    }
    let command = try #require(
      stage.feature.commands.map(\.description).first {
        $0.words == "packet email"
      })
    #expect(command.mode == .writes)
  }

  @Test("A hostile name of a coach adds no header")
  func hostileName() async throws {
    let stage = Stage {
      $0.coaches[0].firstName = ""
      $0.coaches[0].lastName = "Ana\r\nBcc: all@example.com\u{202E}"
    }
    let heard = try await stage.say("packet email c1 --eml out")
    let text = try await #require(heard.artifacts.first).collectedText()
    #expect(!text.contains("\nBcc:"))
    #expect(stage.mail.state.taken.isEmpty)
    #expect(text.contains("Ana Bcc: all@example.com"))
  }
}
