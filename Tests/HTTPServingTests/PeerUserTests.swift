import Foundation
import HTTP
import Testing
import ToolTesting

@testable import HTTPServing

@Suite("Programs of other users of this computer") struct PeerUserTests {
  private static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:2116 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 51 1
       1: 0200007F:C350 0100007F:2116 01 00000000:00000000 00:00000000 00000000  1002        0 52 1
       2: 0100007F:C350 0100007F:2116 01 00000000:00000000 00:00000000 00000000  1001        0 53 1
       3: 0100007F:2116 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 54 1
       4: 0100007F:C351 0100007F:2116
    """

  @Test(
    "The user is that of the client's end of this very connection",
    arguments: [
      ("0100007F:C350", 1_001), ("0200007F:C350", 1_002), ("0100007F:C351", nil),
      ("0300007F:C350", nil),
    ] as [(String, uid_t?)])
  func user(_ client: String, _ user: uid_t?) {
    #expect(PeerUser.user(from: client, to: "0100007F:2116", in: Self.table) == user)
  }

  @Test("A program of this user is answered")
  func own() async throws {
    #expect(try await firstLine(toUser: geteuid()) == "HTTP/1.1 200 OK\n")
  }

  @Test("A program of another user is not answered", .enabled(if: geteuid() == 0))
  func another() async throws {
    // Root never counts as another user, so the server of this test runs as root and the client as
    // the user `nobody`.
    #expect(try await firstLine(toUser: 65_534) == "\n")
  }

  /// Returns the first line of the answer that a program of this user gets.
  private func firstLine(toUser user: uid_t) async throws -> String {
    var settings = ServerSettings.patient(port: 0)
    settings.isForOwnUser = true
    let server = try HTTPServer.start(settings) { _ in Response(.ok) }
    let said = try await PipedProgram.said([
      "python3", "-c", Self.client, String(user), String(server.port),
    ])
    await server.stop(within: .zero)
    return said.text
  }

  private static let client = """
    import os, socket, sys
    if os.geteuid() != int(sys.argv[1]): os.setuid(int(sys.argv[1]))
    client = socket.socket()
    answer = b""
    try:
        client.connect(("127.0.0.1", int(sys.argv[2])))
        client.sendall(b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
        answer = client.recv(1000)
    except OSError:
        pass
    print(answer.decode().split("\\r\\n")[0])
    """
}
