import Auth
import CivilTime
import Conversation
import Domain
import FamilyContext
import FeatureKit
import Mailing
import ShellHost
import Synchronization
import Testing

@testable import Composition

/// The values that a device stores for a person, and the order of what was stored.
private final class Shelf: Sendable {
  private let values = Mutex<[String: String]>([:])
  private let stored = Mutex<[String]>([])
  /// Whether the store for secrets refuses to save one.
  let refusesSecrets = Mutex(false)

  var order: [String] { stored.withLock { $0 } }

  func value(of key: String) -> String? { values.withLock { $0[key] } }
  func put(_ value: String?, for key: String) { values.withLock { $0[key] = value } }

  var preferences: DevicePreferencesGateway {
    var gateway = DevicePreferencesGateway()
    gateway.value.implement { key throws(Problem) in self.value(of: key) }
    gateway.set.implement { entry throws(Problem) in
      self.stored.withLock { $0.append(entry.key) }
      self.put(entry.value, for: entry.key)
    }
    return gateway
  }

  var secrets: SecretStore {
    SecretStore {
      $0.read.implement { name in self.value(of: name).map { SecretText($0) } }
      $0.save.implement { name, secret throws(Problem) in
        guard !self.refusesSecrets.withLock({ $0 }) else {
          throw Problem(.failed, "The keyring is closed.")
        }
        self.stored.withLock { $0.append(name) }
        self.put(secret.revealed, for: name)
      }
      $0.remove.implement { name in self.put(nil, for: name) }
    }
  }
}

@Suite("What a device stores for a person")
struct KeptOnDeviceTests {
  private static let sam = RecordID(high: 1, low: 1)
  private let shelf = Shelf()

  // MARK: Answers to the questions of an unfinished command

  @Test("The answers to a command that was not finished come back as they were given")
  func answers() async {
    let kept = KeptAnswers(
      command: "schools add", given: ["name": ["Penn \"State\"", "\u{1B}[31m"], "tier": []],
      answers: [
        .init(parameter: "notes", text: "line\nbreak \\ \u{0}"),
        .init(parameter: "notes", text: ""),
      ])
    let memory = AnswerMemory.live(shelf.preferences)
    #expect(await memory.load() == nil)
    await memory.keep(kept)
    #expect(await memory.load() == kept)
    await memory.keep(nil)
    #expect(await memory.load() == nil)
    #expect(shelf.value(of: DevicePreferenceKey.keptAnswers) == nil)
  }

  @Test(
    "Stored answers that another program damaged are none, and no person is asked about them",
    arguments: [
      "", "{", "[]", "null", "\"schools add\"", #"{"command":1,"answers":[]}"#,
      #"{"command":"schools add"}"#, #"{"command":"schools add","answers":{}}"#,
    ])
  func damagedAnswers(stored: String) async {
    shelf.put(stored, for: DevicePreferenceKey.keptAnswers)
    #expect(await AnswerMemory.live(shelf.preferences).load() == nil)
  }

  @Test("Of stored answers only those that can be read are offered")
  func partlyDamagedAnswers() async {
    shelf.put(
      #"""
      {"command":"schools add","given":{"name":"Yale","tier":[1,"a"]},
       "answers":[{"parameter":"notes"},7,{"parameter":"city","text":"Troy","more":1}]}
      """#, for: DevicePreferenceKey.keptAnswers)
    #expect(
      await AnswerMemory.live(shelf.preferences).load()
        == KeptAnswers(
          command: "schools add", given: ["name": [], "tier": ["a"]],
          answers: [.init(parameter: "city", text: "Troy")]))
  }

  // MARK: The person's own mail server

  private func mail(reachesComputer: Bool = true, paths: PathGuard = .none) -> OutgoingMail {
    var mail = OwnMail(
      preferences: shelf.preferences, secrets: shelf.secrets,
      mailer: Mailer { _, _ throws(MailFailure) in },
      family: FamilyContextClient(
        current: { () throws(Problem) in Viewing(person: Self.sam, role: .player, name: "Sam Lee")
        },
        athletes: { () throws(Problem) in [] },
        switchTo: { _ throws(Problem) in Viewing(person: Self.sam, role: .player) },
        logView: { _, _, _ in }),
      clock: .fixed(Instant(seconds: 1_800_000_000)), ids: Machine.ids, paths: paths)
    mail.reachesComputer = reachesComputer
    return mail.outgoing
  }

  private static let setup = MailSetup(
    host: "smtp.example.org", user: "sam@example.org", hasPassword: true)

  @Test("A mail password is stored before the setup that counts on it, and apart from it")
  func password() async throws {
    try await mail().save(Self.setup, password: SecretText("hunter2"))
    let name = OwnMail.secretName(of: Self.sam)
    #expect(shelf.order == [name, DevicePreferenceKey.mailSetup])
    #expect(shelf.value(of: name) == "hunter2")
    let stored = try #require(shelf.value(of: DevicePreferenceKey.mailSetup))
    #expect(!stored.contains("hunter2"))
    #expect(MailSetup(storedAs: stored) == Self.setup)
  }

  @Test("A setup whose password could not be stored is not stored either")
  func closedKeyring() async {
    shelf.refusesSecrets.withLock { $0 = true }
    await #expect(throws: Problem.self) {
      try await mail().save(Self.setup, password: SecretText("hunter2"))
    }
    #expect(shelf.order == [])
  }

  @Test("A setup without a password removes the stored one")
  func noPassword() async throws {
    try await mail().save(Self.setup, password: SecretText("hunter2"))
    try await mail().save(MailSetup(host: "smtp.example.org"), password: nil)
    #expect(shelf.value(of: OwnMail.secretName(of: Self.sam)) == nil)
    try await mail().save(MailSetup(), password: nil)
    #expect(shelf.value(of: DevicePreferenceKey.mailSetup) == nil)
  }

  @Test("A page names no file of the computer as certificates, and keeps the file that is set")
  func certificates() async throws {
    let place = try Place()
    try place.write("x", to: "ca.pem")
    var setup = Self.setup
    setup.certificates = place.path + "/ca.pem"
    let problem = await #expect(throws: Problem.self) {
      try await mail(reachesComputer: false).save(setup, password: nil)
    }
    #expect(problem?.cause == .usage)
    #expect(shelf.order == [])
    try await mail().save(setup, password: nil)
    setup.port = 2_525
    try await mail(reachesComputer: false).save(setup, password: nil)
    #expect(
      MailSetup(storedAs: shelf.value(of: DevicePreferenceKey.mailSetup)) == setup)
  }

  @Test(
    "Certificates that are missing, or a file of the program, are refused and change nothing",
    arguments: ["none.pem", "data/compass.sqlite"])
  func wrongCertificates(name: String) async throws {
    let place = try Place()
    try place.makeFolder("data")
    try place.write("x", to: "data/compass.sqlite")
    var setup = Self.setup
    setup.certificates = place.path + "/" + name
    let paths = DataFolder(at: place.path + "/data").paths(home: nil)
    await #expect(throws: Problem.self) {
      try await mail(paths: paths).save(setup, password: SecretText("hunter2"))
    }
    #expect(shelf.order == [])
  }

  @Test(
    "A stored mail setup that cannot be read is none, and its connection stays encrypted",
    arguments: [
      nil, "", "{", "[]", #"{"host":1,"port":"25","seconds":"long","password_kept":"yes"}"#,
      #"{"security":"NONE"}"#, #"{"security":null}"#, #"{"security":["none"]}"#,
    ] as [String?])
  func damagedSetup(stored: String?) {
    #expect(MailSetup(storedAs: stored) == MailSetup())
    #expect(MailSetup(storedAs: stored).security == .startTLS)
  }

  // MARK: Notices on the desktop

  @Test(
    "No text of a notice is an option, markup or a control sequence of the desktop",
    arguments: [
      ("--help", "a <b>bold</b> & \\n", "--help", "a &lt;b&gt;bold&lt;/b&gt; &amp; \\\\n"),
      ("a\nb\u{1B}[31m", "\u{202E}gnp", "a b [31m", "gnp"),
      ("a", "<\u{301}b>&\u{301}lt;\\\u{301}n", "a", "&lt;\u{301}b&gt;&amp;\u{301}lt;\\\\\u{301}n"),
    ])
  func notices(title: String, text: String, shownTitle: String, shownText: String) throws {
    let arguments = DesktopNotices.arguments(for: DesktopNotice(title, text: text))
    #expect(arguments.first == "notify-send")
    let end = try #require(arguments.firstIndex(of: "--"))
    #expect(Array(arguments[(end + 1)...]) == [shownTitle, shownText])
  }

  @Test("A long text of a notice is cut before it is escaped")
  func longNotice() {
    let notice = DesktopNotice(
      String(repeating: "a", count: 1_000), text: String(repeating: "&", count: 1_000))
    let arguments = DesktopNotices.arguments(for: notice)
    #expect(arguments.suffix(2).first?.count == 200)
    #expect(arguments.last?.hasSuffix("&amp;…") == true)
  }
}
