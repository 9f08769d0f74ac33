import Domain
import FeatureKit
import Mailing

extension MailDeliveryWords {
  static let packet = MailDeliveryWords(
    item: "packet", fullItem: "recruiting packet", reader: "coach", readers: "coaches",
    withoutServer: "--eml FOLDER writes the messages into files instead.")
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
