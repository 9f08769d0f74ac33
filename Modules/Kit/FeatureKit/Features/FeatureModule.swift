public import CivilTime

/// A feature: state, actions, a reducer, a command grammar and a page. It knows no terminal, no HTML, no SQL and no socket.
///
/// Everything it needs comes in through `Dependencies`; everything it does goes out as an `Effect` or a `Page`.
/// docs/adding-a-feature.md walks through one.
public protocol FeatureModule: Sendable {
  associatedtype State: Equatable & Sendable
  associatedtype Action: Equatable & Sendable

  /// What a host shows and checks before it loads the feature.
  static var manifest: FeatureManifest { get }

  init(_ dependencies: Dependencies)

  var initialState: State { get }

  /// Pure: the same state and action give the same state and effect.
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action>

  @CommandBuilder<Self> var commands: Commands<Self> { get }

  /// Pure: what the page means now. Derived facts are computed here and stored nowhere.
  func page(_ state: State, in context: PageContext) -> Page

  /// What a happening outside the feature means to it; nil when it means nothing.
  func action(for event: HostEvent) -> Action?

  /// What the prompt shows of the feature, without knowing it: `3 unread`.
  func badge(_ state: State) -> Badge?

  /// What fetches the badge's figure and nothing else; a prompt sends it each time to a feature whose manifest says that it shows one.
  var badgeRefresh: Action? { get }

  /// The line that brings the page back as it is, where the line that showed it would not: a choice that was made on the page
  /// before and goes with it is named in it. Nil for the line that was entered.
  func lineBack(to state: State) -> String?

  /// What is sent when the screen turns to another feature's page: choices that last no longer than the page are dropped with it.
  var leaving: Action? { get }
}

extension FeatureModule {
  /// Most features show nothing there.
  public func badge(_ state: State) -> Badge? { nil }
  /// Nothing to fetch for a feature that shows none.
  public var badgeRefresh: Action? { nil }
  /// The line that showed it brings most pages back.
  public func lineBack(to state: State) -> String? { nil }
  /// Most keep what they have.
  public var leaving: Action? { nil }
}

/// What happens around a feature.
public enum HostEvent: Hashable, Sendable {
  /// Its page is about to be shown without a reading command having asked for it: below a first write at the prompt, or in a
  /// browser. A reading command fetches what it shows itself.
  case opened
  /// The user asked again (`refresh`, a Retry button).
  case refreshed
  /// Something else wrote at this prompt and was told: undo, an import, a repair.
  case dataChanged
  /// Another process wrote. The person was not told, and the screen stays as it is until a page is drawn again.
  case changedElsewhere
  /// Another person signed in, or data of another one are shown. Nothing of the one before may stay.
  case viewerChanged
  case signedOut
}

/// Who is looking, as a page needs to know it.
public struct Viewer: Equatable, Sendable {
  /// What they are called.
  public var name: String
  /// Whose data is shown, when it is not the viewer's own.
  public var subject: String?
  /// Whether they may look and not change.
  public var isReadOnly: Bool
  /// What they may change all the same.
  public var mayChange: Set<WriteArea>

  public init(
    name: String, subject: String? = nil, isReadOnly: Bool = false, mayChange: Set<WriteArea> = []
  ) {
    self.name = name
    self.subject = subject
    self.isReadOnly = isReadOnly
    self.mayChange = mayChange
  }

  /// Whether they may give a command of this kind.
  public func may(_ mode: CommandMode, in area: WriteArea?) -> Bool {
    guard mode == .writes, isReadOnly else { return true }
    return area.map(mayChange.contains) ?? false
  }
}

/// What a page depends on beside its state.
public struct PageContext: Sendable {
  /// The moment the page is shown: "2 hours ago" counts from here.
  public var now: Instant
  /// Where the viewer is.
  public var zone: Zone
  /// Who looks.
  public var viewer: Viewer
  /// How many rows of a list to show before "… 15 more"; nil shows all.
  public var rowLimit: Int?
  /// Whether the next command finds the page as it was left: a choice made on it then holds.
  public var keepsChoices = true
  /// Whether each row's commands are pressed there: a page that is read would only be longer with them.
  public var hasButtons = false

  public init(now: Instant, zone: Zone, viewer: Viewer, rowLimit: Int? = nil) {
    self.now = now
    self.zone = zone
    self.viewer = viewer
    self.rowLimit = rowLimit
  }

  /// The day it is for the viewer.
  public var today: CalendarDay { zone.day(of: now) }
}
