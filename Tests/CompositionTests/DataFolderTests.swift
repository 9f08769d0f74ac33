import CivilTime
import Domain
import FeatureKit
import Foundation
import SQLBackend
import ShellHost
import Testing

@testable import Composition

@Suite("The folder of a family's data")
struct DataFolderTests {
  @Test(
    "The folder is the named one, else the usual one, and its path is always whole",
    arguments: [
      ("/srv/family", [:], "/srv/family"), ("/srv/./family//", [:], "/srv/family"),
      ("/srv/../family", [:], "/srv/../family"),
      (nil, ["XDG_DATA_HOME": "/data", "HOME": "/home/sam"], "/data/compass"),
      (nil, ["XDG_DATA_HOME": "data", "HOME": "/home/sam"], "/home/sam/.local/share/compass"),
      (nil, ["XDG_DATA_HOME": "", "HOME": "/home/sam"], "/home/sam/.local/share/compass"),
    ] as [(String?, [String: String], String)])
  func path(asked: String?, variables: [String: String], path: String) throws {
    #expect(try DataFolder(asked, environment: Environment(variables)).path == path)
  }

  @Test("A relative name means a folder below the one where the program was started")
  func relative() throws {
    let folder = try DataFolder("family", environment: Environment())
    #expect(folder.path == FileManager.default.currentDirectoryPath + "/family")
  }

  @Test(
    "A folder that cannot be known is refused, and nothing is written in another one",
    arguments: [
      ("", ["HOME": "/home/sam"]), (" \n", ["HOME": "/home/sam"]), (nil, [:]),
      (nil, ["HOME": "home"]), (nil, ["HOME": ""]),
    ] as [(String?, [String: String])])
  func unknown(asked: String?, variables: [String: String]) {
    let problem = #expect(throws: Problem.self) {
      try DataFolder(asked, environment: Environment(variables))
    }
    #expect(problem?.cause == .usage)
  }

  @Test(
    "A file in the place of the folder, or of one above it, is said before anything is asked",
    arguments: ["notes.txt", "notes.txt/family", "notes.txt/family/data"])
  func file(asked: String) throws {
    let place = try Place()
    try "mine".write(toFile: place.path + "/notes.txt", atomically: true, encoding: .utf8)
    let path = "\(place.path)/\(asked)"
    let problem = #expect(throws: Problem.self) { try DataFolder(path, environment: Environment()) }
    #expect(
      problem?.title == "\(path) cannot hold your data, because it or a part of its path is a file."
    )
    #expect(try String(contentsOfFile: place.path + "/notes.txt", encoding: .utf8) == "mine")
  }

  @Test("A family's first change makes a folder and files that only their owner can use")
  func modes() throws {
    let place = try Place()
    let file = place.family()
    try Program(file, .onDevice()).backend.setDeviceValue("dark", for: "theme")
    #expect(place.mode("data") == 0o700)
    let names = try place.names(in: "data")
    #expect(names.contains("compass.sqlite") && names.contains("compass.sqlite-wal"))
    for name in names { #expect(place.mode("data/" + name).map { $0 & 0o077 } == 0, "\(name)") }
    #expect(place.mode("data/compass.sqlite") == 0o600)
    file.close()
  }

  @Test("Looking for the file of a new family makes neither the file nor its folder")
  func looking() throws {
    let place = try Place()
    let file = place.family()
    #expect(try !file.hasFile())
    #expect(try place.names() == [])
  }

  @Test("A folder that was moved while it is open is not taken for a new family")
  func moved() throws {
    let place = try Place()
    let file = place.family()
    let backend = Program(file, .onDevice()).backend
    try backend.setDeviceValue("dark", for: "theme")
    try FileManager.default.moveItem(
      atPath: file.folder.path, toPath: place.path + "/elsewhere")
    #expect(try file.hasFile())
    #expect(throws: Problem.self) { try backend.setDeviceValue("light", for: "theme") }
    file.close()
  }

  @Test(
    "A path that leads to a file of the program is refused, in each of its folders",
    arguments: [
      "compass.sqlite", "compass.sqlite-wal", "history", "secrets/session", "backups/old.sqlite",
      "serving/port",
    ])
  func ownFiles(name: String) throws {
    let place = try Place()
    for folder in ["secrets", "backups", "serving"] { try place.makeFolder("data/" + folder) }
    try place.write("x", to: "data/" + name)
    try place.write("x", to: "mine.csv")
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: place.path + "/data/" + name)
    let paths = DataFolder(at: place.path + "/data").paths(home: nil)
    for path in [place.path + "/data/" + name, place.path + "/link"] {
      for use in [PathGuard.Use.reading, .writing] {
        #expect(throws: Problem.self, "\(path)") { try paths.path(for: path, use) }
      }
    }
    #expect(try paths.path(for: place.path + "/mine.csv", .reading) == place.path + "/mine.csv")
    let backup = place.path + "/data/backups/old.sqlite"
    if name == "backups/old.sqlite" {
      #expect(try paths.path(for: backup, DataFolder.readingBackups) == backup)
    }
  }

  @Test("The example family's folder lies apart from the family's own data")
  func madeUp() {
    let folder = DataFolder(at: "/srv/family")
    #expect(!folder.isMadeUp)
    #expect(DataFolder(at: folder.madeUp).isMadeUp && DataFolder(at: folder.madeUp + "/").isMadeUp)
    #expect(DataFolder(at: folder.madeUp).file != folder.file)
  }

  @Test(
    "The words that open a folder in a terminal name it when it is not the usual one",
    arguments: [
      ("/home/sam/.local/share/compass", "compass-shell"),
      ("/srv/family", "compass-shell --data /srv/family"),
      ("/srv/my family", "compass-shell --data \"/srv/my family\""),
    ])
  func programWords(path: String, words: String) {
    let environment = Environment(["HOME": "/home/sam"])
    #expect(DataFolder(at: path).programWords(environment: environment) == words)
  }

  @Test(
    "The zone is that of the option, else that of the setting, else the machine's",
    arguments: [
      (false, nil, "UTC"), (false, "America/New_York", "America/New_York"), (false, "auto", "UTC"),
      (false, "Nowhere/Else", "UTC"), (false, "../../etc/passwd", "UTC"), (false, "", "UTC"),
      (true, "America/New_York", "UTC"),
    ] as [(Bool, String?, String)])
  func zone(isFixed: Bool, setting: String?, name: String) {
    let choice = ZoneChoice(.utc, isFixed: isFixed)
    choice.set(setting)
    #expect(choice.zone.name == name)
    choice.set(nil)
    #expect(choice.zone.name == "UTC")
  }
}
