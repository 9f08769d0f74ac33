import CivilTime
package import FeatureKit

/// The state between one person and the features: the viewer, the features in use, and the page on the screen.
///
/// A prompt keeps one for as long as it is open; a single command or a request has its own. Commands run one after the other and on one
/// thread at a time, so no lock is needed. All output and all questions go to a `Counterpart`.
package final class Conversation {
  package let visit: Visit
  package let index: CommandIndex
  package let inbox: OutcomeInbox
  /// Whether pages stay on the screen, as they do at a prompt, so that link numbers and `back` work.
  package let keepsPages: Bool
  /// Whether each page has an address that contains all choices made on it.
  package var hasAddresses = false

  private let boxes: [String: FeatureBox]
  private let rowLimit: () -> Int?

  package private(set) var settings = ShellSettings()
  private var hasSettings = false
  package private(set) var looking: Looking?
  private var dataVersion: Int64?
  /// Features that were used: only they are told of happenings.
  private var awake: Set<String> = []
  /// The features among them whose page was opened, so that its data is loaded.
  private var opened: Set<String> = []

  package internal(set) var screen: Screen?
  /// The lines of earlier pages, newest last.
  var trail: [String] = []

  /// - Parameter rowLimit: how many rows of a list the person sees at once; asked for each page.
  package init(
    _ visit: Visit, keepsPages: Bool = false, rowLimit: @escaping () -> Int? = { nil }
  ) {
    self.visit = visit
    self.keepsPages = keepsPages
    self.rowLimit = rowLimit
    let inbox = OutcomeInbox()
    let features = visit.makeFeatures { inbox.receive($0) }
    index = CommandIndex(features, reserved: HostCommand.words, omitting: visit.omitted)
    boxes = Dictionary(features.map { ($0.manifest.id, $0) }, uniquingKeysWith: { $1 })
    self.inbox = inbox
  }

  deinit {
    // An outcome that was not taken holds its feature, which holds the inbox: the cycle would leak.
    _ = inbox.takeAll()
  }

  /// The number of previous pages that are stored; older ones are dropped.
  private static let longestTrail = 100

  /// The page that the person sees, and the line that led to it.
  package struct Screen {
    package var page: Page
    var feature: String?
    /// The line that shows it again.
    package var line: String
  }

  func box(_ id: String) -> FeatureBox? { boxes[id] }
}

extension Conversation {
  /// Whether the first word after a verb is one of the command's choices. A record's name could be any text.
  func takesFirstWord(of match: CommandIndex.Match, _ context: ParseContext) -> Bool {
    guard let first = match.command.parameters.first, case .words = first.completion,
      let box = box(match.feature),
      let draft = try? CommandDraft(
        match.command, words: Array(match.rest.prefix(1)), leavesOpen: true),
      !draft.given[first.name].isEmpty
    else { return false }
    return (try? box.check(first.name, of: draft, in: context)) != nil
  }
}

// MARK: - The viewer, and happenings around them

extension Conversation {
  /// Reads who the viewer is. If the viewer changed, the screen and the features drop everything of the previous one.
  @discardableResult
  package func look() async throws(Problem) -> Looking {
    let now = try await visit.looking()
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

  /// Tells the features if another process has written since the last call.
  package func noticeOtherWriters() async {
    let version = await visit.dataVersion()
    if let before = dataVersion, let version, before != version { await tellAll(.changedElsewhere) }
    dataVersion = version
  }

  func tellAll(_ event: HostEvent) async {
    for id in awake.sorted() {
      await boxes[id]?.send(event)?.settled()
    }
  }

  /// Marks a feature as used; true if its page is opened for the first time.
  @discardableResult
  func wake(_ feature: String, opens: Bool) -> Bool {
    awake.insert(feature)
    return opens && opened.insert(feature).inserted
  }

  /// Puts a page on the screen; a reading command adds the previous page to the trail.
  func put(_ next: Screen) {
    if let screen, screen.line != next.line {
      // The line is read before the page is left, because leaving also drops what was chosen on the page.
      let line =
        screen.feature == next.feature ? nil : screen.feature.flatMap { boxes[$0]?.lineBack() }
      trail = trail.suffix(Self.longestTrail - 1) + [line ?? screen.line]
      if screen.feature != next.feature { leave(screen.feature) }
    }
    screen = next
  }

  /// Stops updating a page that is no longer on the screen; a later write that affects it loads it again.
  private func leave(_ feature: String?) {
    guard let feature else { return }
    opened.remove(feature)
    boxes[feature]?.leave()
  }

  /// Loads the data of the badges; from now on a feature with a badge is told about events.
  package func refreshBadges() async {
    guard looking?.identity != nil else { return }
    for (id, box) in boxes.sorted(by: { $0.key < $1.key }) where box.manifest.showsBadge {
      awake.insert(id)
      await box.refreshBadge()?.settled()
    }
  }

  /// The badges of the features in use, in the order of the features' names.
  package func badges() -> [(feature: String, badge: Badge)] {
    awake.sorted().compactMap { id in boxes[id]?.badge.map { (id, $0) } }
  }

  /// Reads the settings, if this visit has not read them yet.
  package func loadSettings(again: Bool = false) async throws(Problem) {
    guard again || !hasSettings else { return }
    settings = ShellSettings(try await visit.preferences.load())
    hasSettings = true
  }

  /// Stores a setting; throws if the value is not valid.
  ///
  /// - Returns: the value as it is stored.
  @discardableResult
  package func keep(_ value: String, as setting: Setting) async throws(Problem) -> String {
    let kept = try setting.checked(value)
    try await visit.preferences.save(setting.key, kept == setting.usual ? nil : kept)
    try await loadSettings(again: true)
    return kept
  }

  package func parseContext() async throws(Problem) -> ParseContext {
    ParseContext(now: visit.clock.now(), zone: try await visit.zone())
  }

  package func pageContext() async throws(Problem) -> PageContext {
    var context = PageContext(
      now: visit.clock.now(), zone: try await visit.zone(),
      viewer: looking?.viewer ?? Viewer(name: ""), rowLimit: rowLimit())
    context.keepsChoices = !hasAddresses
    context.hasButtons = hasAddresses
    context.showsHandles = !hasAddresses || settings.showsTerminal
    return context
  }
}
