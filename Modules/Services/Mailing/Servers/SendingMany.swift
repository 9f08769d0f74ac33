public import FeatureKit

/// What became of one of several messages.
public enum MailFate: Equatable, Sendable {
  /// Taken by the server.
  case sent
  case refused(Problem)
  /// Not tried, because the one before showed that the server takes nothing.
  case untried
}

extension OutgoingMail {
  /// Sends one message after the other. One that is refused does not keep the others; a server that takes nothing does.
  ///
  /// - Parameters:
  ///   - starting: told the place of each message before it goes.
  ///   - taken: awaited when the server has one, before the next goes.
  public func send(
    _ messages: [MailMessage], starting: (Int) -> Void, taken: (Int) async -> Void = { _ in }
  ) async -> [MailFate] {
    var fates: [MailFate] = []
    var isClosed = false
    for (index, message) in messages.enumerated() {
      guard !isClosed, !_Concurrency.Task.isCancelled else {
        fates.append(.untried)
        continue
      }
      starting(index)
      do throws(MailFailure) {
        try await send(message)
        await taken(index)
        fates.append(.sent)
      } catch {
        isClosed = !error.concernsThisMessageOnly
        fates.append(.refused(error.problem))
      }
    }
    return fates
  }
}

extension MailFate {
  /// Why the server did not take it; nil when it did, and when it was not asked.
  public var problem: Problem? {
    if case .refused(let problem) = self { problem } else { nil }
  }
}
