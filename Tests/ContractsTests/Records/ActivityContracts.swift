import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

@Suite struct ActivityContracts {
  @Test("What others changed after a moment is news, until it is taken back")
  func news() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = cast.sam.id
    _ = try await stage.acting(cast.sam).families.setHelp(
      of: cast.dana.id, inFamily: cast.family.id, to: [.records])
    try await add("Before", stage, to: sam, by: cast.dana)
    stage.wait()
    let since = stage.now
    stage.wait()
    try await add("Own", stage, to: sam, by: cast.sam)
    try await add("Elm", stage, to: sam, by: cast.dana)
    try await add("Oak", stage, to: sam, by: cast.dana)
    func news(to person: Reference) async throws -> [String] {
      try await stage.acting(person).activity.news(of: sam, since: since, limit: 9).map {
        "\($0.person.title): \($0.summary)"
      }
    }
    let dana = cast.dana.title
    #expect(try await news(to: cast.sam) == ["\(dana): Added s4 Oak", "\(dana): Added s3 Elm"])
    #expect(try await news(to: cast.dana) == ["\(cast.sam.title): Added s2 Own"])
    _ = try await stage.acting(cast.dana).undo.undo()
    #expect(try await news(to: cast.sam) == ["\(dana): Added s3 Elm"])
    let one = try await stage.acting(cast.sam).activity.news(of: sam, since: since, limit: 1)
    #expect(one.map(\.summary) == ["Added s3 Elm"])
    #expect(
      await cause {
        _ = try await stage.acting(cast.mia).activity.news(of: sam, since: since, limit: 9)
      } == .notFound)
  }

  private func add(
    _ name: String, _ stage: Stage, to athlete: RecordID, by person: Reference
  ) async throws {
    _ = try await stage.acting(person).schools.add(
      RecordChange<School> { $0.name = name }, for: athlete)
  }
}
