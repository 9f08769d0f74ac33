import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import Synchronization
import Testing

@Suite("Looking at another athlete")
struct SwitchingTests {
  private let sam = ExampleFamily.sam
  private let mia = ExampleFamily.mia

  @Test("A parent switches, and the choice is remembered for the next start")
  func switching() async throws {
    let household = Household()
    let viewing = try await household.context.switchTo(sam)
    #expect(viewing.athlete == sam && viewing.athleteName == "Sam Lee")
    #expect(viewing.family == ExampleFamily.samsFamily && viewing.isReadOnly)
    #expect(try await household.context.current() == viewing)
    #expect(try await household.remembered == sam.description)
  }

  @Test("A switch to somebody inaccessible leaves all as it was")
  func inaccessible() async throws {
    let household = Household()
    let before = try await household.context.switchTo(sam)
    for wish in [ExampleFamily.stranger, ExampleFamily.dana, .version4(high: 1, low: 1)] {
      let problem = await #expect(throws: Problem.self) {
        try await household.context.switchTo(wish)
      }
      #expect(problem?.title == "No access to this athlete")
      #expect(problem?.fix == "See whom you can look at:  family")
      #expect(problem?.exitCode == .refused)
      #expect(try await household.context.current() == before)
      #expect(try await household.remembered == sam.description)
    }
  }

  @Test("An athlete has nobody to switch to, not even themselves")
  func athlete() async throws {
    let household = Household(sam)
    for wish in [mia, sam] {
      await #expect(throws: Problem.self) { try await household.context.switchTo(wish) }
    }
    #expect(try await household.context.current().athlete == sam)
  }

  @Test("A choice that cannot be remembered counts all the same, and outlives a reset")
  func unremembered() async throws {
    let household = Household()
    household.backend.hook.fail("devicePreferences.set", .storage(.full))
    #expect(try await household.context.switchTo(sam).athlete == sam)
    household.context.reset()
    #expect(try await household.context.current().athlete == sam)
  }

  @Test("After a reset the choice wins over the route the run began with")
  func choiceOverRoute() async throws {
    let household = Household(route: mia)
    _ = try await household.context.switchTo(sam)
    household.context.reset()
    #expect(try await household.context.current().athlete == sam)
  }

  @Test("Read-only: a parent changes nothing, an athlete their own")
  func readOnly() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await Household().context.athleteToChange()
    }
    #expect(problem?.title == "You can view this but not change it.")
    #expect(problem?.exitCode == .refused)
    #expect(try await Household(sam).context.athleteToChange() == sam)
  }

  @Test("A reset forgets: who left a family no longer looks at its athlete")
  func reset() async throws {
    let household = Household()
    _ = try await household.context.switchTo(sam)
    _ = try await household.backend.families.leave(family: ExampleFamily.samsFamily)
    #expect(try await household.context.current().athlete == sam)
    household.context.reset()
    #expect(try await household.context.current().athlete == mia)
    #expect(try await household.context.athletes().map(\.reference.id) == [mia])
  }

  @Test("Another person sees what is theirs at once, without a reset")
  func anotherPerson() async throws {
    let household = Household()
    _ = try await household.context.switchTo(sam)
    household.signIn(mia)
    let viewing = try await household.context.current()
    #expect(viewing.person == mia && viewing.athlete == mia && !viewing.isReadOnly)
    #expect(try await household.context.athletes().isEmpty)
    household.signIn(nil)
    await #expect(throws: Problem.signInNeeded) { try await household.context.current() }
    household.signIn(ExampleFamily.dana)
    #expect(try await household.context.current().athlete == sam)
  }

  @Test("One parent's choice is not another's")
  func anotherParent() async throws {
    let pat = RecordID.version4(high: 0xBA7, low: 1)
    let household = Household { rows in
      rows.add(Person(id: pat, email: "pat@example.org", role: .parent, fullName: "Pat Lee"))
      rows.addMember(pat, .parent, to: ExampleFamily.samsFamily, at: ExampleFamily.now)
      rows.addMember(
        pat, .parent, to: ExampleFamily.miasFamily, at: ExampleFamily.now.adding(days: 1))
    }
    _ = try await household.context.switchTo(sam)
    household.signIn(pat)
    #expect(try await household.context.current().athlete == mia)
  }
}

@Suite("The view log")
struct ViewLogTests {
  private let sam = ExampleFamily.sam
  private let task = TaskCatalogue.all[0].id

  @Test("A parent's visit is written for the athlete they look at")
  func parent() async throws {
    let household = Household()
    let viewing = try await household.context.switchTo(sam)
    await household.context.logView(.timeline, by: viewing)
    await household.context.logView(.timeline, id: task, by: viewing)
    let visits = try await household.visits()
    #expect(visits.map(\.parent.id) == [ExampleFamily.dana, ExampleFamily.dana])
    #expect(visits.map(\.itemType) == [.known(.timeline), .known(.timeline)])
    #expect(Set(visits.map(\.item?.id)) == [nil, task])
  }

  @Test("A switch after the page was fetched does not enter the visit at the wrong athlete")
  func afterSwitch() async throws {
    let household = Household()
    let viewing = try await household.context.switchTo(sam)
    _ = try await household.context.switchTo(ExampleFamily.mia)
    await household.context.logView(.dashboard, by: viewing)
    #expect(try await household.visits(of: sam).count == 1)
    #expect(try await household.visits(of: ExampleFamily.mia).isEmpty)
  }

  @Test("A visit that is written later has the time at which the page was opened")
  func later() async throws {
    let household = Household()
    let backend = household.backend
    let opened = ExampleFamily.now.adding(seconds: -60)
    let kept = Mutex<[Afterwards.Work]>([])
    let context = FamilyContextClient.live(
      signedIn: { ExampleFamily.dana }, people: backend.people, families: backend.families,
      preferences: backend.devicePreferences, viewLog: backend.viewLog, now: { opened },
      afterwards: Afterwards { _, work in kept.withLock { $0.append(work) } })
    await context.logView(.timeline, by: try await context.switchTo(sam))
    #expect(try await household.visits().isEmpty)
    for work in kept.withLock({ $0 }) { try await work() }
    #expect(try await household.visits().map(\.viewedAt) == [opened])
  }

  @Test("Nothing is written of an athlete, nor of a parent without one")
  func others() async throws {
    let athlete = Household(sam)
    await athlete.context.logView(.timeline, by: try await athlete.context.current())
    #expect(athlete.backend.hook.count(of: "viewLog.record") == 0)
    let id = RecordID.version4(high: 9, low: 9)
    let parent = Household(id) { $0.addParent(id, of: []) }
    await parent.context.logView(.timeline, by: try await parent.context.current())
    #expect(parent.backend.hook.count(of: "viewLog.record") == 0)
  }

  @Test("A visit that cannot be written is nobody's business")
  func failing() async throws {
    let household = Household()
    let viewing = try await household.context.switchTo(sam)
    household.backend.hook.fail("viewLog.record", .storage(.full))
    await household.context.logView(.timeline, by: viewing)
    #expect(household.backend.hook.count(of: "viewLog.record") == 1)
    household.backend.hook.recover()
    #expect(try await household.visits().isEmpty)
    #expect(try await household.context.current() == viewing)
    await household.context.logView(.timeline, by: viewing)
    #expect(try await household.visits().count == 1)
  }
}
