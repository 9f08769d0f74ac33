import AuthLive
import FeatureKit
import Foundation
import PostgreSQL
import SharingTesting
import Testing
import WebHost
import WebTesting

@testable import ServerPages
@testable import SharingServer

extension AttackTests {
  @Test("Of many people who are signed in, few files are open, and each sees their own")
  func manyPeople() async throws {
    try await ServedPeople.with(openFiles: 3) { people in
      var browsers: [Browser] = []
      for number in 0..<20 {
        browsers.append(try await Self.person(called: "Person\(number)x", at: people))
      }
      for (number, browser) in browsers.enumerated() {
        let page = try await browser.get("/profile")
        #expect(page.words.contains("Person\(number)x"))
        for other in 0..<20 where other != number {
          #expect(!page.body.contains("Person\(other)x"))
        }
      }
      #expect(try people.files.count == 20)
      let open = try openFiles(in: people.folder)
      #expect(open.count <= 3, "\(open)")
    }
  }

  /// Returns the browser of a new person. The account is made without a password, because hashing
  /// one takes long.
  private static func person(called name: String, at people: ServedPeople) async throws -> Browser {
    let made = try await people.server.admin.run(
      "SELECT accounts.sign_up($1, 'no hash', '1990-05-31', '{}', NULL)",
      ["many-\(UUID().uuidString.lowercased())@example.org"])
    let begun = try await people.server.admin.run(
      "SELECT accounts.begin_session($1::uuid, sha256(convert_to($2, 'UTF8')), 'test') ->> 'session'",
      [made.value, UUID().uuidString])
    let browser = people.browser()
    let cookie = try Base64URL.text(RandomSource.system.bytes(32))
    _ = try await people.server.admin.run(
      "INSERT INTO accounts.pages VALUES (sha256(convert_to($1, 'UTF8')), $2::uuid)",
      [cookie, begun.value])
    browser.cookie = cookie
    let begin = try await browser.get("/begin")
    let first = try await browser.post(
      begin.fields + [
        ("role", "player"), ("name", name), ("year", "2028"), ("sport", "baseball"),
      ],
      to: "/begin")
    #expect(first.status == 200, "\(first.words)")
    return browser
  }

  @Test("While many people write, no page, error, log or file of one has a word of another")
  func wordsOfOthers() async throws {
    try await ServedPeople.with(inOwnDatabase: true) { people in
      let names = (0..<8).map { "Person\($0)x" }
      let browsers = try await Self.persons(called: names, at: people)
      let written = try await Self.together(browsers) { number, browser in
        try await Self.writeAndFail(names[number], browser)
      }
      try Self.holdOnePersonEach(people, names)
      let unsaved = try await Self.writeWithoutDatabase(names, browsers, at: people)
      let seen = written + unsaved
      Self.holdNoOthers(seen, names)
      for status in [200, 400, 403, 404, 503] {
        #expect(seen.contains { $0.status == status }, "\(status)")
      }
      // This page contains the values that its person typed.
      #expect(unsaved.contains { $0.status == 503 && $0.text.contains(names[$0.person]) })
      let log = people.server.log.all
      #expect(log.count > seen.count / 2)
      #expect(names.allSatisfy { name in !log.contains { $0.contains(name) } })
    }
  }

  private static func persons(
    called names: [String], at people: ServedPeople
  ) async throws -> [Browser] {
    var browsers: [Browser] = []
    for name in names { browsers.append(try await person(called: name, at: people)) }
    return browsers
  }

  /// Checks that each person's files hold the words of one person, and that no name of a file holds
  /// any.
  private static func holdOnePersonEach(_ people: ServedPeople, _ names: [String]) throws {
    let files = try people.files
    #expect(files.count == names.count)
    for file in files {
      let folder = people.folder + "/" + file
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
      let contents = paths.compactMap { FileManager.default.contents(atPath: folder + "/" + $0) }
      var found: [String] = []
      for name in names {
        #expect(!([file] + paths).contains { $0.contains(name) })
        if contents.contains(where: { $0.range(of: Data(name.utf8)) != nil }) { found.append(name) }
      }
      #expect(found.count == 1, "\(found)")
    }
  }

  /// Sends the forms of all people while the server cannot reach its database.
  private static func writeWithoutDatabase(
    _ names: [String], _ browsers: [Browser], at people: ServedPeople
  ) async throws -> [Seen] {
    var forms: [Browser.Answer] = []
    for browser in browsers { forms.append(try await browser.get("/c?line=schools%20add")) }
    let ready = forms
    try await reachDatabase(false, of: people.server)
    let seen = try await together(browsers) { number, browser in
      [
        try await browser.get("/tasks"),
        try await browser.press("schools add", on: ready[number], [("name", names[number])]),
      ]
    }
    try await reachDatabase(true, of: people.server)
    return seen
  }

  private static func holdNoOthers(_ seen: [Seen], _ names: [String]) {
    for answer in seen {
      let others = names.indices.filter { $0 != answer.person && answer.text.contains(names[$0]) }
      #expect(others.isEmpty, "\(answer.status) of \(answer.person) has words of \(others)")
    }
  }

  /// What the server answered one of many people.
  private struct Seen: Sendable {
    var person: Int
    var status: Int
    var text: String

    init(_ person: Int, _ answer: Browser.Answer) {
      self.person = person
      status = answer.status
      text = answer.headers.map { "\($0.key): \($0.value)\n" }.joined() + answer.body
    }
  }

  /// Does this work in all browsers at once, and returns all answers.
  private static func together(
    _ browsers: [Browser],
    _ work: @escaping @Sendable (Int, Browser) async throws -> [Browser.Answer]
  ) async throws -> [Seen] {
    try await withThrowingTaskGroup(of: [Seen].self) { group in
      for (number, browser) in browsers.enumerated() {
        group.addTask { try await work(number, browser).map { Seen(number, $0) } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Writes records with the name in them, and makes requests with the name that are refused.
  private static func writeAndFail(
    _ name: String, _ browser: Browser
  ) async throws -> [Browser.Answer] {
    var answers: [Browser.Answer] = []
    for turn in 0..<2 {
      let form = try await browser.get("/c?line=schools%20add")
      let fields = [("name", "\(name) College \(turn)")]
      let added = try await browser.press("schools add", on: form, fields)
      #expect(added.outcome.contains("Added"), "\(added.words)")
      answers += [form, added]
      for path in [
        "/schools", "/profile", "/find?words=\(name)", "/c?line=\(name)", "/nothing/\(name)",
        "/api/\(name)", "/rest/v1/\(name)",
      ] {
        answers.append(try await browser.get(path))
      }
      answers.append(try await browser.post(fields, to: "/feeds/\(name).ics"))
      answers.append(
        try await browser.press("schools add", on: form, fields, headers: ["Origin": "null"]))
    }
    return answers
  }

  /// Returns the subfolders of the folder in which this process has a file open.
  private func openFiles(in folder: String) throws -> Set<String> {
    var found: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      guard
        let path = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)"),
        let range = path.range(of: "/file-"), path.contains(folder.split(separator: "/").last ?? "")
      else { continue }
      found.insert(String(path[range.upperBound...].prefix { $0 != "/" }))
    }
    return found
  }
}
