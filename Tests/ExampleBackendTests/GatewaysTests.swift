import Domain
import FeatureKit
import Testing

@testable import ExampleBackend

@Suite("The gateways of the example backend")
struct GatewaysTests {
  /// Every endpoint has a name, with which a test can make it fail. The name is written as a text
  /// in the endpoint's declaration and must equal the name of the property.
  @Test("An endpoint has the name of its property")
  func names() {
    let gateways = ExampleBackend().gateways
    #expect(gateways.count > 20)
    for gateway in gateways {
      for property in Mirror(reflecting: gateway).children {
        let endpoint = Mirror(reflecting: property.value).children.first { $0.label == "name" }
        #expect(endpoint?.value as? String == property.label, "in \(type(of: gateway))")
      }
    }
  }

  @Test("Sections of a report fail alone, and each call passes the hook once")
  func sections() async throws {
    let backend = ExampleBackend()
    backend.hook.fail("reports.schools", .offline)
    let today = backend.calendar.today()
    let figures = try await backend.reports.aggregate(
      of: ExampleFamily.sam, from: today, through: today, in: backend.calendar.zone())
    #expect(figures.schools.problem == Problem(.offline) && figures.coaches.problem == nil)
    #expect(backend.hook.count(of: "reports.aggregate") == 1)
    let range = ReportRange(from: today, to: today, in: backend.calendar.zone())
    #expect(try await backend.reports.hasData(of: ExampleFamily.sam, in: range))
    #expect(backend.hook.count(of: "reports.hasData") == 1)
    _ = try await backend.reports.contacts(of: ExampleFamily.sam, in: range)
    #expect(backend.hook.count(of: "reports.contacts") == 1)
  }

  @Test("An endpoint that a test replaces no longer passes the hook")
  func replaced() async throws {
    let backend = ExampleBackend()
    var quickTasks = backend.quickTasks
    quickTasks.list.implement { () throws(Problem) in [] }
    backend.hook.fail(.offline)
    #expect(try await quickTasks.list().isEmpty)
    #expect(backend.hook.calls == [])
  }

  @Test("A gateway that is made beside a watched one is not watched")
  func notWatched() async throws {
    let backend = ExampleBackend()
    _ = try await backend.sharing.status()
    _ = try await SharingGateway.notConnected.status()
    #expect(backend.hook.calls == ["sharing.status"])
  }
}

extension Result where Failure == Problem {
  fileprivate var problem: Problem? {
    if case .failure(let problem) = self { problem } else { nil }
  }
}
