import FeatureKit
import Testing

@testable import Conversation

/// Tests of the commands that a person is offered, and of the refusal of those that the person may
/// not use.
@Suite("Who is offered a command, and who is refused")
struct LookingTests {
  private static let records = WriteArea("records")
  private static let tasks = WriteArea("tasks")

  private static let athlete = Viewer(name: "Sam")
  private static let onlooker = Viewer(name: "Dana", subject: "Sam Lee", isReadOnly: true)
  private static let helper = Viewer(
    name: "Hank", subject: "Sam Lee", isReadOnly: true, mayChange: [records])

  private static func command(
    _ verb: String, _ mode: CommandMode, in area: WriteArea? = nil
  ) -> CommandDescription {
    var command = CommandDescription(noun: "errands", verb: verb, summary: "A test.", mode: mode)
    command.area = area
    return command
  }

  @Test(
    "A command is offered to those who may use it, and refused to the others",
    arguments: [
      (athlete, command("add", .writes), true), (athlete, command("add", .writes, in: tasks), true),
      (onlooker, command("list", .reads), true), (onlooker, command("set", .writesOwn), true),
      (onlooker, command("pdf", .makesFile), true), (onlooker, command("add", .writes), false),
      (onlooker, command("add", .writes, in: records), false),
      (helper, command("add", .writes, in: records), true),
      (helper, command("add", .writes, in: tasks), false),
      (helper, command("add", .writes), false),
    ])
  func offered(viewer: Viewer, command: CommandDescription, isOffered: Bool) {
    let looking = Looking(viewer: viewer, identity: viewer.name)
    #expect(looking.offers(command) == isOffered)
    #expect((CommandRun.refusal(of: command, to: viewer) == nil) == isOffered)
  }

  @Test(
    "A person without an athlete is offered nothing that changes an athlete's data",
    arguments: [
      (CommandMode.reads, true), (.writes, false), (.writesOwn, true), (.makesFile, true),
    ])
  func withoutAthlete(mode: CommandMode, isOffered: Bool) {
    var looking = Looking(viewer: Self.athlete, identity: "Dana")
    looking.withoutAthlete = Problem(.refused, "You have no athlete yet.")
    #expect(looking.offers(Self.command("add", mode)) == isOffered)
  }

  @Test(
    "A command that refuses all but the owner is offered to the owner alone",
    arguments: [(athlete, true), (onlooker, false), (helper, false)])
  func forOwner(viewer: Viewer, isOffered: Bool) {
    var command = Self.command("admit", .writesOwn)
    command.isForOwner = true
    var looking = Looking(viewer: viewer, identity: viewer.name)
    #expect(looking.offers(command) == isOffered)
    looking.withoutAthlete = Problem(.refused, "You have no athlete yet.")
    #expect(!looking.offers(command))
  }

  @Test(
    "Nobody signed in is offered nothing that needs a profile",
    arguments: [(CommandMode.reads, false, true), (.writes, false, false), (.writes, true, true)])
  func signedOut(mode: CommandMode, worksWithoutProfile: Bool, isOffered: Bool) {
    var looking = Looking(viewer: Viewer(name: ""), identity: nil)
    looking.withoutAthlete = Problem(.signInNeeded, "No profile is set up here yet.")
    var command = Self.command("add", mode)
    command.worksWithoutProfile = worksWithoutProfile
    #expect(looking.offers(command) == isOffered)
  }

  @Test(
    "A refusal says who can do it, and how",
    arguments: [
      (onlooker, "complete", "You can view this but not change it. Sam can complete it."),
      (onlooker, "email", "You can view this but not change it. Sam can e-mail it."),
      (onlooker, "status", "You can view this but not change it. Sam can do it."),
      (
        Viewer(name: "Dana", isReadOnly: true), "add", "You can view this but not change it."
      ),
    ])
  func refusal(viewer: Viewer, verb: String, title: String) {
    var command = Self.command(verb, .writes)
    let refusal = CommandRun.refusal(of: command, to: viewer, "Ask Sam.")
    #expect(refusal?.exitCode == .refused)
    #expect(refusal?.title == title && refusal?.fix == "Ask Sam.")
    command.adviceToViewers = "Look at it:  errands"
    #expect(
      CommandRun.refusal(of: command, to: viewer, "Ask Sam.")?.fix == "Look at it:  errands")
  }
}
