import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Records

@Suite("Records for programs")
struct DataTests {
  private func data(_ line: String, _ stage: Stage) async throws -> JSONValue {
    let told = try await stage.say(line)
    #expect(told.problems.first == nil)
    let artifact = try #require(told.artifacts.first)
    #expect(artifact.isAnswer && artifact.mediaType == "application/json")
    return try JSONValue.parse(try await artifact.collectedText())
  }

  @Test("A list is an array of objects, the fields in their order, what is not there null")
  func list() async throws {
    let stage = Stage()
    let schools = try await data("schools --fields name,tier,student-size,pros", stage)
    #expect(
      schools.text
        == #"[{"name":"Cedar Valley University","tier":"A","student-size":3600,"pros":["near","green"]},{"name":"Granite Ford University","tier":null,"student-size":null,"pros":null}]"#
    )
    try stage.backend.put { $0.addSchools(25) }
    let all = try await data("schools --fields name", stage)
    #expect(all.array?.count == 27, "a screenful is for people")
    let one = try await data("schools --limit 1 --fields name", stage)
    #expect(one == [["name": "Cedar Valley University"]])
  }

  @Test("Values have their types: numbers, days, moments in UTC, other records by handle and name")
  func types() async throws {
    let stage = Stage()
    let offers = try await data("offers --fields handle,amount,on,deadline,school", stage)
    let offer = try #require(offers[0])
    #expect(offer["handle"] == "o1" && offer["amount"] == 12500)
    #expect(offer["on"] == "2026-01-20" && offer["deadline"] == "2026-02-11")
    #expect(offer["school"]?["handle"] == "s1")
    #expect(offer["school"]?["name"] == "Cedar Valley University")
    let interactions = try await data("interactions --fields name,when,type", stage)
    #expect(interactions[0]?["when"] == "2026-02-08T12:00:00.000Z")
    #expect(interactions[0]?["type"] == "email")
  }

  @Test("One record is one object, and a parent's reading of it is noted like a visit")
  func record() async throws {
    let stage = Stage(as: ExampleFamily.dana)
    let school = try await data("schools show s1 --fields handle,private-note", stage)
    #expect(school == ["handle": "s1", "private-note": "hers"])
    #expect(try await stage.visits() == ["school s1"])
  }

  @Test("The option alone lists the fields; a field that is not there is refused with the nearest")
  func names() async throws {
    let page = try await Stage().show("schools --fields")
    #expect(page.title == "Fields of schools")
    #expect(page.blocks.first == page.tables.first?.block)
    let names = try #require(page.tables.first).rows.compactMap(\.first)
    #expect(names.prefix(3) == ["handle", "id", "name"])
    #expect(names.contains("last-contact") && !names.contains("status-note"))
    await #expect(throws: Problem.self) { try await Stage().show("schools --fields nmae") }
  }

  private static func names<Record: TabledRecord>(of kind: Record.Type) -> [String] {
    kind.dataFields.all.map(\.name)
  }

  @Test("The fields of a kind stay: what programs were written for has the same names")
  func stable() {
    #expect(
      Coach.dataFields.all.map(\.name).prefix(6)
        == ["handle", "id", "name", "first-name", "last-name", "school"])
    for kind in RecordsFeature.kinds {
      let names = Self.names(of: kind)
      #expect(Set(names).count == names.count && names.contains("handle"), "\(kind)")
    }
  }
}
