import Composition
import FeatureKit
import Foundation
import ShellHost
import Testing

/// Passes the program's own files to every parameter that takes a path, and expects a refusal. The
/// parameters come from the declarations of commands.
@Suite("Paths that people name")
struct PathSweepTests {
  /// A command line with a parameter that takes the path of a file.
  ///
  /// The test inserts each path between the texts `before` and `after`.
  struct Place: Sendable, CustomTestStringConvertible {
    var before: String
    var after = ""
    var person: String
    var writes: Bool
    /// The file name extension that the command requires.
    var ending = ".csv"

    var testDescription: String { "\(before)PATH\(after)" }

    func line(_ path: String) -> String { before + CommandText.quoted(path) + after + " --yes" }
  }

  static let places = Connected.others.flatMap(places(of:))

  private static func places(of command: CommandDescription) -> [Place] {
    var places = command.parameters.compactMap { place(of: $0, in: command) }
    if command.mode == .makesFile, let example = command.examples.first {
      places.append(
        Place(
          before: without(["--stdout"], example.line) + " --out=", person: person(example),
          writes: true))
    }
    return places
  }

  private static func place(
    of parameter: ParameterDescription, in command: CommandDescription
  ) -> Place? {
    guard let example = example(for: parameter, of: command) else { return nil }
    let writes = ["eml", "out"].contains(parameter.name)
    if parameter.role == .secret {
      return Place(
        before: example.line + " --\(parameter.name)-file=", person: person(example), writes: false)
    }
    guard parameter.completion == .file || parameter.completion == .named("backups") else {
      return nil
    }
    if parameter.role == .option {
      return Place(
        before: without(["--stdout", "--" + parameter.name], example.line)
          + " --\(parameter.name)=",
        person: person(example), writes: writes, ending: parameter.name == "out" ? ".svg" : ".csv")
    }
    var words = example.line.split(separator: " ").map(String.init)
    let arguments = command.parameters.filter { $0.role == .argument }.map(\.name)
    guard let position = arguments.firstIndex(of: parameter.name) else { return nil }
    let index = command.words.split(separator: " ").count + position
    let after = words[(index + 1)...].map { " " + $0 }.joined()
    words = Array(words[..<index])
    return Place(
      before: words.joined(separator: " ") + " ", after: after, person: person(example),
      writes: writes)
  }

  /// Returns an example of the command that uses the parameter, or else the command's first
  /// example.
  private static func example(
    for parameter: ParameterDescription, of command: CommandDescription
  ) -> CommandExample? {
    command.examples.first { $0.line.contains("--" + parameter.name) } ?? command.examples.first
  }

  private static func person(_ example: CommandExample) -> String {
    example.speaker == nil ? "Casey" : "Maria"
  }

  /// Returns the line without these options and their values.
  private static func without(_ options: [String], _ line: String) -> String {
    var kept: [Substring] = []
    var skips = false
    for word in line.split(separator: " ") {
      defer { skips = options.contains { word == $0 } && word != "--stdout" }
      if skips || options.contains(where: { word == $0 || word.hasPrefix($0 + "=") }) { continue }
      kept.append(word)
    }
    return kept.joined(separator: " ")
  }

  @Test("There are places of every kind")
  func kinds() {
    let lines = places.map(\.testDescription)
    for start in ["import ", "restore ", "export --out=", "settings mail "] {
      #expect(lines.contains { $0.hasPrefix(start) }, "\(start) is not among \(lines)")
    }
    #expect(lines.contains { $0.contains("passphrase-file=") })
    #expect(lines.contains { $0.contains("--message-file=") })
    #expect(lines.contains { $0.contains("--eml=") })
  }

  private var places: [Place] { Self.places }

  @Test("No path leads to a file of the program, or to a new one among them", arguments: places)
  func guarded(_ place: Place) throws {
    let household = try Household()
    try household.layOutFiles()
    let own = try household.layOutOwnFiles()
    let paths =
      if place.before.hasSuffix("--eml=") {
        own.there + own.folders
      } else if place.ending == ".svg" {
        (own.there + own.notYet).filter { $0.hasSuffix(place.ending) }
      } else if place.before.hasPrefix("restore") {
        own.there.filter { !$0.contains("/backups/") }
      } else {
        own.there + (place.writes ? own.notYet : [])
      }
    #expect(paths.count >= 5)
    let before = try household.fingerprint()
    let answer = try household.run(
      ["--json", "--keep-going", "--profile", place.person],
      input: paths.map { place.line($0) + "\n" }.joined())
    #expect(answer.output.split(separator: "\n").count == paths.count)
    for document in answer.output.split(separator: "\n") {
      #expect(document.contains("is one of the program's own files"), "\(document.prefix(600))")
      #expect(document.contains("\"exitCode\":2"))
    }
    #expect(answer.code == 2, "\(answer)")
    #expect(try household.fingerprint() == before)
  }

  @Test("A script is not read from there either")
  func script() throws {
    let household = try Household()
    for path in try household.layOutOwnFiles().there {
      let answer = try household.run(["--width", "200", "--file", path])
      #expect(answer.code == 2)
      // A long path is printed on a line of its own, so line breaks are ignored.
      #expect(
        answer.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
          "is one of"),
        "\(answer)")
    }
  }

  @Test("A document of the family that is a file of the program is not looked for")
  func documents() throws {
    let household = try Household()
    try household.layOutFiles()
    for (title, link) in [("Mine", household.file), ("Other", household.folder + "/schools.csv")] {
      #expect(try household.run(["documents", "add", title, "resume", link]).code == 0)
    }
    try household.run(["documents", "check"])
    #expect(
      try household.sql(
        "SELECT title, health_status FROM documents WHERE title IN ('Mine', 'Other') ORDER BY title;"
      ) == "'Mine','broken'\n'Other','healthy'\n")
  }
}

extension Household {
  /// Returns paths to the program's own files in various forms, paths to missing files in the same
  /// folders, and paths of folders.
  fileprivate func layOutOwnFiles() throws -> (
    there: [String], notYet: [String], folders: [String]
  ) {
    let files = FileManager.default
    try run(["backup"])
    try files.createDirectory(atPath: data + "/secrets", withIntermediateDirectories: true)
    for name in ["history", "secrets/mine"] {
      #expect(files.createFile(atPath: "\(data)/\(name)", contents: Data("tasks\n".utf8)))
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(data)/\(name)")
    }
    let backup = try #require(try files.contentsOfDirectory(atPath: data + "/backups").first)
    try files.createSymbolicLink(atPath: folder + "/linked", withDestinationPath: data)
    for ending in [".csv", ".svg"] {
      try files.createSymbolicLink(atPath: folder + "/link" + ending, withDestinationPath: file)
      try files.createSymbolicLink(
        atPath: folder + "/dangling" + ending, withDestinationPath: data + "/new" + ending)
      try files.linkItem(atPath: file, toPath: folder + "/hard" + ending)
    }
    return (
      [
        file, "data/compass.sqlite", "\(data)/history", "\(data)/secrets/mine",
        "\(data)/backups/\(backup)", "link.csv", "link.svg", "hard.csv", "hard.svg",
        "linked/compass.sqlite",
      ],
      [
        "\(data)/new.csv", "\(data)/new.svg", "linked/new.csv", "linked/new.svg", "dangling.csv",
        "dangling.svg", "\(data)/backups/new.sqlite", "\(data)/backups/new.svg",
      ], [data, "linked", "\(data)/backups"]
    )
  }

  /// Returns the stored rows, the file with the lines typed at the prompt, and the names of all
  /// files in the data folder. Equal results before and after a command show that it changed
  /// nothing.
  fileprivate func fingerprint() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: data).sorted().filter {
      !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
    return names + [try dump(), try String(contentsOfFile: history, encoding: .utf8)]
  }
}
