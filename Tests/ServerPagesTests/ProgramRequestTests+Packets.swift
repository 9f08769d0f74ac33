import FeatureKit
import Foundation
import HTTP
import JSON
import MailTesting
import Mailing
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

// The packet that a program sends to coaches through the server's mail.
extension ProgramRequestTests {
  private static let email = "/api/recruiting-packet/email"

  /// The body of a request that sends a packet to these coaches.
  private static func packet(to coaches: [JSONValue], subject: String = "Sam Lee, 2028")
    -> JSONValue
  {
    [
      "recipientIds": .array(coaches), "subject": .string(subject), "body": "Here is my packet.",
    ]
  }

  /// Adds a school of the caller, with one coach for each of these addresses, and returns the
  /// coaches' ids.
  private static func coaches(_ addresses: [String?], of caller: Caller) async throws -> [JSONValue]
  {
    let headers: Headers = ["Prefer": "return=representation"]
    let sam = try #require(
      try await caller.ask(.get, "/rest/v1/users?select=id").json[0]?["id"])
    let school = try await caller.ask(
      .post, "/rest/v1/schools?select=id", ["user_id": sam, "name": "Oak College"], headers)
    let rows = addresses.enumerated().map { index, address -> JSONValue in
      [
        "user_id": sam, "school_id": school.json[0]?["id"] ?? .null, "role": "head",
        "first_name": "Pat", "last_name": .string("Rivera \(index)"),
        "email": address.map { .string($0) } ?? .null,
      ]
    }
    let made = try await caller.ask(
      .post, "/rest/v1/coaches?select=id", .array(rows), headers)
    try #require(made.status == 201, "\(made.json)")
    return (made.json.array ?? []).compactMap { $0["id"] }
  }

  @Test(
    "The packet goes out through the server's mail, answers go to the athlete, and it is logged")
  func packetByMail() async throws {
    let post = try SMTPServer()
    defer { post.stop() }
    let settings = try MailSettings.ofThisMachine(port: post.port)
    try await ServedPeople.with(mailThrough: settings, inOwnDatabase: true) { people in
      let address = ServedPeople.address()
      let token = try await people.confirmed("player", address) { _ in
        let letter = try await post.arrived()
        return try #require(ServerLetter(subject: "", text: letter.text).code)
      }
      let caller = Caller(people: people, token: token)
      let coaches = try await Self.coaches(["rivera@example.edu", nil], of: caller)
      let sent = try await caller.ask(.post, Self.email, Self.packet(to: coaches + coaches))
      #expect(sent.status == 200 && sent.json["sentCount"] == 1, "\(sent.json)")
      #expect(sent.json["sentTo"] == 1 && sent.json["skipped"]?.array?.count == 1)
      let letter = try await post.arrived()
      #expect(letter.to == ["rivera@example.edu"] && letter.from == "compass@example.org")
      #expect(letter.headers["Reply-To"]?.contains(address) == true, "\(letter.headers)")
      #expect(letter.headers["Subject"] == "Sam Lee, 2028")
      #expect(letter.text.contains("Here is my packet."))
      let pdf = try #require(letter.attachments.first)
      #expect(pdf.name.hasPrefix("Sam_Lee_RecruitingPacket") && pdf.name.hasSuffix(".pdf"))
      #expect(
        Data(base64Encoded: pdf.base64, options: .ignoreUnknownCharacters)?.prefix(5)
          == Data("%PDF-".utf8))
      let logged = "SELECT count(*) FROM public.interactions WHERE subject = $1 AND type = 'email'"
      #expect(try await people.count(logged, "Sam Lee, 2028") == 1)
    }
  }

  @Test("A packet that went out and could not be logged is answered as sent")
  func unloggedPacket() async throws {
    let bag = Mailbag()
    try await Self.with(mail: bag.mail) { people in
      let token = try await people.confirmed { try await bag.code(for: $0) }
      let sam = Caller(people: people, token: token)
      let coaches = try await Self.coaches(["rivera@example.edu"], of: sam)
      try await people.server.admin.script(PacketPageTests.Unlogged.refused.script)
      let sent = try await sam.ask(.post, Self.email, Self.packet(to: coaches))
      #expect(sent.status == 200 && sent.json["sentCount"] == 1, "\(sent.json)")
      #expect(
        sent.json["message"]?.string?.hasPrefix("The packet went out. It could not be logged.")
          == true, "\(sent.json)")
      #expect(bag.messages.withLock(\.count) == 1)
    }
  }

  @Test("A packet that may not go out is refused, nothing is sent, and a day has its limit")
  func refusedPackets() async throws {
    let bag = Mailbag()
    try await Self.with(mail: bag.mail) { people in
      func caller() async throws -> Caller {
        let token = try await people.confirmed { try await bag.code(for: $0) }
        return Caller(people: people, token: token)
      }
      let sam = try await caller()
      let coaches = try await Self.coaches((0..<10).map { "coach-\($0)@example.edu" }, of: sam)
      func status(_ body: JSONValue?, _ caller: Caller) async throws -> Int {
        try await caller.ask(.post, Self.email, body).status
      }
      #expect(try await status(Self.packet(to: coaches), Caller(people: people)) == 401)
      #expect(try await status(nil, sam) == 400)
      #expect(try await status(Self.packet(to: []), sam) == 400)
      #expect(try await status(Self.packet(to: ["coach"]), sam) == 400)
      #expect(
        try await status(Self.packet(to: coaches, subject: "a\r\nBcc: x@example.org"), sam) == 400)
      let unknown = JSONValue.string(UUID().uuidString.lowercased())
      #expect(try await status(Self.packet(to: [coaches[0], unknown]), sam) == 404)
      // At most ten recipients are allowed. The server refuses eleven before it looks them up;
      // otherwise the answer would reveal which coaches exist.
      #expect(try await status(Self.packet(to: coaches + [unknown]), sam) == 400)
      #expect(try await status(Self.packet(to: [coaches[0]]), try await caller()) == 404)
      bag.failure.withLock { $0 = .connectionRefused(host: "127.0.0.1", port: 25) }
      let failed = try await sam.ask(.post, Self.email, Self.packet(to: coaches))
      #expect(failed.status == 502, "\(failed.json)")
      #expect(failed.json["statusMessage"] == "The mail server took no message.")
      bag.failure.withLock { $0 = nil }
      #expect(bag.messages.withLock { $0.isEmpty })
      for _ in 0..<2 { #expect(try await status(Self.packet(to: coaches), sam) == 200) }
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 429)
      #expect(bag.messages.withLock(\.count) == 20)
      // The number of packets that a person sends in a day is counted in the database and not in
      // the contact log. Otherwise the person could start a new count by signing out or by deleting
      // contacts.
      let email = try #require(
        try await people.server.admin.run("SELECT email FROM accounts.people ORDER BY created_at")
          .rows.first?[0])
      let browser = try await people.signedIn(email)
      let question = try await browser.get("/sign-out")
      let files = try people.files.count
      _ = try await browser.post(question.fields, to: "/sign-out")
      #expect(try people.files.count == files - 1)
      _ = try await people.server.admin.run("DELETE FROM public.interactions")
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 429)
      #expect(bag.messages.withLock(\.count) == 20)
      // The server sends no packet for a person whose e-mail address was never confirmed, because
      // the answers of coaches could not reach this person.
      _ = try await people.server.admin.run("UPDATE accounts.packets SET day = day - 1")
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = NULL")
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 403)
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = now()")
      #expect(try await status(Self.packet(to: [coaches[0]]), sam) == 200)
    }
    // A server without a mail server, or with e-mail switched off by its administrator, refuses to
    // send packets, with the status 503.
    try await Self.with { people in
      let sam = Caller(people: people, token: try await people.server.signedUp().token)
      #expect(try await sam.ask(.post, Self.email, Self.packet(to: [])).status == 503)
    }
    let settings = try MailSettings.ofThisMachine(packets: false)
    #expect(ServerMail.live(settings) { .ofSystem }.packets == nil)
    #expect(settings.json["packets"] == false)
  }
}
