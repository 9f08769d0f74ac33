import Foundation
import Testing

@Suite struct ArchitectureTests {
  @Test("Every arrow of the package points the right way")
  func arrowsPointTheRightWay() throws {
    let house = try House.described()
    #expect(house.rooms.count > 20)
    #expect(house.violations == [])
  }

  @Test(
    "A wrong arrow is named",
    arguments: [
      (
        House.Room(name: "Tasks", path: "Modules/Features/Tasks", uses: ["Dashboard"]),
        "Tasks imports the feature Dashboard."
      ),
      (
        House.Room(name: "Tasks", path: "Modules/Features/Tasks", uses: ["SQLite"]),
        "Tasks (feature) may not use SQLite (live)."
      ),
      (
        House.Room(name: "Tasks", path: "Modules/Features/Tasks", uses: ["TerminalRendering"]),
        "Tasks (feature) may not use TerminalRendering (renderer)."
      ),
      (
        House.Room(name: "Tasks", path: "Modules/Features/Tasks", uses: ["ExampleBackend"]),
        "Tasks (feature) may not use ExampleBackend (madeUp)."
      ),
      (
        House.Room(
          name: "SQLBackend", path: "Modules/Services/Backends/SQLBackend", uses: ["DemoFamily"]),
        "SQLBackend (live) may not use DemoFamily (madeUp)."
      ),
      (
        House.Room(name: "ShellHost", path: "Modules/Hosts/ShellHost", uses: ["Dashboard"]),
        "ShellHost (host) may not use Dashboard (feature)."
      ),
      (
        House.Room(
          name: "Conversation", path: "Modules/Hosts/Conversation", uses: ["TerminalRendering"]),
        "Conversation (conversation) may not use TerminalRendering (renderer)."
      ),
      (
        House.Room(name: "Conversation", path: "Modules/Hosts/Conversation", uses: ["SQLite"]),
        "Conversation (conversation) may not use SQLite (live)."
      ),
      (
        House.Room(
          name: "Conversation", path: "Modules/Hosts/Conversation", uses: [],
          imports: ["Glibc", "Synchronization"]),
        "Conversation imports Glibc, and reaches the system with it."
      ),
      (
        House.Room(name: "FeatureKit", path: "Modules/Kit/FeatureKit", uses: ["Domain"]),
        "FeatureKit (kit) may not use Domain (domain)."
      ),
      (
        House.Room(name: "Domain", path: "Modules/Domain", uses: ["SQLite"]),
        "Domain (domain) may not use SQLite (live)."
      ),
      (
        House.Room(name: "Auth", path: "Modules/Services/Auth", uses: ["SQLite"]),
        "Auth (interface) may not use SQLite (live)."
      ),
      (
        House.Room(name: "Auth", path: "Modules/Services/Auth", uses: ["FeatureKit"]),
        "Auth imports FeatureKit for what Basics holds."
      ),
      (
        House.Room(
          name: "Tasks", path: "Modules/Features/Tasks", uses: [],
          imports: ["Dashboard", "Synchronization"]),
        "Tasks imports Dashboard without saying so in Package.swift."
      ),
      (
        House.Room(
          name: "Tasks", path: "Modules/Features/Tasks",
          uses: ["CivilTime", "JSON", "FeatureKit", "Domain", "Auth", "Charts", "FamilyContext"]),
        "Tasks stands on 7 rooms; 6 is the limit."
      ),
    ])
  func aWrongArrowIsNamed(_ wrong: House.Room, _ words: String) {
    let others = [
      House.Room(name: "Dashboard", path: "Modules/Features/Dashboard", uses: []),
      House.Room(name: "SQLite", path: "Modules/Services/SQLite", uses: ["CSQLite"]),
      House.Room(name: "CSQLite", path: "Modules/Services/CSQLite", uses: []),
      House.Room(
        name: "TerminalRendering", path: "Modules/Presentation/TerminalRendering", uses: []),
      House.Room(name: "Domain", path: "Modules/Domain", uses: []),
      House.Room(name: "DemoFamily", path: "Modules/Services/Backends/DemoFamily", uses: []),
      House.Room(
        name: "ExampleBackend", path: "Modules/Services/Backends/ExampleBackend", uses: []),
    ]
    let house = House(rooms: others.filter { $0.name != wrong.name } + [wrong])
    #expect(house.violations == [words])
  }

  @Test("A circle is named, room by room")
  func aCircleIsNamed() {
    let house = House(rooms: [
      House.Room(name: "FeatureKit", path: "Modules/Kit/FeatureKit", uses: ["JSON"]),
      House.Room(name: "JSON", path: "Modules/Kit/JSON", uses: ["FeatureKit"]),
    ])
    #expect(house.violations == ["A circle: FeatureKit → JSON → FeatureKit"])
  }

  @Test("A second importer of a C library is named")
  func aSecondImporterIsNamed() {
    let house = House(rooms: [
      House.Room(name: "CSQLite", path: "Modules/Services/CSQLite", uses: []),
      House.Room(name: "SQLite", path: "Modules/Services/SQLite", uses: ["CSQLite"]),
      House.Room(name: "Persistence", path: "Modules/Services/Persistence", uses: ["CSQLite"]),
    ])
    #expect(house.violations == ["CSQLite has 2 importers: SQLite, Persistence."])
  }

  @Test("No source names Foundation below Tools and Tests")
  func noFoundationBelowTools() throws {
    let house = try House.described()
    let users = house.rooms.filter { room in
      ![House.Band.test, .tool].contains(room.band)
        && !room.imports.isDisjoint(with: ["Foundation", "FoundationEssentials"])
    }
    #expect(users.map(\.name) == [])
  }

  @Test("Every room under Modules is in the manifest and has sources")
  func everyFolderIsARoom() throws {
    let house = try House.described()
    let known = Set(house.rooms.map(\.path))
    let manager = FileManager.default
    for band in ["Kit", "Features", "Presentation", "Hosts"] {
      let folder = House.root.appending(path: "Modules/\(band)")
      for name in try manager.contentsOfDirectory(atPath: folder.path) {
        #expect(known.contains("Modules/\(band)/\(name)"), "Modules/\(band)/\(name) is in no room")
      }
    }
  }

  @Test("Every folder of tests runs in the full run")
  func everySuiteRuns() throws {
    let known = Set(try House.described().rooms.map(\.path))
    let tests = House.root.appending(path: "Tests")
    for name in try FileManager.default.contentsOfDirectory(atPath: tests.path) {
      #expect(known.contains("Tests/\(name)"), "Tests/\(name) is no target of the full run.")
    }
  }
}
