import Foundation
import Testing

/// Tests that the modules in `Modules/Kit` contain no words of recruiting. They are building blocks
/// that other programs could use.
@Suite("What the kit knows")
struct KitTests {
  @Test(
    "Nothing in the kit is about recruiting",
    arguments: ["Basics", "CivilTime", "FeatureKit", "HTTP", "JSON"])
  func knowsNothing(of module: String) throws {
    let words = ["athlete", "coach", "college", "famil", "packet", "parent", "recruit", "school"]
    let found = try Self.sources(of: module).flatMap { source in
      words.filter { source.text.lowercased().contains($0) }.map { "\(source.name): \($0)" }
    }
    #expect(found == [])
  }

  private static func sources(of module: String) throws -> [(name: String, text: String)] {
    let folder = PackageMap.root.appending(path: "Modules/Kit/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var sources: [(String, String)] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      sources.append((file.lastPathComponent, try String(contentsOf: file, encoding: .utf8)))
    }
    #expect(!sources.isEmpty, "There is nothing to read in \(folder.path).")
    return sources
  }
}
