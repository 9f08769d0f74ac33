public import FeatureKit

/// Sends a message through a mail server. The program implements it with libcurl.
public struct Mailer: Capability {
  private let sendMessage: @Sendable (MailMessage, MailServer) async throws(MailFailure) -> Void

  public init(
    send: @escaping @Sendable (MailMessage, MailServer) async throws(MailFailure) -> Void
  ) {
    sendMessage = send
  }

  /// Sends a message, and returns after the server has accepted it.
  public func send(_ message: MailMessage, through server: MailServer) async throws(MailFailure) {
    try await sendMessage(message, server)
  }

  public static func unimplemented(_ place: Unimplemented) -> Mailer {
    Mailer { _, _ throws(MailFailure) in throw .unavailable(place.problem("send")) }
  }
}
