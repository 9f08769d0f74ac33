import Foundation
import Testing

/// Promises of the kit to its readers: every public declaration is documented, and no part is about recruiting.
@Suite("The kit as it is read")
struct KitTests {
  @Test("Every public declaration of the kit says what it is for")
  func documented() throws {
    let silent = try (Self.sources(of: "Basics") + Self.sources(of: "FeatureKit")).flatMap {
      Self.undocumented($0.text, in: $0.name)
    }
    #expect(silent == [])
  }

  @Test(
    "A declaration without a sentence is named; what fulfils a protocol or fills its own fields needs none",
    arguments: [
      ("public struct Done {", ["A.swift:1: public struct Done {"]),
      ("/// Done.\n@frozen\npublic struct Done {", []),
      ("  public init(_ words: String) {", []), ("  public var block: Block { .table(self) }", []),
      ("public import CivilTime", []), ("public extension Done {", []),
      ("  package let words: String", ["A.swift:1: package let words: String"]),
    ])
  func undocumentedIsNamed(_ source: String, _ names: [String]) {
    #expect(Self.undocumented(source, in: "A.swift") == names)
  }

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

  private static func undocumented(_ text: String, in file: String) -> [String] {
    let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.indices.compactMap { index in
      let line = lines[index]
      guard line.hasPrefix("public ") || line.hasPrefix("package "),
        !plain.contains(where: line.contains)
      else { return nil }
      let above = lines[..<index].last { !$0.hasPrefix("@") }
      return above?.hasPrefix("///") == true ? nil : "\(file):\(index + 1): \(line)"
    }
  }

  /// Declarations that need no sentence: imports, memberwise initializers, and requirements of protocols.
  private static let plain = [
    " import ", " extension ", " init(", " init<", " var block: Block", " func unimplemented(",
    " static func build", " static func == ", " var description: String", " var customMirror",
  ]

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
