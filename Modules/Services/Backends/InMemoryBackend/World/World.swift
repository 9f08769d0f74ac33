public import Domain
import FeatureKit
import JSON

/// Everything a backend keeps, as plain values.
public struct World: Sendable {
  /// The templates, in catalogue order.
  public var templates: [TimelineTask] = []
  /// What history knows how to take back.
  var shared = SharedRows()
  var devicePreferences: [RecordID: [String: String]] = [:]
  var viewLog: [ViewLogEntry] = []
  var handles = Handles()
  var steps: [Step] = []
  var nextStep = 1
  /// Codes are drawn from this, so that the same commands draw the same.
  var dice = Dice()

  /// An empty file, with the shipped catalogue unless other templates are given.
  public init(templates: [TimelineTask] = TaskCatalogue.templates) {
    self.templates = templates
    for template in templates { handles.allot(.task, template.id) }
  }
}

/// The rows that people share and undo covers; the names are those of the tables.
struct SharedRows: Equatable, Sendable {
  var users: [RecordID: Person] = [:]
  var familyUnits: [RecordID: FamilyUnit] = [:]
  var familyMembers: [RecordID: FamilyMember] = [:]
  var familyCodeUsageLog: [RecordID: FamilyCodeUse] = [:]
  var athleteTasks: [AthleteTaskKey: AthleteTask] = [:]
  var preferences: [PreferenceKey: StoredPreference] = [:]
  var preferenceHistory: [RecordID: HistoryRow] = [:]
  var events: [RecordID: RecruitingEvent] = [:]
  var metrics: [RecordID: PerformanceMetric] = [:]
  var schools: [RecordID: School] = [:]
  var coaches: [RecordID: Coach] = [:]
  var interactions: [RecordID: Interaction] = [:]
  var notifications: [RecordID: AppNotification] = [:]

  /// A row of `preference_history`; who changed it is looked up when it is shown.
  struct HistoryRow: Equatable, Sendable {
    var person: RecordID
    var change: PreferenceChange
  }
}

struct AthleteTaskKey: Hashable, Sendable {
  var athlete: RecordID
  var task: RecordID
}

struct PreferenceKey: Hashable, Sendable {
  var person: RecordID
  var category: PreferenceCategory
}

/// The side table of permanent handles: outside undo, so that a record done again keeps its own.
struct Handles: Sendable {
  private var numbers: [ReferenceKind: [RecordID: Int]] = [:]
  private var last: [ReferenceKind: Int] = [:]

  /// The record's number, a new one for a new record.
  @discardableResult
  mutating func allot(_ kind: ReferenceKind, _ id: RecordID) -> Int {
    if let number = numbers[kind]?[id] { return number }
    let number = (last[kind] ?? 0) + 1
    last[kind] = number
    numbers[kind, default: [:]][id] = number
    return number
  }

  func number(_ kind: ReferenceKind, _ id: RecordID) -> Int { numbers[kind]?[id] ?? 0 }

  func id(_ kind: ReferenceKind, number: Int) -> RecordID? {
    numbers[kind]?.first { $0.value == number }?.key
  }
}

/// Numbers that look drawn and are the same every time; a fake needs no secrets.
struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64 = 0x5DEE_CE66_D1CE_F00D

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // The low bits of such a sequence repeat soon, and drawing one of 32 letters takes the high ones.
    return state ^ (state >> 29)
  }
}

extension World {
  func caller(_ person: RecordID) -> Caller {
    // Somebody who is only coming to be has no row yet and may nothing but make one.
    let role = shared.users[person]?.role.known ?? .parent
    let families = shared.familyMembers.values.filter { $0.personID == person }.map(\.familyID)
    return Caller(id: person, role: role, families: Set(families))
  }

  func reference(toPerson id: RecordID) -> Reference {
    Reference(
      kind: .person, id: id, handle: "p\(handles.number(.person, id))",
      title: shared.users[id]?.displayName ?? "Somebody")
  }

  func reference(toTask template: TimelineTask) -> Reference {
    Reference(
      kind: .task, id: template.id, handle: "t\(handles.number(.task, template.id))",
      title: template.title)
  }

  /// The family of an athlete; nil for one who has none yet.
  func family(of athlete: RecordID) -> FamilyUnit? {
    shared.familyUnits.values.first { $0.playerID == athlete }
  }

  /// Throws "no such person" unless the caller may read the athlete's data.
  func requireToRead(_ athlete: RecordID, by caller: Caller) throws(Problem) {
    guard athlete != caller.id else { return }
    guard let family = family(of: athlete), caller.families.contains(family.id) else {
      throw .noSuch(.person)
    }
  }
}

extension Caller {
  /// The check every operation on an athlete's data begins with.
  func requireToChangeData(of athlete: RecordID) throws(Problem) {
    guard role == .player, athlete == id else { throw .readOnly }
  }
}
