import CivilTime
import FeatureKit
import LineEditing

/// What one run of the program holds: the features, who is looking, and what is on the screen.
///
/// Commands run one after the other; nothing here is touched from two threads, so it needs no lock.
final class Session {
  let options: GlobalOptions
  let services: ShellServices
  let console: Console
  let index: CommandIndex
  let inbox: OutcomeInbox
  let mode: Mode

  private let boxes: [String: FeatureBox]
  private var keyboardMade: Keyboard?

  private(set) var settings = ShellSettings()
  private var hasSettings = false
  private(set) var looking: Looking?
  private var dataVersion: Int64?
  /// Features that were told to do something: only they hear of happenings.
  private var awake: Set<String> = []
  /// Those of them whose page has been asked for, so that its data is there.
  private var opened: Set<String> = []

  var screen: Screen?
  /// The lines of the pages before the one on the screen, newest last.
  var trail: [String] = []
  /// Where a script stands: `week.txt, line 3`.
  var place: String?

  init(
    _ options: GlobalOptions, _ services: ShellServices, _ console: Console, mode: Mode
  ) {
    self.options = options
    self.services = services
    self.console = console
    self.mode = mode
    let inbox = OutcomeInbox()
    let features = services.makeFeatures { inbox.receive($0) }
    index = CommandIndex(features, reserved: HostCommand.words)
    boxes = Dictionary(features.map { ($0.manifest.id, $0) }, uniquingKeysWith: { $1 })
    self.inbox = inbox
  }

  /// Nobody goes back further.
  private static let longestTrail = 100

  enum Mode { case prompt, once, script }

  /// At the prompt pages stay on a screen, and their numbers mean something.
  var isPrompt: Bool { mode == .prompt }

  /// A page the user sees, and how it came there.
  struct Screen {
    var page: Page
    var feature: String?
    /// The line that shows it again.
    var line: String
  }

  func box(_ id: String) -> FeatureBox? { boxes[id] }

  var keyboard: Keyboard {
    if let keyboardMade { return keyboardMade }
    let made = console.openKeyboard(
      KeyboardSetup(
        historyFile: isPrompt ? services.historyFile : nil, completion: completer.blocking,
        tell: { [console] failure in
          try? console.write(Array("\(failure.what) \(failure.fix)\n".utf8), .errors)
        }))
    keyboardMade = made
    return made
  }

  var completer: Completer {
    Completer(
      index: index, resolver: services.resolver, names: services.names, files: console.files)
  }
}

// MARK: - Who is looking, and what happened around

extension Session {
  /// Learns who is looking; when that changed, nothing of the one before stays on the screen or in a feature.
  @discardableResult
  func look() async throws(Problem) -> Looking {
    let now = try await services.looking()
    if let before = looking, before.identity != now.identity {
      screen = nil
      trail = []
      await tellAll(now.identity == nil ? .signedOut : .viewerChanged)
      hasSettings = false
    }
    looking = now
    try await loadSettings()
    return now
  }

  /// Notices that another process wrote since the last prompt.
  func noticeOtherWriters() async {
    let version = await services.dataVersion()
    if let before = dataVersion, let version, before != version { await tellAll(.dataChanged) }
    dataVersion = version
  }

  func tellAll(_ event: HostEvent) async {
    for id in awake.sorted() {
      await boxes[id]?.send(event)?.settled()
    }
  }

  /// Notes that a feature is used; true when its page has never been opened before and is now.
  @discardableResult
  func wake(_ feature: String, opens: Bool) -> Bool {
    awake.insert(feature)
    return opens && opened.insert(feature).inserted
  }

  /// Puts a page on the screen; a reading command leaves the one before on the trail.
  func put(_ next: Screen) {
    if let screen, screen.line != next.line {
      trail = trail.suffix(Self.longestTrail - 1) + [screen.line]
    }
    screen = next
  }

  /// Fetches what the badges of the prompt show; a feature that shows one hears from now on of what happens.
  func refreshBadges() async {
    guard looking?.identity != nil else { return }
    for (id, box) in boxes.sorted(by: { $0.key < $1.key }) where box.manifest.showsBadge {
      awake.insert(id)
      await box.refreshBadge()?.settled()
    }
  }

  func badges() -> [String] {
    (looking?.badges ?? []) + awake.sorted().compactMap { boxes[$0]?.badge?.text }
  }

  func loadSettings(again: Bool = false) async throws(Problem) {
    guard again || !hasSettings else { return }
    settings = ShellSettings(try await services.preferences.load())
    hasSettings = true
  }

  func parseContext() async throws(Problem) -> ParseContext {
    ParseContext(now: services.clock.now(), zone: try await services.zone())
  }

  func pageContext() async throws(Problem) -> PageContext {
    PageContext(
      now: services.clock.now(), zone: try await services.zone(),
      viewer: looking?.viewer ?? Viewer(name: ""), rowLimit: rowLimit)
  }

  /// At a prompt a list is a screenful and says how many more there are; elsewhere a feature has a measure of its own.
  private var rowLimit: Int? {
    guard mode == .prompt, let size = console.size() else { return nil }
    let linesOfARow = size.columns < Self.columnsOfOneLine ? 3 : 1
    return max(Self.fewestRows, (size.rows - Self.linesAroundAList) / linesOfARow)
  }

  /// In a narrower window what a row says stands below its title.
  private static let columnsOfOneLine = 60

  private static let fewestRows = 5
  /// The title, what stands above a list, and the prompt below it.
  private static let linesAroundAList = 10
}
