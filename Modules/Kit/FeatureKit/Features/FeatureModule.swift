public import CivilTime

/// A feature: state, actions, a reducer (which changes the state for an action), commands and a
/// page. A feature does not depend on a terminal, HTML, SQL or sockets.
///
/// `Dependencies` provides all services that the feature needs. The feature returns its work as an
/// `Effect` and its content as a `Page`. docs/adding-a-feature.md explains how to write a feature.
public protocol FeatureModule: Sendable {
  associatedtype State: Equatable & Sendable
  associatedtype Action: Equatable & Sendable

  /// The declaration of the feature. The shell and the web server show and check it before they
  /// load the feature.
  static var manifest: FeatureManifest { get }

  init(_ dependencies: Dependencies)

  var initialState: State { get }

  /// Changes the state for an action, and returns the effect (work for the store to perform). It is
  /// a pure function: the same state and action give the same new state and effect.
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action>

  @CommandBuilder<Self> var commands: Commands<Self> { get }

  /// Returns the feature's page for a state. It is a pure function, which also computes the values
  /// that follow from the state, such as counts. The state does not contain such values.
  func page(_ state: State, in context: PageContext) -> Page

  /// The action for an event outside of the feature. Nil if the event does not affect the feature.
  func action(for event: HostEvent) -> Action?

  /// The feature's badge (its short text in the prompt), such as `3 unread`. Nil shows none.
  func badge(_ state: State) -> Badge?

  /// The action that loads only the value of the feature's badge (its short text in the prompt).
  /// The shell sends it before each prompt if the manifest says that the feature has a badge.
  var badgeRefresh: Action? { get }

  /// Returns the command line that shows the same page again as the person has set it, for example
  /// with a chosen range of days. Nil if the command line that first showed the page does the same.
  func lineBack(to state: State) -> String?

  /// The action that is sent when the screen shows another feature's page. It drops choices that
  /// are valid only while the feature's own page is shown, such as a filter. Nil if there are no
  /// such choices.
  ///
  /// If it is not nil, the web server does not store such choices for later links to the page
  /// either.
  var leaving: Action? { get }
}

extension FeatureModule {
  /// Returns nil, because most features have no badge (a short text in the prompt).
  public func badge(_ state: State) -> Badge? { nil }
  /// Returns nil.
  ///
  /// A feature without a badge (a short text in the prompt) has nothing to load for it.
  public var badgeRefresh: Action? { nil }
  /// Returns nil, because the command line that first showed a page also shows most pages again.
  public func lineBack(to state: State) -> String? { nil }
  /// Returns no action, because most features keep their state when the person leaves the page.
  public var leaving: Action? { nil }
}

/// Events that the host (shell or web server) sends to a feature, such as that another process
/// wrote data.
public enum HostEvent: Hashable, Sendable {
  /// The feature's page is about to be shown, but no command has loaded its data. It happens in a
  /// browser, and at a prompt that shows the page below the result of a command.
  case opened
  /// The person requested the data again, with `refresh` or a Retry button.
  case refreshed
  /// Another command at this prompt wrote data, and the person was told about it. Examples are
  /// undo, an import and a repair.
  case dataChanged
  /// Another process wrote data. The person was not told, and the screen stays unchanged until a
  /// page is drawn again.
  case changedElsewhere
  /// Another person has signed in, or another person's data is shown. The feature must drop the
  /// data of the previous person.
  case viewerChanged
  case signedOut
}

/// The data about the signed-in person that a page needs.
public struct Viewer: Equatable, Sendable {
  public var name: String
  /// The name of the person to whom the shown data belongs. Nil if it is the viewer's own data.
  public var subject: String?
  /// Whether the viewer may read the data but not change it.
  public var isReadOnly: Bool
  /// The areas of the data, such as the tasks, that the viewer may change although `isReadOnly` is
  /// set.
  public var mayChange: Set<WriteArea>

  public init(
    name: String, subject: String? = nil, isReadOnly: Bool = false, mayChange: Set<WriteArea> = []
  ) {
    self.name = name
    self.subject = subject
    self.isReadOnly = isReadOnly
    self.mayChange = mayChange
  }

  /// Returns whether the viewer (the signed-in person) may use a command that changes data as
  /// `mode` says, in this area.
  public func may(_ mode: CommandMode, in area: WriteArea?) -> Bool {
    guard mode == .writes, isReadOnly else { return true }
    return area.map(mayChange.contains) ?? false
  }
}

/// The facts, besides the feature's state, that a page depends on, such as the time and the
/// viewer's time zone.
public struct PageContext: Sendable {
  /// The moment at which the page is shown. Relative times such as "2 hours ago" count from it.
  public var now: Instant
  /// The viewer's time zone.
  public var zone: Zone
  public var viewer: Viewer
  /// The largest number of rows that a list shows. A longer list ends with a link such as "… 15
  /// more". Nil shows all rows.
  public var rowLimit: Int?
  /// Whether a choice made on a page, such as a filter, stays for later commands.
  ///
  /// The choice stays at a prompt. In a browser each request starts anew, so the page's links
  /// contain the choices.
  public var keepsChoices = true
  /// Whether the page is shown with buttons, as in a browser. A page can then offer forms and
  /// commands beside its rows.
  public var hasButtons = false
  /// Whether the page shows the handles of records, which are short names such as `t12` for
  /// commands at a terminal.
  public var showsHandles = true

  public init(now: Instant, zone: Zone, viewer: Viewer, rowLimit: Int? = nil) {
    self.now = now
    self.zone = zone
    self.viewer = viewer
    self.rowLimit = rowLimit
  }

  /// The current day in the time zone of the viewer (the signed-in person).
  public var today: CalendarDay { zone.day(of: now) }

  /// Returns the title of a record, after its handle, such as `t12`, if the page shows handles.
  public func name(of record: Reference) -> String {
    showsHandles ? record.name : record.title
  }

  /// Returns the words that a row shows beside a record, such as `Note n9`: its kind, and its
  /// handle (a short name such as `n9`) if the page shows handles.
  ///
  /// Nil if there is neither a kind nor a handle to show.
  public func recordWords(of handle: String, kind: String? = nil) -> String? {
    let words = [kind, showsHandles ? handle : nil].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
