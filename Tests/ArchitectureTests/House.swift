import Foundation

/// The package as its own description and its sources say it is.
struct House {
  struct Room {
    var name: String
    var path: String
    var uses: Set<String>
    /// Modules its sources import, which SwiftPM does not hold against `uses` by itself.
    var imports: Set<String> = []

    var band: Band { Band(path: path, name: name) }
  }

  var rooms: [Room]

  /// Where a room stands; a room may use rooms of the bands it names and nothing else.
  enum Band: String {
    case kit, domain, interface, live, library, charts, renderer, conversation, host, madeUp
    case feature, app, test, tool

    init(path: String, name: String) {
      let live: Set = [
        "AuthLive", "Drawing", "HTTPServing", "Networking", "Persistence", "PostgreSQL",
        "SQLBackend", "SQLite", "Sharing",
      ]
      self =
        switch path {
        case _ where name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true: .library
        case _ where path.hasPrefix("Modules/Kit"): .kit
        case _ where path.hasPrefix("Modules/Domain"): .domain
        case _ where live.contains(name): .live
        case _ where ["DemoFamily", "ExampleBackend"].contains(name): .madeUp
        case _ where path.hasPrefix("Modules/Services"): .interface
        case _ where path.hasPrefix("Modules/Features"): .feature
        case _ where ["Charts", "Documents", "Hypertext", "Palette"].contains(name): .charts
        case _ where path.hasPrefix("Modules/Presentation"): .renderer
        case "Modules/Hosts/Conversation": .conversation
        case _ where path.hasPrefix("Modules/Hosts"): .host
        case _ where path.hasPrefix("Tests"): .test
        case _ where path.hasPrefix("Tools"): .tool
        default: .app
        }
    }

    var mayUse: Set<Band> {
      switch self {
      case .library: []
      case .kit: [.kit]
      case .domain: [.kit]
      case .charts: [.kit, .charts]
      case .interface: [.kit, .domain, .interface]
      case .live: [.kit, .domain, .interface, .charts, .live, .library]
      // What makes families up stands on the backend; no backend knows them, and no feature.
      case .madeUp: [.kit, .domain, .interface, .live]
      case .renderer: [.kit, .charts]
      case .conversation: [.kit]
      case .host: [.kit, .renderer, .conversation, .host, .library]
      case .feature: [.kit, .domain, .interface, .charts]
      case .app, .test, .tool: Set(Self.all)
      }
    }

    static let all: [Band] = [
      .kit, .domain, .interface, .live, .library, .charts, .renderer, .conversation, .host,
      .feature, .madeUp, .app, .tool,
    ]
  }

  /// Features may stand on this many rooms; more means the feature knows too much.
  static let featureBudget = 6

  /// Who keeps data speaks of ids, problems and references (`Basics`), never of pages and commands (`FeatureKit`). Of the
  /// services only these do: a mail may carry what a page carries, who looks at a page is who looks, and the example family
  /// stands in for a host's backend.
  static let speakOfPages: Set = ["ExampleBackend", "FamilyContext", "Mailing"]

  /// Modules of the toolchain with which nothing outside of a process can be reached.
  static let innocent: Set = ["Synchronization"]

  /// Every arrow that points the wrong way, in words.
  var violations: [String] {
    let byName = Dictionary(rooms.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [String] = []
    for room in rooms where room.band != .test {
      for use in room.uses.sorted() {
        guard let used = byName[use] else { continue }
        if room.band == .feature, used.band == .feature {
          found.append("\(room.name) imports the feature \(use).")
        } else if !room.band.mayUse.contains(used.band) {
          found.append(
            "\(room.name) (\(room.band.rawValue)) may not use \(use) (\(used.band.rawValue)).")
        }
      }
      if room.band == .domain || room.path.hasPrefix("Modules/Services/"),
        room.uses.contains("FeatureKit"), !Self.speakOfPages.contains(room.name)
      {
        found.append("\(room.name) imports FeatureKit for what Basics holds.")
      }
      for undeclared in room.imports.sorted()
      where byName[undeclared] != nil && !room.uses.contains(undeclared) && undeclared != room.name
      {
        found.append("\(room.name) imports \(undeclared) without saying so in Package.swift.")
      }
      // No terminal, no file, no process: what reaches any of them has to import it.
      for system in room.imports.sorted()
      where room.band == .conversation && byName[system] == nil && !Self.innocent.contains(system) {
        found.append("\(room.name) imports \(system), and reaches the system with it.")
      }
      if room.band == .feature, room.uses.count > Self.featureBudget {
        found.append(
          "\(room.name) stands on \(room.uses.count) rooms; \(Self.featureBudget) is the limit.")
      }
    }
    for library in rooms where library.band == .library {
      let importers = rooms.filter { $0.band != .test && $0.uses.contains(library.name) }.map(
        \.name)
      if importers.count != 1 {
        found.append(
          "\(library.name) has \(importers.count) importers: \(importers.joined(separator: ", ")).")
      }
    }
    return found + cycles
  }

  private var cycles: [String] {
    let uses = Dictionary(rooms.map { ($0.name, $0.uses) }, uniquingKeysWith: { first, _ in first })
    var finished: Set<String> = []
    var path: [String] = []
    var found: [String] = []
    func visit(_ name: String) {
      if let start = path.firstIndex(of: name) {
        found.append("A circle: " + (path[start...] + [name]).joined(separator: " → "))
        return
      }
      guard !finished.contains(name), let next = uses[name] else { return }
      path.append(name)
      next.sorted().forEach(visit)
      path.removeLast()
      finished.insert(name)
    }
    rooms.map(\.name).sorted().forEach(visit)
    return found
  }
}

extension House {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Reads the package's own description, and the imports of its sources.
  static func described() throws -> House {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "compass-describe-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    // Of one room alone this is to judge the whole package all the same.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "COMPASS_ONLY" }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let package = try JSONDecoder().decode(Description.self, from: data)
    return House(
      rooms: package.targets.map { target in
        let path = target.path ?? ""
        return Room(
          name: target.name, path: path, uses: Set(target.dependencies.compactMap(\.name)),
          imports: importsOfSources(in: root.appending(path: path)))
      })
  }

  private struct Description: Decodable {
    var targets: [Target]

    struct Target: Decodable {
      var name: String
      var path: String?
      var dependencies: [Dependency]
    }

    struct Dependency: Decodable {
      var byName: [String?]?
      var name: String? { byName?.first ?? nil }
    }
  }

  private static func importsOfSources(in folder: URL) -> Set<String> {
    var imports: Set<String> = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8)
      else { continue }
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let position = words.firstIndex(of: "import"), position <= 2,
          position + 1 < words.count,
          words[..<position].allSatisfy({
            $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
          })
        else { continue }
        imports.insert(String(words[position + 1]))
      }
    }
    return imports
  }
}
