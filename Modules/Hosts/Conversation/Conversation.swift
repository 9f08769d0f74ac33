package import FeatureKit

/// Runs the commands of one person, one after the other.
///
/// A conversation has the viewer, the features in use and the page on the screen. A prompt uses one
/// conversation until it closes; a single command and a browser's request each create their own.
/// Only one thread uses a conversation at a time, so it needs no lock. All output and all questions
/// go to a `Counterpart`, such as a terminal.
package final class Conversation {
  package let visit: Visit
  package let index: CommandIndex
  package let inbox: OutcomeInbox
  /// Whether a page stays on the screen after its command, as at a prompt. Only then can a person
  /// open a link of the page by its number, and use the command `back`.
  package let keepsPages: Bool
  /// Whether the filters and other choices that a person makes on a page are part of the page's web
  /// address, as in a browser. If not, the features remember these choices.
  package var hasAddresses = false

  private let boxes: [String: FeatureBox]
  private let rowLimit: () -> Int?

  package private(set) var settings = ShellSettings()
  private var hasSettings = false
  package private(set) var looking: Looking?
  private var dataVersion: Int64?
  /// The ids of the features that a command has used. The conversation tells only them about
  /// events, such as a change of the viewer, because the other features have loaded no data.
  private var awake: Set<String> = []
  /// The ids of the features whose page was opened and has loaded its data. All of them are also in
  /// `awake`.
  private var opened: Set<String> = []

  package internal(set) var screen: Screen?
  /// The command lines of earlier pages, oldest first. The command `back` runs the last of them.
  var trail: [String] = []

  /// Creates a conversation with its own features, which it shares with no other conversation.
  ///
  /// - Parameter rowLimit: returns how many rows of a list fit on the screen; nil lets the feature
  ///   choose the number. It is called for each page.
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
    // An outcome in the inbox (the list of outcomes that were not shown yet) may hold a closure of
    // its feature, and the feature holds the inbox. Emptying the inbox breaks this reference cycle.
    _ = inbox.takeAll()
  }

  /// The largest number of command lines in `trail`; beyond it, the oldest are dropped.
  private static let longestTrail = 100

  /// The page on the screen, and the command line that led to it.
  package struct Screen {
    package var page: Page
    var feature: String?
    /// The command line that shows the page again, for `back` and `refresh`.
    package var line: String
    /// The command line that shows the present page again with the filters that earlier commands
    /// chose; nil if `line` does the same. It is computed when the page is shown, because the next
    /// command of the feature changes the filters, and leaving the page drops them.
    var lineBack: String?
    /// Whether the page is still the last one that the person has read: it was shown as text, no
    /// other page such as help was shown after it, and the screen was not cleared.
    package var wasShownLast = true
    /// The links whose numbers the person sees. They are those of `page`, until a command changes
    /// the page and only the rows that differ are printed.
    var links: [CommandLink] { printedLinks ?? page.links }
    var printedLinks: [CommandLink]?
  }

  func box(_ id: String) -> FeatureBox? { boxes[id] }

  /// Returns whether a feature drops its filters when the person leaves its page. The web server
  /// then must not remember the filters for the person either.
  package func dropsChoices(_ feature: String) -> Bool { box(feature)?.dropsChoices ?? false }
}

extension Conversation {
  /// Returns whether the first word after the command's verb, such as `add`, is one of the choices
  /// of the command's first parameter.
  ///
  /// Returns false if that parameter names a record, because any text can be a record's name.
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

// MARK: - The viewer, and events for features

extension Conversation {
  /// Reads which person views which athlete now. If that has changed, removes the page from the
  /// screen, empties `trail` (the command lines of earlier pages), and tells the features that a
  /// command has used to drop their data.
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

  /// Checks whether another process has written to the data since the last call. If so, tells the
  /// features that a command has used, so that their next page shows the new data.
  package func noticeOtherWriters() async {
    let version = await visit.upkeep.dataVersion()
    if let before = dataVersion, let version, before != version { await tellAll(.changedElsewhere) }
    dataVersion = version
  }

  func tellAll(_ event: HostEvent) async {
    for id in awake.sorted() {
      await boxes[id]?.send(event)?.settled()
    }
  }

  /// Marks a feature as used, and its page as open if `opens` is true. Only used features are told
  /// about events, such as a change of the viewer.
  ///
  /// - Returns: whether this call has opened the page, so that the feature must load its data.
  @discardableResult
  func wake(_ feature: String, opens: Bool) -> Bool {
    awake.insert(feature)
    return opens && opened.insert(feature).inserted
  }

  /// Puts a page on the screen. If the page has a different command line than the previous page,
  /// the previous line is added to `trail`, for the command `back`.
  func put(_ next: Screen) {
    var next = next
    next.lineBack = next.feature.flatMap { boxes[$0]?.lineBack() }
    if let screen, screen.line != next.line {
      trail = trail.suffix(Self.longestTrail - 1) + [screen.lineBack ?? screen.line]
      if screen.feature != next.feature { leave(screen.feature) }
    }
    screen = next
  }

  /// Tells a feature that its page is no longer on the screen, so that it drops the filters and
  /// other choices of the page. The next page of the feature loads its data again.
  private func leave(_ feature: String?) {
    guard let feature else { return }
    opened.remove(feature)
    boxes[feature]?.leave()
  }

  /// Loads the badge (a short text for the prompt, such as `3 unread`) of each feature that has
  /// one. From now on, these features are also told about events such as a change of the viewer.
  package func refreshBadges() async {
    guard looking?.identity != nil else { return }
    for (id, box) in boxes.sorted(by: { $0.key < $1.key }) where box.manifest.showsBadge {
      awake.insert(id)
      await box.refreshBadge()?.settled()
    }
  }

  /// Returns the badges (short texts for the prompt, such as `3 unread`) of the features that
  /// commands have used, ordered by the ids of the features.
  package func badges() -> [(feature: String, badge: Badge)] {
    awake.sorted().compactMap { id in boxes[id]?.badge.map { (id, $0) } }
  }

  /// Reads the stored settings of the program, unless they have been read already. If `again` is
  /// true, they are read in any case.
  package func loadSettings(again: Bool = false) async throws(Problem) {
    guard again || !hasSettings else { return }
    settings = ShellSettings(try await visit.preferences.load())
    hasSettings = true
  }

  /// Stores a setting and reads all settings again. Throws if the value is not valid.
  ///
  /// - Returns: the value as it is stored.
  @discardableResult
  package func keep(_ value: String, as setting: Setting) async throws(Problem) -> String {
    let kept = try setting.checked(value)
    try await visit.preferences.save(setting.key, kept == setting.usual ? nil : kept)
    try await loadSettings(again: true)
    return kept
  }

  package func pageContext() async throws(Problem) -> PageContext {
    let time = try await visit.time()
    var context = PageContext(
      now: time.now, zone: time.zone,
      viewer: looking?.viewer ?? Viewer(name: ""), rowLimit: rowLimit())
    context.keepsChoices = !hasAddresses
    context.hasButtons = hasAddresses
    context.showsHandles = !hasAddresses || settings.showsTerminal
    return context
  }
}
