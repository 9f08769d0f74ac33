public import CivilTime

/// A feature: state, actions, a reducer, a command grammar and a page. It knows no terminal, no HTML, no SQL and no socket.
///
/// All that it needs comes from `Dependencies`; all that it does is an `Effect` or a `Page`. docs/adding-a-feature.md walks through one.
public protocol FeatureModule: Sendable {
  associatedtype State: Equatable & Sendable
  associatedtype Action: Equatable & Sendable

  /// The part that a host shows and checks before it loads the feature.
  static var manifest: FeatureManifest { get }

  init(_ dependencies: Dependencies)

  var initialState: State { get }

  /// A pure function: the same state and action give the same state and effect.
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action>

  @CommandBuilder<Self> var commands: Commands<Self> { get }

  /// Pure: the current page. Derived facts are computed here, and not stored.
  func page(_ state: State, in context: PageContext) -> Page

  /// The action for an event outside of the feature; nil if the event does not matter.
  func action(for event: HostEvent) -> Action?

  /// The feature's badge in the prompt: `3 unread`.
  func badge(_ state: State) -> Badge?

  /// Loads the badge's value and nothing else; a prompt sends it each time, if the manifest says that the feature has a badge.
  var badgeRefresh: Action? { get }

  /// The line that brings the page back as it is, if the line that showed it would not do so: it contains the choices
  /// that were made on the page. Nil if the entered line is enough.
  func lineBack(to state: State) -> String?

  /// The action that is sent when the screen shows another feature's page: choices that last no longer than the page
  /// are dropped.
  var leaving: Action? { get }
}

extension FeatureModule {
  /// Most features have no badge.
  public func badge(_ state: State) -> Badge? { nil }
  /// A feature without a badge loads nothing.
  public var badgeRefresh: Action? { nil }
  /// The line that showed it brings most pages back.
  public func lineBack(to state: State) -> String? { nil }
  /// Most features keep their state when the person leaves the page.
  public var leaving: Action? { nil }
}

/// Events that a feature is told about.
public enum HostEvent: Hashable, Sendable {
  /// The feature's page is about to be shown although no reading command asked for it: below a first write at the
  /// prompt, or in a browser. A reading command fetches what it shows itself.
  case opened
  /// The user asked again (`refresh`, a Retry button).
  case refreshed
  /// Something else wrote at this prompt, and the person was told: undo, an import, a repair.
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
  /// Whether they may look and not change.
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

  /// Whether the viewer may use a command of this mode.
  public func may(_ mode: CommandMode, in area: WriteArea?) -> Bool {
    guard mode == .writes, isReadOnly else { return true }
    return area.map(mayChange.contains) ?? false
  }
}

/// The values that a page depends on, besides its state.
public struct PageContext: Sendable {
  /// The moment the page is shown: "2 hours ago" counts from here.
  public var now: Instant
  /// The viewer's time zone.
  public var zone: Zone
  public var viewer: Viewer
  /// How many rows of a list to show before "… 15 more"; nil shows all.
  public var rowLimit: Int?
  /// Whether the page stays until the next command, so that choices made on it stay in effect.
  public var keepsChoices = true
  /// Whether each row's commands are pressed there: a page that is read would only be longer with them.
  public var hasButtons = false
  /// Whether the page shows the handles of records, which a terminal takes.
  public var showsHandles = true

  public init(now: Instant, zone: Zone, viewer: Viewer, rowLimit: Int? = nil) {
    self.now = now
    self.zone = zone
    self.viewer = viewer
    self.rowLimit = rowLimit
  }

  /// The day it is for the viewer.
  public var today: CalendarDay { zone.day(of: now) }

  /// The name of a record, with its handle where handles are shown.
  public func name(of record: Reference) -> String {
    showsHandles ? "\(record.handle) \(record.title)" : record.title
  }

  /// The kind of a record with its handle, `Note n9`, or one of the two alone; nil where neither is shown.
  public func standing(of handle: String, kind: String? = nil) -> String? {
    let words = [kind, showsHandles ? handle : nil].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
