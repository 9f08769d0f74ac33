import FeatureKit
import Foundation
import ShellHost
import Testing

@testable import Composition

/// Reads the lines that the program writes, by the rules of freedesktop.org and systemd and not by
/// the program's own code.
private enum WrittenLine {
  /// Returns the words of a line with `Exec=`: the escapes of a key file's string are resolved
  /// first, and then the quotes of a command line.
  static func ofEntry(_ line: Substring) -> [String] {
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\",
    ]
    var value = String.UnicodeScalarView()
    var rest = line.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        value.append(scalar)
        continue
      }
      if let next = rest.popFirst(), let meant = escapes[next] { value.append(meant) }
    }
    return words(value[...], escaped: ["\"": "\"", "`": "`", "$": "$", "\\": "\\"], doubled: ["%"])
  }

  /// Returns the words of a line with `ExecStart=`.
  static func ofService(_ line: Substring) -> [String] {
    words(
      line.unicodeScalars, escaped: ["\"": "\"", "\\": "\\", "n": "\n", "r": "\r", "t": "\t"],
      doubled: ["%", "$"])
  }

  private static func words(
    _ line: Substring.UnicodeScalarView, escaped: [Unicode.Scalar: Unicode.Scalar],
    doubled: Set<Unicode.Scalar>
  ) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isQuoted = false
    var rest = line
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == " ", !isQuoted {
        end()
      } else if scalar == "\\", let next = rest.first, let meant = escaped[next] {
        rest.removeFirst()
        word.append(meant)
      } else if doubled.contains(scalar), rest.first == scalar {
        rest.removeFirst()
        word.append(scalar)
      } else {
        word.append(scalar)
      }
    }
    end()
    return words
  }
}

@Suite("The program in a desktop's menu")
struct DesktopInstallationTests {
  private let place: Place

  init() throws { place = try Place() }

  private func installation(_ data: String = "/srv/family") throws -> DesktopInstallation {
    try DesktopInstallation(
      data: DataFolder(at: data),
      environment: Environment([
        "XDG_DATA_HOME": place.path + "/share", "XDG_CONFIG_HOME": place.path + "/config",
      ]))
  }

  private func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  static let hostileFolders = [
    "/srv/my family", "/srv/a\"b", "/srv/a\\b\\", "/srv/$HOME/`id`", "/srv/100%f%%",
    "/srv/a\nExec=rm -rf x", "/srv/a\r\nExecStartPre=rm", "/srv/'quoted' \"twice\"", "/srv/é 🏈",
    "/srv/a\"\u{301} --data /x \"", "/srv/a\\\u{301}\"", "/srv/%\u{301}f", "/srv/$\u{301}{HOME}",
    "/srv/\u{1B}[31m\t", "/srv/; true",
  ]

  @Test(
    "A folder of any name is one word of the menu's entry, and nothing is added to it",
    arguments: hostileFolders)
  func entry(folder: String) throws {
    let installation = try installation(folder)
    let lines = lines(of: installation.entry)
    #expect(lines.count == 9)
    let commands = lines.filter { $0.hasPrefix("Exec=") }
    #expect(commands.count == 1)
    let words = try #require(commands.first).dropFirst("Exec=".count)
    #expect(
      WrittenLine.ofEntry(words).map { Array($0.utf8) }
        == [installation.program, "--data", folder, "serve", "--open"].map { Array($0.utf8) })
  }

  @Test(
    "A folder of any name is one argument of the service, and nothing is added to it",
    arguments: hostileFolders)
  func service(folder: String) throws {
    let installation = try installation(folder)
    let lines = lines(of: installation.service)
    #expect(lines.count == 11)
    #expect(lines.count { $0.hasPrefix("Exec") } == 1)
    let words = try #require(lines.first { $0.hasPrefix("ExecStart=") })
      .dropFirst("ExecStart=".count)
    #expect(
      WrittenLine.ofService(words).map { Array($0.utf8) }
        == [installation.program, "--data", folder, "serve"].map { Array($0.utf8) })
  }

  @Test("What is installed is whole, belongs to its owner and is gone after it was removed")
  func installed() throws {
    let installation = try installation()
    for _ in 1...2 { try installation.install() }
    let entry = "share/applications/recruiting-compass.desktop"
    let service = "config/systemd/user/recruiting-compass.service"
    #expect(try place.text(entry) == installation.entry)
    #expect(try place.text(service) == installation.service)
    #expect(
      try place.text("config/systemd/user/default.target.wants/recruiting-compass.service")
        == installation.service)
    for file in [entry, service] { #expect(place.mode(file).map { $0 & 0o077 } == 0, "\(file)") }
    #expect(installation.remove())
    #expect(!installation.remove())
    #expect(try place.names(in: "share/applications") == [])
    #expect(try place.names(in: "config/systemd/user") == ["default.target.wants"])
    #expect(try place.names(in: "config/systemd/user/default.target.wants") == [])
  }

  @Test("A link where the entry belongs is replaced, and what it leads to stays as it is")
  func link() throws {
    let installation = try installation()
    try place.makeFolder("share/applications")
    try place.write("mine", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/share/applications/recruiting-compass.desktop",
      withDestinationPath: place.path + "/target")
    try installation.install()
    #expect(try place.text("target") == "mine")
    #expect(
      try place.text("share/applications/recruiting-compass.desktop") == installation.entry)
  }

  @Test("Programs that install at the same time write whole files and leave no others")
  func atTheSameTime() async throws {
    let installation = try installation()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { try installation.install() } }
      }
      try await group.waitForAll()
    }
    #expect(
      try place.names(in: "share/applications") == ["recruiting-compass.desktop"])
    #expect(
      try place.names(in: "config/systemd/user")
        == ["default.target.wants", "recruiting-compass.service"])
    #expect(
      try place.text("share/applications/recruiting-compass.desktop") == installation.entry)
    #expect(
      try place.text("config/systemd/user/default.target.wants/recruiting-compass.service")
        == installation.service)
  }

  @Test("A folder that may not be written is said, with its path")
  func notWritable() throws {
    try place.write("a file", to: "share")
    let problem = #expect(throws: Problem.self) { try installation().install() }
    #expect(problem?.cause == .failed)
    #expect(problem?.title.contains(place.path + "/share") == true)
  }
}
