import Basics
import CCurl
public import Mailing
import Threads

extension Mailer {
  /// Sends messages with libcurl, which is loaded for the first message.
  public static let live = live(.shared, isOffline: MachineNetwork.isMissing)

  static func live(
    _ library: CurlLibrary, isOffline: @escaping @Sendable () -> Bool
  ) -> Mailer {
    Mailer { message, server throws(MailFailure) in
      let stop = TransferCancellation()
      let failure = await withTaskCancellationHandler {
        await OwnThread.run { () -> MailFailure? in
          guard let calls = library.calls else { return .libraryMissing }
          let delivery = Delivery(message: message, server: server)
          return delivery.failure(in: delivery.run(calls, stop), isOffline: isOffline)
        }
      } onCancel: {
        stop.raise()
      }
      if let failure { throw failure }
    }
  }
}

/// One message and the mail server through which it is sent.
struct Delivery: Sendable {
  let message: MailMessage
  let server: MailServer

  func run(_ calls: OpaquePointer, _ stop: TransferCancellation) -> compass_mail_result {
    let bytes = message.bytes
    // libcurl copies all of these texts except the message itself, which exists until the call
    // returns.
    return withText(url) { url in
      withText(server.certificates) { certificates in
        withText(server.user) { user in
          withText(server.password?.revealed) { password in
            withText("<\(message.from.address)>") { from in
              withText("<\(message.to.address)>") { to in
                bytes.withUnsafeBufferPointer { bytes in
                  compass_curl_send(
                    calls,
                    compass_mail(
                      url: url, needs_tls: server.security != .none, certificates: certificates,
                      user: user, password: password, from: from, to: to,
                      bytes: bytes.baseAddress, count: bytes.count,
                      connect_milliseconds: server.connectMilliseconds,
                      total_milliseconds: server.totalMilliseconds, stop: stop.sign))
                }
              }
            }
          }
        }
      }
    }
  }

  /// The URL of the mail server. Its path is the name that libcurl sends in the SMTP greeting: the
  /// address 127.0.0.1, as mail programs send it, so that the greeting reveals nothing about this
  /// machine.
  private var url: String {
    let scheme = server.security == .tls ? "smtps" : "smtp"
    return "\(scheme)://\(server.host):\(server.port)/%5B127.0.0.1%5D"
  }

  private func withText<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    guard let text else { return body(nil) }
    return text.withCString(body)
  }
}
