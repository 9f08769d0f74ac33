// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The list `modules` below has one line for each module: its folder, the modules that it may use,
// and the further modules that its tests use. The list has three layers, each in alphabetical
// order. `Tests/ArchitectureTests` compares the dependencies with docs/architecture.md.

/// A module of the package: one source target and, when `tests` is not nil, the test target for it.
struct Module {
  var name: String
  var path: String
  var uses: [String]
  var tests: [String]?
  var kind = Kind.swift
  /// Whether the folder of the module's tests has a subfolder `Golden`, which contains expected
  /// outputs and no source files.
  var hasGoldenTests = false
  /// Whether the module has a folder `Assets`, whose files become part of the program.
  var hasAssets = false

  enum Kind { case swift, c, system(apt: String), program }
}

func module(
  _ name: String, in folder: String, uses: [String] = [], tests: [String]? = [],
  hasGoldenTests: Bool = false, hasAssets: Bool = false
) -> Module {
  Module(
    name: name, path: "\(folder)/\(name)", uses: uses, tests: tests,
    hasGoldenTests: hasGoldenTests, hasAssets: hasAssets)
}

func shim(_ name: String, in folder: String, uses: [String] = []) -> Module {
  Module(name: name, path: "\(folder)/\(name)", uses: uses, tests: nil, kind: .c)
}

func program(_ name: String, in folder: String, uses: [String]) -> Module {
  Module(name: name, path: "\(folder)/\(name)", uses: uses, tests: nil, kind: .program)
}

let kit = "Modules/Kit"
let services = "Modules/Services"
let backends = "Modules/Services/Backends"
let features = "Modules/Features"
let presentation = "Modules/Presentation"
let hosts = "Modules/Hosts"

// The modules that every feature may use. A feature that needs further modules names them in its
// own entry.
let feature = ["CivilTime", "Domain", "FeatureKit"]
let featureTests = ["CivilTime", "Domain", "ExampleBackend", "FeatureKit", "FeatureTesting"]

var modules: [Module] = [
  // Kit and services
  module("AuthLive", in: services, uses: ["Auth", "Basics", "CSecret", "CSodium", "CivilTime"]),
  module("Auth", in: services, uses: ["Basics", "CivilTime"]),
  module("Basics", in: kit, uses: ["CivilTime"], tests: ["FeatureTesting"]),
  shim("CCairo", in: presentation, uses: ["CLateLoading"]),
  shim("CCurl", in: services, uses: ["CLateLoading"]),
  shim("CLateLoading", in: kit),
  shim("CLineEdit", in: hosts, uses: ["CLateLoading"]),
  shim("CMicroHTTPD", in: services, uses: ["CLateLoading"]),
  shim("CPollBell", in: kit),
  shim("CPostgreSQL", in: services, uses: ["CLateLoading"]),
  shim("CSecret", in: services, uses: ["CLateLoading"]),
  shim("CSodium", in: services, uses: ["CLateLoading"]),
  Module(
    name: "CSQLite", path: "\(services)/CSQLite", uses: [], tests: nil,
    kind: .system(apt: "libsqlite3-dev")),
  shim("CZlib", in: services, uses: ["CLateLoading"]),
  module("Charts", in: presentation, uses: ["CivilTime"]),
  module("CivilTime", in: kit),
  module("Conversation", in: hosts, uses: ["CivilTime", "FeatureKit"], tests: ["FeatureTesting"]),
  module(
    "DemoFamily", in: backends, uses: ["Basics", "CivilTime", "Domain", "JSON"], hasAssets: true),
  module(
    "Documents", in: presentation,
    uses: ["Charts", "CivilTime", "FeatureKit", "Hypertext", "Palette"]),
  module(
    "Domain", in: "Modules", uses: ["Basics", "CivilTime", "JSON"], tests: ["FeatureTesting"],
    hasAssets: true),
  module(
    "Drawing", in: presentation,
    uses: ["CCairo", "Charts", "CivilTime", "Documents", "FeatureKit", "Palette"],
    tests: ["ToolTesting"]),
  module(
    "ExampleBackend", in: backends,
    uses: [
      "CivilTime", "Domain", "FamilyContext", "FeatureKit", "JSON", "Persistence", "SQLBackend",
      "SQLite",
    ]),
  module(
    "FamilyContext", in: services, uses: ["CivilTime", "Domain", "FeatureKit"],
    tests: ["ExampleBackend"]),
  module("FeatureKit", in: kit, uses: ["Basics", "CivilTime", "JSON"], tests: ["FeatureTesting"]),
  module("FeatureTesting", in: kit, uses: ["CivilTime", "FeatureKit"]),
  module("HTTP", in: kit, uses: ["Basics", "CivilTime"]),
  module(
    "HTTPServing", in: services, uses: ["Basics", "CMicroHTTPD", "CZlib", "HTTP", "Threads"],
    tests: ["ToolTesting"]),
  module("Hypertext", in: presentation, uses: ["FeatureKit"]),
  module("JSON", in: kit),
  module("LineEditing", in: hosts, uses: ["Basics", "CLineEdit"]),
  module(
    "MailTesting", in: "Tests", uses: ["CivilTime", "FeatureKit", "Mailing", "ToolTesting"],
    tests: nil),
  module(
    "Mailing", in: services, uses: ["CivilTime", "FeatureKit"],
    tests: ["FeatureTesting", "MailTesting"]),
  module(
    "Networking", in: services,
    uses: ["Basics", "CCurl", "CivilTime", "Domain", "HTTP", "Mailing", "Threads"],
    tests: ["HTTPServing", "MailTesting", "ToolTesting"]),
  module("Palette", in: presentation, uses: ["FeatureKit"]),
  module(
    "Persistence", in: services, uses: ["Basics", "CivilTime", "SQLite", "Threads"],
    tests: ["StoreWriter"]),
  module("PostgreSQL", in: services, uses: ["CPostgreSQL", "Threads"], tests: ["ToolTesting"]),
  module(
    "SQLBackend", in: backends,
    uses: ["Auth", "Basics", "CivilTime", "Domain", "JSON", "Persistence", "SQLite"],
    tests: ["DemoFamily", "FeatureTesting", "Recording", "Threads"]),
  module("Recording", in: services, uses: ["Basics", "CivilTime", "JSON"]),
  module("SQLite", in: services, uses: ["Basics", "CSQLite"]),
  module(
    "Sharing", in: backends,
    uses: ["Basics", "CivilTime", "Domain", "HTTP", "JSON", "Persistence", "SQLite", "Supabase"],
    tests: [
      "Auth", "FeatureKit", "FeatureTesting", "JSON", "PostgreSQL", "SQLBackend", "SharingTesting",
    ], hasGoldenTests: true),
  module(
    "SharedFile", in: backends,
    uses: [
      "Auth", "Basics", "CivilTime", "Domain", "HTTP", "JSON", "Persistence", "SQLBackend",
      "SQLite", "Sharing", "Supabase",
    ],
    tests: ["FeatureKit", "FeatureTesting", "PostgreSQL", "SharingTesting"]),
  module(
    "ShellHost", in: hosts,
    uses: [
      "CivilTime", "Conversation", "FeatureKit", "JSON", "LineEditing", "TerminalRendering",
      "Threads", "WebRendering",
    ],
    tests: ["FeatureTesting"]),
  program("StoreWriter", in: "Tests", uses: ["Basics", "CivilTime", "Persistence", "SQLite"]),
  module(
    "Supabase", in: services, uses: ["Basics", "CivilTime", "HTTP", "JSON"],
    tests: ["HTTPServing", "Networking"]),
  module(
    "TerminalRendering", in: presentation,
    uses: ["Charts", "CivilTime", "FeatureKit", "Palette"], tests: ["FeatureTesting"],
    hasGoldenTests: true),
  module(
    "WebHost", in: hosts,
    uses: [
      "CivilTime", "Conversation", "FeatureKit", "HTTP", "JSON", "Threads", "WebRendering",
    ],
    tests: [
      "Account", "Auth", "Domain", "ExampleBackend", "FamilyContext", "HTTPServing", "Mailing",
      "Records", "Tasks", "WebTesting",
    ]),
  module(
    "WebRendering", in: presentation,
    uses: ["Charts", "CivilTime", "FeatureKit", "Hypertext", "JSON", "Palette"],
    tests: ["FeatureTesting"],
    hasGoldenTests: true, hasAssets: true),

  module(
    "SharingTesting", in: "Tests",
    uses: [
      "AuthLive", "CivilTime", "FeatureKit", "HTTP", "HTTPServing", "JSON", "Mailing",
      "Networking", "PostgreSQL", "SharingServer", "Supabase", "ToolTesting",
    ], tests: nil),
  module(
    "SchemaWriting", in: "Tools", uses: ["Basics", "Domain", "JSON", "SQLite"], tests: nil),
  module("Threads", in: kit, uses: ["CPollBell"], tests: nil),
  module("ToolTesting", in: "Tests", uses: ["Threads"], tests: nil),
  module("WebTesting", in: "Tests", tests: nil),

  // Features
  module(
    "Account", in: features, uses: feature + ["Auth", "FamilyContext", "Mailing"],
    tests: featureTests + ["JSON"]),
  module(
    "Archive", in: features, uses: feature + ["Documents", "FamilyContext", "JSON"],
    tests: featureTests + ["TerminalRendering"]),
  module(
    "Calendar", in: features, uses: feature + ["Documents", "FamilyContext"],
    tests: featureTests + ["JSON"]),
  module(
    "Dashboard", in: features, uses: feature + ["FamilyContext"],
    tests: featureTests + ["JSON", "TerminalRendering", "WebRendering"]),
  module(
    "Notifications", in: features, uses: feature + ["FamilyContext", "JSON"],
    tests: featureTests + ["JSON", "TerminalRendering", "WebRendering"]),
  module(
    "Packet", in: features, uses: feature + ["Documents", "FamilyContext", "Mailing"],
    tests: featureTests + ["JSON", "MailTesting"]),
  module(
    "Performance", in: features, uses: feature + ["Charts", "FamilyContext", "JSON"],
    tests: featureTests + ["Documents", "JSON", "TerminalRendering", "WebRendering"]),
  module(
    "Records", in: features, uses: feature + ["FamilyContext", "JSON"],
    tests: featureTests + ["JSON"]),
  module(
    "Reports", in: features, uses: feature + ["FamilyContext", "Mailing"],
    tests: featureTests + ["JSON", "MailTesting", "TerminalRendering", "WebRendering"]),
  module(
    "Sync", in: features, uses: feature + ["FamilyContext"], tests: featureTests + ["Basics"]),
  module(
    "Tasks", in: features, uses: feature + ["FamilyContext", "JSON"], tests: featureTests + ["JSON"]
  ),

  // Apps and tools
  module(
    "Composition", in: "Apps",
    uses: [
      "Auth", "AuthLive", "CivilTime", "Conversation", "DemoFamily", "Documents", "Domain",
      "Drawing", "ExampleBackend", "FamilyContext", "FeatureKit", "HTTP", "HTTPServing", "JSON",
      "LineEditing", "Mailing", "Networking", "Persistence", "Recording", "SQLBackend", "SQLite",
      "SharedFile", "Sharing", "ShellHost", "Supabase", "Threads", "WebHost",
    ]),
  module(
    "SharingServer", in: "Apps",
    uses: [
      "Auth", "AuthLive", "CivilTime", "FeatureKit", "HTTP", "HTTPServing", "JSON", "Mailing",
      "Networking", "PostgreSQL",
      "Threads",
    ], tests: ["MailTesting", "SharingTesting", "Supabase", "ToolTesting", "WebTesting"]),
  module(
    "ServerInterface", in: "Apps",
    uses: [
      "Basics", "CivilTime", "Documents", "Domain", "FamilyContext", "FeatureKit", "HTTP", "JSON",
      "Mailing", "Packet",
    ],
    tests: ["ExampleBackend", "FeatureTesting"]),
  module(
    "ServerPages", in: "Apps",
    uses: [
      "AuthLive", "CivilTime", "Composition", "Conversation", "Documents", "Domain",
      "FamilyContext", "FeatureKit", "HTTP", "HTTPServing", "JSON", "Mailing", "PostgreSQL",
      "ServerInterface", "SharingServer", "SQLite", "Threads", "WebHost", "WebRendering",
    ], tests: ["MailTesting", "SharingTesting", "Supabase", "ToolTesting", "WebTesting"]),
  program("compass-server", in: "Apps", uses: ["ServerPages", "SharingServer"]),
  program("compass-reference", in: "Tools", uses: ["Composition", "ServerInterface", "ShellHost"]),
  program(
    "compass-schema", in: "Tools",
    uses: ["CivilTime", "Domain", "Persistence", "SQLBackend", "SQLite", "SchemaWriting"]),
  program("compass-shell", in: "Apps", uses: ["Composition"]),
]

// The module `Composition` depends on every feature, so a new feature needs no line here.
for index in modules.indices where modules[index].name == "Composition" {
  modules[index].uses += modules.filter { $0.path.hasPrefix(features) }.map(\.name)
}

/// Test targets that test several modules together and belong to none of them.
var suites: [(name: String, uses: [String])] = [
  ("Architecture", ["ToolTesting"]),
  // Runs the built program with the browser Chromium. The Python scripts that control the browser
  // are in Tests/BrowserTests/Browser.
  ("Browser", ["ToolTesting", "compass-server", "compass-shell"]),
  (
    "Contracts",
    ["CivilTime", "Domain", "FeatureKit", "JSON", "Persistence", "SQLBackend", "SQLite"]
  ),
  (
    "EndToEnd",
    [
      "Auth", "CivilTime", "Composition", "Conversation", "FeatureKit", "FeatureTesting",
      "HTTP", "HTTPServing", "JSON", "MailTesting", "SharingTesting", "ShellHost", "Threads",
      "ToolTesting", "WebHost", "WebTesting", "compass-reference", "compass-server",
      "compass-shell",
    ]
  ),
  // The server's schema consists of SQL files only. These tests compare its tables with those of
  // the family's SQLite file.
  (
    "PostgreSQLSchema",
    [
      "Basics", "CivilTime", "Domain", "FeatureKit", "JSON", "Persistence", "SQLBackend",
      "SQLite", "SchemaWriting", "ToolTesting",
    ]
  ),
]

/// The folders among the tests of a suite that contain other files than Swift sources.
let suiteFiles = [
  "Browser": ["Browser"], "EndToEnd": ["Fixtures", "Sessions"], "PostgreSQLSchema": ["SQL"],
  "SharingServer": ["Clients"],
]

// The benchmark programs are built only when `Tools/bench/run` sets this variable.
if ProcessInfo.processInfo.environment["COMPASS_BENCH"] != nil {
  func bench(_ name: String, uses: [String]) -> Module {
    Module(
      name: "bench-\(name.lowercased())", path: "Tools/bench/\(name)", uses: uses, tests: nil,
      kind: .program)
  }
  modules += [
    bench("Dispatch", uses: ["CivilTime", "FeatureKit"]),
    bench("SQLite", uses: ["SQLite"]),
  ]
}

// `Tools/test Tasks` sets this variable to the name of one feature. The package then contains only
// that feature, its tests and the modules that they depend on, so that the build is short.
if let only = ProcessInfo.processInfo.environment["COMPASS_ONLY"] {
  let named = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted, let module = named[name] else { return }
    module.uses.forEach(keep)
  }
  suites = suites.filter { $0.name == only }
  suites.flatMap(\.uses).forEach(keep)
  keep(only)
  named[only]?.tests?.forEach(keep)
  modules = modules.filter { kept.contains($0.name) }.map { module in
    var module = module
    if module.name != only { module.tests = nil }
    return module
  }
}

/// The modules of C code. Each of them is imported only by the Swift module that wraps it.
let libraries = Set(
  modules.filter { module in
    switch module.kind {
    case .c, .system: true
    case .swift, .program: false
    }
  }.map(\.name))

let targets: [Target] =
  modules.flatMap { module -> [Target] in
    let dependencies = module.uses.map { Target.Dependency(stringLiteral: $0) }
    var made: [Target] = []
    switch module.kind {
    case .swift:
      made.append(
        .target(
          name: module.name, dependencies: dependencies, path: module.path,
          resources: module.hasAssets ? [.embedInCode("Assets")] : []))
    case .c:
      made.append(.target(name: module.name, dependencies: dependencies, path: module.path))
    case .program:
      made.append(
        .executableTarget(name: module.name, dependencies: dependencies, path: module.path))
    case .system(let apt):
      made.append(.systemLibrary(name: module.name, path: module.path, providers: [.apt([apt])]))
    }
    if let extra = module.tests {
      let uses = [module.name] + (module.uses + extra).filter { !libraries.contains($0) }
      made.append(
        .testTarget(
          name: "\(module.name)Tests",
          dependencies: Array(Set(uses)).sorted().map { .init(stringLiteral: $0) },
          path: "Tests/\(module.name)Tests",
          exclude: (module.hasGoldenTests ? ["Golden"] : []) + (suiteFiles[module.name] ?? [])))
    }
    return made
  }
  + suites.map { suite in
    .testTarget(
      name: "\(suite.name)Tests", dependencies: suite.uses.map { .init(stringLiteral: $0) },
      path: "Tests/\(suite.name)Tests", exclude: suiteFiles[suite.name] ?? [])
  }

for target in targets
where target.type == .regular || target.type == .executable || target.type == .test {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    // By default code finds a concrete generic type, such as `[RecordID: Int]`, by a text that the
    // runtime parses once in each process, and then looks its conformances up among those of the
    // whole program. A command is one process, so this took a fifth of its instructions. See
    // docs/decisions/0009.
    .unsafeFlags(
      ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
      .when(configuration: .release)),
  ]
}

// The shell is started for every command, so it has to start fast. At a fixed address (`-no-pie`)
// nothing has to be relocated. The libraries in `.build/static` (Tools/lib/common.sh) and the
// compiler's own library are linked statically, so they are not loaded at each start. The program
// exports no symbols, because no other code links to them. See docs/decisions/0009. Static linking
// also reduces the libraries on which a server's package depends.
for target in targets where ["compass-server", "compass-shell"].contains(target.name) {
  // A server is started once, and people on the internet can reach it. It therefore gets a random
  // address at each start, which makes attacks harder.
  let isMovable = target.name == "compass-server"
  target.linkerSettings = [
    .unsafeFlags(
      (isMovable ? [] : ["-Xclang-linker", "-no-pie"]) + [
        "-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic", "-L",
        ".build/static",
      ], .when(configuration: .release))
  ]
}

let package = Package(
  name: "recruiting-compass",
  products: modules.contains { $0.name == "compass-shell" }
    ? [.executable(name: "compass-shell", targets: ["compass-shell"])] : [],
  targets: targets
)
