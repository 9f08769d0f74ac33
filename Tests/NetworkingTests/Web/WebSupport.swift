import CivilTime
import Foundation
import HTTP
import HTTPServing
import Synchronization

@testable import Networking

/// Records how long a client wants to wait between its attempts. The client then continues at once,
/// so that tests take no time.
final class Waits: Sendable {
  private let waits = Mutex<[Duration]>([])

  private let chance: Double

  var all: [Duration] { waits.withLock { $0 } }

  init(chance: Double = 0.5) { self.chance = chance }

  func waiting() -> RepetitionWaiting {
    RepetitionWaiting(
      sleep: { wait in self.waits.withLock { $0.append(wait) } }, chance: { self.chance },
      now: { Instant(seconds: 784_111_777) })
  }
}

extension HTTPClient {
  /// Returns a client on real sockets, by default without a proxy.
  static func plain(
    _ waits: Waits = Waits(), proxy: ProxyChoice = .none, certificates: String? = nil,
    library: CurlLibrary = .shared, isOffline: Bool = false
  ) -> HTTPClient {
    var settings = WebSettings()
    settings.proxy = proxy
    settings.certificates = certificates
    return .live(settings, library, waiting: waits.waiting(), isOffline: { isOffline })
  }

  func failure(_ request: Request, _ rules: AskingRules = .patient) async -> HTTPFailure? {
    do throws(HTTPFailure) {
      _ = try await answer(to: request, rules)
      return nil
    } catch {
      return error
    }
  }
}

extension AskingRules {
  /// The rules of a request with limits of an hour.
  ///
  /// A machine that runs all tests at once may answer late, and these tests are not about limits.
  static var patient: AskingRules {
    var rules = AskingRules()
    rules.connect = .seconds(3_600)
    rules.total = .seconds(3_600)
    return rules
  }

  static func patient(_ change: (inout AskingRules) -> Void) -> AskingRules {
    var rules = patient
    change(&rules)
    return rules
  }
}

extension Response {
  var text: String {
    guard case .bytes(let bytes) = body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Runs a server for one test and stops it afterwards.
func serving(
  tls: TLSFiles? = nil, _ handler: @escaping Handler, _ use: (HTTPServer) async throws -> Void
) async throws {
  var settings = ServerSettings(port: 0)
  settings.tls = tls
  settings.limits.connectionsForAddress = nil
  settings.times.headers = .seconds(3_600)
  settings.times.idle = .seconds(3_600)
  settings.times.body = .seconds(3_600)
  let server = try HTTPServer.start(settings, handler)
  do {
    try await use(server)
  } catch {
    await server.stop(within: .zero)
    throw error
  }
  await server.stop(within: .zero)
}
