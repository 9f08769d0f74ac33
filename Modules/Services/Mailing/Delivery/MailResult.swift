public import FeatureKit

/// What became of one message.
public enum MailFate: Equatable, Sendable {
  /// Taken by the server.
  case sent
  /// Taken by the server, and written down as this record.
  case logged(Reference)
  /// Taken by the server, and not to be written down: it went out all the same.
  case unlogged(Problem)
  case refused(Problem)
  /// Not tried, because the one before showed that the server takes nothing.
  case untried

  var isSent: Bool {
    switch self {
    case .sent, .logged, .unlogged: true
    case .refused, .untried: false
    }
  }

  /// Why it did not go as it should; nil when it did, and when it was not tried.
  var problem: Problem? {
    switch self {
    case .refused(let problem), .unlogged(let problem): problem
    case .sent, .logged, .untried: nil
    }
  }
}

/// What became of a delivery: each message's fate, in their order.
public struct MailResult: Equatable, Sendable {
  public var delivery: MailDelivery
  public var fates: [MailFate]

  public init(_ delivery: MailDelivery, _ fates: [MailFate]) {
    self.delivery = delivery
    self.fates = fates
  }
}

extension MailDelivery {
  /// Sends one message after the other, telling how far it is. One that is refused does not keep the others; a server that takes
  /// nothing does.
  ///
  /// - Parameter log: writes down each message that the server took, before the next one goes: a process that ends half-way
  ///   must not have sent what nobody can read of. The number says how many were taken so far, this one included.
  public func send<Action>(
    through mail: OutgoingMail, id: EffectID,
    logging log: (@Sendable (Item, _ number: Int) async throws(Problem) -> Reference)? = nil,
    into action: @escaping @Sendable (MailResult) -> Action
  ) -> Effect<Action> {
    .run(id, repeats: .join) { send in
      var fates: [MailFate] = []
      var taken = 0
      var isClosed = false
      for (index, item) in items.enumerated() {
        guard !isClosed, !_Concurrency.Task.isCancelled else {
          fates.append(.untried)
          continue
        }
        send.tell(.progress(Progress("Sending the \(words.item)", done: index, of: items.count)))
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
      send(action(MailResult(self, fates)))
    }
  }
}

// MARK: - Told

extension MailResult {
  /// Says what went out, and what did not.
  public func told<Action>() -> Effect<Action> {
    .merge(
      [done.map { Outcome<Action>.done($0) }, problem.map { .problem($0) }]
        .compactMap { $0 }.map { .tell($0) })
  }

  private var words: MailDeliveryWords { delivery.words }

  private var lines: [(reader: String, fate: MailFate)] {
    Array(zip(delivery.items.map(\.recipient.words), fates))
  }

  /// What went out; nil when nothing did.
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
    if !logged.isEmpty { details.append("undo takes back the log, not the messages") }
    return Done(
      "The \(words.item) went out to \(words.counted(sent.count)).", details: details,
      references: logged)
  }

  /// What did not work; nil when everything did. One message that failed is told in the words of its own failure.
  var problem: Problem? {
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
