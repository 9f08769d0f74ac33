import Basics
import CCurl
import Glibc
import Mailing

extension Delivery {
  /// Returns the failure that libcurl's result of sending a message means; nil if the server
  /// accepted the message.
  func failure(in result: compass_mail_result, isOffline: () -> Bool) -> MailFailure? {
    switch CurlCode(rawValue: result.code) {
    case .done: nil
    case .hostUnknown: isOffline() ? .offline : .hostUnknown(server.host)
    case .noConnection: connectionFailure(Int32(result.system_error))
    case .timedOut:
      wasHandedOver(result) ? .unconfirmed(host: server.host) : timeOut(result)
    case .stopped: wasHandedOver(result) ? .unconfirmed(host: server.host) : .cancelled
    case .badCertificate: .badCertificate(host: server.host)
    case .certificatesUnreadable: .certificatesMissing(path: server.certificates)
    case .tlsFailed, .tlsNotOffered: .noTLS(host: server.host)
    case .signInRefused: .signInRefused(host: server.host, user: server.user ?? "")
    case .strangeReply, .accessDenied, .partialFile, .nothingReceived, .notSent, .notReceived:
      refusal(result)
    case .tooManyRedirections, .badAddress, .proxyUnknown, .proxyFailed, .strangeProtocol,
      .badEncoding, .http2Failed, .streamFailed, nil:
      .unexpected(code: Int(result.code))
    }
  }

  private func connectionFailure(_ code: Int32) -> MailFailure {
    switch code {
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .offline
    default: .connectionRefused(host: server.host, port: server.port)
    }
  }

  private func timeOut(_ result: compass_mail_result) -> MailFailure {
    let limit = TimeLimits.reached(
      after: result.elapsed_milliseconds, connect: server.connectMilliseconds,
      total: server.totalMilliseconds)
    return .timedOut(host: server.host, milliseconds: limit)
  }

  private func refusal(_ result: compass_mail_result) -> MailFailure {
    guard let reply = reply(in: result) else {
      return wasHandedOver(result)
        ? .unconfirmed(host: server.host) : .connectionLost(host: server.host)
    }
    return switch result.stage {
    case compass_stage_recipient: .recipientRefused(message.to.address, reply)
    case _ where reply.isAboutSize: .tooLarge(reply)
    case compass_stage_sender: .senderRefused(message.from.address, reply)
    default: .messageRefused(reply)
    }
  }

  private func wasHandedOver(_ result: compass_mail_result) -> Bool {
    result.stage == compass_stage_handed_over
  }

  /// Returns the mail server's last response if it rejected the message. The text of the response
  /// is left out if it contains the password in any encoding.
  private func reply(in result: compass_mail_result) -> MailFailure.Reply? {
    guard (400..<600).contains(result.reply_code) else { return nil }
    let text = withUnsafeBytes(of: result.reply) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let echo = SecretEcho(server.password?.revealed ?? "")
    return MailFailure.Reply(
      code: Int(result.reply_code), text: echo.isHeard(in: text) ? "" : text)
  }
}

/// The two time limits of a transfer with libcurl: one for the connection, and one for the transfer
/// as a whole.
enum TimeLimits {
  /// Returns the time limit in milliseconds that ended a transfer, so that an error message can
  /// name it. libcurl may stop a little before or after a limit, so it is the limit that is closer
  /// to the elapsed time.
  static func reached(after elapsed: Int, connect: Int, total: Int) -> Int {
    let connect = min(connect, total)
    return elapsed - connect < total - elapsed ? connect : total
  }
}
