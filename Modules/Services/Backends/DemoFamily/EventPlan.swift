import Domain

/// The plan from which one event of the invented demo family is generated, such as a showcase.
/// `ago` is the number of days before today; a negative number means a day in the future.
struct EventPlan: Sendable {
  let type: EventType
  /// The name of the event, in which `{school}` stands for the name of the school that hosts it.
  let name: String
  let ago: Int
  var days = 1
  /// The school that hosts the event, chosen by how far its recruiting of the athlete has come, such
  /// as `.campInvite`. If several schools have come equally far, `hostIndex` chooses one of them.
  /// Nil if no school hosts the event.
  var host: SchoolEnding?
  var hostIndex = 0
  /// The school whose coach watches the athlete at the event, chosen by how far its recruiting of
  /// the athlete has come. Nil if no coach comes. It is only set for an event that no school hosts,
  /// such as a game.
  var watcher: SchoolEnding?
  let source: EventSource
  let cost: Double?
  var isRegistered = true
  var isAttended = true
  var isFollowedUp = true
  let startHour: Int

  static let all: [EventPlan] = [
    EventPlan(
      type: .showcase, name: "Great Lakes Catcher Showcase", ago: 322, source: .email, cost: 295,
      startHour: 9),
    EventPlan(
      type: .camp, name: "{school} Prospect Camp", ago: 262, host: .campInvite, source: .flyer,
      cost: 150, startHour: 10),
    EventPlan(
      type: .game, name: "Herons at the Summit and Sable Classic", ago: 199, days: 4,
      watcher: .offered, source: .friend, cost: nil, startHour: 16),
    EventPlan(
      type: .camp, name: "{school} Skills Camp", ago: 176, days: 2, host: .interested,
      source: .webSearch, cost: 225, startHour: 9),
    EventPlan(
      type: .showcase, name: "Bluegrass Open", ago: 150, source: .flyer, cost: 180,
      isAttended: false, startHour: 8),
    EventPlan(
      type: .showcase, name: "Lantern Lights Showcase", ago: 131, watcher: .recruited,
      source: .recommendation, cost: 340, startHour: 8),
    EventPlan(
      type: .unofficialVisit, name: "Visit to {school}", ago: 92, host: .recruited,
      source: .other, cost: nil, startHour: 11),
    EventPlan(
      type: .game, name: "Herons Invitational", ago: 58, days: 2, watcher: .visitScheduled,
      source: .friend, cost: nil, startHour: 13),
    EventPlan(
      type: .unofficialVisit, name: "Visit to {school}", ago: 47, host: .visitInvited,
      source: .email, cost: nil, startHour: 10),
    EventPlan(
      type: .officialVisit, name: "Official visit to {school}", ago: 24, days: 2,
      host: .committed, source: .email, cost: nil, startHour: 15),
    EventPlan(
      type: .camp, name: "{school} Catching Clinic", ago: 4, host: .interested, hostIndex: 1,
      source: .webSearch, cost: 95, isFollowedUp: false, startHour: 9),
    EventPlan(
      type: .game, name: "Maple Hollow at Deer Run", ago: -1, source: .other, cost: nil,
      isAttended: false, startHour: 17),
    EventPlan(
      type: .camp, name: "{school} Prospect Camp", ago: -7, host: .campInvite, hostIndex: 1,
      source: .email, cost: 160, isAttended: false, startHour: 9),
    EventPlan(
      type: .unofficialVisit, name: "Visit to {school}", ago: -12, host: .offered,
      source: .recommendation, cost: nil, isAttended: false, startHour: 10),
    EventPlan(
      type: .officialVisit, name: "Official visit to {school}", ago: -19, days: 2,
      host: .visitScheduled, source: .email, cost: nil, isAttended: false, startHour: 14),
    EventPlan(
      type: .showcase, name: "Three Rivers Preview", ago: -45, source: .flyer, cost: 275,
      isRegistered: false, isAttended: false, startHour: 8),
  ]
}
