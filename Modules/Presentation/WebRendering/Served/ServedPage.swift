public import FeatureKit

/// A page as the web server sends it: its content, and everything around the content.
///
/// The web server provides people, addresses and sessions as plain values. This type turns them
/// into one HTML document that complies with a strict Content-Security-Policy.
public struct ServedPage: Sendable {
  public enum Content: Sendable {
    case page(Page)
    case form(ServedForm)
    case question(ServedQuestion)
    case fault(ServedFault)
    /// The page with the form to sign in, for a visitor who is not signed in.
    case signIn(ServedSignIn)
    case welcome(ServedWelcome)
    /// The input for any command, on its own page. It replaces the command bar in browsers without
    /// scripts.
    case commandLine
  }

  public var content: Content
  /// The signed-in person. Nil leaves out what belongs to a person, such as the command bar.
  public var person: ServedPerson?
  /// The signed-in person and, after a space, the viewed athlete. It is nil if no person is signed
  /// in. The browser's script compares it, so that it never puts a page about one person into the
  /// open page of another.
  public var subject: String?
  /// The name of the person whose data the page shows, for a printed page only, which has no
  /// navigation. It is nil if no person is signed in.
  public var owner: String?
  /// The athletes that a parent may view. The page shows a menu for two or more.
  public var athletes: [ServedAthlete] = []
  /// The pages that the navigation links to. A wide window shows them in a column at the side (the
  /// rail), and a narrow window shows some of them in a bar.
  public var navigation: [NavigationItem] = []
  /// The number of unread notifications, which the browser's tab shows before the title.
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
  /// Whether the page shows parts for terminal users: its command line and the handles of rows
  /// (short names such as `s4`).
  public var showsTerminal = false
  /// The command lines that the person typed in this session, newest last, which the command bar
  /// offers again.
  public var recentLines: [String] = []
  /// The commands that the page offers as links, such as adding a school. The most likely command
  /// is first and is shown beside the title.
  public var actions: [CommandLink] = []
  /// The form with the search, filters and order of the page's list. It has the options of the
  /// command that shows the list, and is sent with GET.
  public var listing: ServedForm?
  /// The commands for several selected rows of the page, such as deleting them. The browser sends
  /// the handles of the rows (short names such as `s4`) as `_row`.
  public var bulk: [CommandLink] = []
  /// The forms at the top of the page's sections, by the command lines of their buttons.
  public var inPlace: [String: ServedForm] = [:]
  /// The commands that every page offers, such as logging a contact or adding a school.
  public var quick: [CommandLink] = []
  /// The hidden fields of every form that is sent with POST: a token, which proves that this server
  /// made the page; a number, by which the server recognizes a form that is sent twice; the
  /// signed-in person; and the viewed athlete. Their names begin with `_`.
  public var formFields: [FormField] = []
  public var addresses: ServedAddresses
  /// Returns what a press on a command does in the browser. The result is nil for a command that
  /// the browser cannot run, which is shown as text to type.
  public var target: @Sendable (_ command: String) -> HTMLTarget?
  /// Returns a description of a command for people, such as "Join a family with its code". The
  /// result is nil for an unknown command.
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

/// An athlete whose pages a parent can choose in a menu.
public struct ServedAthlete: Equatable, Sendable {
  public var name: String
  /// The address of the page that the parent sees now, but for this athlete.
  public var address: String
  public var isCurrent: Bool

  public init(_ name: String, address: String, isCurrent: Bool = false) {
    self.name = name
    self.address = address
    self.isCurrent = isCurrent
  }
}

public struct NavigationItem: Equatable, Sendable {
  /// The place of a link in the navigation. A wide window always shows the links of the group
  /// `pages`. The links of `records` and of `more` are in two lists behind the button "More".
  public enum Group: Equatable, Sendable { case pages, records, more }

  public var label: String
  /// A shorter text of the link, such as "Numbers", which the navigation bar shows in a narrow
  /// window. If it is nil, the bar shows `label` there too.
  public var shortLabel: String?
  public var command: String
  /// The number beside the link, such as that of unread notifications, as a text. It is nil if the
  /// link shows no number.
  public var count: String?
  public var isCurrent: Bool
  public var group: Group
  /// Whether the bar of a narrow window shows the link. Other links are behind "More" there.
  public var isInBar: Bool
  /// The address of the page, if it differs from the command's own address. An example is a list
  /// with the filters that the person chose last.
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

/// The outcome of a command, such as "Added Kent", which the next page shows.
public struct ServedOutcome: Equatable, Sendable {
  /// The messages, each with its tone (a meaning, such as success): the result of the command
  /// first, then further notices.
  public var messages: [Message]
  /// The button that undoes the command, or that redoes what the command has undone. It is nil if
  /// the command changed nothing that can be undone.
  public var undo: Undo?

  public struct Undo: Equatable, Sendable {
    /// The text of the button for screen readers, such as "Undo: complete t43".
    public var spoken: String
    /// The number of the change to undo or redo, which the button sends as `_step`. Without it, the
    /// button could undo another change that was made in another tab.
    public var step: String
    /// Whether the button does an undone change again.
    public var redoes: Bool

    public init(_ spoken: String, step: String, redoes: Bool = false) {
      self.spoken = spoken
      self.step = step
      self.redoes = redoes
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

/// A name and a value that a form sends in a hidden field.
public struct FormField: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The addresses of the web server's own files and functions, such as the style sheet. If an
/// optional address is nil, pages leave out what needs it.
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
  /// The address that opens when the program's name at the top of a page is pressed.
  public var home = "/"
  /// The address to which a page sends a command line with POST.
  public var command = "/command"
  /// The address of a page in which a command can be typed, for browsers without scripts.
  public var commandPage: String?
  /// The address that completes a command line while it is typed. `GET ?line=` answers with JSON:
  /// `[{"text": the completed line, "label": …, "note": …, "to": the address of a record}]`.
  public var complete: String?
  /// The address that finds records by a part of their name. `GET ?kinds=coach,school&q=riv`
  /// answers with JSON: `[{"text": "c4", "label": "Ana Rivera", "note": "Cedar Valley"}]`.
  public var find: String?
  /// The address of the stream of server-sent events. With the event `changed`, the server tells a
  /// browser that the data has changed, so that the page is refreshed.
  public var live: String?

  public init(styleSheet: String, script: String) {
    self.styleSheet = styleSheet
    self.script = script
  }
}
