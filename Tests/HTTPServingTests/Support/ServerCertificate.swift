import Foundation

/// A certificate for `localhost` that signs itself, made for one test by OpenSSL, and a client that trusts it alone.
final class ServerCertificate: Sendable {
  private let folder: URL

  var file: String { folder.appending(path: "certificate.pem").path }
  var key: String { folder.appending(path: "key.pem").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      "-keyout", key, "-out", file,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What Python's own client gets for half a megabyte: the status, the first words of the body, and its length.
  func ask(port: Int) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, file, String(port)]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let handle = output.fileHandleForReading
    return String(decoding: await onThread { handle.readDataToEndOfFile() }, as: UTF8.self)
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
