import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("The words of records")
struct CommandTests {
  private let stage = Stage()
  private var feature: RecordsFeature { stage.feature }

  @Test("Every kind has list, show, add, edit and delete")
  func verbs() {
    let declared = Dictionary(grouping: feature.commands.map(\.description), by: \.noun)
    for noun in RecordsFeature.manifest.nouns.map(\.word) where noun != "find" {
      let verbs = Set(declared[noun]?.map(\.verb) ?? [])
      #expect(verbs.isSuperset(of: ["list", "show", "add", "edit", "delete"]), "\(noun)")
    }
    #expect(declared["schools"]?.map(\.verb).contains("status") == true)
    #expect(declared["schools"]?.map(\.verb).contains("tier") == true)
    #expect(declared["interactions"]?.map(\.verb).contains("log") == true)
  }

  @Test("Every command has an example, and forms are guided")
  func examples() {
    for command in feature.commands.map(\.description) {
      #expect(!command.examples.isEmpty, "\(command.words)")
      #expect(
        command.isGuided == ["add", "edit", "log"].contains(command.verb), "\(command.words)")
      #expect(
        command.examples.allSatisfy { $0.line.hasPrefix(command.noun) }, "\(command.words)")
    }
  }

  @Test("A form asks for what has to be known first, then the rest")
  func order() throws {
    func asked(_ words: String) throws -> [String] {
      let command = try #require(
        feature.commands.map(\.description).first { $0.words == words })
      return try CommandDraft(command, words: []).unasked.map(\.name)
    }
    #expect(try asked("schools add").prefix(3) == ["name", "status", "tier"])
    #expect(try asked("coaches add").prefix(4) == ["name", "school", "role", "email"])
    #expect(try asked("interactions add").prefix(3) == ["with", "type", "subject"])
    #expect(try asked("schools edit").first == "school")
    #expect(try !asked("schools edit").contains("clear"))
  }

  @Test("A contact is asked for in one order and with the same questions, new or changed")
  func contacts() throws {
    func asked(_ verb: String) throws -> [String] {
      let command = try #require(
        feature.commands.map(\.description).first { $0.words == "interactions \(verb)" })
      return command.parametersAsAsked.filter { !$0.isForTerminal }.map {
        "\($0.name): " + String($0.question.prefix { $0 != "(" }).trimmed
      }
    }
    let form = [
      "subject: What was it about?", "direction: Who got in touch?", "on: On which day?",
      "content: What was said?", "at: At what time?", "sentiment: How did it go?",
      "event: At which event?",
    ]
    #expect(
      try asked("add") == ["with: With which coach or school?", "type: How?"] + form)
    #expect(
      try asked("edit").filter { line in
        !["interaction", "coach", "school"].contains { line.hasPrefix($0 + ": ") }
      } == ["type: How?"] + form)
    #expect(
      try asked("log").filter { !$0.hasPrefix("in: ") }
        == asked("add").filter { !$0.hasPrefix("direction: ") })
  }

  @Test(
    "A value is refused where it is typed, in words that say what would do",
    arguments: [
      ("schools add ''", "An empty text cannot be used here."),
      ("schools add X --tier D", "`D` is not one of the choices."),
      ("schools add X --fit-score 101", "101 is out of range for a fit score."),
      ("schools add X --student-size many", "`many` is not a whole number."),
      ("schools add X --favorite perhaps", "`perhaps` is neither yes nor no."),
      ("schools add X --pros ';'", "`;` names nothing."),
      ("schools add X --website foo", "`foo` is not a web address for the website."),
      (
        "events add X camp fri --state Ohi",
        "`Ohi` is not a state of the United States or a province of Canada."
      ),
      ("coaches add A s1 head --phone call", "`call` is not a phone number."),
      (
        "coaches add A s1 head --twitter 'coach a'", "`coach a` is not a name on Twitter."
      ),
      ("documents add A resume soon", "`soon` is neither a web address nor a file."),
      (
        "interactions log text c1 X --sentiment great", "`great` is not one of the choices."
      ),
      ("schools --sort zip", "`zip` is not an order."),
      ("schools --limit 0", "0 is out of range."),
      ("schools edit s1 --clear name", "`name` cannot be emptied in a school."),
      ("coaches add A s1 boss", "`boss` is not one of the choices."),
      (
        "coaches add A s1 head --email ana",
        "`ana` is not an e-mail address, like sam@example.org."
      ),
      ("interactions log fax c1 X", "`fax` is not one of the choices."),
      ("interactions log text c1 X --on someday", "`someday` is not a date."),
      ("interactions log text c1 X --at 25:00", "`25:00` is not a time of day."),
      ("offers add s1 partial --amount lots", "`lots` is not a number."),
      (
        "offers add s1 partial --amount 200000",
        "200000 is out of range for a scholarship in dollars."
      ),
      (
        "offers add s1 partial --percentage 101",
        "101 is out of range for a scholarship in percent."
      ),
      ("offers add s1 partial --on 2030-01-01", "Jan 1, 2030 is still to come."),
      ("events add X camp fri --cost -1", "-1 is out of range for a cost in dollars."),
      ("schools tier s1 E", "`E` is not one of the choices."),
      ("documents add A film link", "`film` is not one of the choices."),
      ("letters --status lost", "`lost` is not one of the choices."),
    ])
  func refused(line: String, words: String) async {
    await #expect {
      try await feature.action(
        for: line, knowing: try await stage.references(), now: Stage.now, zone: Stage.zone)
    } throws: { error in
      (error as? Problem)?.title == words && (error as? Problem)?.exitCode == .usage
    }
  }

  @Test("A subject and a content have the record's own limits")
  func limits() async {
    let long = String(repeating: "x", count: 501)
    await #expect(
      throws: Problem(
        .usage, "The subject has 501 characters; at most 500 fit.", fix: "Shorten it by 1."
      ).about(["subject"])
    ) {
      try await feature.action(
        for: "interactions log email c1 \(long)", knowing: try await stage.references(),
        now: Stage.now, zone: Stage.zone)
    }
  }

  @Test(
    "A web path and a command mean the same, both ways",
    arguments: [
      ("/schools", "schools"), ("/schools/new", "schools add"),
      ("/schools/s4", "schools show s4"), ("/coaches?highlight=c3", "coaches show c3"),
      ("/interactions?id=i12", "interactions show i12"),
      ("/interactions/add?schoolId=s4", "interactions add s4"),
      ("/interactions/add", "interactions add"), ("/interactions", "interactions"),
      ("/offers?highlight=o2", "offers show o2"), ("/events/e7", "events show e7"),
      ("/events", "events"), ("/documents", "documents"), ("/letters", "letters"),
      ("/documents?type=transcript", "documents --type transcript"),
      ("/find?words=kent", "find kent"), ("/find", "find"),
    ])
  func routes(path: String, command: String) {
    let routes = RecordsFeature.manifest.routes
    #expect(routes.lazy.compactMap { $0.command(for: Route(path)) }.first == command)
    #expect(routes.lazy.compactMap { $0.route(for: command) }.first == Route(path))
  }

  @Test("A notification about a letter opens the letters")
  func letterRoute() {
    let route = Route("/documents?type=recommendation")
    #expect(
      RecordsFeature.manifest.routes.lazy.compactMap { $0.command(for: route) }.first == "letters")
  }
}
