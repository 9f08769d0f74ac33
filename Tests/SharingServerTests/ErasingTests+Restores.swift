import FeatureKit
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

// Tests of the facts that a server still knows after its database was restored from a backup.
extension ErasingTests {
  @Test(
    "A server notices at its start that its database was restored, and nobody who was erased is back"
  )
  func restored() async throws {
    try await RunningServer.withOwnDatabase { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID())").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = "\(folder)/server.json.memory"
      let config = {
        var config = server.config
        config.memory = path
        return config
      }()
      @Sendable func open() async throws -> SharingServer {
        try await SharingServer.open(config) { server.clock.now }
      }
      func era() async throws -> String? {
        try await server.admin.run("SELECT era::text FROM compass.server").value
      }

      let device = try await server.signedUp()
      let gone = try await server.signedUp("parent")
      let (id, erased) = (try await device.id, try await gone.id)
      _ = try await gone.client.call("compass_erase_me")
      _ = try await server.admin.run(
        "INSERT INTO compass.steps (person, id, digest, operation, summary, at) SELECT $1::uuid, gen_random_uuid(), '', 'test', 'A step', now() FROM generate_series(1, 3)",
        [id])
      let first = try await open()
      #expect(!first.wasRestored)
      #expect(ServerCommands.memoryLine(config)?.hasPrefix("!") == true)
      await first.remember()
      #expect(ServerCommands.memoryLine(config)?.hasSuffix("erased people: 1.") == true)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let kept = try String(contentsOfFile: path, encoding: .utf8)
      #expect(kept.contains("\"step\":3") && !kept.contains(erased))
      let before = try await era()
      #expect(try await !open().wasRestored)
      #expect(try await era() == before)

      // Makes the database look as if it was restored from a backup that is older than the erasure.
      // The third step (a person's change) and the record of the erasure are missing, and the
      // erased person is there again. The server must notice the restore at its next start.
      _ = try await server.admin.run("DELETE FROM compass.steps WHERE number > 2")
      _ = try await server.admin.run("SELECT setval('compass.steps_number_seq', 2)")
      _ = try await server.admin.run("DELETE FROM compass.erased")
      _ = try await server.admin.run(
        "INSERT INTO public.users (id, role, full_name) VALUES ($1::uuid, 'parent', 'Back again')",
        [erased])
      #expect(try await open().wasRestored)
      #expect(try await era() != before)
      let back = try await server.admin.run(
        "SELECT count(*) FROM public.users WHERE id = $1::uuid", [erased])
      #expect(back.value == "0")
      // Before the restore, three steps had been numbered. The third one is lost, but its number
      // must not be used again, so the next number is 4.
      let next = try await server.admin.run("SELECT nextval('compass.steps_number_seq')")
      #expect(next.value == "4")
      #expect(try await !open().wasRestored)

      // PostgreSQL's log gets a new timeline when the database is recovered to an earlier moment,
      // and also when a standby takes over. Only the recovery loses the last step (a person's
      // change), so only the recovery counts as a restore. In both cases the sequence of step
      // numbers is ahead of the last step, so it cannot distinguish them.
      _ = try await server.admin.run(
        "INSERT INTO compass.steps (person, id, digest, operation, summary, at) VALUES ($1::uuid, gen_random_uuid(), '', 'test', 'A step', now())",
        [id])
      await first.remember()
      func otherTimeline() throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\"timeline\":\"00000001\""))
        try Data(text.replacing("\"00000001\"", with: "\"000000AA\"").utf8).write(
          to: URL(filePath: path))
      }
      try otherTimeline()
      let same = try await era()
      #expect(try await !open().wasRestored)
      #expect(try await era() == same)
      _ = try await server.admin.run(
        "DELETE FROM compass.steps WHERE number = (SELECT max(number) FROM compass.steps)")
      #expect(try await open().wasRestored)
      #expect(try await era() != same)
      // The server remembers the last step in a file outside of the database (the memory file), and
      // there it has noted that it handled this restore. So the next start must not handle the
      // restore again.
      #expect(try await !open().wasRestored)

      // The memory file, in which the server remembers the last step, is damaged. The server must
      // start as if the file were missing.
      try Data("half a fi".utf8).write(to: URL(filePath: path))
      #expect(try await !open().wasRestored)
    }
  }

  /// What happens to a child's account after a backup.
  struct Closing: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Statements that end in a condition for the account.
    var statements: [String]
    /// Whether the server writes its memory file after the first statement, and whether it does
    /// after the last.
    var isNoted: (first: Bool, last: Bool)
    /// Whether the backup is restored afterwards.
    var isRestored: Bool
    /// The sentence about the account at the next start, and whether it may sign in then.
    var said: String?
    var maySignIn: Bool

    static let withdrawing = "UPDATE accounts.consents SET withdrawn_at = now() WHERE person ="
    static let agreeing = "UPDATE accounts.consents SET withdrawn_at = NULL WHERE person ="
    static let disabling = "UPDATE accounts.people SET disabled_at = now() WHERE id ="
    static let enabling = "UPDATE accounts.people SET disabled_at = NULL WHERE id ="
    static let erasing = "SELECT compass.erase_person(p.id) FROM accounts.people AS p WHERE p.id ="
    static let withdrawn =
      "1 consent that a parent had withdrawn since the backup is withdrawn again."
    static let disabled = "1 account that had been disabled since the backup is disabled again."

    static let all = [
      Closing(
        testDescription: "withdrawn", statements: [withdrawing], isNoted: (true, true),
        isRestored: true, said: withdrawn, maySignIn: false),
      Closing(
        testDescription: "disabled", statements: [disabling], isNoted: (true, true),
        isRestored: true, said: disabled, maySignIn: false),
      Closing(
        testDescription: "withdrawn, and not restored", statements: [withdrawing],
        isNoted: (true, true), isRestored: false, said: nil, maySignIn: false),
      Closing(
        testDescription: "given anew", statements: [withdrawing, agreeing], isNoted: (true, true),
        isRestored: true, said: nil, maySignIn: true),
      Closing(
        testDescription: "enabled", statements: [disabling, enabling], isNoted: (true, true),
        isRestored: true, said: nil, maySignIn: true),
      Closing(
        testDescription: "given anew while no server ran", statements: [withdrawing, agreeing],
        isNoted: (true, false), isRestored: false, said: nil, maySignIn: true),
      Closing(
        testDescription: "enabled while no server ran", statements: [disabling, enabling],
        isNoted: (true, false), isRestored: false, said: nil, maySignIn: true),
    ]
  }

  @Test(
    "A withdrawn consent and a disabled account hold after a restore, until they are opened again",
    arguments: Closing.all)
  func closed(_ closing: Closing) async throws {
    try await RunningServer.withOwnDatabase { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: "closed-\(UUID())").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let config = {
        var config = server.config
        config.memory = folder + "/memory"
        return config
      }()
      @Sendable func open() async throws -> SharingServer {
        try await SharingServer.open(config) { server.clock.now }
      }
      let child = try server.device()
      try await child.signUp([
        "birth_date": .string(BirthDate.ofChild),
        "consent": [
          "parent_name": "Dana", "parent_email": "dana@example.org", "text": "compass-consent-1",
        ],
      ])
      let id = try await child.id
      let given = try await server.admin.run(
        "SELECT given_at FROM accounts.consents WHERE person = $1::uuid", [id])

      let first = try await open()
      for (index, statement) in closing.statements.enumerated() {
        _ = try await server.admin.run("\(statement) $1::uuid", [id])
        let isLast = index == closing.statements.count - 1
        if isLast ? closing.isNoted.last : closing.isNoted.first { await first.remember() }
      }
      if closing.isRestored {
        // The rows are as they were at the backup. Without this setting the triggers would take the
        // statements for a consent that is given anew and an account that is enabled.
        try await server.admin.script(
          """
          BEGIN;
          SET LOCAL session_replication_role = replica;
          UPDATE accounts.people SET disabled_at = NULL, enabled_at = NULL WHERE id = '\(id)';
          UPDATE accounts.consents SET withdrawn_at = NULL, given_at = '\(given.value ?? "")'
          WHERE person = '\(id)';
          COMMIT
          """)
        // The server that runs meanwhile does not forget what the restored database lacks.
        await first.remember()
      }
      #expect(try await open().closedAgain == (closing.said.map { [$0] } ?? []))
      let may = try await server.admin.run("SELECT accounts.may_sign_in($1::uuid)", [id])
      #expect(may.value == (closing.maySignIn ? "t" : "f"))
      if !closing.maySignIn {
        let sessions = try await server.admin.run(
          "SELECT count(*) FROM accounts.sessions WHERE person = $1::uuid", [id])
        #expect(closing.said == nil || sessions.value == "0")
      }
      #expect(try await open().closedAgain.isEmpty)

      // Nothing of an erased person is remembered but that they were erased.
      _ = try await server.admin.run("\(Closing.erasing) $1::uuid", [id])
      let last = try await open()
      await last.remember()
      #expect(ServerMemory(readingFrom: config.memory ?? "").closed == [:])
    }
  }
}
