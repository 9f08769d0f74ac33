public import CivilTime
public import Domain
public import FeatureKit
public import JSON

// Functions that build families for tests and examples. They check no rules, so a test can also
// build rows that the program would refuse. Adding a row replaces a row with the same id.
extension MadeUpFamily {
  public mutating func add(_ person: Person) { put(person, in: \.people, \.id) }
  public mutating func add(_ school: School) { put(school, in: \.schools, \.id) }
  public mutating func add(_ coach: Coach) { put(coach, in: \.coaches, \.id) }
  public mutating func add(_ event: RecruitingEvent) { put(event, in: \.events, \.id) }
  public mutating func add(_ contact: Interaction) { put(contact, in: \.interactions, \.id) }
  public mutating func add(_ metric: PerformanceMetric) { put(metric, in: \.metrics, \.id) }
  public mutating func add(_ told: AppNotification) { put(told, in: \.notifications, \.id) }

  /// Adds a family of the athlete and these parents. The parents join one second after the other,
  /// in the same order.
  public mutating func addFamily(
    _ id: RecordID, named name: String? = nil, code: String? = nil, athlete: RecordID,
    parents: [RecordID] = [], at time: Instant
  ) {
    var family = FamilyUnit(id: id, playerID: athlete, name: name, createdAt: time)
    family.code = code
    family.codeGeneratedAt = code == nil ? nil : time
    put(family, in: \.families, \.id)
    addMember(athlete, .player, to: id, at: time)
    for (position, parent) in parents.enumerated() {
      addMember(parent, .parent, to: id, at: time.adding(seconds: Int64(position + 1)))
    }
  }

  /// Sets the row with the athlete's progress in a task; nil removes it.
  public mutating func setProgress(_ progress: AthleteTask?, task: RecordID, athlete: RecordID) {
    athleteTasks.removeAll { $0.athleteID == athlete && $0.taskID == task }
    if let progress { athleteTasks.append(progress) }
  }

  /// Sets the status of a task for the athlete. `time` is the time of completion, and is ignored if
  /// the status is not completed.
  public mutating func setStatus(
    _ status: TaskStatus, task: RecordID, athlete: RecordID, at time: Instant
  ) {
    var progress =
      athleteTasks.first { $0.athleteID == athlete && $0.taskID == task }
      ?? AthleteTask(id: derivedID(athlete, task), athleteID: athlete, taskID: task)
    progress.status = .known(status)
    progress.completedAt = status == .completed ? time : nil
    setProgress(progress, task: task, athlete: athlete)
  }

  public mutating func setPreference(
    _ category: PreferenceCategory, of person: RecordID, to data: JSONValue?
  ) {
    preferences.removeAll { $0.personID == person && $0.category == category }
    guard let data else { return }
    let number = UInt64(PreferenceCategory.allCases.firstIndex(of: category) ?? 0)
    preferences.append(
      Preference(
        id: derivedID(person, .version4(high: 0x93EF, low: number)), personID: person,
        category: category, value: data, savedAt: ExampleFamily.now.adding(days: -200)))
  }

  public mutating func setDevicePreference(_ key: String, of person: RecordID, to value: String?) {
    devicePreferences.removeAll { $0.personID == person && $0.key == key }
    if let value {
      devicePreferences.append(DevicePreference(personID: person, key: key, text: value))
    }
  }

  public mutating func removeMetrics() { metrics = [] }

  public mutating func removeNotifications() { notifications = [] }

  /// Removes all schools and, because they belong to schools, all coaches and contacts.
  public mutating func removeSchools() { (schools, coaches, interactions) = ([], [], []) }

  private mutating func put<Row>(
    _ row: Row, in list: WritableKeyPath<MadeUpFamily, [Row]>, _ id: KeyPath<Row, RecordID>
  ) {
    let place = self[keyPath: list].firstIndex { $0[keyPath: id] == row[keyPath: id] }
    if let place { self[keyPath: list][place] = row } else { self[keyPath: list].append(row) }
  }

  public mutating func addMember(
    _ person: RecordID, _ role: UserRole, to family: RecordID, at time: Instant
  ) {
    put(
      FamilyMember(
        id: derivedID(family, person), familyID: family, personID: person, role: role,
        addedAt: time), in: \.members, \.id)
  }

  private func derivedID(_ left: RecordID, _ right: RecordID) -> RecordID {
    .version4(high: left.high ^ right.high &+ right.low, low: left.low &* 31 ^ right.low)
  }
}
