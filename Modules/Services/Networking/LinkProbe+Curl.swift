import Basics
import CCurl
public import Domain
import Glibc
import Threads

extension LinkProbe {
  /// Checks with libcurl whether web pages exist. Only http and https addresses are requested.
  /// libcurl is loaded for the first link.
  public static let web = web(LinkAsking())

  /// Checks only links to sites of the public web. If a host name or a redirect leads to an IP
  /// address that is not public, it is not contacted, so that a visitor cannot find out what exists
  /// on this computer or in its network.
  public static let publicWeb = web(LinkAsking(isOfThePublicWeb: true))

  static func web(_ asking: LinkAsking) -> LinkProbe {
    LinkProbe { address in
      let stop = TransferCancellation()
      return await withTaskCancellationHandler {
        await OwnThread.run { asking.answer(of: address, stop) }
      } onCancel: {
        stop.raise()
      }
    }
  }
}

/// How a link is checked: the time limits, the trusted certificates, and whether only sites of the
/// public web are requested.
struct LinkAsking: Sendable {
  var library = CurlLibrary.shared
  var certificates: String?
  var isOfThePublicWeb = false
  var connectMilliseconds = 5_000
  var totalMilliseconds = 10_000
  var isOffline: @Sendable () -> Bool = { MachineNetwork.isMissing() }

  /// The user agent that is sent to the checked site. It does not name this program, so that the
  /// site learns only that a link was checked.
  private static let userAgent = "Mozilla/5.0 (compatible; link check)"

  func answer(of address: String, _ stop: TransferCancellation) -> LinkAnswer {
    let lowered = address.lowercased()
    guard lowered.hasPrefix("https://") || lowered.hasPrefix("http://"),
      !address.utf8.contains(0)
    else { return .notTried }
    guard let calls = library.calls else { return .libraryMissing }
    let head = answer(in: look(address, headOnly: true, calls, stop), at: address)
    switch head {
    case .status(let code) where code < 400: return head
    case .status, .connectionLost, .strange:
      // Some servers do not support HEAD and answer with an arbitrary status, so the link is
      // requested again with GET.
      return answer(in: look(address, headOnly: false, calls, stop), at: address)
    default: return head
    }
  }

  private func look(
    _ address: String, headOnly: Bool, _ calls: OpaquePointer, _ stop: TransferCancellation
  ) -> compass_link_result {
    address.withCString { url in
      Self.userAgent.withCString { userAgent in
        withText(certificates) { certificates in
          compass_curl_look(
            calls,
            compass_link(
              url: url, head_only: headOnly, user_agent: userAgent, certificates: certificates,
              connect_milliseconds: connectMilliseconds, total_milliseconds: totalMilliseconds,
              stop: stop.sign, public_only: isOfThePublicWeb))
        }
      }
    }
  }

  private func withText<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    guard let text else { return body(nil) }
    return text.withCString(body)
  }

  private func answer(in result: compass_link_result, at address: String) -> LinkAnswer {
    if result.met_another { return .notFromHere }
    return switch CurlCode(rawValue: result.code) {
    case .done: .status(Int(result.status))
    case .hostUnknown:
      isOffline() || WebAddress.host(of: address).map(MachineNetwork.cannotAsk) ?? false
        ? .offline : .hostUnknown
    case .noConnection:
      [ENETUNREACH, ENETDOWN].contains(Int32(result.system_error)) || isOffline()
        ? .offline : .connectionRefused
    case .timedOut: .timedOut(seconds: max(1, limit(reachedIn: result) / 1000))
    case .stopped: .notTried
    case .badCertificate, .tlsFailed: .untrusted
    case .tooManyRedirections: .tooManyRedirections
    case .nothingReceived, .notReceived, .notSent, .partialFile: .connectionLost
    default: .strange
    }
  }

  private func limit(reachedIn result: compass_link_result) -> Int {
    TimeLimits.reached(
      after: result.elapsed_milliseconds, connect: connectMilliseconds, total: totalMilliseconds)
  }
}
