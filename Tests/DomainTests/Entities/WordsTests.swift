import Basics
import Domain
import Testing

@Suite("Words for values")
struct WordsTests {
  @Test(
    "A metric is called what its page calls it, with the unit a form offers",
    arguments: [
      (MetricType.velocity, "Fastball Velocity", "mph", false),
      (.exitVelo, "Exit Velocity", "mph", false), (.sixtyTime, "60-Yard Dash", "sec", true),
      (.popTime, "Pop Time", "sec", true), (.battingAvg, "Batting Average", "avg", false),
      (.era, "ERA", "era", true), (.strikeouts, "Strikeouts", "k", false),
      (.other, "Other Metric", "val", false),
    ])
  func metrics(type: MetricType, words: String, unit: String, isLowerBetter: Bool) {
    #expect(type.words == words)
    #expect(type.defaultUnit == unit)
    #expect(type.isLowerBetter == isLowerBetter)
  }

  @Test(
    "A notification is labelled and marked as its filter is",
    arguments: [
      ("follow_up_reminder", "Follow-ups", "🔔"), ("deadline_alert", "Deadlines", "⏰"),
      ("daily_digest", "Digest", "📊"), ("inbound_interaction", "Inbound", "📧"),
      ("offer", "Offers", "🎉"), ("event", "Events", "📅"), ("birthday", "Birthday", "📌"),
    ])
  func notifications(raw: String, label: String, emoji: String) {
    let type = Open<NotificationType>(raw)
    #expect(type.words == label)
    #expect(type.emoji == emoji)
  }

  @Test(
    "A priority badge is in capitals",
    arguments: [(NotificationPriority.low, "LOW"), (.normal, "NORMAL"), (.high, "HIGH")])
  func priorities(priority: NotificationPriority, badge: String) {
    #expect(priority.badge == badge)
  }

  @Test(
    "An interaction has the mark of its kind",
    arguments: [
      (InteractionType.email, "Email", "📧"), (.text, "Text", "💬"),
      (.phoneCall, "Phone call", "☎️"), (.inPersonVisit, "In person visit", "🤝"),
      (.virtualMeeting, "Virtual meeting", "💻"), (.camp, "Camp", "⛺"),
      (.showcase, "Showcase", "🎬"), (.tweet, "Tweet", "🐦"), (.dm, "Direct message", "📱"),
      (.game, "Game", "📝"), (.other, "Other", "📝"),
    ])
  func interactions(type: InteractionType, words: String, emoji: String) {
    #expect(type.words == words)
    #expect(type.emoji == emoji)
  }

  @Test(
    "An interaction in a sentence has its article",
    arguments: [
      (InteractionType.email, "an email"), (.text, "a text"), (.phoneCall, "a phone call"),
      (.inPersonVisit, "an in person visit"), (.dm, "a direct message"),
      (.unofficialVisit, "an unofficial visit"), (.officialVisit, "an official visit"),
      (.other, "a contact"),
    ])
  func interactionInSentence(type: InteractionType, words: String) {
    #expect(type.withArticle == words)
  }

  @Test(
    "Underscores become spaces and the first letter rises",
    arguments: [
      ("researching", "Researching"), ("offer_received", "Offer received"),
      ("official_visit_scheduled", "Official visit scheduled"), ("not_pursuing", "Not pursuing"),
      ("", ""), ("_", ""), ("ñandú", "Ñandú"),
    ])
  func statuses(raw: String, words: String) {
    #expect(Open<SchoolStatus>(raw).words == words)
  }

  @Test(
    "A division reads the catalogue's Roman numerals, and what families write",
    arguments: [
      ("DI", Division.d1), ("DII", .d2), ("DIII", .d3), ("NAIA", .naia), ("JUCO", .juco),
      ("D1", .d1), ("ALL", nil), ("DIV", nil), ("", nil), ("D", nil), ("D4", nil), ("IV", nil),
      ("NCAA", nil), ("NCAA Division I", .d1), ("Div. 2", .d2), ("d-iii", .d3), ("division 3", .d3),
      ("3", .d3), ("naia", .naia), ("NJCAA", .juco), ("Junior College", .juco),
    ] as [(String, Division?)])
  func divisions(text: String, division: Division?) {
    #expect(Division(written: text) == division)
  }

  @Test(
    "A task for every division has none of its own",
    arguments: [
      (["ALL"], nil), (["DI", "DII"], .d1), (["NAIA"], .naia), ([], nil), (["ALL", "DI"], nil),
    ] as [([String], Division?)])
  func divisionOfTask(applicability: [String], division: Division?) {
    var task = TimelineTask(
      id: Sample.id(1), title: "Register", gradeLevel: 11, category: .academic)
    task.divisionApplicability = applicability
    #expect(task.division == division)
  }

  @Test("Every kind of record has a letter of its own")
  func letters() {
    #expect(String(ReferenceKind.all.map(\.letter)) == "tmnscioegqdlp")
  }

  @Test(
    "Somebody is called by the name, else the address, else what they are",
    arguments: [
      ("Sam Lee", "sam@example.org", UserRole.player, "Sam Lee"),
      (nil, "sam@example.org", .player, "sam@example.org"), (nil, nil, .player, "Athlete"),
      ("", nil, .parent, "Parent"),
    ] as [(String?, String?, UserRole, String)])
  func people(name: String?, email: String?, role: UserRole, called: String) {
    let id = Sample.id(7)
    let person = Person(
      id: id, email: email ?? Person.placeholderEmail(for: id), role: role, fullName: name)
    #expect(person.displayName == called)
    #expect(person.contactEmail == email)
  }
}
