import CCurl
import Glibc
import HTTP
import Threads

extension TransferOrder {
  /// Returns the failure that libcurl's result of an HTTP request means; nil if the response is
  /// complete.
  func failure(
    in result: compass_exchange_result, isOffline: @escaping @Sendable () -> Bool
  ) async -> HTTPFailure? {
    switch CurlCode(rawValue: result.code) {
    case .done: return nil
    case .badAddress: return .badAddress
    case .proxyUnknown: return .proxyUnknown(shownProxy)
    case .hostUnknown: return await nameFailure(isOffline)
    case .noConnection: return connectionFailure(Int32(result.system_error), isOffline)
    case .timedOut: return timeOut(result)
    case .stopped: return .cancelled
    case .badCertificate: return .untrusted(host: host)
    case .certificatesUnreadable: return .certificatesUnreadable(path: certificates ?? "")
    case .tlsFailed, .tlsNotOffered: return .noTLS(host: host)
    case .partialFile, .nothingReceived, .notSent, .notReceived, .http2Failed, .streamFailed:
      if proxy != nil, result.proxy_status >= 300 {
        return .proxyRefused(proxy: shownProxy, status: result.proxy_status)
      }
      return .connectionLost(host: host)
    case .proxyFailed: return .proxyRefused(proxy: shownProxy, status: nil)
    case .strangeProtocol, .strangeReply, .badEncoding: return .notHTTP(host: host)
    case .accessDenied, .tooManyRedirections, .signInRefused, nil:
      return .unexpected(code: Int(result.code))
    }
  }

  private var shownProxy: String { proxy.map(ProxyChoice.shownName) ?? "" }

  private func nameFailure(_ isOffline: @escaping @Sendable () -> Bool) async -> HTTPFailure {
    let name = ProxyChoice.name(of: host)
    let isMissing = await OwnThread.run { isOffline() || MachineNetwork.cannotAsk(for: name) }
    return isMissing ? .offline : .hostUnknown(name)
  }

  private func connectionFailure(_ code: Int32, _ isOffline: () -> Bool) -> HTTPFailure {
    switch code {
    case ENETUNREACH, ENETDOWN: .offline
    case EHOSTUNREACH: isOffline() ? .offline : .unreachable(host: host)
    default: .refused(host: proxy == nil ? host : shownProxy)
    }
  }

  /// Returns the failure for the time limit that was reached. Before a connection is established,
  /// only the limit for connecting can have been reached.
  private func timeOut(_ result: compass_exchange_result) -> HTTPFailure {
    let total = rules.total ?? .seconds(Int64.max >> 32)
    if !result.was_connected {
      return .timedOut(host: host, .connection, after: min(rules.connect, total))
    }
    if let silence = rules.silence, silence < total {
      return .timedOut(host: host, .silence, after: silence)
    }
    return .timedOut(host: host, .answer, after: total)
  }
}
