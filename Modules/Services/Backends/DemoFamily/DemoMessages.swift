import Domain

/// A message of the family or a coach, with the placeholders `{school}`, `{coach}` and `{athlete}`.
struct DemoMessage: Sendable {
  var subject: String?
  var content: String

  init(_ subject: String?, _ content: String) {
    self.subject = subject
    self.content = content
  }

  func filled(school: String, coach: String, athlete: String) -> DemoMessage {
    func fill(_ text: String) -> String {
      text.replacing("{school}", with: school).replacing("{coach}", with: coach)
        .replacing("{athlete}", with: athlete)
    }
    return DemoMessage(subject.map(fill), fill(content))
  }
}

extension DemoMessage {
  /// The possible messages for a contact of that kind. For visits and games they are the athlete's notes.
  static func choices(_ type: InteractionType, _ direction: Direction) -> [DemoMessage] {
    let isOut = direction == .outbound
    return switch type {
    case .email: isOut ? emailsOut : emailsIn
    case .text: isOut ? textsOut : textsIn
    case .phoneCall: isOut ? callsOut : callsIn
    case .virtualMeeting: videoMeetings
    case .inPersonVisit, .unofficialVisit, .officialVisit: visits
    case .camp: camps
    case .showcase: showcases
    case .tweet: posts
    case .dm: isOut ? directMessagesOut : directMessagesIn
    case .game: games
    case .other: other
    }
  }

  /// The first message of every conversation.
  static let introductions = [
    DemoMessage(
      "{athlete}, catcher, interested in {school}",
      """
      Coach {coach}, I catch for Maple Hollow High and the River Bluff Herons 17U. I like that \
      {school} lets players keep a science major. My video and schedule are linked below.
      """)
  ]

  static let emailsOut = [
    DemoMessage(
      "New pop time and transcript",
      "Coach {coach}, my pop time is down again, and my GPA stands at 3.62."),
    DemoMessage(
      "Schedule for next weekend",
      """
      Coach {coach}, we play Friday at 4:00 on field 6 and Saturday at 9:30 on field 2. I would be \
      glad if someone from {school} could stop by.
      """),
    DemoMessage(
      "Thank you", "Coach {coach}, thank you for the time and the honest feedback on my footwork."),
    DemoMessage(
      "Highlight video update",
      "Coach {coach}, here is a new three-minute video with full at-bats from this season."),
    DemoMessage(
      "A question about {school}",
      "Coach {coach}, how do your catchers fit labs into the practice schedule?"),
    DemoMessage(
      "Following up", "Coach {coach}, are you still looking for a catcher in my class at {school}?"),
  ]

  static let emailsIn = [
    DemoMessage(
      "Re: {athlete}, catcher",
      "Thanks for reaching out. We like the arm. Please send a full game, not only highlights."),
    DemoMessage(
      "Re: Schedule for next weekend",
      "We will have an assistant at the Saturday game. Good luck, and stay loose back there."),
    DemoMessage(
      "Transcript",
      "Could you send an unofficial transcript? Our admission office will give us an early read."),
    DemoMessage(
      "Next steps with {school}",
      "The staff watched your video together. When would a short call suit you and your parents?"),
    DemoMessage(
      "Re: A question about {school}",
      "Two of our catchers are in biology. We move lifts to the morning on lab days."),
  ]

  static let refusals = [
    DemoMessage(
      "Our class", "We are full behind the plate for your year, so I would rather tell you now.")
  ]

  /// Messages that Division I and II staffs may send before their contact period begins.
  static let campMail = [
    DemoMessage(
      "Camp dates at {school}",
      "Our prospect camp dates are out. Registration and the questionnaire are on the team page."),
    DemoMessage(
      "Questionnaire received",
      "We have your questionnaire. NCAA rules keep us from saying more until your junior year."),
  ]

  static let textsOut = [
    DemoMessage(nil, "Coach {coach}, just hit a double off the wall, video on the way."),
    DemoMessage(nil, "Thank you for coming today, Coach. I will work on the throw to third."),
    DemoMessage(nil, "Our game moved to 5:30, field 3."),
  ]

  static let textsIn = [
    DemoMessage(nil, "Nice weekend. Your exchange is quicker than last year."),
    DemoMessage(nil, "Can you send the date of your next test?"),
    DemoMessage(nil, "Saw the box score. Three runners caught, well done."),
  ]

  static let callsOut = [
    DemoMessage(
      "Call with Coach {coach}",
      "Talked for twenty minutes about the roster and the pitching staff."),
    DemoMessage(
      "Call about aid",
      "Asked how academic and athletic aid combine at {school}. Answer: they add up."),
  ]

  static let callsIn = [
    DemoMessage(
      "Coach {coach} called", "Asked about grades, summer plans and who else is in touch. Friendly."
    ),
    DemoMessage(
      "Coach {coach} called",
      "Wants to see two more games before the staff decides. Ask again in a month."),
  ]

  static let videoMeetings = [
    DemoMessage(
      "Video call with the staff", "Three coaches on the call. They went through two of my innings."
    ),
    DemoMessage(
      "Video tour of {school}",
      "Saw the lockers and the study hall. My parents asked about tutoring."),
  ]

  static let visits = [
    DemoMessage(
      "A day at {school}",
      "Sat in on a biology class and watched practice. The dorms are old but close."),
    DemoMessage(
      "Walk around campus", "Met Coach {coach} at the field. Two players said the staff is fair."),
  ]

  static let camps = [
    DemoMessage(
      "Camp at {school}",
      "Caught four bullpens. Coach {coach} moved my stance and it helped at once."),
    DemoMessage(
      "Prospect day", "Good throws in the morning, tired in the afternoon. Staff took notes."),
  ]

  static let showcases = [
    DemoMessage(
      "Showcase", "Coach {coach} was behind the plate for my turn and asked for my schedule.")
  ]

  static let posts = [
    DemoMessage(nil, "Tagged {school} in the clip of the back pick. Coach {coach} liked it."),
    DemoMessage(nil, "Coach {coach} follows my account now and shared the tournament post."),
  ]

  static let directMessagesOut = [
    DemoMessage(nil, "Asked Coach {coach} which day of the camp is best for catchers."),
    DemoMessage(nil, "Told Coach {coach} that our game streams online, with the link."),
  ]

  static let directMessagesIn = [
    DemoMessage(nil, "Coach {coach} sent the link to the questionnaire."),
    DemoMessage(nil, "Coach {coach} asked for my schedule of next month."),
  ]

  static let games = [
    DemoMessage(
      "Coach at our game", "Coach {coach} watched five innings and left a card with my coach.")
  ]

  static let other = [
    DemoMessage(
      "Letter from {school}", "A handwritten note from Coach {coach}. Kept it on the wall.")
  ]
}
