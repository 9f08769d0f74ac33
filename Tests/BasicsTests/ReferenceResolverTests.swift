import FeatureTesting
import Testing

@testable import Basics

@Suite struct ReferenceResolverTests {
  static let task = ReferenceKind(letter: "t", singular: "task", plural: "tasks")
  static let coach = ReferenceKind(
    letter: "c", singular: "coach", plural: "coaches", formsOfAddress: ["coach"])
  static let event = ReferenceKind(letter: "e", singular: "event", plural: "events")

  typealias Named = ReferenceResolver.Named

  static func named(
    _ kind: ReferenceKind, _ number: UInt64, _ title: String, _ detail: String? = nil
  ) -> Named {
    Named(
      Reference(kind: kind, id: .numbered(number), handle: "\(kind.letter)\(number)", title: title),
      detail: detail)
  }

  static let records = [
    named(task, 12, "Take the PSAT"), named(task, 3, "Take the SAT"),
    named(task, 4, "Start a weekly strength routine"),
    named(coach, 4, "Rivera, Ana", "Cedar Valley, head coach"),
    named(coach, 19, "Rivera, Miguel", "Lakeside State, recruiting"),
    named(coach, 20, "Ito"), named(coach, 21, "Ito, Ken"), named(coach, 22, "Núñez"),
    named(event, 1, "U12 Showcase"), named(event, 2, "Fall Camp"), named(event, 5, "Fall Camp"),
    named(event, 6, "Fall Camp West"),
  ]

  let resolver = ReferenceResolver { lookup throws(Problem) in
    Self.records.filter { named in
      switch lookup {
      case .handle(let kind, let number):
        named.reference.kind == kind && named.reference.handle == "\(kind.letter)\(number)"
      case .id(let kinds, let id):
        kinds.contains(named.reference.kind) && named.reference.id == id
      case .words(let kinds, _), .first(_, let kinds): kinds.contains(named.reference.kind)
      }
    }
  }

  @Test(
    "A handle, a number, a uuid, or words name one record",
    arguments: [
      ("t12", [task], "t12"), ("T12", [task], "t12"), ("12", [task], "t12"),
      ("012", [task], "t12"), (" 12 ", [task], "t12"), ("c4", [task, coach], "c4"),
      ("00000000-0000-4000-8000-00000000000C", [task], "t12"), ("psat", [task], "t12"),
      ("strength weekly", [task], "t4"), ("nunez", [coach], "c22"), ("coach nuñez", [coach], "c22"),
      ("ito", [coach], "c20"), ("Ito, Ken", [coach], "c21"), ("u12", [event], "e1"),
    ])
  func resolved(text: String, kinds: [ReferenceKind], handle: String) async throws {
    #expect(try await resolver.resolve(text, as: kinds).handle == handle)
  }

  @Test(
    "What names none is not found, in words that say what was looked for",
    arguments: [
      ("t99", [task], Problem(.notFound, "There is no task t99.")),
      ("99", [task], Problem(.notFound, "There is no task t99.")),
      (
        "00000000-0000-4000-8000-0000000000AA", [task],
        Problem(
          .notFound, "There is no task with the id 00000000-0000-4000-8000-0000000000aa.")
      ),
      ("zzz", [task], Problem(.notFound, "No task is called `zzz`.")),
      ("zzz", [task, coach], Problem(.notFound, "No task or coach is called `zzz`.")),
      ("???", [task], Problem(.notFound, "No task is called `???`.")),
      ("0", [task], Problem(.notFound, "There is no task `0`.")),
      ("00", [event, task], Problem(.notFound, "There is no event or task `00`.")),
      (
        "t99999999999999999999", [task],
        Problem(.notFound, "There is no task `t99999999999999999999`.")
      ),
      (
        "Itto", [coach],
        Problem(.notFound, "No coach is called `Itto`.", details: ["Did you mean c20 Ito?"])
      ),
    ])
  func notFound(text: String, kinds: [ReferenceKind], problem: Problem) async {
    await #expect(throws: problem) { try await resolver.resolve(text, as: kinds) }
  }

  @Test(
    "What could mean several is asked for more precisely",
    arguments: [
      (
        "rivera", [coach],
        Problem(
          .usage, "`rivera` fits two coaches. Use one of:",
          details: [
            "  c4   Rivera, Ana  ·  Cedar Valley, head coach",
            "  c19  Rivera, Miguel  ·  Lakeside State, recruiting",
          ], fix: "Nothing was done.")
      ),
      (
        "fall camp", [event],
        Problem(
          .usage, "`fall camp` fits two events. Use one of:",
          details: ["  e2  Fall Camp", "  e5  Fall Camp"], fix: "Nothing was done.")
      ),
      (
        "ta", [task, coach],
        Problem(
          .usage, "`ta` fits two records. Use one of:",
          details: ["  t12  Take the PSAT", "  t3   Take the SAT"], fix: "Nothing was done.")
      ),
      (
        "4", [task, coach],
        Problem(
          .usage, "`4` could be a task or a coach.", fix: "Put the letter in front: t4, c4")
      ),
      ("c4", [task], Problem(.usage, "`c4` does not name a task (t…).")),
      ("x1", [event, task], Problem(.usage, "`x1` does not name an event (e…) or a task (t…).")),
      ("", [task, event], Problem(.usage, "Say which task or event.")),
      ("  ", [task], Problem(.usage, "Say which task.")),
    ])
  func ambiguous(text: String, kinds: [ReferenceKind], problem: Problem) async {
    await #expect(throws: problem) { try await resolver.resolve(text, as: kinds) }
  }

  @Test("Of many that fit nine are listed, and the rest is counted")
  func many() async {
    let many = (1...12).map { Self.named(Self.task, $0, "Call \($0)") }
    let resolver = ReferenceResolver { _ throws(Problem) in many }
    await #expect {
      try await resolver.resolve("call", as: [Self.task])
    } throws: { error in
      let problem = error as? Problem
      return problem?.title == "`call` fits 12 tasks. Use one of:"
        && problem?.details.count == 10 && problem?.details.last == "  … 3 more"
    }
  }

  @Test("A failing index fails the resolving with its own problem, and completes nothing")
  func failing() async {
    let resolver = ReferenceResolver { _ throws(Problem) in throw Problem(.offline, "Off.") }
    for text in ["t1", "psat", "00000000-0000-4000-8000-00000000000C", "c1"] {
      await #expect(throws: Problem(.offline, "Off.")) {
        try await resolver.resolve(text, as: [Self.task])
      }
    }
    #expect(await resolver.candidates(for: "a", as: [Self.task], limit: 5).isEmpty)
  }

  @Test("Completion offers what fits so far, up to a limit")
  func candidates() async {
    let all = await resolver.candidates(for: "", as: [Self.task], limit: 9)
    #expect(all.map(\.reference.handle) == ["t12", "t3", "t4"])
    let some = await resolver.candidates(for: "take", as: [Self.task], limit: 1)
    #expect(some.map(\.reference.handle) == ["t12"])
  }
}
