import Foundation
import Threads
import ToolTesting

/// A real web server of Python on the loopback interface, which ends with the test.
final class WebServer {
  /// A request as the server received it.
  struct Asked: Decodable, Equatable {
    var method: String
    var path: String
    var headers: [String: String]
  }

  let port: Int
  private let program: PipedProgram

  init(certificate: Certificate? = nil) throws {
    let files = certificate.map { [$0.file, $0.key] } ?? []
    program = try PipedProgram(["python3", "-c", Self.script] + files)
    port = Int(program.line() ?? "") ?? 0
  }

  deinit {
    program.terminate()
    program.wait()
  }

  /// Waits for the next request that arrives and returns it.
  func asked() throws -> Asked {
    try Self.asked(by: program)
  }

  /// Returns the next request, for a test whose other task sends it.
  ///
  /// A blocking wait on one of Swift's threads could keep that task from running.
  func askedMeanwhile() async throws -> Asked {
    try await OwnThread.run { [program] in Result { try Self.asked(by: program) } }.get()
  }

  private static func asked(by program: PipedProgram) throws -> Asked {
    try JSONDecoder().decode(Asked.self, from: Data((program.line() ?? "").utf8))
  }

  /// The server's program. It answers `/404` with the status 404, and `/head-405` with 405 for a
  /// HEAD request and 200 otherwise. Other paths redirect, stop answering or close the connection.
  private static let script = #"""
    import http.server, json, os, ssl, sys, threading, time

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *words):
            pass

        def answer(self):
            print(json.dumps({"method": self.command, "path": self.path,
                              "headers": dict(self.headers)}), flush=True)
            where = self.path.strip("/").split("?")[0]
            if where == "silent":
                time.sleep(60)
            if where == "hang-up":
                self.connection.close()
                return
            if where.startswith("head-"):
                status = int(where[5:]) if self.command == "HEAD" else 200
            elif where.isdigit():
                status = int(where)
            else:
                status = 302
            self.send_response(status)
            leads = {"moved": "/200", "lost": "/404", "loop": "/loop", "file": "file:///etc/passwd"}
            if where in leads:
                self.send_header("Location", leads[where])
            body = b"x" * 100_000
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                try:
                    self.wfile.write(body)
                except OSError:
                    pass

        do_HEAD = do_GET = answer

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)

    def watch_input():
        sys.stdin.read()
        os._exit(0)
    threading.Thread(target=watch_input, daemon=True).start()
    server.serve_forever()
    """#
}
