import Foundation
import Testing

@Suite struct ArchitectureTests {
  @Test("Every arrow of the package points the right way")
  func arrowsPointTheRightWay() throws {
    let map = try PackageMap.described()
    #expect(map.modules.count > 20)
    #expect(map.violations == [])
  }

  @Test(
    "A wrong arrow is named",
    arguments: [
      (
        PackageMap.Module(name: "Tasks", path: "Modules/Features/Tasks", uses: ["Dashboard"]),
        "Tasks imports the feature Dashboard."
      ),
      (
        PackageMap.Module(name: "Tasks", path: "Modules/Features/Tasks", uses: ["SQLite"]),
        "Tasks (feature) may not use SQLite (live)."
      ),
      (
        PackageMap.Module(
          name: "Tasks", path: "Modules/Features/Tasks", uses: ["TerminalRendering"]),
        "Tasks (feature) may not use TerminalRendering (renderer)."
      ),
      (
        PackageMap.Module(name: "Tasks", path: "Modules/Features/Tasks", uses: ["ExampleBackend"]),
        "Tasks (feature) may not use ExampleBackend (madeUp)."
      ),
      (
        PackageMap.Module(
          name: "SQLBackend", path: "Modules/Services/Backends/SQLBackend", uses: ["DemoFamily"]),
        "SQLBackend (live) may not use DemoFamily (madeUp)."
      ),
      (
        PackageMap.Module(name: "ShellHost", path: "Modules/Hosts/ShellHost", uses: ["Dashboard"]),
        "ShellHost (host) may not use Dashboard (feature)."
      ),
      (
        PackageMap.Module(
          name: "Conversation", path: "Modules/Hosts/Conversation", uses: ["TerminalRendering"]),
        "Conversation (conversation) may not use TerminalRendering (renderer)."
      ),
      (
        PackageMap.Module(
          name: "Conversation", path: "Modules/Hosts/Conversation", uses: ["SQLite"]),
        "Conversation (conversation) may not use SQLite (live)."
      ),
      (
        PackageMap.Module(
          name: "Conversation", path: "Modules/Hosts/Conversation", uses: [],
          imports: ["Glibc", "Synchronization"]),
        "Conversation imports Glibc, and reaches the system with it."
      ),
      (
        PackageMap.Module(name: "FeatureKit", path: "Modules/Kit/FeatureKit", uses: ["Domain"]),
        "FeatureKit (kit) may not use Domain (domain)."
      ),
      (
        PackageMap.Module(name: "Domain", path: "Modules/Domain", uses: ["SQLite"]),
        "Domain (domain) may not use SQLite (live)."
      ),
      (
        PackageMap.Module(name: "Auth", path: "Modules/Services/Auth", uses: ["SQLite"]),
        "Auth (interface) may not use SQLite (live)."
      ),
      (
        PackageMap.Module(name: "Auth", path: "Modules/Services/Auth", uses: ["FeatureKit"]),
        "Auth imports FeatureKit for what Basics holds."
      ),
      (
        PackageMap.Module(
          name: "Tasks", path: "Modules/Features/Tasks", uses: [],
          imports: ["Dashboard", "Synchronization"]),
        "Tasks imports Dashboard without saying so in Package.swift."
      ),
      (
        PackageMap.Module(
          name: "Tasks", path: "Modules/Features/Tasks",
          uses: ["CivilTime", "JSON", "FeatureKit", "Domain", "Auth", "Charts", "FamilyContext"]),
        "Tasks stands on 7 modules; 6 is the limit."
      ),
    ])
  func aWrongArrowIsNamed(_ wrong: PackageMap.Module, _ words: String) {
    let others = [
      PackageMap.Module(name: "Dashboard", path: "Modules/Features/Dashboard", uses: []),
      PackageMap.Module(name: "SQLite", path: "Modules/Services/SQLite", uses: ["CSQLite"]),
      PackageMap.Module(name: "CSQLite", path: "Modules/Services/CSQLite", uses: []),
      PackageMap.Module(
        name: "TerminalRendering", path: "Modules/Presentation/TerminalRendering", uses: []),
      PackageMap.Module(name: "Domain", path: "Modules/Domain", uses: []),
      PackageMap.Module(name: "DemoFamily", path: "Modules/Services/Backends/DemoFamily", uses: []),
      PackageMap.Module(
        name: "ExampleBackend", path: "Modules/Services/Backends/ExampleBackend", uses: []),
    ]
    let map = PackageMap(modules: others.filter { $0.name != wrong.name } + [wrong])
    #expect(map.violations == [words])
  }

  @Test("A circle is named, module by module")
  func aCircleIsNamed() {
    let map = PackageMap(modules: [
      PackageMap.Module(name: "FeatureKit", path: "Modules/Kit/FeatureKit", uses: ["JSON"]),
      PackageMap.Module(name: "JSON", path: "Modules/Kit/JSON", uses: ["FeatureKit"]),
    ])
    #expect(map.violations == ["A circle: FeatureKit → JSON → FeatureKit"])
  }

  @Test("A second importer of a C library is named")
  func aSecondImporterIsNamed() {
    let map = PackageMap(modules: [
      PackageMap.Module(name: "CSQLite", path: "Modules/Services/CSQLite", uses: []),
      PackageMap.Module(name: "SQLite", path: "Modules/Services/SQLite", uses: ["CSQLite"]),
      PackageMap.Module(
        name: "Persistence", path: "Modules/Services/Persistence", uses: ["CSQLite"]),
    ])
    #expect(map.violations == ["CSQLite has 2 importers: SQLite, Persistence."])
  }

  @Test("No source names Foundation below Tools and Tests")
  func noFoundationBelowTools() throws {
    let map = try PackageMap.described()
    let users = map.modules.filter { module in
      ![PackageMap.Layer.test, .tool].contains(module.layer)
        && !module.imports.isDisjoint(with: ["Foundation", "FoundationEssentials"])
    }
    #expect(users.map(\.name) == [])
  }

  @Test("Every module under Modules is in the manifest and has sources")
  func everyFolderIsAModule() throws {
    let map = try PackageMap.described()
    let known = Set(map.modules.map(\.path))
    let manager = FileManager.default
    for layer in ["Kit", "Features", "Presentation", "Hosts"] {
      let folder = PackageMap.root.appending(path: "Modules/\(layer)")
      for name in try manager.contentsOfDirectory(atPath: folder.path) {
        #expect(
          known.contains("Modules/\(layer)/\(name)"), "Modules/\(layer)/\(name) is in no module")
      }
    }
  }

  @Test("Every folder of tests runs in the full run")
  func everySuiteRuns() throws {
    let known = Set(try PackageMap.described().modules.map(\.path))
    let tests = PackageMap.root.appending(path: "Tests")
    for name in try FileManager.default.contentsOfDirectory(atPath: tests.path) {
      #expect(known.contains("Tests/\(name)"), "Tests/\(name) is no target of the full run.")
    }
  }
}
