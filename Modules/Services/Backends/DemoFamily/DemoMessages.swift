import Basics
import Domain

/// The text of a message in the demo, with the placeholders `{school}`, `{coach}` and `{athlete}`;
/// one line of `messages.txt`.
struct DemoMessage: Sendable {
  var subject: String?
  var content: String

  func filled(school: String, coach: String, athlete: String) -> DemoMessage {
    func fill(_ text: String) -> String {
      text.replacing("{school}", with: school).replacing("{coach}", with: coach)
        .replacing("{athlete}", with: athlete)
    }
    return DemoMessage(subject: subject.map(fill), content: fill(content))
  }
}

extension DemoMessage {
  /// The purpose of a message, or the kind of contact that it is about. For a call, a visit, a camp
  /// or a game, the text is the note that the athlete wrote about it.
  enum Kind: String, CaseIterable, Sendable {
    /// The first message of every conversation.
    case introduction
    case refusal
    /// The advertisement of a camp. Coaches in Division I and II may send it before they may talk
    /// with the athlete about recruiting.
    case campMail = "camp mail"
    case emailOut = "email out"
    case emailIn = "email in"
    case textOut = "text out"
    case textIn = "text in"
    case callOut = "call out"
    case callIn = "call in"
    case directMessageOut = "direct message out"
    case directMessageIn = "direct message in"
    case videoMeeting = "video meeting"
    case visit, camp, showcase, post, game, other
  }

  static func choices(_ kind: Kind) -> [DemoMessage] { byKind[kind] ?? [] }

  private static let byKind: [Kind: [DemoMessage]] = {
    var found: [Kind: [DemoMessage]] = [:]
    for parts in lines {
      guard parts.count == 3, let kind = Kind(rawValue: parts[0]) else { continue }
      found[kind, default: []].append(
        DemoMessage(subject: parts[1].isEmpty ? nil : parts[1], content: parts[2]))
    }
    return found
  }()

  static var lines: [[String]] {
    EmbeddedFile(PackageResources.messages_txt).lines(separatedBy: UInt8(ascii: "|"))
  }
}

extension DemoMessage.Kind {
  init(_ type: InteractionType, _ direction: Direction) {
    let isOut = direction == .outbound
    self =
      switch type {
      case .email: isOut ? .emailOut : .emailIn
      case .text: isOut ? .textOut : .textIn
      case .phoneCall: isOut ? .callOut : .callIn
      case .virtualMeeting: .videoMeeting
      case .inPersonVisit, .unofficialVisit, .officialVisit: .visit
      case .camp: .camp
      case .showcase: .showcase
      case .tweet: .post
      case .dm: isOut ? .directMessageOut : .directMessageIn
      case .game: .game
      case .other: .other
      }
  }
}
