import Foundation
import SharingTesting
import Testing

@testable import SharingServer

/// Official clients from PyPI, unchanged, against a server. `Tools/test` installs them; the flows are in `Clients/flows.py`.
@Suite("Official clients", .serialized)
struct ClientTests {
  @Test(
    "PyPI's supabase and postgrest do all that they do with a project",
    arguments: ["accounts", "rows", "writes", "tables_alone"])
  func flows(name: String) async throws {
    let python = RunningServer.root.appending(path: ".build/clients/bin/python3").path
    try #require(
      FileManager.default.isExecutableFile(atPath: python),
      "The clients are not installed. Run  Tools/test SharingServer")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Clients/flows.py"
    ).path
    try await RunningServer.with { server in
      let arguments = [script, server.address, server.publicKey, name]
      let (status, said) = try await Task.detached {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = arguments
        process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "NO_PROXY": "127.0.0.1"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
      }.value
      #expect(status == 0, "\(said.suffix(1_500))")
    }
  }
}
