import Glibc

/// The reasons why the HTTP server could not start, or could not read a new certificate.
public enum ServingFailure: Error, Equatable, Sendable {
  case libraryMissing
  case badAddress(String)
  case portTaken(Int)
  case portForbidden(Int)
  case notListening(address: String, port: Int, code: Int32)
  case fileUnreadable(path: String, code: Int32)
  case certificateRefused(certificate: String, key: String)
  case notStarted(String)

  /// The failure in one sentence for the person who starts the server.
  public var sentence: String {
    switch self {
    case .libraryMissing: "Serving pages needs libmicrohttpd."
    case .badAddress(let address): "“\(address)” is no numeric address."
    case .portTaken(let port): "Port \(port) is in use by another program."
    case .portForbidden(let port): "You may not listen at port \(port)."
    case .notListening(let address, let port, let code):
      "The server cannot listen at \(address), port \(port): \(Self.reason(code))."
    case .fileUnreadable(let path, let code): "\(path) could not be read: \(Self.reason(code))."
    case .certificateRefused(let certificate, let key):
      "\(certificate) and \(key) cannot be used as a certificate and its key."
    case .notStarted(let words):
      words.isEmpty ? "The server did not start." : "The server did not start: \(words)"
    }
  }

  /// The advice for the person who starts the server, such as to choose another port; nil if there
  /// is none.
  public var fix: String? {
    switch self {
    case .libraryMissing: "Install it with: sudo apt install libmicrohttpd12"
    case .badAddress: "Use 127.0.0.1 for this computer alone, or :: for every address of it."
    case .portTaken: "Choose another port, or end the program that uses it."
    case .portForbidden: "Choose a port above 1023."
    case .certificateRefused: "Both must be PEM files, and the key must belong to the certificate."
    case .notListening, .fileUnreadable, .notStarted: nil
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
