import Basics
import Domain
import Testing

@Suite("Authority")
struct AuthorityTests {
  enum Who: String, CaseIterable {
    case athlete, parent, stranger, strangerParent
  }

  private static let family = Sample.id(100)
  private static let otherFamily = Sample.id(200)
  private static let athlete = Sample.id(1)
  private static let parent = Sample.id(2)

  private func caller(_ who: Who) -> Caller {
    switch who {
    case .athlete: Caller(id: Self.athlete, role: .player, families: [Self.family])
    case .parent: Caller(id: Self.parent, role: .parent, families: [Self.family])
    case .stranger: Caller(id: Sample.id(9), role: .player, families: [Self.otherFamily])
    case .strangerParent: Caller(id: Sample.id(8), role: .parent, families: [Self.otherFamily])
    }
  }

  /// The rights of the athlete and of a parent to rows that belong to the athlete, from domain.md
  /// 3.
  ///
  /// The letters R, I, U and D stand for Read, Insert, Update and Delete.
  private static let rights: [(DataArea, String, String)] = [
    (.person, "RU", "R"), (.family, "RIUD", "R"), (.familyMember, "R", "R"),
    (.school, "RIUD", "R"), (.coach, "RIUD", "R"), (.document, "RIUD", "R"), (.event, "RIUD", "R"),
    (.record, "RIUD", "R"), (.metric, "RIUD", "R"), (.offer, "RIUD", "R"),
    (.interaction, "RIUD", "R"),
    (.schoolStatusHistory, "RI", "R"), (.athleteTask, "RIUD", "R"), (.suggestion, "RUD", "R"),
    (.notification, "RIUD", ""), (.preference, "RIUD", ""), (.devicePreference, "RIUD", ""),
    (.quickTask, "RIUD", ""), (.preferenceHistory, "R", ""), (.auditLog, "R", ""),
    (.athletesOwn, "RIUD", ""), (.viewLog, "R", ""),
  ]

  @Test("An athlete's rows give each person what the table of rule 3 says", arguments: rights)
  func table(area: DataArea, athlete: String, parent: String) {
    let row = RowScope(owner: Self.athlete, author: Self.athlete, family: Self.family)
    #expect(granted(area, row, .athlete) == athlete)
    #expect(granted(area, row, .parent) == parent)
    #expect(granted(area, row, .stranger) == "")
    #expect(granted(area, row, .strangerParent) == "")
  }

  @Test("The table names every area but the one that has no owner")
  func complete() {
    #expect(Set(Self.rights.map(\.0)) == Set(DataArea.allCases).subtracting([.taskTemplate]))
  }

  private func granted(_ area: DataArea, _ row: RowScope, _ who: Who) -> String {
    let letters: [(Authority.Access, Character)] = [
      (.read, "R"), (.insert, "I"), (.update, "U"), (.delete, "D"),
    ]
    return String(
      letters.filter { Authority.decide($0.0, area, of: row, by: caller(who)) == .allowed }
        .map(\.1))
  }

  @Test("Everybody reads the task templates and nobody writes them", arguments: Who.allCases)
  func templates(who: Who) {
    #expect(granted(.taskTemplate, RowScope(owner: nil), who) == "R")
  }

  @Test(
    "What a parent may write is their own and nothing of the athlete's",
    arguments: [
      (DataArea.person, "RU"), (.preference, "RIUD"), (.devicePreference, "RIUD"),
      (.quickTask, "RIUD"), (.notification, "RIUD"), (.familyMember, "RD"), (.family, "R"),
      (.athletesOwn, ""), (.preferenceHistory, "R"), (.athleteTask, "R"),
    ])
  func parentsOwn(area: DataArea, expected: String) {
    #expect(granted(area, RowScope(owner: Self.parent), .parent) == expected)
  }

  @Test("What may be seen and not changed is refused; what may not be seen is hidden")
  func refusedOrHidden() {
    let row = RowScope(owner: Self.athlete, author: Self.athlete, family: Self.family)
    for area in [DataArea.school, .athleteTask, .interaction, .suggestion, .metric] {
      #expect(Authority.decide(.update, area, of: row, by: caller(.parent)) == .refused)
      #expect(Authority.decide(.update, area, of: row, by: caller(.stranger)) == .hidden)
    }
    #expect(Authority.decide(.delete, .notification, of: row, by: caller(.parent)) == .hidden)
  }

  @Test("A row without a family is its owner's alone")
  func withoutFamily() {
    let row = RowScope(owner: Self.athlete, author: Self.athlete, family: nil)
    for area in DataArea.allCases where area != .taskTemplate {
      #expect(granted(area, row, .parent) == "", "\(area)")
      #expect(granted(area, row, .stranger) == "", "\(area)")
    }
    #expect(granted(.school, row, .athlete) == "RIUD")
    #expect(granted(.interaction, row, .athlete) == "RIUD")
  }

  @Test("A row that belongs to nobody and no family is nobody's")
  func nobodys() {
    for area in DataArea.allCases where area != .taskTemplate {
      for who in Who.allCases { #expect(granted(area, RowScope(owner: nil), who) == "", "\(area)") }
    }
  }

  @Test("Nothing is written into a family that is not one's own, nor in another's name")
  func pinned() {
    for area in [DataArea.school, .coach, .document, .event, .metric, .offer, .schoolStatusHistory]
    {
      let intoOther = RowScope(owner: Self.athlete, family: Self.otherFamily)
      #expect(!granted(area, intoOther, .athlete).contains("I"), "\(area)")
      let asOther = RowScope(owner: Sample.id(9), family: Self.family)
      #expect(!granted(area, asOther, .athlete).contains("I"), "\(area)")
    }
    let forged = RowScope(owner: Self.athlete, author: Self.parent, family: Self.family)
    #expect(granted(.interaction, forged, .athlete) == "RUD")
    let elsewhere = RowScope(owner: nil, author: Self.athlete, family: Self.otherFamily)
    #expect(granted(.interaction, elsewhere, .athlete) == "R")
  }

  /// The rights that each permission to help gives to a parent. The first text has the parent's
  /// rights to rows that the parent made, and the second the rights to rows that other people made.
  private static let helped: [(DataArea, HelpArea, String, String)] = [
    (.school, .records, "RIUD", "RU"), (.coach, .records, "RIUD", "RU"),
    (.document, .records, "RIUD", "RU"), (.event, .records, "RIUD", "RU"),
    (.offer, .records, "RIUD", "RU"), (.interaction, .records, "RIUD", "RU"),
    (.schoolStatusHistory, .records, "RI", "R"), (.metric, .metrics, "RIUD", "RU"),
    (.athleteTask, .tasks, "RIU", "RIU"),
  ]

  private func helper(_ areas: Set<HelpArea>, of athlete: RecordID = Self.athlete) -> Caller {
    Caller(
      id: Self.parent, role: .parent, families: [Self.family],
      helping: [Self.family: .init(athlete: athlete, areas: areas)])
  }

  private func granted(_ area: DataArea, _ row: RowScope, by caller: Caller) -> String {
    let letters: [(Authority.Access, Character)] = [
      (.read, "R"), (.insert, "I"), (.update, "U"), (.delete, "D"), (.bringIn, "B"),
    ]
    return String(
      letters.filter { Authority.decide($0.0, area, of: row, by: caller) == .allowed }.map(\.1))
  }

  @Test("A right opens its rows to a parent, who deletes only what they made", arguments: helped)
  func helping(area: DataArea, right: HelpArea, own: String, others: String) {
    // The row of an interaction names only its author, so its owner is the author and not the
    // athlete.
    let owner = area == .interaction ? Self.parent : Self.athlete
    let mine = RowScope(owner: owner, author: Self.parent, family: Self.family)
    let theirs = RowScope(owner: Self.athlete, author: Self.athlete, family: Self.family)
    #expect(area.help == right)
    #expect(granted(area, mine, by: helper([right])) == own)
    #expect(granted(area, theirs, by: helper([right])) == others)
    for caller in [helper([]), helper(Set(HelpArea.allCases).subtracting([right]))] {
      #expect(granted(area, mine, by: caller) == "R")
      #expect(granted(area, theirs, by: caller) == "R")
    }
  }

  @Test("No right opens anything else, and none opens another athlete's rows or those of no family")
  func notHelping() {
    let all = helper(Set(HelpArea.allCases))
    let row = RowScope(owner: Self.athlete, author: Self.athlete, family: Self.family)
    let none = helper([])
    for area in DataArea.allCases where area.help == nil {
      #expect(granted(area, row, by: all) == granted(area, row, by: none), "\(area)")
    }
    for area in DataArea.allCases where area.help != nil {
      let other = RowScope(owner: Sample.id(9), author: Self.parent, family: Self.otherFamily)
      #expect(granted(area, other, by: all).filter { "IUDB".contains($0) } == "", "\(area)")
      let loose = RowScope(owner: Self.athlete, author: Self.athlete, family: nil)
      #expect(granted(area, loose, by: all) == "", "\(area)")
      // A helper may insert rows for the athlete only. A row whose owner is the helper is refused.
      let own = RowScope(owner: Self.parent, author: Self.parent, family: Self.family)
      if area != .interaction {
        #expect(!granted(area, own, by: all).contains("I"), "\(area)")
      }
    }
    #expect(!all.helps(Sample.id(9), with: .records))
    // A permission to help ends with the membership in the family, and an athlete cannot be a
    // helper.
    var left = all
    left.families = []
    #expect(!left.helps(Self.athlete, with: .records))
    var player = all
    player.role = .player
    #expect(!player.helps(Self.athlete, with: .records))
  }

  @Test("An update is checked as the row is and as it will be, and keeps its owner")
  func updates() {
    let before = RowScope(owner: Self.athlete, family: Self.family)
    func decide(_ after: RowScope, _ who: Who = .athlete) -> Authority.Decision {
      Authority.decideUpdate(.school, from: before, to: after, by: caller(who))
    }
    #expect(decide(before) == .allowed)
    #expect(decide(RowScope(owner: Self.athlete, family: Self.otherFamily)) == .refused)
    #expect(decide(RowScope(owner: Sample.id(9), family: Self.family)) == .refused)
    #expect(decide(RowScope(owner: Self.athlete, family: nil)) == .allowed)
    #expect(decide(before, .parent) == .refused)
    #expect(decide(before, .stranger) == .hidden)
    #expect(
      Authority.decideUpdate(
        .school, from: RowScope(owner: Sample.id(9), family: Self.otherFamily), to: before,
        by: caller(.athlete)) == .hidden)
  }

  @Test("A visit is written by the parent who makes it, of an athlete of theirs, and read by both")
  func viewLog() {
    let visit = RowScope(owner: Self.athlete, author: Self.parent, family: Self.family)
    #expect(granted(.viewLog, visit, .parent) == "RI")
    #expect(granted(.viewLog, visit, .athlete) == "R")
    #expect(granted(.viewLog, visit, .strangerParent) == "")
    let noLink = RowScope(owner: Self.athlete, author: Self.parent, family: nil)
    #expect(granted(.viewLog, noLink, .parent) == "R")
    let oneself = RowScope(owner: Self.parent, author: Self.parent, family: Self.family)
    #expect(granted(.viewLog, oneself, .parent) == "R")
  }
}
