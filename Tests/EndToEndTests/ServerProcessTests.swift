import Foundation
import Glibc
import Testing
import ToolTesting

/// Tests of `compass-server serve` as a process.
@Suite("The server as a process")
struct ServerProcessTests {
  private static func shell(_ line: String) throws -> String {
    let answer = try Program.run(
      "/bin/sh", ["-c", line],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"])
    try #require(answer.code == 0, "\(answer)")
    return answer.output
  }

  private static let fingerprint = "openssl x509 -noout -fingerprint -sha256"

  /// Returns the fingerprint of the certificate that the server shows to a new connection.
  private static func shown(by server: ServerProcess) throws -> String {
    let port = try #require(server.address.split(separator: ":").last)
    let client = "openssl s_client -connect 127.0.0.1:\(port) </dev/null 2>/dev/null"
    return try shell("\(client) | \(fingerprint)")
  }

  private static func wait(for words: String, in server: ServerProcess) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !server.log.contains(words), ContinuousClock.now < end { usleep(20_000) }
    #expect(try server.log.contains(words))
  }

  @Test("SIGHUP makes a running server read its certificate again, if the new one is right")
  func certificate() throws {
    let (used, next) = (try Certificate(for: "localhost"), try Certificate(for: "localhost"))
    let first = try Self.shell("\(Self.fingerprint) -in \(used.file)")
    let second = try Self.shell("\(Self.fingerprint) -in \(next.file)")
    try #require(first != second)
    let server = try ServerProcess(certificate: used)
    #expect(server.address.hasPrefix("https://"))
    #expect(try Self.shown(by: server) == first)
    // The new certificate is there and its private key is not, as while both are copied.
    try next.copy(to: used, key: false)
    server.send(SIGHUP)
    try Self.wait(for: "The certificate stays as it was", in: server)
    #expect(try Self.shown(by: server) == first)
    try next.copy(to: used, key: true)
    server.send(SIGHUP)
    try Self.wait(for: "The certificate was read anew", in: server)
    try Self.wait(for: "The tables and functions of the database were read anew", in: server)
    #expect(try Self.shown(by: server) == second)
  }

  @Test("A running server has no connection of the database's owner")
  func owner() throws {
    let server = try ServerProcess()
    let roles = try server.ask(
      """
      SELECT string_agg(DISTINCT usename, ' ') FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      """)
    #expect(roles == "authenticator\n")
  }
}
