import Domain
import FeatureKit
import Mailing

// What is asked before the packet goes out, and what is said when it went.
extension Question where Action == PacketFeature.Action {
  static func sending(_ sending: PacketFeature.PacketSending) -> Question {
    var details = sending.letters.map { "to \($0.recipient.words), \($0.message.to.address)" }
    details += sending.skipped.map { "not to \($0.words): no usable e-mail address" }
    details += sending.letters.first?.message.detailsBeforeSending(through: sending.server) ?? []
    return Question(
      "E-mail the recruiting packet to \(sending.letters.count.coaches)?", details: details,
      agree: "Send", yes: .emailConfirmed(sending))
  }
}

extension PacketFeature.PacketReport {
  /// What went out; nil when nothing did.
  var done: Done? {
    let logged = lines.compactMap { line -> Reference? in
      if case .sent(let interaction) = line.fate { interaction } else { nil }
    }
    let count = lines.count { $0.fate.isSent }
    guard count > 0 else { return nil }
    var details = lines.compactMap { line -> String? in
      switch line.fate {
      case .sent(let interaction): "\(line.recipient.words), logged as \(interaction.handle)"
      case .unlogged: "\(line.recipient.words), sent but not logged"
      case .withoutAddress: "Not sent to \(line.recipient.words): no usable e-mail address"
      case .refused, .untried: nil
      }
    }
    if !logged.isEmpty { details.append("undo takes back the log, not the messages") }
    return Done(
      "The packet went out to \(count.coaches).", details: details, references: logged)
  }

  /// What did not work; nil when everything did.
  var problem: Problem? {
    let failures = lines.compactMap(\.failure)
    guard let first = failures.first else { return nil }
    let unsent = lines.filter { $0.failure != nil && !$0.fate.isSent || $0.fate == .untried }
    guard !unsent.isEmpty else {
      return Problem(
        first.cause, "What was sent could not be logged.", details: [first.title],
        fix: "Log it yourself:  interactions log email COACH SUBJECT")
    }
    if lines.count == 1 { return first }
    return Problem(
      first.cause,
      "The packet did not go out to \(unsent.count.coaches).",
      details: unsent.map { line in
        "\(line.recipient.words): \(line.failure?.title ?? "not tried after that.")"
      }, fix: first.fix)
  }
}

extension PacketFeature.PacketReport.Fate {
  fileprivate var isSent: Bool {
    switch self {
    case .sent, .unlogged: true
    case .refused, .untried, .withoutAddress: false
    }
  }
}

extension PacketFeature.PacketReport.Line {
  fileprivate var failure: Problem? {
    switch fate {
    case .refused(let problem), .unlogged(let problem): problem
    case .sent, .untried, .withoutAddress: nil
    }
  }
}

extension PacketRecipient {
  /// `Ana Rivera`: as people are called, where lists have them by their last name.
  var calledName: String {
    let parts = coach.title.split(separator: ", ", omittingEmptySubsequences: false)
    return parts.count == 2 ? "\(parts[1]) \(parts[0])" : coach.title
  }

  /// `c4 Rivera, Ana (Cedar Valley)`.
  var words: String { "\(coach.handle) \(coach.title) (\(school.title))" }
}

extension Int {
  fileprivate var coaches: String { self == 1 ? "1 coach" : "\(self) coaches" }
}

extension Problem {
  static func noAddresses(_ coaches: [PacketRecipient]) -> Problem {
    Problem(
      .usage,
      coaches.count == 1
        ? "\(coaches[0].words) has no usable e-mail address."
        : "None of these coaches has a usable e-mail address.",
      details: coaches.count == 1 ? [] : coaches.map(\.words),
      fix: "Add one:  coaches edit \(coaches.first?.coach.handle ?? "c1") --email ADDRESS")
  }
}
