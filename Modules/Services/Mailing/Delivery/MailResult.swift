public import FeatureKit

/// The outcome of one message.
public enum MailFate: Equatable, Sendable {
  /// The server accepted the message.
  case sent
  /// The server accepted the message, and this record logs it.
  case logged(Reference)
  /// The server accepted the message, but the message could not be logged.
  case unlogged(Problem)
  case refused(Problem)
  /// The message was not tried, because the previous message showed that the server accepts none.
  case untried

  public var isSent: Bool {
    switch self {
    case .sent, .logged, .unlogged: true
    case .refused, .untried: false
    }
  }

  /// The problem of a refused or unlogged message; nil for all others.
  var problem: Problem? {
    switch self {
    case .refused(let problem), .unlogged(let problem): problem
    case .sent, .logged, .untried: nil
    }
  }
}

/// The outcome of a delivery: one outcome for each message, in order.
public struct MailResult: Equatable, Sendable {
  public var delivery: MailDelivery
  public var fates: [MailFate]

  public init(_ delivery: MailDelivery, _ fates: [MailFate]) {
    self.delivery = delivery
    self.fates = fates
  }
}

extension MailDelivery {
  /// Sends one message after the other and reports the progress. If the server refuses a message,
  /// the remaining messages are still sent; after a failure of the server itself they are not.
  ///
  /// - Parameter log: records each accepted message before the next one is sent. If the process
  ///   ends half-way, every sent message is in the log. The number counts the accepted messages,
  ///   including this one.
  public func send<Action>(
    through mail: OutgoingMail, id: EffectID,
    logging log: (@Sendable (Item, _ number: Int) async throws(Problem) -> Reference)? = nil,
    into action: @escaping @Sendable (MailResult) -> Action
  ) -> Effect<Action> {
    .run(id, repeats: .join) { send in
      let result = await self.send(through: mail, logging: log) { index in
        send.tell(.progress(Progress("Sending the \(words.item)", done: index, of: items.count)))
      }
      send(action(result))
    }
  }

  /// Sends the messages in the same way as the other `send`, without reporting progress to a page.
  public func send(
    through mail: OutgoingMail,
    logging log: (@Sendable (Item, _ number: Int) async throws(Problem) -> Reference)? = nil,
    telling tell: (_ done: Int) -> Void = { _ in }
  ) async -> MailResult {
    var fates: [MailFate] = []
    var taken = 0
    var isClosed = false
    for (index, item) in items.enumerated() {
      guard !isClosed, !_Concurrency.Task.isCancelled else {
        fates.append(.untried)
        continue
      }
      tell(index)
      do throws(MailFailure) {
        try await mail.send(item.message)
      } catch {
        isClosed = !error.concernsThisMessageOnly
        fates.append(.refused(error.problem))
        continue
      }
      taken += 1
      guard let log else {
        fates.append(.sent)
        continue
      }
      do throws(Problem) {
        fates.append(.logged(try await log(item, taken)))
      } catch {
        fates.append(.unlogged(error))
      }
    }
    return MailResult(self, fates)
  }
}

// MARK: - Reporting

extension MailResult {
  /// Reports which messages were sent and which were not.
  public func told<Action>() -> Effect<Action> {
    .merge(
      [done.map { Outcome<Action>.done($0) }, problem.map { .problem($0) }]
        .compactMap { $0 }.map { .tell($0) })
  }

  private var words: MailDeliveryWords { delivery.words }

  private var lines: [(reader: String, fate: MailFate)] {
    Array(zip(delivery.items.map(\.recipient.words), fates))
  }

  /// The report of the sent messages; nil when none was sent.
  var done: Done? {
    let sent = lines.filter(\.fate.isSent)
    guard !sent.isEmpty else { return nil }
    let logged = sent.compactMap { line in
      if case .logged(let record) = line.fate { record } else { nil }
    }
    var details = sent.map { line in
      switch line.fate {
      case .logged(let record): "\(line.reader), logged as \(record.handle)"
      case .unlogged(let problem) where problem.cause == .storage(.unconfirmed):
        "\(line.reader), sent; it is not known whether it is logged"
      case .unlogged: "\(line.reader), sent but not logged"
      case .sent, .refused, .untried: line.reader
      }
    }
    details += delivery.skipped.map { "Not sent to \($0): \(MailDelivery.noAddress)" }
    if !logged.isEmpty { details.append("Undo takes back the log, not the messages") }
    return Done(
      "The \(words.item) went out to \(words.counted(sent.count)).", details: details,
      references: logged)
  }

  /// The report of the failures; nil when there were none. If the delivery has a single message,
  /// its own failure is the report.
  public var problem: Problem? {
    let unsent = lines.filter { !$0.fate.isSent }
    let failures = (unsent + lines).compactMap(\.fate.problem)
    guard let first = failures.first else { return nil }
    guard !unsent.isEmpty, lines.count > 1 else { return first }
    return Problem(
      first.cause, "The \(words.item) did not go out to \(words.counted(unsent.count)).",
      details: unsent.map { "\($0.reader): \($0.fate.problem?.title ?? "not tried after that.")" },
      fix: first.fix)
  }
}
