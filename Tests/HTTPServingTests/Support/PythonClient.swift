import Foundation
import ToolTesting

/// Python's own web client, which trusts only one certificate.
enum PythonClient {
  /// Requests a body of half a megabyte, and returns the status, the first words of the body, and
  /// its length.
  static func ask(port: Int, trusting certificate: Certificate) async throws -> String {
    try await PipedProgram.said(["python3", "-c", script, certificate.file, String(port)]).text
  }

  private static let script = """
    import http.client, ssl, sys
    context = ssl.create_default_context(cafile=sys.argv[1])
    client = http.client.HTTPSConnection("localhost", int(sys.argv[2]), context=context)
    client.request("POST", "/", body=b"x" * 500000)
    answer = client.getresponse()
    body = answer.read()
    print(answer.status, *body.decode().split()[:2], len(body))
    """
}
