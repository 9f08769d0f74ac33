import Foundation
import ToolTesting

/// The modules of the package, with the dependencies that Package.swift declares and the imports in
/// the sources.
struct PackageMap {
  struct Module {
    var name: String
    var path: String
    var uses: Set<String>
    /// The modules that this module's source files import.
    ///
    /// The tests compare them with `uses`, the declared dependencies, because SwiftPM does not.
    var imports: Set<String> = []

    var layer: Layer { Layer(path: path, name: name) }
  }

  var modules: [Module]

  /// The layer of a module, which decides what other layers the module may use (`mayUse`).
  enum Layer: String {
    case kit, domain, interface, live, library, charts, renderer, conversation, host, madeUp
    case feature, app, test, tool

    init(path: String, name: String) {
      let live: Set = [
        "AuthLive", "Drawing", "HTTPServing", "Networking", "Persistence", "PostgreSQL",
        "SQLBackend", "SQLite", "SharedFile", "Sharing",
      ]
      self =
        switch path {
        // `CLateLoading` contains the code that all modules around C libraries share, and
        // `CPollBell` a few system calls. They link no library, so they count as part of the kit.
        case _ where ["CLateLoading", "CPollBell"].contains(name): .kit
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

    var mayUse: Set<Layer> {
      switch self {
      case .library: [.kit]
      case .kit: [.kit]
      case .domain: [.kit]
      case .charts: [.kit, .charts]
      case .interface: [.kit, .domain, .interface]
      case .live: [.kit, .domain, .interface, .charts, .live, .library]
      // The generator of the demo family uses the backend. The other direction is forbidden: no
      // backend and no feature may use the generator.
      case .madeUp: [.kit, .domain, .interface, .live]
      case .renderer: [.kit, .charts]
      case .conversation: [.kit]
      case .host: [.kit, .renderer, .conversation, .host, .library]
      case .feature: [.kit, .domain, .interface, .charts]
      case .app, .test, .tool: Set(Self.all)
      }
    }

    static let all: [Layer] = [
      .kit, .domain, .interface, .live, .library, .charts, .renderer, .conversation, .host,
      .feature, .madeUp, .app, .tool,
    ]
  }

  /// The maximal number of modules that a feature may depend on.
  static let featureBudget = 6

  /// The modules of `Modules/Services` that may import `FeatureKit`, which declares pages and
  /// commands.
  ///
  /// Other services need only ids, problems and references, which are in `Basics`. These three need
  /// more: a mail can contain a page, the family context makes banners of pages, and the example
  /// backend runs features in tests.
  static let speakOfPages: Set = ["ExampleBackend", "FamilyContext", "Mailing"]

  /// Modules of the toolchain that give no access to files, terminals or processes, so that any
  /// module may import them.
  static let innocent: Set = ["Synchronization"]

  /// One sentence for every dependency that is not allowed.
  var violations: [String] {
    let byName = Dictionary(modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [String] = []
    for module in modules {
      for undeclared in module.imports.sorted()
      where byName[undeclared] != nil && !module.uses.contains(undeclared)
        && undeclared != module.name
      {
        found.append("\(module.name) imports \(undeclared) without saying so in Package.swift.")
      }
    }
    for module in modules where module.layer != .test {
      for use in module.uses.sorted() {
        guard let used = byName[use] else { continue }
        if module.layer == .feature, used.layer == .feature {
          found.append("\(module.name) imports the feature \(use).")
        } else if !module.layer.mayUse.contains(used.layer) {
          found.append(
            "\(module.name) (\(module.layer.rawValue)) may not use \(use) (\(used.layer.rawValue))."
          )
        }
      }
      if module.layer == .domain || module.path.hasPrefix("Modules/Services/"),
        module.uses.contains("FeatureKit"), !Self.speakOfPages.contains(module.name)
      {
        found.append("\(module.name) imports FeatureKit for what Basics holds.")
      }
      // `Conversation` must not use a terminal, a file or a process. Code can reach these only
      // through a module of the system, so importing one is a violation.
      for system in module.imports.sorted()
      where module.layer == .conversation && byName[system] == nil
        && !Self.innocent.contains(system)
      {
        found.append("\(module.name) imports \(system), and reaches the system with it.")
      }
      if module.layer == .feature, module.uses.count > Self.featureBudget {
        found.append(
          "\(module.name) stands on \(module.uses.count) modules; \(Self.featureBudget) is the limit."
        )
      }
    }
    for library in modules where library.layer == .library {
      let importers = modules.filter { $0.layer != .test && $0.uses.contains(library.name) }.map(
        \.name)
      if importers.count != 1 {
        found.append(
          "\(library.name) has \(importers.count) importers: \(importers.joined(separator: ", ")).")
      }
    }
    return found + cycles
  }

  private var cycles: [String] {
    let uses = Dictionary(
      modules.map { ($0.name, $0.uses) }, uniquingKeysWith: { first, _ in first })
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
    modules.map(\.name).sorted().forEach(visit)
    return found
  }
}

extension PackageMap {
  static let root = Project.root

  /// Reads the package description and the imports in its sources.
  static func described() throws -> PackageMap {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "compass-describe-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    // `COMPASS_ONLY` makes Package.swift declare only part of the modules. It is removed, so that
    // the whole package is checked.
    let said = try PipedProgram.run(
      [
        "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
        "dump-package",
      ], environment: PipedProgram.ownEnvironment.filter { $0.key != "COMPASS_ONLY" },
      errors: .nowhere)
    let package = try JSONDecoder().decode(Description.self, from: Data(said.text.utf8))
    return PackageMap(
      modules: package.targets.map { target in
        let path = target.path ?? ""
        return Module(
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
