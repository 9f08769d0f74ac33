import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Mailing
import Testing

@testable import Account

/// Tests of `settings mail`: the server for outgoing e-mail, and a password that is never shown.
@Suite struct MailSettingsTests {
  static let whole = "settings mail --server smtp.example.org --user sam@example.org"

  @Test("A server, a user and a password are kept, and said without the password")
  func setUp() async throws {
    let stage = Stage()
    let heard = try await stage.say(Self.whole, secrets: ["password": "Harbor7light"])
    #expect(
      heard.lines == [
        "E-mail leaves through smtp.example.org, port 587, STARTTLS.",
        "Messages are from sam@example.org.",
        "The password is kept on this machine, where only you can read it.",
      ])
    #expect(stage.mail.state.password == SecretText("Harbor7light"))
    #expect(
      stage.mail.state.setup
        == MailSetup(host: "smtp.example.org", user: "sam@example.org", hasPassword: true))
  }

  @Test("What is not named stays, and what is named none is gone")
  func partOfIt() async throws {
    let stage = Stage()
    try await stage.say(Self.whole, secrets: ["password": "Harbor7light"])
    try await stage.say("settings mail --from sam.lee@example.org --timeout 20 --port 2525")
    #expect(
      stage.mail.state.setup
        == MailSetup(
          host: "smtp.example.org", port: 2525, user: "sam@example.org",
          from: "sam.lee@example.org", seconds: 20, hasPassword: true))
    try await stage.say("settings mail --from none --security tls")
    #expect(
      stage.mail.state.setup
        == MailSetup(
          host: "smtp.example.org", security: .tls, user: "sam@example.org", seconds: 20,
          hasPassword: true))
  }

  @Test(
    "A password is never used for another user or at another server",
    arguments: [
      ("--server mail.example.com", "mail.example.com"), ("--user sam", "smtp.example.org"),
    ]
  )
  func otherMailbox(_ options: String, _ host: String) async throws {
    let stage = Stage()
    try await stage.say(Self.whole, secrets: ["password": "Harbor7light"])
    let before = stage.mail.state.setup
    let heard = try await stage.say("settings mail \(options)")
    let need = try #require(heard.needs.first)
    #expect(need.parameter == "password")
    #expect(need.problem.title.hasPrefix("\(host) will ask for the password of sam"))
    #expect(stage.mail.state.setup == before)
  }

  @Test("Forgetting forgets everything, the password too")
  func forget() async throws {
    let stage = Stage()
    try await stage.say(Self.whole, secrets: ["password": "Harbor7light"])
    let heard = try await stage.say("settings mail --forget")
    #expect(heard.lines == ["Your e-mail server and its password are forgotten here."])
    #expect(stage.mail.state.setup == MailSetup() && stage.mail.state.password == nil)
  }

  @Test("The page says where e-mail goes and whether a password is kept, never which")
  func page() async throws {
    let stage = Stage()
    var section = try #require(try await stage.say("settings").page.sections.last)
    #expect(section.title == "Sending e-mail")
    #expect(
      "\(section)".contains("It is not set up, so nothing can be e-mailed from here."))
    try await stage.say(Self.whole, secrets: ["password": "Harbor7light"])
    section = try #require(try await stage.say("settings").page.sections.last)
    let text = "\(section)"
    #expect(text.contains("smtp.example.org, port 587, STARTTLS"))
    #expect(text.contains("Kept on this machine") && !text.contains("Harbor7light"))
  }

  @Test(
    "What could never send is refused, and nothing is kept",
    arguments: [
      ("settings mail", "Nothing was named to set up."),
      ("settings mail --security tls", "Nothing was set up, because no server was named."),
      (
        "settings mail --server smtp/example", "`smtp/example` is not the name of an e-mail server."
      ),
      (
        "settings mail --server smtp.example.org:587",
        "`smtp.example.org:587` is not the name of an e-mail server."
      ),
      ("settings mail --port 0", "0 is out of range."),
      ("settings mail --timeout 0", "0 is out of range."),
      ("settings mail --security rot13", "`rot13` is not one of the choices."),
      ("settings mail --from sam", "`sam` is not an e-mail address."),
      ("settings mail --from \"a@b.c\u{0D}\u{0A}Bcc: x@y.z\"", nil),
    ] as [(String, String?)])
  func refused(_ line: String, _ title: String?) async throws {
    let stage = Stage()
    let problem = try #require(await stage.problem(with: line))
    #expect(problem.cause == .usage)
    if let title { #expect(problem.title == title) }
    #expect(stage.mail.state.setup == MailSetup())
  }

  @Test("A sender's address is kept without a server, and can be taken away again")
  func senderAlone() async throws {
    let stage = Stage()
    let kept = try await stage.say("settings mail --from sam@example.org")
    #expect(kept.lines == ["Messages are from sam@example.org. No server is set up."])
    let gone = try await stage.say("settings mail --from none")
    #expect(gone.lines == ["No server is set up."])
  }

  @Test("A port behind the server's name is refused in words that hold for a command and a form")
  func portInTheName() async throws {
    let problem = await Stage().problem(with: "settings mail --server smtp.example.org:587")
    #expect(
      problem?.fix
        == "Write only its name, like smtp.example.org. The port number is a value of its own.")
  }

  @Test("A password goes to a server elsewhere with encryption only")
  func inTheClear() async throws {
    let stage = Stage()
    let problem = await stage.problem(
      with: Self.whole + " --security none", secrets: ["password": "Harbor7light"])
    #expect(problem == MailFailure.passwordWithoutTLS(host: "smtp.example.org").problem)
    #expect(stage.mail.state.password == nil)
  }

  @Test("A password without a user is nobody's")
  func nobodys() async throws {
    let problem = await Stage().problem(
      with: "settings mail --server smtp.example.org", secrets: ["password": "Harbor7light"])
    #expect(problem?.title == "It is not clear whose password that is.")
  }

  @Test("A setup that cannot be kept says so")
  func notKept() async throws {
    let stage = Stage()
    stage.mail.change { $0.refusal = Problem(.storage(.full)) }
    let heard = try await stage.say("settings mail --server smtp.example.org")
    #expect(heard.problems.first?.title == "Could not update the settings. That did not work")
  }
}
