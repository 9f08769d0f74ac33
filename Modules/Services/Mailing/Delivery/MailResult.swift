public import FeatureKit

/// The outcome of sending one message.
public enum MailFate: Equatable, Sendable {
  /// The server accepted the message. No record says that it was sent, because the delivery stores
  /// none.
  case sent
  /// The server accepted the message, and a record, such as an interaction with a coach, says that
  /// it was sent.
  case logged(Reference)
  /// The server accepted the message, but the record about it could not be stored.
  case unlogged(Problem)
  case refused(Problem)
  /// The message was not sent, because an earlier message showed that the server accepts none, or
  /// because the task was cancelled.
  case untried

  public var isSent: Bool {
    switch self {
    case .sent, .logged, .unlogged: true
    case .refused, .untried: false
    }
  }

  /// The problem of a refused or unlogged message; nil in all other cases.
  var problem: Problem? {
    switch self {
    case .refused(let problem), .unlogged(let problem): problem
    case .sent, .logged, .untried: nil
    }
  }
}

/// The outcome of a delivery: one outcome for each of its messages, in the same order.
public struct MailResult: Equatable, Sendable {
  public var delivery: MailDelivery
  public var fates: [MailFate]

  public init(_ delivery: MailDelivery, _ fates: [MailFate]) {
    self.delivery = delivery
    self.fates = fates
  }
}

extension MailDelivery {
  /// Returns an effect (work that the host runs for a feature) that sends one message after the
  /// other and reports the progress. If the server refuses a message, the remaining ones are still
  /// sent; if the server itself fails, they are not.
  ///
  /// - Parameter log: stores a record about each accepted message before the next one is sent, so
  ///   that the records are complete even if the process ends half-way. `number` is how many
  ///   messages were accepted so far, this one included.
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

  /// Sends one message after the other and returns the outcome of each.
  ///
  /// If the server refuses a message, the remaining ones are still sent; if the server itself
  /// fails, they are not.
  ///
  /// - Parameters:
  ///   - log: stores a record about each accepted message before the next one is sent. `number` is
  ///     how many messages were accepted so far, this one included.
  ///   - tell: gets the number of messages that were tried so far, for a progress display.
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

// MARK: - The report of a delivery

extension MailResult {
  /// Returns an effect (work that the host runs for a feature) that reports which messages were
  /// sent and which were not.
  public func told<Action>() -> Effect<Action> {
    .merge(
      [done.map { Outcome<Action>.done($0) }, problem.map { .problem($0) }]
        .compactMap { $0 }.map { .tell($0) })
  }

  private var words: MailDeliveryWords { delivery.words }

  private var lines: [(reader: String, fate: MailFate)] {
    Array(zip(delivery.items.map(\.recipient.words), fates))
  }

  /// The report of the sent messages; nil if none was sent.
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
    let skipped = delivery.skipped.map { "Not sent to \($0): \(MailDelivery.noAddress)" }
    details += skipped
    if !logged.isEmpty { details.append("Undo takes back the log, not the messages") }
    var done = Done(
      "The \(words.item) went out to \(words.counted(sent.count)).", details: details,
      references: logged)
    if !logged.isEmpty {
      done.unwritten = words.unlogged.map {
        Done.Unwritten(details: sent.map(\.reader) + skipped, problem: $0)
      }
    }
    return done
  }

  /// The report of the failures; nil if there were none. If the delivery has only one message, the
  /// problem of that message is the report.
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
