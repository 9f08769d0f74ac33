import Foundation
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

  @Test(
    "PyPI's supabase and postgrest do all that they do with a project",
    arguments: versions)
  func flows(version: String) async throws {
    let python = RunningServer.root.appending(path: ".build/clients/\(version)/bin/python3").path
    try #require(
      FileManager.default.isExecutableFile(atPath: python),
      "The clients are not installed. Run  Tools/test SharingServer")
    let script = Self.folder.appending(path: "flows.py").path
    let allow: (inout ServerConfig) -> Void = { $0.service = ServiceKeyTests.settings($0) }
    try await RunningServer.with(allow) { server in
      try await ServiceKeyTests.makeRole(server)
      let process = Process()
      process.executableURL = URL(filePath: python)
      process.arguments = [script, server.address, server.publicKey] + Self.flows
      process.environment = [
        "PYTHONDONTWRITEBYTECODE": "1", "NO_PROXY": "127.0.0.1",
        "SERVICE_KEY": ServiceKeyTests.key,
      ]
      let (status, said) = try await process.said()
      #expect(status == 0, "\(said.suffix(1_500))")
    }
  }
}
