public import CivilTime
public import Domain
public import FeatureKit
public import JSON

// How tests and examples fill a world; no rule is asked.
extension World {
  public mutating func add(_ person: Person) {
    shared.users[person.id] = person
    handles.allot(.person, person.id)
  }

  /// A family of the athlete and these parents, in the order they joined.
  public mutating func addFamily(
    _ id: RecordID, named name: String? = nil, code: String? = nil, athlete: RecordID,
    parents: [RecordID] = [], at time: Instant
  ) {
    var family = FamilyUnit(id: id, playerID: athlete, name: name, createdAt: time)
    family.code = code
    family.codeGeneratedAt = code == nil ? nil : time
    shared.familyUnits[id] = family
    addMember(athlete, .player, to: id, at: time)
    for (position, parent) in parents.enumerated() {
      addMember(parent, .parent, to: id, at: time.adding(seconds: Int64(position + 1)))
    }
  }

  /// What the athlete did with a task; nil as if they had never touched it.
  public mutating func setProgress(_ progress: AthleteTask?, task: RecordID, athlete: RecordID) {
    shared.athleteTasks[AthleteTaskKey(athlete: athlete, task: task)] = progress
  }

  /// The athlete's status with a task, as if set at that time.
  public mutating func setStatus(
    _ status: TaskStatus, task: RecordID, athlete: RecordID, at time: Instant
  ) {
    let key = AthleteTaskKey(athlete: athlete, task: task)
    var progress =
      shared.athleteTasks[key]
      ?? AthleteTask(id: derivedID(athlete, task), athleteID: athlete, taskID: task)
    progress.status = .known(status)
    progress.completedAt = status == .completed ? time : nil
    shared.athleteTasks[key] = progress
  }

  public mutating func setPreference(
    _ category: PreferenceCategory, of person: RecordID, to data: JSONValue?
  ) {
    shared.preferences[PreferenceKey(person: person, category: category)] = data.map {
      StoredPreference(category: category, data: $0)
    }
  }

  public mutating func setDevicePreference(_ key: String, of person: RecordID, to value: String?) {
    devicePreferences[person, default: [:]][key] = value
  }

  public mutating func add(_ metric: PerformanceMetric) {
    shared.metrics[metric.id] = metric
    handles.allot(.metric, metric.id)
  }

  /// As if nothing had ever been measured.
  public mutating func removeMetrics() { shared.metrics = [:] }

  public mutating func add(_ notification: AppNotification) {
    shared.notifications[notification.id] = notification
    handles.allot(.notification, notification.id)
  }

  /// As if nobody had ever been told anything.
  public mutating func removeNotifications() { shared.notifications = [:] }

  public mutating func add(_ event: RecruitingEvent) {
    shared.events[event.id] = event
    handles.allot(.event, event.id)
  }

  public mutating func add(_ school: School) {
    shared.schools[school.id] = school
    handles.allot(.school, school.id)
  }

  public mutating func add(_ coach: Coach) {
    shared.coaches[coach.id] = coach
    handles.allot(.coach, coach.id)
  }

  public mutating func add(_ interaction: Interaction) {
    shared.interactions[interaction.id] = interaction
    handles.allot(.interaction, interaction.id)
  }

  /// As if the family knew no school, and so no coach and no contact either.
  public mutating func removeSchools() {
    (shared.schools, shared.coaches, shared.interactions) = ([:], [:], [:])
  }

  /// Replaces the templates, for grades with none, with many, or with a tangle.
  public mutating func setTemplates(_ templates: [TimelineTask]) {
    self.templates = templates
    for template in templates { handles.allot(.task, template.id) }
  }

  public func progress(task: RecordID, athlete: RecordID) -> AthleteTask? {
    shared.athleteTasks[AthleteTaskKey(athlete: athlete, task: task)]
  }

  private mutating func addMember(
    _ person: RecordID, _ role: UserRole, to family: RecordID, at time: Instant
  ) {
    let id = derivedID(family, person)
    shared.familyMembers[id] = FamilyMember(
      id: id, familyID: family, personID: person, role: role, addedAt: time)
  }

  private func derivedID(_ left: RecordID, _ right: RecordID) -> RecordID {
    .version4(high: left.high ^ right.high &+ right.low, low: left.low &* 31 ^ right.low)
  }
}
