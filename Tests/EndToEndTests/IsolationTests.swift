import Foundation
import Testing

@Suite("A feature builds alone")
struct IsolationTests {
  private struct Package: Decodable {
    struct Target: Decodable {
      var name: String
      var path: String?
    }
    var targets: [Target]
  }

  private func modules(only: String) throws -> [Package.Target] {
    let household = try Household(demo: false)
    var environment = ProcessInfo.processInfo.environment
    environment["COMPASS_ONLY"] = only
    let answer = try Program.run(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", Program.repository, "--scratch-path",
        household.folder, "dump-package",
      ], environment: environment)
    try #require(answer.code == 0, "\(answer.errors)")
    return try JSONDecoder().decode(Package.self, from: Data(answer.output.utf8)).targets
  }

  @Test(
    "Of the package are left the feature, what it stands on and its own tests",
    arguments: ["Account", "Tasks"])
  func alone(feature: String) throws {
    let modules = try modules(only: feature)
    let names = Set(modules.map(\.name))
    #expect(names.isSuperset(of: [feature, "\(feature)Tests", "FeatureKit", "Domain"]))
    #expect(
      modules.filter { $0.path?.hasPrefix("Modules/Features/") == true }.map(\.name) == [feature])
    #expect(names.filter { $0.hasSuffix("Tests") } == ["\(feature)Tests"])
    // For the tests of a feature, only the modules that the feature depends on may be built.
    // Renderers, networking and the program itself take long to build and must not be among these
    // modules.
    #expect(
      names.isDisjoint(with: [
        "AuthLive", "CSodium", "DemoFamily", "Drawing", "LineEditing", "Networking",
        "TerminalRendering", "WebRendering", "ShellHost", "Composition", "compass-shell",
      ]))
  }
}
