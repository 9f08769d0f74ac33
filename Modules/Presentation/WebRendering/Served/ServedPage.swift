public import FeatureKit

/// One page as a host serves it: its content, and everything around the content.
///
/// The host knows people, addresses and sessions; this type knows how they are shown. It turns a
/// value into one document that complies with a strict Content-Security-Policy.
public struct ServedPage: Sendable {
  /// The content of the page.
  public enum Content: Sendable {
    case page(Page)
    case form(ServedForm)
    case question(ServedQuestion)
    case fault(ServedFault)
    /// The form for a visitor who is not signed in.
    case signIn(ServedSignIn)
    case welcome(ServedWelcome)
    /// The input for any command, on its own page. It replaces the command bar in browsers without
    /// scripts.
    case commandLine
  }

  public var content: Content
  /// The signed-in person; nil omits all parts that belong to a person.
  public var person: ServedPerson?
  /// The person whom the page is about, as in the host's forms. The browser never merges a page
  /// about another person into this one.
  public var subject: String?
  /// The athletes that a parent may view; a menu is shown for two or more.
  public var athletes: [ServedAthlete] = []
  /// The places of the rail, which is the navigation of a wide window. The first five are the bar
  /// of a narrow window.
  public var navigation: [NavigationItem] = []
  /// The number of unread items, which comes before the title in the browser's tab.
  public var titleCount: String?
  /// The strip that says in which role the page is viewed. A banner of the page itself replaces it.
  public var banner: Banner?
  /// The outcome of the command before this page.
  public var outcome: ServedOutcome?
  /// The command line that shows the page. It is displayed, so that people who use pages learn the
  /// shell.
  public var line: String?
  /// Whether the browser may keep the page on the device, to show it while there is no connection.
  public var mayBeKept = false
  /// Whether the page shows the parts that are useful for a terminal: its command line and the
  /// handles of rows.
  public var showsTerminal = false
  /// The lines typed in this session, newest last.
  public var recentLines: [String] = []
  /// The commands for this page, most likely first: add a school, edit this one. The first command
  /// is shown beside the title.
  public var actions: [CommandLink] = []
  /// The form of the page's reading command, with its search, filters and sorting. It is sent with
  /// GET.
  public var listing: ServedForm?
  /// The commands for several rows of the page. The host adds the handles that are sent as `_row`.
  public var bulk: [CommandLink] = []
  /// The commands that every page offers: log a contact, add a school.
  public var quick: [CommandLink] = []
  /// The hidden fields of every POST form: token, page number, person, athlete. Their names begin
  /// with `_`.
  public var formFields: [FormField] = []
  public var addresses: ServedAddresses
  /// The target of a command; nil shows the command as text to type.
  public var target: @Sendable (_ command: String) -> HTMLTarget?
  /// Returns what a command does, in words for pages.
  public var summary: @Sendable (_ command: String) -> String? = { _ in nil }
  public var language = "en"
  public var siteName = Assets.siteName

  public init(
    _ content: Content, addresses: ServedAddresses,
    target: @escaping @Sendable (_ command: String) -> HTMLTarget?
  ) {
    self.content = content
    self.addresses = addresses
    self.target = target
  }

  /// The whole HTML document.
  public var html: String { ServedDocument(self).text }
}

/// The person who views the page.
public struct ServedPerson: Equatable, Sendable {
  public var name: String
  /// The viewer's role: "Athlete", "Parent".
  public var role: String?
  /// Links to the viewer's own pages: profile, settings, signing out.
  public var links: [CommandLink]

  public init(_ name: String, role: String? = nil, links: [CommandLink] = []) {
    self.name = name
    self.role = role
    self.links = links
  }
}

/// An athlete that a parent can switch to.
public struct ServedAthlete: Equatable, Sendable {
  public var name: String
  /// The address of the current page for this athlete.
  public var address: String
  public var isCurrent: Bool

  public init(_ name: String, address: String, isCurrent: Bool = false) {
    self.name = name
    self.address = address
    self.isCurrent = isCurrent
  }
}

/// One place in the navigation.
public struct NavigationItem: Equatable, Sendable {
  /// The position of a place in the navigation: main pages are visible, others are behind "More".
  public enum Group: Equatable, Sendable { case pages, records, more }

  public var label: String
  /// The short label for the bar, such as "Numbers"; nil uses the label.
  public var shortLabel: String?
  public var command: String
  /// The number of items that wait at the place, as the badge shows it.
  public var count: String?
  public var isCurrent: Bool
  public var group: Group
  /// Whether the bar of a narrow window shows the place. A main page that is not in the bar is
  /// behind "More" there.
  public var isInBar: Bool
  /// The address of the place if it differs from the command's own address, such as a list with the
  /// choices that were made in it.
  public var address: String?

  public init(
    _ label: String, _ command: String, shortLabel: String? = nil, count: String? = nil,
    isCurrent: Bool = false, group: Group = .pages, isInBar: Bool = false, address: String? = nil
  ) {
    self.label = label
    self.shortLabel = shortLabel
    self.command = command
    self.count = count
    self.isCurrent = isCurrent
    self.group = group
    self.isInBar = isInBar
    self.address = address
  }
}

/// The outcome of a command, shown on the page after it.
public struct ServedOutcome: Equatable, Sendable {
  /// The messages, each with its tone: the result first, then notices.
  public var messages: [Message]
  /// The button that undoes the command; nil if there is nothing to undo.
  public var undo: Undo?

  public struct Undo: Equatable, Sendable {
    /// The text of the undo button for screen readers: "Undo: complete t43".
    public var spoken: String
    /// The number of the undo step, sent as `_step`, so that a step of another tab is not undone.
    public var step: String

    public init(_ spoken: String, step: String) {
      self.spoken = spoken
      self.step = step
    }
  }

  public init(_ messages: [Message], undo: Undo? = nil) {
    self.messages = messages
    self.undo = undo
  }

  public init(_ done: Done, undo: Undo? = nil) {
    self.init([Message(done)], undo: undo)
  }

  public init(_ problem: Problem) {
    self.init([
      Message(
        problem.title, details: problem.details + [problem.fix].compactMap { $0 }, tone: .danger)
    ])
  }
}

/// A hidden field of a form.
public struct FormField: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The addresses of the host itself. A function whose address is nil is not offered.
public struct ServedAddresses: Equatable, Sendable {
  public var styleSheet: String
  public var script: String
  public var icon: String?
  /// The address of the data that a browser needs to install the program, and of the picture that
  /// it shows then.
  public var manifest: String?
  public var picture: String?
  /// The address of the service worker that keeps the last pages on the device.
  public var worker: String?
  /// The address to which the program's name links.
  public var home = "/"
  /// The address that takes a command line with POST.
  public var command = "/command"
  /// The address of a page with the command line, for browsers without scripts.
  public var commandPage: String?
  /// The address that completes lines: `GET ?line=` answers with JSON:
  /// `[{"text": the line completed, "label": …, "note": …, "to": the address of a record}]`.
  public var complete: String?
  /// The address that finds records: `GET ?kinds=coach,school&q=riv` answers with JSON:
  /// `[{"text": "c4", "label": "Ana Rivera", "note": "Cedar Valley"}]`.
  public var find: String?
  /// The address of server-sent events. The event `changed` says that the data has changed.
  public var live: String?

  public init(styleSheet: String, script: String) {
    self.styleSheet = styleSheet
    self.script = script
  }
}
