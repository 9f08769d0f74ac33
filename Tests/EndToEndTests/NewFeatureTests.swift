import Foundation
import Testing

@Suite("Adding a feature", .serialized)
struct NewFeatureTests {
  /// Returns the commands that docs/adding-a-feature.md shows in indented lines, in their order.
  /// The test runs them, to check that the document is right.
  private static func boxedCommands() throws -> [String] {
    let text = try String(
      contentsOfFile: Program.repository + "/docs/adding-a-feature.md", encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("    ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func run(_ line: String, in copy: Copy, seconds: Int32 = 600) throws
    -> ProgramAnswer
  {
    let words = line.split(separator: " ").map(String.init)
    var environment = ProcessInfo.processInfo.environment
    environment["COMPASS_ONLY"] = nil
    return try Program.run(
      "/usr/bin/env", ["-C", copy.path] + words, environment: environment, seconds: seconds)
  }

  /// Expects that the files that `Tools/new-feature` wrote or changed are formatted.
  private static func expectFormatted(_ copy: Copy) throws {
    let sources = try copy.changes().filter { $0.hasSuffix(".swift") || $0.hasSuffix("/") }
    let answer = try run(
      "swift format lint --strict --recursive " + sources.joined(separator: " "), in: copy)
    #expect(answer.code == 0, "\(answer.errors)")
  }

  @Test("The steps that are written down make a feature that builds and passes alone")
  func steps() throws {
    let boxes = try Self.boxedCommands()
    #expect(
      boxes == ["Tools/new-feature Scouting", "Tools/test Scouting", "Tools/run --only Scouting"])
    let copy = try Copy()
    let made = try Self.run(boxes[0], in: copy)
    #expect(made.code == 0, "\(made)")
    #expect(
      try copy.changes() == [
        "Apps/Composition/FeatureList.swift", "Modules/Features/Scouting/", "Package.swift",
        "Tests/EndToEndTests/BadInput/BadInputTests.swift",
        "Tests/EndToEndTests/BadInput/ScoutingRows.swift",
        "Tests/EndToEndTests/Sessions/scouting.session", "Tests/ScoutingTests/",
      ])
    let list = try copy.contents("Apps/Composition/FeatureList.swift")
    #expect(list.contains("\nimport Scouting\n"))
    #expect(list.contains("\n    listing(ScoutingFeature.self),\n"))

    try Self.expectFormatted(copy)

    let tested = try Self.run(boxes[1] + " -j 2", in: copy, seconds: 900)
    #expect(tested.code == 0, "\(tested.output.suffix(4000))\(tested.errors.suffix(4000))")
    #expect(tested.output.contains("Suite ScoutingTests passed"))
  }

  /// Returns the names in one list of a source file, in order.
  ///
  /// - Parameters:
  ///   - start: the text after which the list begins; it ends at an empty line.
  ///   - entry: the pattern of an entry, whose group is the name.
  private static func names(
    in text: String, after start: String, as entry: Regex<(Substring, Substring)>
  ) throws -> [String] {
    let rest = try #require(text.components(separatedBy: start).dropFirst().first)
    return rest.prefix(upTo: rest.range(of: "\n\n")?.lowerBound ?? rest.endIndex)
      .matches(of: entry).map { String($0.1) }
  }

  @Test(
    "Whatever the name, its lines land in order, and everything is formatted",
    arguments: ["Aardvark", "Switch", "Zebra", "Abcdefghijklmnopqrstuvwxyzabcd"])
  func anyName(_ name: String) throws {
    let copy = try Copy()
    let made = try Self.run("Tools/new-feature " + name, in: copy)
    #expect(made.code == 0, "\(made)")
    let lists = [
      try Self.names(
        in: copy.contents("Package.swift"), after: "// Features\n",
        as: /module\(\s*"([A-Za-z]+)"/),
      try Self.names(
        in: copy.contents("Apps/Composition/FeatureList.swift"), after: "[FeatureListing] = [",
        as: /listing\(([A-Za-z]+)Feature/),
      try Self.names(
        in: copy.contents("Tests/EndToEndTests/BadInput/BadInputTests.swift"),
        after: "static let rows: [Row] = [", as: /\n    ([a-z]+)Rows,/),
    ]
    for names in lists {
      #expect(names.contains { $0.lowercased() == name.lowercased() }, "\(names)")
      #expect(names == names.sorted())
    }
    try Self.expectFormatted(copy)
  }

  /// Names for which `Tools/new-feature` creates no feature, each with the error message.
  private static let badNames = [
    ("", oneWord), ("scouting", oneWord), ("My-Feature", oneWord), ("../Evil", oneWord),
    ("Ab", oneWord),
    ("Tasks", "There is already something at Modules/Features/Tasks or Tests/TasksTests."),
    ("Domain", "There is already something at Modules/Features/Domain or Tests/DomainTests."),
    ("Threads", "Package.swift already has a module called Threads."),
    (
      "Persistence",
      "There is already something at Modules/Features/Persistence or Tests/PersistenceTests."
    ),
    ("Family", "The word `family` is a command already."),
    ("Undo", "The word `undo` is a command already."),
    ("Testing", "Swift itself has something called Testing."),
    ("Any", "Swift itself has something called Any."),
  ]

  private static let oneWord =
    "A feature's name is one word of letters that begins with a capital, like Scouting."

  @Test("A name that cannot be is refused, and nothing is written")
  func badNames() throws {
    let copy = try Copy()
    for (name, words) in Self.badNames {
      let answer = try Self.run("Tools/new-feature " + name, in: copy)
      #expect(answer.code == 1, "\(name)")
      #expect(answer.output == "", "\(name)")
      #expect(answer.errors.split(separator: "\n").first.map(String.init) == "✗ " + words)
    }
    #expect(try copy.changes() == [])
  }
}

/// A copy of the project's current files. Its folder stays after the test, so that the next run
/// builds only what has changed.
private struct Copy {
  let path = Copy.path
  private static let path = Program.repository + "/.build/new-feature"
  private static let isUpToDate = Result { try bringUpToDate() }

  init() throws {
    try Self.isUpToDate.get()
    // These take back what the test before has written.
    try Self.git(["-C", path, "checkout", "-q", "--", "."])
    try Self.git(["-C", path, "clean", "-fdq"])
  }

  func contents(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// Returns the files and new folders of the copy that differ from the project's.
  func changes() throws -> [String] {
    try Self.git(["-C", path, "status", "--porcelain"]).split(separator: "\n")
      .filter { $0.dropFirst().first != " " }.map { String($0.dropFirst(3)) }.sorted()
  }

  /// Copies the changed files. An unchanged file keeps its modification time; otherwise everything
  /// would be built again.
  private static func bringUpToDate() throws {
    let files = FileManager.default
    let names = try git([
      "-C", Program.repository, "ls-files", "--cached", "--others", "--exclude-standard",
    ]).split(separator: "\n").map(String.init)
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    if files.fileExists(atPath: path + "/.git") {
      try git(["-C", path, "clean", "-fdq"])
    } else {
      try git(["-C", path, "init", "-q"])
    }
    let before = try git(["-C", path, "ls-files"]).split(separator: "\n").map(String.init)
    for gone in Set(before).subtracting(names) { try? files.removeItem(atPath: path + "/" + gone) }
    for name in names {
      let (from, to) = (Program.repository + "/" + name, path + "/" + name)
      guard files.fileExists(atPath: from) else {
        try? files.removeItem(atPath: to)
        continue
      }
      guard !files.contentsEqual(atPath: from, andPath: to) else { continue }
      try? files.removeItem(atPath: to)
      try files.createDirectory(
        atPath: (to as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try files.copyItem(atPath: from, toPath: to)
    }
    try git(["-C", path, "add", "-A"])
  }

  @discardableResult
  private static func git(_ words: [String]) throws -> String {
    let answer = try Program.run(
      "/usr/bin/git", words, environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
    try #require(answer.code == 0, "git \(words): \(answer.errors)")
    return answer.output
  }
}
