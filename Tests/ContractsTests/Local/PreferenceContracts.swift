import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

@Suite struct PreferenceContracts {
  @Test("What is saved is what is read, keys we do not know among it")
  func unknownKeys() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    #expect(try await sam.preferences.preference(.dashboard, of: cast.sam.id).data == nil)
    let data: JSONObject = ["widgets": ["chart": false], "from_tomorrow": [1, "two", nil]]
    let saved = try await sam.preferences.save(as: .dashboard, of: cast.sam.id) { _ in .object(data)
    }
    #expect(saved.changedFields == ["widgets", "from_tomorrow"])
    let read = try await sam.preferences.preference(.dashboard, of: cast.sam.id)
    #expect(read.data == .object(data))
    #expect(read.updatedAt == stage.now)
  }

  @Test("Two who change a preference at the same moment both keep their change")
  func together() async throws {
    let (stage, cast) = try await Stage.cast()
    let (sam, id) = (try stage.acting(cast.sam), cast.sam.id)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          _ = try? await sam.preferences.save(as: .reports, of: id) { stored in
            var object = stored?.object ?? [:]
            object["\(number)"] = JSONValue(number)
            return .object(object)
          }
        }
      }
    }
    let read = try await sam.preferences.preference(.reports, of: id)
    #expect(Set(read.data?.object?.keys ?? []) == Set((0..<20).map { "\($0)" }))
  }

  @Test("Saving the same again writes nothing")
  func sameAgain() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    try await sam.preferences.save(as: .school, of: cast.sam.id) { _ in ["a": 1] }
    stage.wait()
    #expect(
      try await sam.preferences.save(as: .school, of: cast.sam.id) { _ in ["a": 1] }.changedFields
        == [])
    #expect(try await sam.preferences.history(of: .school, of: cast.sam.id, limit: 9).count == 1)
  }

  @Test(
    "A number out of its range is refused",
    arguments: [
      (PreferenceCategory.player, "gpa", JSONValue(5.1)), (.player, "gpa", -0.1),
      (.player, "sat_score", 399), (.player, "act_score", 37), (.player, "height_inches", 47),
      (.player, "weight_lbs", 401), (.player, "graduation_year", 2023),
      (.notifications, "followUpReminderDays", 0), (.notifications, "followUpReminderDays", 91),
    ])
  func ranges(
    _ row: (category: PreferenceCategory, key: String, value: JSONValue)
  ) async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let found = await cause {
      try await sam.preferences.save(as: row.category, of: cast.sam.id) { _ in [row.key: row.value]
      }
    }
    #expect(found == .usage)
    #expect(try await sam.preferences.preference(row.category, of: cast.sam.id).data == nil)
  }

  @Test(
    "A wrong value that was there before may stay while others change")
  func oldValuesStay() async throws {
    let (stage, cast) = try await Stage.cast()
    try stage.plant(.player, text: #"{"gpa": 9.9, "bats": "both"}"#, of: cast.sam.id)
    let sam = try stage.acting(cast.sam)
    let data: JSONObject = ["gpa": 9.9, "bats": "both", "sat_score": 1200]
    #expect(
      try await sam.preferences.save(as: .player, of: cast.sam.id) { _ in .object(data) }
        .changedFields
        == ["sat_score"])
  }

  @Test("Something else than an object means that nothing is saved")
  func noObject() async throws {
    let (stage, cast) = try await Stage.cast()
    try stage.plant(.player, text: "[1]", of: cast.sam.id)
    let sam = try stage.acting(cast.sam)
    #expect(try await sam.people.profile(of: cast.sam.id).player == PlayerProfile())
    #expect(
      try await sam.preferences.save(as: .player, of: cast.sam.id) { _ in ["gpa": 3] }.changedFields
        == [
          "gpa"
        ])
  }

  @Test(
    "History says who changed what, newest first, as many as asked for")
  func history() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    for gpa in [3.0, 3.1, 3.2] {
      try await sam.preferences.save(as: .player, of: cast.sam.id) { _ in ["gpa": JSONValue(gpa)] }
      stage.wait()
    }
    _ = try await sam.preferences.clear(.player, of: cast.sam.id)
    let changes = try await sam.preferences.history(of: .player, of: cast.sam.id, limit: 2)
    #expect(changes.map(\.newValue) == [[:], ["gpa": 3.2]])
    #expect(changes.map(\.oldValue) == [["gpa": 3.2], ["gpa": 3.1]])
    #expect(changes.map(\.changedFields) == [["gpa"], ["gpa"]])
    #expect(changes.allSatisfy { $0.changedBy == cast.sam })
    #expect(try await sam.preferences.preference(.player, of: cast.sam.id).data == nil)
    #expect(try await sam.preferences.history(of: .school, of: cast.sam.id, limit: 9).isEmpty)
  }
}
