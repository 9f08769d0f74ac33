public import CivilTime

/// A feature: state, actions, a reducer, a command grammar and a page. A feature does not depend on
/// a terminal, HTML, SQL or sockets.
///
/// All services that it needs come from `Dependencies`; everything that it does is an `Effect` or a
/// `Page`. docs/adding-a-feature.md explains the steps to write one.
public protocol FeatureModule: Sendable {
  associatedtype State: Equatable & Sendable
  associatedtype Action: Equatable & Sendable

  /// The part of a feature that a host shows and checks before it loads the feature.
  static var manifest: FeatureManifest { get }

  init(_ dependencies: Dependencies)

  var initialState: State { get }

  /// Changes the state for an action, and returns the effect to perform. It is a pure function: the
  /// same state and action give the same state and effect.
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action>

  @CommandBuilder<Self> var commands: Commands<Self> { get }

  /// Returns the current page. It is a pure function, in which derived facts are computed instead
  /// of stored.
  func page(_ state: State, in context: PageContext) -> Page

  /// The action for an event outside of the feature; nil if the event does not matter.
  func action(for event: HostEvent) -> Action?

  /// The feature's badge in the prompt: `3 unread`.
  func badge(_ state: State) -> Badge?

  /// The action that loads the badge's value and nothing else. A prompt sends it each time, if the
  /// manifest says that the feature has a badge.
  var badgeRefresh: Action? { get }

  /// Returns the line that brings the page back as it is, including the choices that were made on
  /// the page. Nil if the line that showed the page is enough.
  func lineBack(to state: State) -> String?

  /// The action that is sent when the screen shows another feature's page. It drops choices that
  /// last no longer than the page.
  var leaving: Action? { get }
}

extension FeatureModule {
  /// Returns no badge, because most features have none.
  public func badge(_ state: State) -> Badge? { nil }
  /// Returns nothing to load, for a feature without a badge.
  public var badgeRefresh: Action? { nil }
  /// Returns nil, because the line that showed a page brings most pages back.
  public func lineBack(to state: State) -> String? { nil }
  /// Returns no action, because most features keep their state when the person leaves the page.
  public var leaving: Action? { nil }
}

/// Events that a feature is told about.
public enum HostEvent: Hashable, Sendable {
  /// The feature's page is about to be shown although no reading command asked for it: below a first write at the
  /// prompt, or in a browser. A reading command fetches what it shows itself.
  case opened
  /// The person asked for the data again (`refresh`, a Retry button).
  case refreshed
  /// Another command at this prompt wrote data, and the person was told: undo, an import, a repair.
  case dataChanged
  /// Another process wrote. The person was not told, and the screen stays as it is until a page is drawn again.
  case changedElsewhere
  /// Another person has signed in, or another person's data is shown. No data of the previous one may stay.
  case viewerChanged
  case signedOut
}

/// The viewer, as a page needs it.
public struct Viewer: Equatable, Sendable {
  /// The viewer's name.
  public var name: String
  /// The owner of the shown data, if it is not the viewer.
  public var subject: String?
  /// Whether the viewer may read the data but not change it.
  public var isReadOnly: Bool
  /// The areas that a read-only viewer may change.
  public var mayChange: Set<WriteArea>

  public init(
    name: String, subject: String? = nil, isReadOnly: Bool = false, mayChange: Set<WriteArea> = []
  ) {
    self.name = name
    self.subject = subject
    self.isReadOnly = isReadOnly
    self.mayChange = mayChange
  }

  /// Returns whether the viewer may use a command of this mode.
  public func may(_ mode: CommandMode, in area: WriteArea?) -> Bool {
    guard mode == .writes, isReadOnly else { return true }
    return area.map(mayChange.contains) ?? false
  }
}

/// The values that a page depends on, besides its state.
public struct PageContext: Sendable {
  /// The moment at which the page is shown: "2 hours ago" counts from here.
  public var now: Instant
  /// The viewer's time zone.
  public var zone: Zone
  public var viewer: Viewer
  /// How many rows of a list to show before "… 15 more"; nil shows all.
  public var rowLimit: Int?
  /// Whether the page stays until the next command, so that choices made on it stay in effect.
  public var keepsChoices = true
  /// Whether each row has buttons for its commands. A page that is only read would become longer
  /// without use.
  public var hasButtons = false
  /// Whether the page shows the handles of records, which a terminal takes.
  public var showsHandles = true

  public init(now: Instant, zone: Zone, viewer: Viewer, rowLimit: Int? = nil) {
    self.now = now
    self.zone = zone
    self.viewer = viewer
    self.rowLimit = rowLimit
  }

  /// The viewer's current day.
  public var today: CalendarDay { zone.day(of: now) }

  /// Returns the name of a record, with its handle where handles are shown.
  public func name(of record: Reference) -> String {
    showsHandles ? "\(record.handle) \(record.title)" : record.title
  }

  /// Returns the kind of a record with its handle, as in `Note n9`, or one of the two alone; nil
  /// where neither is shown.
  public func standing(of handle: String, kind: String? = nil) -> String? {
    let words = [kind, showsHandles ? handle : nil].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
