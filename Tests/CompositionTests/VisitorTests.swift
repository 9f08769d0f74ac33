import Auth
import CivilTime
import Domain
import FeatureKit
import Foundation
import HTTP
import SharedFile
import Testing
import WebHost

@testable import Composition

@Suite("What a visitor reaches")
struct VisitorTests {
  private static let sam = RecordID(high: 1, low: 1)
  private static let dana = RecordID(high: 1, low: 2)

  private static var account: ServerAccount {
    ServerAccount(
      person: sam, email: "sam@example.org", key: "public",
      session: { SecretText("the browser's session") },
      http: HTTPClient(
        waiting: RepetitionWaiting(
          sleep: { _ in }, chance: { 0 }, now: { Instant(seconds: 1_800_000_000) }),
        transport: { _, _, _ throws(HTTPFailure) in throw .cancelled }), zone: { .utc })
  }

  @Test(
    "Only a person at this computer reaches its files, and no replay or server's page other people",
    arguments: [
      (.onDevice(), true, true), (.inSession(VisitorSession()), false, true),
      (Visitor(kind: .ofAccount(account)), false, false),
      (.recorded(profile: nil, zone: nil), false, false),
    ] as [(Visitor, Bool, Bool)])
  func reach(visitor: Visitor, computer: Bool, others: Bool) {
    #expect(visitor.reachesComputer == computer)
    #expect(visitor.reachesOthers == others)
  }

  @Test("A page that keeps itself up to date notes no visit, and files are those of its request")
  func place() {
    var place = VisitedPlace()
    place.isNavigation = false
    place.athlete = Self.dana
    place.files = ["rows.csv": "/srv/upload"]
    let visitor = Visitor.inSession(VisitorSession(), zone: nil, place)
    #expect(!visitor.notesVisits)
    #expect(visitor.athlete == Self.dana)
    #expect(visitor.files == ["rows.csv": "/srv/upload"])
  }

  // MARK: Files

  @Test(
    "A name that a visitor of a page types is never a file of the computer",
    arguments: [
      "/etc/hostname", "../../etc/hostname", "~/.bashrc", "", "-", "/dev/stdin", "rows.csv\0",
      "ROWS.CSV", "./rows.csv",
    ])
  func typedName(name: String) throws {
    let place = try Place()
    try place.write("Name\nYale\n", to: "upload-1")
    let reading = FileReading.sent(["rows.csv": place.path + "/upload-1"])
    let problem = #expect(throws: Problem.self) { try reading.open(name) }
    #expect(problem?.cause == .usage)
    #expect(throws: Problem.self) { try FileReading.ofRecording.open(name) }
    #expect(try reading.open("rows.csv").next() == Array("Name\nYale\n".utf8))
  }

  @Test(
    "A table that is sent has at most as many lines as one import may take",
    arguments: [(0, true), (1, false)])
  func lines(more: Int, isTaken: Bool) throws {
    let place = try Place()
    let count = FileReading.mostLinesSent + more
    try place.write(String(repeating: "a\n", count: count), to: "upload-1")
    let reading = FileReading.sent(["rows.csv": place.path + "/upload-1"])
    if isTaken {
      _ = try reading.openTable("rows.csv")
    } else {
      #expect(throws: Problem.self) { try reading.openTable("rows.csv") }
    }
  }

  @Test("A file whose sender has left is not read on, so that its import takes nothing")
  func left() throws {
    let place = try Place()
    try place.write("Name\nYale\n", to: "upload-1")
    let reading = FileReading.sent(["rows.csv": place.path + "/upload-1"], until: { true })
    let file = try reading.open("rows.csv")
    let problem = #expect(throws: Problem.self) { try file.next() }
    #expect(problem?.cause == .interrupted)
  }

  @Test(
    "A link to a file of this computer is looked at, and the program's own files are none",
    arguments: [
      ("mine.pdf", .fileFound), ("none.pdf", .fileMissing), ("folder", .fileMissing),
      ("mine.pdf\0", .fileMissing), ("data/compass.sqlite", .fileMissing),
      ("link", .fileMissing), ("mine.pdf/x", .fileMissing),
    ] as [(String, LinkAnswer)])
  func links(name: String, answer: LinkAnswer) async throws {
    let place = try Place()
    for folder in ["data", "folder"] { try place.makeFolder(folder) }
    try place.write("x", to: "mine.pdf")
    try place.write("x", to: "data/compass.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: place.path + "/data/compass.sqlite")
    let probe = LinkProbe.live(DataFolder(at: place.path + "/data").paths(home: nil))
    #expect(await probe.answer(of: place.path + "/" + name) == answer)
    #expect(await probe.answer(of: "mine.pdf") == .noFolder)
  }

  @Test(
    "A visitor of a page has no address of this computer or its network asked",
    arguments: [
      "file:///etc/hostname", "/etc/hostname", "http://localhost/", "http://127.0.0.1:8470/",
      "http://[::1]/", "http://10.0.0.1/", "",
    ])
  func publicLinks(address: String) async {
    #expect(await LinkProbe.ofThePublicWeb.answer(of: address) == .notFromHere)
  }

  // MARK: Sessions

  @Test("A session that is kept is the same again, and other values are no part of it")
  func session() async throws {
    let session = VisitorSession(person: Self.sam)
    try await session.tokens.save(SecretText("token = \"x\"\n"), as: "session a.b")
    var values = session.values
    values["admin"] = "yes"
    values["Secret.session"] = "other"
    let again = VisitorSession(values: values)
    #expect(again.values == session.values)
    #expect(try again.memory.read() == Self.sam.description)
    #expect(try await again.tokens.read("session a.b")?.revealed == "token = \"x\"\n")
    #expect(try await again.tokens.read("session") == nil)
    try await again.tokens.remove("session a.b")
    #expect(try await session.tokens.read("session a.b") != nil, "another browser's")
  }

  @Test("A browser begins with the only person, and stays with the one who was chosen")
  func begin() throws {
    let session = VisitorSession()
    session.memory.begin(Self.sam.description)
    session.memory.begin(Self.dana.description)
    #expect(try session.memory.read() == Self.sam.description)
    try session.memory.save(Self.dana.description)
    #expect(try session.memory.read() == Self.dana.description)
  }

  @Test("A server's page is of its account's person, and holds no secret but the browser's session")
  func accountOfServer() async throws {
    let account = Self.account
    #expect(try account.memory.read() == Self.sam.description)
    try account.memory.save(Self.sam.description)
    let problem = #expect(throws: Problem.self) {
      try account.memory.save(Self.dana.description)
    }
    #expect(problem?.cause == .refused)
    account.memory.begin(Self.dana.description)
    #expect(try account.memory.read() == Self.sam.description)
    let secrets = account.secrets
    try await secrets.save(SecretText("other"), as: ServerSession.name(of: Self.sam))
    #expect(
      try await secrets.read(ServerSession.name(of: Self.sam))?.revealed
        == "the browser's session")
    for name in [ServerSession.name(of: Self.dana), OwnMail.secretName(of: Self.sam), "session"] {
      #expect(try await secrets.read(name) == nil, "\(name)")
    }
  }

  @Test("Pages of a server send no e-mail for people when it has none to send through")
  func mail() async {
    #expect(HostedCommands.omitted(for: Self.account).contains("packet email"))
    var account = Self.account
    account.mail = { _ in PreviewMail().outgoing }
    #expect(!HostedCommands.omitted(for: account).contains("packet email"))
  }
}
