public import CivilTime
public import Domain
public import FeatureKit
public import JSON

/// A whole made-up family as rows, ready to be written in one transaction.
///
/// Every list is in order of creation, the order in which handles are given out; no row names one of
/// a later list, save that letters and documents are written before what shares them.
public struct DemoData: Equatable, Sendable {
  /// The athlete, then the parents.
  public var people: [Person]
  public var family: FamilyUnit
  public var members: [FamilyMember]
  public var codeUses: [FamilyCodeUse]
  public var schools: [School]
  public var statusChanges: [SchoolStatusChange]
  public var coaches: [Coach]
  public var events: [RecruitingEvent]
  public var interactions: [Interaction]
  public var offers: [Offer]
  public var metrics: [PerformanceMetric]
  public var documents: [Document]
  public var letters: [RecommendationLetter]
  /// Progress with tasks of `TaskCatalogue`.
  public var athleteTasks: [AthleteTask]
  public var notifications: [AppNotification]
  /// What the rules came up with this morning, three of them shown.
  public var suggestions: [RecruitingSuggestion]
  public var preferences: [Preference]
  public var devicePreferences: [DevicePreference]
  public var views: [ViewLogEntry]

  /// One category of one person's preferences; a row of `user_preferences`.
  public struct Preference: Equatable, Sendable {
    public let id: RecordID
    public var personID: RecordID
    public var category: PreferenceCategory
    public var value: JSONValue
    public var savedAt: Instant
  }

  /// Something remembered on this machine for one person; a row of `device_preferences`.
  public struct DevicePreference: Equatable, Sendable {
    public var personID: RecordID
    public var key: String
    public var text: String
  }

  public var athlete: Person { people[0] }
  public var parents: ArraySlice<Person> { people.dropFirst() }
}
