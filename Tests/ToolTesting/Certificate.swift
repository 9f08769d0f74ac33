import Foundation

/// A self-signed certificate, made by OpenSSL for one test and deleted after it.
public final class Certificate: Sendable {
  private let folder: URL

  public var file: String { folder.appending(path: "certificate.pem").path }
  public var key: String { folder.appending(path: "key.pem").path }

  /// Makes a certificate.
  ///
  /// - Parameter name: the host name for which it is valid.
  public init(for name: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let made = try PipedProgram.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)",
      "-keyout", key, "-out", file,
    ])
    guard made.status == 0 else { throw NotMade(words: made.text) }
  }

  private struct NotMade: Error { let words: String }

  /// Copies the current files of another certificate.
  public init(copying other: Certificate) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try other.copy(to: self, key: true)
  }

  /// Writes this certificate over the files of another one, with or without the private key.
  public func copy(to other: Certificate, key: Bool) throws {
    for (from, to) in [(file, other.file)] + (key ? [(self.key, other.key)] : []) {
      try Data(contentsOf: URL(filePath: from)).write(to: URL(filePath: to))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
