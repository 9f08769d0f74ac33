public import DemoFamily
import Domain
public import FeatureKit
import JSON
import Persistence
import SQLite

extension SQLBackend {
  /// Writes a whole made-up family into a file that has nobody yet, all or nothing and as no undo step.
  ///
  /// The lists are in order of creation, so the handles are the same for every file.
  public func fill(with demo: DemoData) throws(Problem) {
    try answering {
      try file.write { connection in
        let isTaken = try connection.first("SELECT 1 FROM users LIMIT 1") { _ in true } ?? false
        guard !isTaken else {
          throw Problem(
            .conflict, "\(file.path) has people in it already.",
            details: ["Nothing was changed."],
            fix: "Give the demo a folder of its own:  --data FOLDER --demo")
        }
        try connection.insert(demo)
      }
    }
  }
}

extension Connection {
  fileprivate func insert(_ demo: DemoData) throws {
    for person in demo.people {
      try PersonRow.save(person, in: self)
      try handles.allot(.person, to: person.id)
    }
    try TableForm.families.insert([demo.family], in: self)
    try TableForm.members.insert(demo.members, in: self)
    try TableForm.codeUses.insert(demo.codeUses, in: self)
    try TableForm.schools.insert(demo.schools, in: self)
    try TableForm.statusChanges.insert(demo.statusChanges, in: self)
    try TableForm.coaches.insert(demo.coaches, in: self)
    try TableForm.events.insert(demo.events, in: self)
    try TableForm.interactions.insert(demo.interactions, in: self)
    try TableForm.offers.insert(demo.offers, in: self)
    try TableForm.metrics.insert(demo.metrics, in: self)
    try TableForm.documents.insert(demo.documents, in: self)
    try TableForm.letters.insert(demo.letters, in: self)
    try TableForm.athleteTasks.insert(demo.athleteTasks, in: self)
    try TableForm.notifications.insert(demo.notifications, in: self)
    try TableForm.suggestions.insert(demo.suggestions, in: self)
    try insert(demo.preferences)
    for remembered in demo.devicePreferences {
      try devicePreferences.set(
        remembered.key, to: remembered.text, for: remembered.personID)
      if remembered.key == DevicePreferenceKey.quickTasks(user: remembered.personID) {
        for task in QuickTask.list(in: remembered.text) {
          try handles.allot(.quickTask, to: task.id)
        }
      }
    }
    try TableForm.views.insert(demo.views, in: self)
  }

  private func insert(_ preferences: [DemoData.Preference]) throws {
    for preference in preferences {
      try execute(
        """
        INSERT INTO user_preferences (id, user_id, category, data, created_at, updated_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?5)
        """, preference.id, preference.personID, preference.category.rawValue,
        preference.value.text, preference.savedAt)
    }
  }
}
