import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Performance

@Suite("Measurements for programs")
struct DataTests {
  private func data(_ line: String, _ prompt: Prompt = Prompt()) async throws -> JSONValue {
    let (artifact, text) = try await prompt.file(line)
    #expect(artifact.isAnswer && artifact.mediaType == "application/json")
    return try JSONValue.parse(text)
  }

  @Test("What is selected, the newest first, each number as precise as it was given")
  func list() async throws {
    let prompt = Prompt()
    try await prompt.enter("performance log velocity 85.125 --on 2026-02-09 --notes wind")
    let rows = try await data(
      "performance --type velocity --fields handle,on,value,unit,verified,notes", prompt)
    #expect(
      rows[0]?.text
        == #"{"handle":"m10","on":"2026-02-09","value":85.125,"unit":"mph","verified":false,"notes":"wind"}"#
    )
    #expect(rows.array?.allSatisfy { $0["unit"] == "mph" } == true)
  }

  @Test("One measurement is one object; days that cannot be are refused as on the page")
  func one() async throws {
    let row = try await data("performance show m1 --fields handle,event,type")
    #expect(row["handle"] == "m1")
    let told = try await Prompt().enter(
      "performance --from 2026-02-01 --to 2026-01-01 --fields handle")
    #expect(told.problems.first?.cause == .usage)
  }

  @Test("The option alone lists the fields, until measurements are asked for again")
  func names() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("performance --fields").title == "Fields of metrics")
    #expect(try await prompt.show("performance").title == "Performance Metrics")
  }
}
