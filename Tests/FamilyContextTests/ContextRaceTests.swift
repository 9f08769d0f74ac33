import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import Testing

@Suite("Answers that come too late")
struct ContextRaceTests {
  private let sam = ExampleFamily.sam
  private let mia = ExampleFamily.mia
  private let dana = ExampleFamily.dana

  @Test(
    "A look worked out before a switch does not undo the switch",
    arguments: ["people.signedInPerson", "families.accessibleAthletes", "devicePreferences.value"])
  func slowLook(at endpoint: String) async throws {
    let household = Household()
    // Storing which athlete was chosen fails. The slow call cannot read the choice from the file,
    // so it must take the choice from memory.
    household.backend.hook.fail("devicePreferences.set", .storage(.full))
    let slow = household.backend.hook.hold(endpoint)
    async let early = household.context.current()
    try await household.arrival(of: endpoint)
    _ = try await household.context.switchTo(sam)
    slow.open()
    // Sam was chosen while the slow call was waiting, so the call must return Sam.
    #expect(try await early.athlete == sam)
    #expect(try await household.context.current().athlete == sam)
  }

  @Test("A look worked out before a reset is not kept")
  func resetMeanwhile() async throws {
    let household = Household()
    try await household.remember(sam.description)
    let slow = household.backend.hook.hold("devicePreferences.value")
    async let early = household.context.current()
    try await household.arrival(of: "devicePreferences.value")
    try household.backend.put {
      $0.setDevicePreference(
        "parent_last_viewed_athlete", of: ExampleFamily.dana,
        to: ExampleFamily.mia.description)
    }
    household.context.reset()
    slow.open()
    _ = try await early
    #expect(household.backend.hook.count(of: "people.signedInPerson") == 2)
    #expect(try await household.context.current().athlete == mia)
  }

  @Test("A switch that was overtaken by leaving the family is refused")
  func switchAndLeave() async throws {
    let household = Household()
    let slow = household.backend.hook.hold("families.accessibleAthletes")
    async let wish = household.context.switchTo(sam)
    try await household.arrival(of: "families.accessibleAthletes")
    _ = try await household.backend.families.leave(family: ExampleFamily.samsFamily)
    household.context.reset()
    slow.open()
    do {
      _ = try await wish
      Issue.record("The switch went through.")
    } catch {
      #expect((error as? Problem)?.title == "No access to this athlete")
    }
    #expect(try await household.context.current().athlete == mia)
  }

  @Test("A look begun by one person is not the next one's")
  func personChanged() async throws {
    let household = Household()
    let slow = household.backend.hook.hold("people.signedInPerson")
    async let early = try? household.context.current()
    try await household.arrival(of: "people.signedInPerson")
    household.signIn(mia)
    household.context.reset()
    slow.open()
    _ = await early
    let viewing = try await household.context.current()
    #expect(viewing.person == mia && viewing.athlete == mia)
  }

  @Test("Many looks and switches at once end with one of the choices, whole")
  func manyAtOnce() async throws {
    let household = Household()
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<200 {
        group.addTask {
          switch round % 4 {
          case 0: _ = try? await household.context.switchTo(ExampleFamily.sam)
          case 1: _ = try? await household.context.switchTo(ExampleFamily.mia)
          case 2: household.context.reset()
          default:
            let viewing = try? await household.context.current()
            let isSam = viewing?.athlete == ExampleFamily.sam
            #expect(viewing?.athleteName == (isSam ? "Sam Lee" : "Mia Lee"))
            #expect(
              viewing?.family == (isSam ? ExampleFamily.samsFamily : ExampleFamily.miasFamily))
          }
        }
      }
    }
    let last = try await household.context.switchTo(sam)
    #expect(try await household.context.current() == last)
  }
}

extension Household {
  /// Returns when a call of the endpoint has arrived, which happens on another thread.
  fileprivate func arrival(of endpoint: String) async throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(600))
    while backend.hook.count(of: endpoint) == 0, ContinuousClock.now < deadline {
      await _Concurrency.Task.yield()
    }
    try #require(backend.hook.count(of: endpoint) > 0)
  }
}
