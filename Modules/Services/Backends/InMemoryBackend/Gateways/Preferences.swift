import CivilTime
public import Domain
import FeatureKit
import JSON

extension InMemoryBackend {
  public var preferences: PreferencesGateway {
    PreferencesGateway(
      preference: { category, person throws(Problem) in
        try await self.read("preferences.preference") { world, asking throws(Problem) in
          // Parents may read how their athlete describes themselves, and nothing else of theirs (rule 3).
          guard person == asking.person || category == .player else { throw .noSuch(.person) }
          try world.requireToRead(person, by: asking.caller)
          return world.stored(category, of: person)
        }
      },
      save: { category, data, person throws(Problem) in
        try await self.write("preferences.save", as: "savePreferences") {
          world, asking, summary throws(Problem) in
          try world.requireOwn(person, asking.caller)
          summary.text = "Changed the \(category.rawValue) settings"
          return try world.save(data, as: category, of: person, asking)
        }
      },
      clear: { category, person throws(Problem) in
        try await self.write("preferences.clear", as: "clearPreferences") {
          world, asking, summary throws(Problem) in
          try world.requireOwn(person, asking.caller)
          summary.text = "Put the \(category.rawValue) settings back"
          let old = world.stored(category, of: person).data
          world.shared.preferences[PreferenceKey(person: person, category: category)] = nil
          let changed = PreferenceChange.changedFields(from: old, to: .object([:]))
          if old != nil { world.note(category, of: person, old, .object([:]), changed, asking) }
          return SavedPreference(
            preference: world.stored(category, of: person), changedFields: changed)
        }
      },
      history: { category, person, limit throws(Problem) in
        try await self.read("preferences.history") { world, asking throws(Problem) in
          guard person == asking.person else { throw .noSuch(.person) }
          return world.changes(of: category, of: person, limit: limit)
        }
      })
  }
}

extension World {
  fileprivate func stored(_ category: PreferenceCategory, of person: RecordID) -> StoredPreference {
    shared.preferences[PreferenceKey(person: person, category: category)]
      ?? StoredPreference(category: category)
  }

  /// Refused where the caller sees the person, not found where not.
  fileprivate func requireOwn(_ person: RecordID, _ caller: Caller) throws(Problem) {
    guard person != caller.id else { return }
    throw caller.sees(person, in: self) ? .readOnly : .noSuch(.person)
  }

  @discardableResult
  mutating func save(
    _ data: JSONObject, as category: PreferenceCategory, of person: RecordID, _ asking: Asking
  ) throws(Problem) -> SavedPreference {
    let old = stored(category, of: person).data
    try category.check(data, replacing: old)
    let changed = PreferenceChange.changedFields(from: old, to: .object(data))
    guard !changed.isEmpty else {
      return SavedPreference(preference: stored(category, of: person), changedFields: [])
    }
    let preference = StoredPreference(
      category: category, data: .object(data), updatedAt: asking.now)
    shared.preferences[PreferenceKey(person: person, category: category)] = preference
    note(category, of: person, old, .object(data), changed, asking)
    return SavedPreference(preference: preference, changedFields: changed)
  }

  fileprivate mutating func note(
    _ category: PreferenceCategory, of person: RecordID, _ old: JSONValue?, _ new: JSONValue,
    _ changed: [String], _ asking: Asking
  ) {
    shared.preferenceHistory[asking.ids.next()] = SharedRows.HistoryRow(
      person: person,
      change: PreferenceChange(
        category: category, oldValue: old, newValue: new, changedFields: changed,
        changedBy: reference(toPerson: asking.person), createdAt: asking.now))
  }

  fileprivate func changes(
    of category: PreferenceCategory, of person: RecordID, limit: Int
  ) -> [PreferenceChange] {
    let rows = shared.preferenceHistory.filter {
      $0.value.person == person && $0.value.change.category == category
    }.sorted { ($0.value.change.createdAt, $0.key) > ($1.value.change.createdAt, $1.key) }
    return rows.prefix(max(0, limit)).map(\.value.change)
  }
}
