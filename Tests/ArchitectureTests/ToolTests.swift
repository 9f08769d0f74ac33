import Foundation
import Testing

/// Tests of the scripts in `Tools` and of the documents: each script is run automatically, documents
/// name only scripts that exist, and each decision in `docs/decisions` has its number, its date and
/// its state.
@Suite struct ToolTests {
  /// Each script of `Tools`, and the file that runs it automatically. The tests check that the file
  /// names the script.
  private static let runs: [String: String] = [
    "Tools/attack": "Tests/EndToEndTests/AttackTests.swift",
    "Tools/bench/count": ".ci/run",
    "Tools/bench/run": ".ci/run",
    "Tools/delayed-tasks": ".ci/run",
    "Tools/managed-postgres": ".ci/run",
    "Tools/mutate": ".ci/run",
    "Tools/new-feature": "Tests/EndToEndTests/NewFeatureTests.swift",
    "Tools/nginx": ".ci/run",
    "Tools/other-days": ".ci/run",
    "Tools/package": ".ci/run",
    "Tools/point-in-time": ".ci/run",
    "Tools/fresh-machine": ".ci/run",
    "Tools/postgres": "Tests/ToolTesting/Cluster.swift",
    "Tools/cluster": ".ci/run",
    "Tools/prose": ".ci/run",
    "Tools/reference": ".ci/run",
    "Tools/run": ".ci/run",
    "Tools/schema": ".ci/run",
    "Tools/serve": ".ci/run",
    "Tools/simulate-family": ".ci/run",
    "Tools/stress": ".ci/run",
    "Tools/test": ".ci/run",
  ]
  @Test("Every script of Tools runs somewhere without being asked")
  func scripts() throws {
    let folder = PackageMap.root.appending(path: "Tools")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let scripts = try #require(files).filter { name in
      var isFolder: ObjCBool = false
      let path = folder.appending(path: name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }.map { "Tools/\($0)" }
    #expect(Set(scripts) == Set(Self.runs.keys))
    for (script, place) in Self.runs {
      let text = try String(contentsOf: PackageMap.root.appending(path: place), encoding: .utf8)
      let lines = text.split(separator: "\n").filter { line in
        !line.drop { $0 == " " }.hasPrefix("#") && !line.drop { $0 == " " }.hasPrefix("//")
      }
      #expect(lines.contains { $0.contains(script) }, "\(place) does not run \(script).")
    }
  }

  @Test("Every script that a page names is there")
  func namedScripts() throws {
    let manager = FileManager.default
    let docs = try manager.contentsOfDirectory(atPath: PackageMap.root.appending(path: "docs").path)
    let pages =
      docs.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" } + [
        "README.md", "CONTRIBUTING.md",
      ]
    var named = 0
    for page in pages {
      let text = try String(contentsOf: PackageMap.root.appending(path: page), encoding: .utf8)
      for part in text.components(separatedBy: "Tools/").dropFirst() {
        let name = part.prefix { $0.isLetter || $0.isNumber || "-/_.".contains($0) }
        var path = "Tools/\(name)"
        while let last = path.last, "./".contains(last) { path.removeLast() }
        named += 1
        #expect(
          manager.fileExists(atPath: PackageMap.root.appending(path: path).path),
          "\(page) names \(path), which is not there.")
      }
    }
    #expect(named > 20)
  }

  @Test("Each decision says its number, its date and whether it is in force")
  func decisions() throws {
    let folder = PackageMap.root.appending(path: "docs/decisions")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count > 40)
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let number = try #require(Int(name.prefix(4)), "\(name)")
      #expect(lines[0].hasPrefix("# \(number). "), "\(name)")
      let status = /Date: \d{4}-\d\d-\d\d\. Status: (in force|replaced by decision \d+)\..*/
      #expect(String(lines[2]).wholeMatch(of: status) != nil, "\(name)")
    }
  }
}
