public import FeatureKit

/// One page as a host serves it: its content, and everything around the content.
///
/// The host provides people, addresses and sessions. This type turns the values into one HTML
/// document that complies with a strict Content-Security-Policy.
public struct ServedPage: Sendable {
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
  /// The signed-in person. Nil omits all parts that belong to a person.
  public var person: ServedPerson?
  /// The person whose data the page shows.
  ///
  /// The browser's script compares this value, so it never puts a part of one person's page into a
  /// page about another person.
  public var subject: String?
  /// The athletes that a parent may view. The page shows a menu for two or more.
  public var athletes: [ServedAthlete] = []
  /// The places of the rail, which is the navigation of a wide window. A narrow window shows a bar
  /// with some of them.
  public var navigation: [NavigationItem] = []
  /// The number of unread items, which comes before the title in the browser's tab.
  public var titleCount: String?
  /// The strip above the page that says in which role the viewer sees it, such as a parent who
  /// views an athlete.
  ///
  /// It is left out if the page contains a banner of its own.
  public var banner: Banner?
  /// The outcome of the command that led to this page, such as an added record.
  public var outcome: ServedOutcome?
  /// The command line that shows the page. The page displays it so that people learn the shell.
  public var line: String?
  /// Whether the browser may store the page on the device and show it while there is no connection.
  public var mayBeKept = false
  /// Whether the page shows parts for terminal users: its command line and the handles of rows.
  public var showsTerminal = false
  /// The lines that were typed in this session, newest last.
  public var recentLines: [String] = []
  /// The commands that the page offers as links, such as adding a school. The most likely command
  /// is first and is shown beside the title.
  public var actions: [CommandLink] = []
  /// The form of the page's reading command, with its search, filters and order. It is sent with
  /// GET.
  public var listing: ServedForm?
  /// The commands for several selected rows of the page. The browser sends the handles of the rows
  /// as `_row`.
  public var bulk: [CommandLink] = []
  /// The commands that every page offers, such as logging a contact or adding a school.
  public var quick: [CommandLink] = []
  /// The hidden fields of every POST form: token, page number, person, athlete. Their names begin
  /// with `_`.
  public var formFields: [FormField] = []
  public var addresses: ServedAddresses
  /// Returns the target of a command. Nil shows the command as text to type.
  public var target: @Sendable (_ command: String) -> HTMLTarget?
  /// Returns a description of a command, in words for pages.
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
  /// The viewer's role, such as "Athlete" or "Parent".
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

public struct NavigationItem: Equatable, Sendable {
  /// The position of a place in the navigation. Main pages are visible. Other places are behind
  /// "More".
  public enum Group: Equatable, Sendable { case pages, records, more }

  public var label: String
  /// The short label for the bar, such as "Numbers". Nil uses the label.
  public var shortLabel: String?
  public var command: String
  /// The text of the badge with the number of waiting items.
  public var count: String?
  public var isCurrent: Bool
  public var group: Group
  /// Whether the bar of a narrow window shows the place. Other main pages are behind "More" there.
  public var isInBar: Bool
  /// The address of the place, if it differs from the command's own address. An example is a list
  /// with its chosen filters.
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
  /// The button that undoes the command. Nil if the command has no undo step.
  public var undo: Undo?

  public struct Undo: Equatable, Sendable {
    /// The text of the undo button for screen readers, such as "Undo: complete t43".
    public var spoken: String
    /// The number of the undo step. It is sent as `_step`, so the button undoes no step of another
    /// tab.
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

/// The addresses of the host's own files and functions.
///
/// If an optional address is nil, pages leave out what needs it.
public struct ServedAddresses: Equatable, Sendable {
  public var styleSheet: String
  public var script: String
  public var icon: String?
  /// The address of the data that a browser needs to install the program. `picture` is the address
  /// of the icon for the installed program.
  public var manifest: String?
  public var picture: String?
  /// The address of the service worker that stores the last pages on the device.
  public var worker: String?
  /// The address to which the program's name links.
  public var home = "/"
  /// The address that takes a command line with POST.
  public var command = "/command"
  /// The address of a page with the command line, for browsers without scripts.
  public var commandPage: String?
  /// The address that completes lines. `GET ?line=` answers with JSON: `[{"text": the completed
  /// line, "label": …, "note": …, "to": the address of a record}]`.
  public var complete: String?
  /// The address that finds records. `GET ?kinds=coach,school&q=riv` answers with JSON: `[{"text":
  /// "c4", "label": "Ana Rivera", "note": "Cedar Valley"}]`.
  public var find: String?
  /// The address of server-sent events. The event `changed` means that the data has changed.
  public var live: String?

  public init(styleSheet: String, script: String) {
    self.styleSheet = styleSheet
    self.script = script
  }
}
