public import FeatureKit

/// Sends messages: what a feature asks for, and the app gives through libcurl.
public struct Mailer: Capability {
  private let sendMessage: @Sendable (MailMessage, MailServer) async throws(Problem) -> Void

  public init(
    send: @escaping @Sendable (MailMessage, MailServer) async throws(Problem) -> Void
  ) {
    sendMessage = send
  }

  /// Returns when the server has taken the message; every failure is a `MailFailure`'s problem.
  public func send(_ message: MailMessage, through server: MailServer) async throws(Problem) {
    try await sendMessage(message, server)
  }

  public static func unimplemented(_ place: Unimplemented) -> Mailer {
    Mailer { _, _ throws(Problem) in throw place.problem("send") }
  }
}
