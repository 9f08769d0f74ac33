import Foundation
import MailTesting
import SharingTesting
import Testing
import ToolTesting

@testable import SharingServer

/// Tests of a server with the official Supabase clients from PyPI, unchanged.
///
/// `Tools/test` installs each of `Clients/versions`; the tested flows are in `Clients/flows.py`.
@Suite("Official clients", .serialized)
struct ClientTests {
  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients")

  private static let versions = try! String(
    contentsOf: folder.appending(path: "versions"), encoding: .utf8
  ).split(separator: "\n").map(String.init)

  /// The functions of `Clients/flows.py`, which one process calls, because loading a client takes
  /// longer than most of them.
  private static let flows = [
    "accounts", "rows", "writes", "tables_alone", "administrator", "wire",
  ]

  /// The functions of `Clients/flows.py` with letters. The server limits how many codes one network
  /// address tries, so that each list is called at a server of its own.
  private static let flowsWithLetters = [
    ["confirming", "recovery", "codes", "new_address"], ["programs", "token_hashes"],
  ]

  @Test(
    "PyPI's supabase and postgrest do all that they do with a project",
    arguments: versions)
  func flows(version: String) async throws {
    let allow: (inout ServerConfig) -> Void = { $0.service = ServiceKeyTests.settings($0) }
    try await RunningServer.with(allow) { server in
      try await ServiceKeyTests.makeRole(server)
      try await Self.call(
        Self.flows, of: version, at: server, ["SERVICE_KEY": ServiceKeyTests.key])
    }
  }

  @Test(
    "PyPI's supabase does all that it does with the codes and links of letters",
    arguments: versions, flowsWithLetters)
  func letters(version: String, flows: [String]) async throws {
    let letters = FileManager.default.temporaryDirectory.appending(
      path: "compass-letters-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: letters) }
    let post = try SMTPServer(.init(copies: letters.path))
    defer { post.stop() }
    let mail = try MailSettings.ofThisMachine(port: post.port)
    let allow: (inout ServerConfig) -> Void = {
      $0.mail = mail
      $0.links = LinkSettings(
        address: "http://127.0.0.1", targets: ["https://app.example.org/signed-in"])
    }
    try await RunningServer.withOwnDatabase(allow) { server in
      try await Self.call(flows, of: version, at: server, ["LETTERS": letters.path])
    }
  }

  /// Calls functions of `Clients/flows.py` with one version of the clients.
  private static func call(
    _ flows: [String], of version: String, at server: RunningServer, _ more: [String: String]
  ) async throws {
    let python = Project.root.appending(path: ".build/clients/\(version)/bin/python3").path
    try #require(
      FileManager.default.isExecutableFile(atPath: python),
      "The clients are not installed. Run  Tools/test SharingServer")
    let (status, said) = try await PipedProgram.said(
      [python, folder.appending(path: "flows.py").path, server.address, server.publicKey] + flows,
      environment: ["PYTHONDONTWRITEBYTECODE": "1", "NO_PROXY": "127.0.0.1"].merging(more) { $1 })
    #expect(status == 0, "\(said.suffix(1_500))")
  }
}
