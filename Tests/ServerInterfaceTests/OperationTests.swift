import Basics
import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import HTTP
import JSON
import Testing

@testable import ServerInterface

@Suite struct OperationTests {
  /// A program that calls the operations as one person of the example family.
  private struct Caller {
    let backend: ExampleBackend

    init(_ person: RecordID = ExampleFamily.sam) {
      backend = ExampleBackend()
      backend.signIn(person)
    }

    /// Calls an operation of the server's HTTP interface, and checks that the answer has the form
    /// that docs/openapi.yaml describes.
    func ask(
      _ method: HTTP.Method, _ address: String, _ body: JSONValue? = nil
    ) async throws -> JSONValue {
      let target = try RequestTarget(address)
      guard case .operation(let operation, let path) = Operation.match(method, target.segments)
      else { throw Problem(.notFound, "no operation") }
      let work: Operation.Work
      switch operation.place {
      case .file(let given), .mail(let given): work = given
      default: throw Problem(.notFound, "no work over a file")
      }
      let services = backend.provided(to: Dependencies()).providing(backend.familyContext())
      let call = try Call(
        operation, path: path, query: target.query, body: body, services: services)
      let answer = try await work(call)
      try operation.answer.check(answer, as: "the answer")
      return answer
    }

    func cause(
      _ method: HTTP.Method, _ address: String, _ body: JSONValue? = nil
    ) async -> Cause? {
      do {
        _ = try await ask(method, address, body)
        return nil
      } catch {
        return (error as? Problem)?.cause
      }
    }
  }

  private static let nobody = "7d3f6a0e-3c55-4a0c-9d43-0f8b4a5f2c11"
  private static let metrics = "/api/performance/metrics"

  @Test(
    "What an athlete may ask is answered as described, and a parent only reads",
    arguments: [
      (.get, "/api/suggestions?location=dashboard", nil, nil),
      (.post, "/api/suggestions/surface", nil, .refused),
      (.post, "/api/suggestions/evaluate", nil, .refused),
      (.post, "/api/suggestions/trigger-update", ["reason": "profile_change"], .refused),
      (
        .post, "/api/suggestions/trigger-update",
        ["reason": "interaction_logged", "interactionId": 7], .refused
      ),
      (.get, "/api/tasks", nil, nil), (.get, "/api/tasks?gradeLevel=10&division=D1", nil, nil),
      (.get, "/api/tasks/with-status?gradeLevel=10", nil, nil),
      (.get, "/api/athlete-tasks", nil, nil), (.get, metrics, nil, nil),
      (.get, metrics + "?metricType=velocity&startDate=2025-01-01&endDate=2026-12-31", nil, nil),
      (
        .post, metrics,
        ["metric_type": "velocity", "value": 85.5, "recorded_date": "2026-02-09", "unit": "mph"],
        .refused
      ),
      (.post, "/api/notifications/create", ["type": "event", "title": "Bring the form"], nil),
      (.post, "/api/notifications/generate", nil, .refused),
      (.post, "/api/family/create", nil, .refused),
      (.post, "/api/recruiting-packet/generate", nil, .refused),
      (.get, "/api/user/preferences/player", nil, nil),
      (.get, "/api/user/preferences/notifications", nil, nil),
      (.post, "/api/user/preferences/notifications", ["data": ["followUpReminderDays": 9]], nil),
      (.delete, "/api/user/preferences/notifications", nil, nil),
      (.get, "/api/user/preferences/notifications/history", nil, nil),
      (.post, "/api/user/preferences/player", ["data": [:]], .refused),
      (.patch, "/api/user/preferences/player-details", ["gpa": 3.5], .refused),
      (.get, "/api/family/code/my-code", nil, .refused),
      (.get, "/api/family/members?familyId=\(ExampleFamily.samsFamily)", nil, nil),
      (.delete, "/api/family/members/\(ExampleFamily.dana)", nil, .refused),
    ] as [(HTTP.Method, String, JSONValue?, Cause?)])
  func rights(
    _ method: HTTP.Method, _ address: String, _ body: JSONValue?, _ parents: Cause?
  ) async throws {
    _ = try await Caller().ask(method, address, body)
    #expect(await Caller(ExampleFamily.dana).cause(method, address, body) == parents)
  }

  @Test(
    "A parent answers no suggestion, sets no task and changes no measurement",
    arguments: [
      (.patch, "/api/suggestions/\(nobody)/dismiss", nil),
      (.patch, "/api/suggestions/\(nobody)/complete", nil),
      (.patch, "/api/athlete-tasks/\(nobody)", ["status": "completed"]),
      (
        .post, "/api/athlete-tasks/update-status",
        ["task_id": .string(nobody), "status": "completed"]
      ),
      (.patch, metrics + "/\(nobody)", ["value": 1]), (.delete, metrics + "/\(nobody)", nil),
    ] as [(HTTP.Method, String, JSONValue?)])
  func parents(_ method: HTTP.Method, _ address: String, _ body: JSONValue?) async throws {
    #expect(await Caller(ExampleFamily.dana).cause(method, address, body) == .refused)
  }

  @Test(
    "A suggestion is put aside or done, and leaves the page", arguments: ["dismiss", "complete"])
  func answeredSuggestions(_ verb: String) async throws {
    let caller = Caller()
    let made = try await caller.ask(.post, "/api/suggestions/evaluate")
    #expect(made["generated"]?.int == made["ids"]?.array?.count)
    let page = "/api/suggestions?location=dashboard"
    let shown = try await caller.ask(.get, page)
    #expect(shown["suggestions"] == shown["data"] && (shown["data"]?.array?.count ?? 9) <= 3)
    let id = try #require(shown["data"]?[0]?["id"]?.string)
    #expect(try await caller.ask(.patch, "/api/suggestions/\(id)/\(verb)") == ["success": true])
    let left = try await caller.ask(.get, page)["data"]?.array ?? []
    #expect(!left.contains { $0["id"]?.string == id })
  }

  @Test("A parent e-mails no packet, and an athlete none to coaches who are not theirs")
  func packetsOfOthers() async throws {
    let address = "/api/recruiting-packet/email"
    let body: JSONValue = [
      "recipientIds": [.string(Self.nobody)], "subject": "Packet", "body": "Dear coach",
    ]
    #expect(await Caller(ExampleFamily.dana).cause(.post, address, body) == .refused)
    #expect(await Caller().cause(.post, address, body) == .notFound)
    // The server checks the subject before it looks up the coaches. The answer to an empty subject
    // is therefore the same whether or not the coaches exist.
    let empty: JSONValue = [
      "recipientIds": [.string(Self.nobody)], "subject": " ", "body": "Dear coach",
    ]
    #expect(await Caller().cause(.post, address, empty) == .usage)
  }

  @Test(
    "What is missing, malformed, unknown or not of the caller is refused",
    arguments: [
      (.get, "/api/suggestions", nil, .usage), (.get, "/api/suggestions?location=x", nil, .usage),
      (.get, "/api/suggestions?location=school_detail", nil, .usage),
      (.get, "/api/suggestions?location=dashboard&location=dashboard", nil, .usage),
      (.patch, "/api/suggestions/\(nobody)/dismiss", nil, .notFound),
      (.patch, "/api/suggestions/7/complete", nil, .usage),
      (.post, "/api/suggestions/trigger-update", ["reason": "boredom"], .usage),
      (.post, "/api/suggestions/surface", ["a": 1], .usage),
      (.get, "/api/tasks?gradeLevel=8", nil, .usage),
      (.get, "/api/tasks?gradeLevel=x", nil, .usage),
      (.get, "/api/tasks/with-status", nil, .usage),
      (.get, "/api/tasks/with-status?gradeLevel=13", nil, .usage),
      (.get, "/api/tasks/with-status?gradeLevel=10&athleteId=\(ExampleFamily.mia)", nil, .refused),
      (.get, "/api/tasks/\(nobody)/dependencies", nil, .notFound),
      (.patch, "/api/athlete-tasks/\(nobody)", ["status": "completed"], .notFound),
      (.patch, "/api/athlete-tasks/\(nobody)", ["status": "done"], .usage),
      (.patch, "/api/athlete-tasks/\(nobody)", [:], .usage),
      (.patch, "/api/athlete-tasks/\(nobody)", nil, .usage),
      (.post, metrics, ["metric_type": "velocity"], .usage),
      (
        .post, metrics, ["metric_type": "velocity", "value": "85", "recorded_date": "2026-02-09"],
        .usage
      ),
      (
        .post, metrics, ["metric_type": "velocity", "value": 85, "recorded_date": "2999-01-01"],
        .usage
      ),
      (.patch, metrics + "/\(nobody)", ["value": 1], .notFound),
      (.delete, metrics + "/\(nobody)", nil, .notFound),
      (.post, "/api/notifications/create", ["type": "event", "title": ""], .usage),
      (
        .post, "/api/notifications/create",
        ["type": "event", "title": .string(String(repeating: "a", count: 201))], .usage
      ),
      (
        .post, "/api/notifications/create",
        ["type": "event", "title": "a", "message": .string(String(repeating: "a", count: 1_001))],
        .usage
      ),
      (
        .post, "/api/notifications/create",
        [
          "type": "event", "title": "a",
          "action_url": .string("/" + String(repeating: "a", count: 500)),
        ], .usage
      ),
      (
        .post, "/api/notifications/create",
        ["type": "event", "title": "a", "action_url": "https://example.org"], .usage
      ),
      (
        .post, "/api/notifications/create",
        ["type": "event", "title": "a", "action_url": "//example.org"], .usage
      ),
      (.get, "/api/user/preferences/elsewhere", nil, .usage),
      (.patch, "/api/user/preferences/player-details", ["gpa": 9.5], .usage),
      (.patch, "/api/user/preferences/player-details", ["gpa": "much"], .usage),
      (.get, "/api/family/members", nil, .usage),
      (.get, "/api/family/members?familyId=\(ExampleFamily.miasFamily)", nil, .refused),
      (.delete, "/api/family/members/\(ExampleFamily.sam)", nil, .usage),
      (.delete, "/api/family/members/\(nobody)", nil, .notFound),
      (.get, "/api/family/accessible", nil, .refused),
    ] as [(HTTP.Method, String, JSONValue?, Cause)])
  func refusals(
    _ method: HTTP.Method, _ address: String, _ body: JSONValue?, _ cause: Cause
  ) async throws {
    let caller = Caller()
    let before = try caller.backend.everything()
    #expect(await caller.cause(method, address, body) == cause)
    #expect(try caller.backend.everything() == before)
  }

  @Test("A task is completed; a locked one names what comes first")
  func tasks() async throws {
    let caller = Caller()
    let list = try await caller.ask(.get, "/api/tasks/with-status?gradeLevel=10")
    let tasks = list["data"]?.array ?? []
    let locked = try #require(tasks.first { $0["has_incomplete_prerequisites"] == true })
    let id = try #require(locked["id"]?.string)
    let first = try #require(locked["prerequisite_tasks"]?[0]?["title"]?.string)
    do {
      _ = try await caller.ask(
        .post, "/api/athlete-tasks/update-status",
        ["task_id": .string(id), "status": "completed"])
      Issue.record("a locked task was completed")
    } catch let problem as Problem {
      #expect(problem.cause == .locked)
      #expect(([problem.title] + problem.details).joined().contains(first))
    }
    let waits = try await caller.ask(.get, "/api/tasks/\(id)/dependencies")
    #expect(waits["complete"] == false)
    #expect(waits["incompletePrerequisites"]?[0]?["title"]?.string == first)
    let before = try #require(waits["incompletePrerequisites"]?[0]?["id"]?.string)
    let row = try await caller.ask(
      .patch, "/api/athlete-tasks/\(before)", ["status": "completed"])
    #expect(row["status"] == "completed" && row["completed_at"] != .null)
    let own = try await caller.ask(.get, "/api/athlete-tasks")
    #expect(own.array?.contains(row) == true)
  }

  @Test("A measurement is logged, found, changed and deleted")
  func measurements() async throws {
    let caller = Caller()
    let made = try await caller.ask(
      .post, Self.metrics,
      [
        "metric_type": "velocity", "value": 85.5, "recorded_date": "2026-02-09", "unit": "mph",
        "verified": true, "notes": "Indoor workout", "event_id": nil,
      ])
    #expect(made["success"] == true && made["data"]?["value"] == 85.5)
    let id = try #require(made["data"]?["id"]?.string)
    let on = try await caller.ask(.get, Self.metrics + "?startDate=2026-02-09&endDate=2026-02-09")
    #expect(on["data"]?.array?.contains { $0["id"]?.string == id } == true)
    let before = try await caller.ask(.get, Self.metrics + "?endDate=2026-02-08")
    #expect(before["data"]?.array?.contains { $0["id"]?.string == id } == false)
    let changed = try await caller.ask(.patch, "\(Self.metrics)/\(id)", ["value": 86])
    #expect(changed["data"]?["value"] == 86 && changed["data"]?["notes"] == "Indoor workout")
    _ = try await caller.ask(.delete, "\(Self.metrics)/\(id)")
    #expect(await caller.cause(.delete, "\(Self.metrics)/\(id)") == .notFound)
  }

  @Test("Preferences are replaced, changed in part and reset, and their history tells it")
  func preferences() async throws {
    let caller = Caller()
    let path = "/api/user/preferences"
    let details = try await caller.ask(.patch, path + "/player-details", ["gpa": 3.5])
    #expect(details["gpa"] == 3.5)
    let kept = try await caller.ask(.get, path + "/player")
    #expect(kept["data"]?["gpa"] == 3.5 && kept["exists"] == true)
    _ = try await caller.ask(.patch, path + "/player-details", ["gpa": nil])
    #expect(try await caller.ask(.get, path + "/player")["data"]?["gpa"] == nil)
    _ = try await caller.ask(.post, path + "/school", ["data": ["states": ["Ohio"], "x": 1]])
    #expect(
      try await caller.ask(.get, path + "/school")["data"] == ["states": ["Ohio"], "x": 1])
    #expect(try await caller.ask(.delete, path + "/school")["exists"] == false)
    let history = try await caller.ask(.get, path + "/school/history").array ?? []
    #expect(history.count == 2 && history.last?["new_value"] == ["states": ["Ohio"], "x": 1])
  }

  @Test("A parent sees the athletes and removes no one; the athlete removes a parent")
  func family() async throws {
    let seen = try await Caller(ExampleFamily.dana).ask(.get, "/api/family/accessible")
    #expect(
      seen["families"]?.array?.map { $0["athleteId"]?.string ?? "" }.contains(
        ExampleFamily.sam.description) == true)
    let caller = Caller()
    let code = try await caller.ask(.post, "/api/family/create")
    #expect(code["familyCode"]?.string == ExampleFamily.samsCode)
    _ = try await caller.ask(.delete, "/api/family/members/\(ExampleFamily.dana)")
    let left = try await caller.ask(
      .get, "/api/family/members?familyId=\(ExampleFamily.samsFamily)")
    #expect(left.array?.contains { $0["id"]?.string == ExampleFamily.dana.description } == false)
  }

  @Test("A path with a wrong method says which it has")
  func methods() {
    func methods(_ method: HTTP.Method, _ path: String) -> [String]? {
      let segments = path.split(separator: "/").map(String.init)
      guard case .otherMethod(let methods) = Operation.match(method, segments) else { return nil }
      return methods.map(\.name)
    }
    #expect(methods(.put, "/api/user/preferences/player") == ["GET", "POST", "DELETE"])
    #expect(methods(.get, "/api/user/preferences/player-details") == ["PATCH"])
    #expect(methods(.get, "/api/performance/metrics/7") == ["PATCH", "DELETE"])
    #expect(methods(.get, "/api/tasks") == nil)
    if case .unknown = Operation.match(.get, ["api", "nothing"]) {} else { Issue.record("found") }
  }

  @Test("The document has each operation once, with its answer and its faults")
  func document() throws {
    var count = 0
    for path in OpenAPI.value["paths"]?.object?.members ?? [] {
      for operation in path.value.object?.members ?? [] {
        count += 1
        #expect(operation.value["responses"]?["200"] != nil)
        #expect(operation.value["responses"]?["429"] != nil)
      }
    }
    #expect(count == Operation.all.count)
    #expect(OpenAPI.document.contains("  \"/api/athlete-tasks/{taskId}\":\n    patch:\n"))
  }
}
