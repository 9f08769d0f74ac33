import Basics
import CivilTime
import Domain

extension DemoStage {
  /// Returns all messages, calls and meetings of the year that the demo covers, oldest first.
  func interactions(coaches: [Coach], events: [RecruitingEvent]) -> [Interaction] {
    var random = random.branch("interactions")
    let staff = Dictionary(grouping: coaches, by: \.schoolID)
    let exchanged = stories.flatMap { story in
      conversation(of: story, staff: staff[story.id] ?? [], random: &random)
    }
    let met = zip(EventPlan.all, events).compactMap { plan, event in
      meeting(at: event, plan: plan, staff: staff, random: &random)
    }
    return (exchanged + met).sorted { ($0.occurredAt, $0.id) < ($1.occurredAt, $1.id) }
  }

  private struct Contact {
    var type: InteractionType
    var direction: Direction
  }

  /// Returns the contacts between the athlete and one school. The first contact is a message of the
  /// athlete. The last contacts lead to the ending of the school's story, such as an offer.
  private func conversation(
    of story: SchoolStory, staff: [Coach], random: inout SeededGenerator
  ) -> [Interaction] {
    let count = story.contactsAgo.count
    let milestones = Self.milestones(of: story.ending)
    return story.contactsAgo.enumerated().map { index, ago in
      let fromEnd = count - index
      let planned: Contact =
        if index == 0 {
          Contact(type: .email, direction: .outbound)
        } else if fromEnd <= milestones.count {
          milestones[milestones.count - fromEnd]
        } else {
          anything(after: index, random: &random)
        }
      return interaction(
        planned, story: story, staff: staff, ago: ago, isFirst: index == 0, random: &random)
    }
  }

  /// Returns a contact of random type and direction. The second contact of a conversation is always
  /// the school's first answer.
  private func anything(after index: Int, random: inout SeededGenerator) -> Contact {
    let isInbound = index == 1 || random.chance(40)
    let types: [InteractionType] =
      isInbound
      ? [.email, .email, .email, .text, .text, .phoneCall]
      : [.email, .email, .email, .email, .text, .text, .tweet, .dm]
    return Contact(type: random.pick(types), direction: isInbound ? .inbound : .outbound)
  }

  private static func milestones(of ending: SchoolEnding) -> [Contact] {
    func coach(_ type: InteractionType) -> Contact { Contact(type: type, direction: .inbound) }
    func athlete(_ type: InteractionType) -> Contact { Contact(type: type, direction: .outbound) }
    return switch ending {
    case .researching, .contacted: []
    case .interested: [athlete(.tweet), coach(.dm)]
    case .lapsedOffer: [coach(.phoneCall), coach(.email)]
    case .campInvite: [coach(.email), athlete(.dm)]
    case .recruited: [coach(.virtualMeeting), coach(.game), coach(.text), coach(.other)]
    case .visitInvited: [coach(.phoneCall), athlete(.text), coach(.email)]
    case .visitScheduled:
      [coach(.virtualMeeting), athlete(.inPersonVisit), athlete(.phoneCall), coach(.text)]
    case .offered: [coach(.game), athlete(.inPersonVisit), coach(.phoneCall), athlete(.text)]
    case .committed: [athlete(.unofficialVisit), coach(.phoneCall), athlete(.email)]
    case .declined: [coach(.phoneCall), athlete(.email)]
    case .dropped: [coach(.email)]
    }
  }

  private func interaction(
    _ planned: Contact, story: SchoolStory, staff: [Coach], ago: Int,
    isFirst: Bool, random: inout SeededGenerator
  ) -> Interaction {
    let isEarly = story.contactOpens(graduationYear: cast.athlete.graduationYear ?? 0)
      .map { calendar.day(ago: ago) < $0 }
    let isCampMail = planned.direction == .inbound && isEarly == true
    // Before the day from which a school's coaches may talk with the athlete, they send only
    // e-mails with camp dates and questionnaires, whatever contact was planned.
    let contact = isCampMail ? Contact(type: .email, direction: .inbound) : planned
    // Athletes write after school, and coaches during office hours; the ranges are minutes of the
    // day.
    let minutes = contact.direction == .outbound ? 960...1290 : 540...1080
    var interaction = Interaction(
      id: random.recordID(), schoolID: story.id, familyID: cast.family.id, type: contact.type,
      direction: contact.direction,
      occurredAt: calendar.instant(ago: ago, minute: random.int(in: minutes)),
      loggedBy: cast.athlete.id)
    let coach = staff.isEmpty ? nil : random.pick(staff)
    let kind: DemoMessage.Kind =
      if isFirst {
        .introduction
      } else if isCampMail {
        .campMail
      } else if story.ending == .dropped {
        .refusal
      } else {
        DemoMessage.Kind(contact.type, contact.direction)
      }
    let message = random.pick(DemoMessage.choices(kind))
    fill(&interaction, with: message, school: story.profile.name, coach: coach)
    interaction.sentiment = sentiment(
      of: contact.direction, ending: story.ending, isCampMail: isCampMail, random: &random
    ).map(Open.known)
    if contact.type == .email, contact.direction == .outbound, random.chance(30) {
      interaction.attachments = ["https://example.com/files/highlights"]
    }
    return interaction
  }

  /// Returns the talk with a coach at an event; nil if the athlete did not attend the event or has
  /// not yet followed up on it.
  private func meeting(
    at event: RecruitingEvent, plan: EventPlan, staff: [RecordID: [Coach]],
    random: inout SeededGenerator
  ) -> Interaction? {
    guard plan.isAttended, plan.isFollowedUp,
      let story = plan.host.flatMap({ story($0, plan.hostIndex) })
        ?? plan.watcher.flatMap({ story($0) })
    else { return nil }
    let isVisit = plan.type == .unofficialVisit || plan.type == .officialVisit
    var interaction = Interaction(
      id: random.recordID(), schoolID: story.id, familyID: cast.family.id, type: plan.meeting,
      direction: isVisit ? .outbound : .inbound,
      occurredAt: calendar.instant(ago: plan.ago, minute: (plan.startHour + 3) * 60),
      loggedBy: cast.athlete.id)
    interaction.eventID = event.id
    let message = random.pick(DemoMessage.choices(DemoMessage.Kind(plan.meeting, .inbound)))
    fill(&interaction, with: message, school: story.profile.name, coach: staff[story.id]?.first)
    interaction.sentiment = .known(story.ending == .committed ? .veryPositive : .positive)
    return interaction
  }

  private func fill(
    _ interaction: inout Interaction, with message: DemoMessage, school: String, coach: Coach?
  ) {
    let words = message.filled(
      school: school, coach: coach?.lastName ?? "", athlete: cast.athlete.fullName ?? "")
    interaction.coachID = coach?.id
    interaction.subject = words.subject
    interaction.content = words.content
    // The interaction was logged 45 minutes after it happened, or a minute ago if that would be in
    // the future.
    interaction.createdAt = min(
      interaction.occurredAt.adding(seconds: 45 * 60), calendar.now.adding(seconds: -60))
    interaction.updatedAt = interaction.createdAt
  }

  private func sentiment(
    of direction: Direction, ending: SchoolEnding, isCampMail: Bool,
    random: inout SeededGenerator
  ) -> Sentiment? {
    if direction == .outbound { return random.chance(50) ? .neutral : nil }
    if isCampMail { return .neutral }
    return switch ending {
    case .dropped: .negative
    case .recruited, .visitInvited, .visitScheduled, .offered, .committed:
      random.chance(35) ? .veryPositive : .positive
    case .researching, .contacted: .neutral
    case .interested, .lapsedOffer, .campInvite, .declined: random.chance(60) ? .positive : .neutral
    }
  }
}

extension EventPlan {
  /// The interaction type under which a talk at this event is logged.
  fileprivate var meeting: InteractionType {
    switch type {
    case .showcase: .showcase
    case .camp: .camp
    case .officialVisit: .officialVisit
    case .unofficialVisit: .unofficialVisit
    case .game: .game
    }
  }
}
