import Domain
import FeatureKit
import Mailing

extension MailDeliveryWords {
  static let packet = MailDeliveryWords(
    item: "packet", fullItem: "recruiting packet", reader: "coach", readers: "coaches",
    withoutServer: "To send it from your own mail program, save the file:  packet pdf",
    unlogged: .unlogged(.failed))
}

extension Problem {
  /// Returns the problem that the program could not log a contact for a message, although the
  /// message was sent.
  static func unlogged(_ cause: Cause, _ reason: String? = nil) -> Problem {
    Problem(
      cause, "What was sent could not be logged.", details: [reason].compactMap { $0 },
      fix: "Log it yourself:  interactions log email COACH SUBJECT")
  }
}

extension PacketRecipient {
  /// The coach's name as a greeting uses it, such as `Ana Rivera`. Records store the last name
  /// first, as in `Rivera, Ana`.
  var calledName: String {
    let parts = coach.title.split(separator: ", ", omittingEmptySubsequences: false)
    return parts.count == 2 ? "\(parts[1]) \(parts[0])" : coach.title
  }

  /// The recipient in one line, such as `c4 Rivera, Ana (Cedar Valley)`.
  var words: String { "\(coach.handle) \(coach.title) (\(school.title))" }
}

extension Done {
  /// Returns the answer to `packet choose`.
  ///
  /// The command changes only some parts of the recruiting packet, so the answer lists everything
  /// that the packet now contains.
  static func chose(_ choice: PacketChoice) -> Done {
    let measures = choice.measures.map(\.words)
    let left = PacketPart.allCases.filter { $0.isUsual && !choice.shows($0) }.map(\.words)
    let has = measures.isEmpty ? "no measurements" : measures.inSentence()
    let dates = choice.shows(.dates) ? ", key dates" : ""
    return Done(
      "The packet has \(has)\(dates)" + (left.isEmpty ? "." : ", and not \(left.inSentence())."),
      details: ["See it:  packet", Done.undoHint])
  }
}

extension Problem {
  static let nothingChosen = Problem(
    .usage, "Say what to choose.",
    fix: "Example:  packet choose --measure velocity --hide tests")

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
