import CivilTime
package import FeatureKit

/// What goes on between one person and the features: who is looking, which features are awake, and what is on the screen.
///
/// A prompt holds one for as long as it is open, a single command or a request for as long as it runs. Commands run one after the
/// other; nothing here is touched from two threads, so it needs no lock. What is said and asked goes to a `Counterpart`.
package final class Conversation {
  package let visit: Visit
  package let index: CommandIndex
  package let inbox: OutcomeInbox
  /// Whether pages stay in front of the person, so that their numbers and `back` mean something: at a prompt.
  package let keepsPages: Bool
  /// Whether each page has an address, which says all that is chosen on it.
  package var hasAddresses = false

  private let boxes: [String: FeatureBox]
  private let rowLimit: () -> Int?

  package private(set) var settings = ShellSettings()
  private var hasSettings = false
  package private(set) var looking: Looking?
  private var dataVersion: Int64?
  /// Features that were told to do something: only they hear of happenings.
  private var awake: Set<String> = []
  /// Those of them whose page has been asked for, so that its data is there.
  private var opened: Set<String> = []

  package internal(set) var screen: Screen?
  /// The lines of the pages before the one on the screen, newest last.
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
    index = CommandIndex(features, reserved: HostCommand.words)
    boxes = Dictionary(features.map { ($0.manifest.id, $0) }, uniquingKeysWith: { $1 })
    self.inbox = inbox
  }

  deinit {
    // A question that nobody heard holds its feature, which holds the inbox.
    _ = inbox.takeAll()
  }

  /// Nobody goes back further.
  private static let longestTrail = 100

  /// A page the user sees, and how it came there.
  package struct Screen {
    package var page: Page
    var feature: String?
    /// The line that shows it again.
    package var line: String
  }

  func box(_ id: String) -> FeatureBox? { boxes[id] }
}

extension Conversation {
  /// Whether the word behind a verb is one of the choices that the command begins with. A record's name could be anybody's.
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

// MARK: - Who is looking, and what happened around

extension Conversation {
  /// Learns who is looking; when that changed, nothing of the one before stays on the screen or in a feature.
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

  /// Notices that another process wrote since this was last asked.
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

  /// Notes that a feature is used; true when its page has never been opened before and is now.
  @discardableResult
  func wake(_ feature: String, opens: Bool) -> Bool {
    awake.insert(feature)
    return opens && opened.insert(feature).inserted
  }

  /// Puts a page on the screen; a reading command leaves the one before on the trail.
  func put(_ next: Screen) {
    if let screen, screen.line != next.line {
      // Asked before the page is left, and with it what was chosen on it.
      let line =
        screen.feature == next.feature ? nil : screen.feature.flatMap { boxes[$0]?.lineBack() }
      trail = trail.suffix(Self.longestTrail - 1) + [line ?? screen.line]
      if screen.feature != next.feature { leave(screen.feature) }
    }
    screen = next
  }

  /// A page that is left need not be kept up to date; the next write under it opens it anew.
  private func leave(_ feature: String?) {
    guard let feature else { return }
    opened.remove(feature)
    boxes[feature]?.leave()
  }

  /// Fetches what the badges show; a feature that shows one hears from now on of what happens.
  package func refreshBadges() async {
    guard looking?.identity != nil else { return }
    for (id, box) in boxes.sorted(by: { $0.key < $1.key }) where box.manifest.showsBadge {
      awake.insert(id)
      await box.refreshBadge()?.settled()
    }
  }

  /// The badges of the features that are awake, in the order of their names.
  package func badges() -> [(feature: String, badge: Badge)] {
    awake.sorted().compactMap { id in boxes[id]?.badge.map { (id, $0) } }
  }

  func loadSettings(again: Bool = false) async throws(Problem) {
    guard again || !hasSettings else { return }
    settings = ShellSettings(try await visit.preferences.load())
    hasSettings = true
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
    return context
  }
}
