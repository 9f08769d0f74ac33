import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of permitting a parent to help, and of withdrawing the permission (domain.md 10.10).
@Suite struct HelpingTests {
  private static let dana = Reference(
    kind: .person, id: ExampleFamily.dana, handle: "p2", title: "Dana Lee")

  @Test("The athlete lets a parent help, and is told what that is and how to take it back")
  func allow() async throws {
    let stage = Stage()
    let done = try #require(try await stage.say("family allow dana records").done.first)
    #expect(done.sentence == "Dana Lee may help with schools and contacts.")
    #expect(
      done.details == [
        "That is schools, coaches, interactions, offers, events and documents.",
        "What Dana writes bears Dana's name:  history",
        "To take it back:  family disallow p2",
      ])
    let more = try #require(try await stage.say("family allow p2 tasks and metrics").done.first)
    #expect(more.sentence == "Dana Lee may help with schools and contacts, measurements, tasks.")
    #expect(more.details.first == "That is measurements and the tasks of the timeline.")
    let row = try #require(try await stage.say("family").page.row("p2"))
    #expect(row.detail?.hasSuffix("Helps with schools and contacts, measurements, tasks") == true)
    #expect(
      row.links.map(\.command) == ["family disallow p2", "family remove p2"])
  }

  @Test("Saying the same again changes nothing, and one step takes back the last word")
  func again() async throws {
    let stage = Stage()
    _ = try await stage.say("family allow dana tasks")
    #expect(
      try await stage.say("family allow dana tasks").done.map(\.sentence) == [
        "Dana Lee may help with tasks, as before."
      ])
    #expect(
      try await stage.say("family disallow dana records").done.map(\.sentence) == [
        "Dana Lee may help with tasks, as before."
      ])
    #expect(
      try await stage.say("family disallow dana").done.map(\.sentence) == [
        "Dana Lee may no longer help. Dana sees your pages and changes none of them."
      ])
    #expect(
      try await stage.say("family disallow dana").done.map(\.sentence) == [
        "Dana Lee helps with nothing, as before."
      ])
    #expect(try await stage.backend.undo.undo().summary == "No longer lets Dana Lee help")
    #expect(
      try await stage.say("family").page.row("p2")?.detail?.hasSuffix("Helps with tasks") == true)
  }

  @Test(
    "A word that is no area, and a person who is no parent of the family, are refused",
    arguments: [
      ("family allow dana letters", "`letters` is nothing that a parent can help with."),
      ("family allow sam tasks", "Only a parent of the family can be let help."),
      ("family allow dana", "`what` is missing."),
    ])
  func refused(line: String, title: String) async throws {
    #expect(await Stage().problem(with: line)?.title == title)
  }

  @Test("A form shows the areas as choices with the words of the pages")
  func choices() throws {
    let kind = ValueKind<Set<HelpArea>>.helpAreas
    #expect(kind.placeholder == "records|metrics|tasks|all")
    #expect(kind.completion == .words(["records", "metrics", "tasks", "all"]))
    let labels = try #require(kind.labels)
    #expect(
      ["records", "metrics", "tasks", "all"].map { labels($0) } == [
        "Schools and contacts", "Measurements", "Tasks", "All of these",
      ])
  }

  @Test(
    "A parent lets nobody help, not even themselves",
    arguments: ["allow dana all", "disallow dana"])
  func parents(line: String) async throws {
    let stage = Stage(ExampleFamily.dana)
    let problem = try #require(await stage.problem(with: "family \(line)"))
    #expect(problem.title == "Only the athlete of a family can say who helps with what.")
    #expect(problem.exitCode == .refused)
    #expect(
      try await stage.backend.families.families().flatMap(\.members).allSatisfy(\.helps.isEmpty))
  }

  @Test("A parent who signs in reads what they help with")
  func signIn() async throws {
    let stage = Stage()
    _ = try await stage.backend.families.setHelp(
      of: ExampleFamily.dana, inFamily: ExampleFamily.samsFamily, to: [.tasks])
    _ = try await stage.say("account sign-in dana")
    let done = try #require(try await stage.say("family switch sam").done.first)
    #expect(done.sentence == "You look at Sam Lee's pages now.")
    let signedIn = try #require(try await stage.say("account sign-in dana").done.first)
    #expect(signedIn.details == ["You see Sam Lee's pages and help with tasks."])
    let viewing = try await stage.feature.family.current()
    #expect(viewing.helps == [.tasks] && viewing.mayChange(.tasks) && !viewing.mayChange(.records))
  }
}
