public import FeatureKit

/// One page as a host serves it: what is on it, and everything that stands around it.
///
/// The host knows people, addresses and sessions; this knows how they look. A value in, one document out, without anything in
/// it that a strict Content-Security-Policy would stop.
public struct ServedPage: Sendable {
  /// What the page is there for.
  public enum Content: Sendable {
    case page(Page)
    case form(ServedForm)
    case question(ServedQuestion)
    case fault(ServedFault)
    /// The one form of somebody whom the host does not know yet.
    case signIn(ServedSignIn)
    case welcome(ServedWelcome)
    /// The line for any command, on a page of its own: what the command bar is without scripts.
    case commandLine
  }

  public var content: Content
  /// Who is signed in; nil leaves out everything that is a person's own.
  public var person: ServedPerson?
  /// Whom the page is about, as the host's forms say it. A page that is about another person is never taken into this one.
  public var subject: String?
  /// The athletes that a parent may look at; a choice is offered of two or more.
  public var athletes: [ServedAthlete] = []
  /// The rail of a wide window; its first five are the bar of a narrow one.
  public var navigation: [NavigationItem] = []
  /// How many things wait to be read: it stands before the title in the browser's tab.
  public var titleCount: String?
  /// Says in what capacity the page is seen. A banner that the page has itself stands in its place.
  public var banner: Banner?
  /// What the command before this page did; it stands in a live region.
  public var outcome: ServedOutcome?
  /// The command line that the page stands for: the shell is learnt by using pages.
  public var line: String?
  /// What was typed in this session, newest last.
  public var recentLines: [String] = []
  /// What can be done here, the likeliest first: add a school, edit this one. The first stands beside the title.
  public var actions: [CommandLink] = []
  /// The form of the reading command that this page is of: its search, filters and sorting. Sent with GET.
  public var listing: ServedForm?
  /// Commands that take several of the page's rows: their texts, to which the host adds the handles that come as `_row`.
  public var bulk: [CommandLink] = []
  /// What is begun from anywhere: log a contact, add a school.
  public var quick: [CommandLink] = []
  /// Goes with every form that is POSTed: token, number used once, person, athlete. Names begin with `_`.
  public var formFields: [FormField] = []
  public var addresses: ServedAddresses
  /// Where a command leads; nil shows it to be typed.
  public var target: @Sendable (_ command: String) -> HTMLTarget?
  /// What a command does, as words on a page.
  public var summary: @Sendable (_ command: String) -> String? = { _ in nil }
  public var language = "en"
  public var siteName = "Recruiting Compass"

  public init(
    _ content: Content, addresses: ServedAddresses,
    target: @escaping @Sendable (_ command: String) -> HTMLTarget?
  ) {
    self.content = content
    self.addresses = addresses
    self.target = target
  }

  /// The whole document.
  public var html: String { ServedDocument(self).text }
}

/// Who looks.
public struct ServedPerson: Equatable, Sendable {
  public var name: String
  /// In what capacity: "Athlete", "Parent".
  public var role: String?
  /// What they can do for themselves: profile, settings, signing out.
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
  /// Leads to the same page of this athlete.
  public var address: String
  public var isCurrent: Bool

  public init(_ name: String, address: String, isCurrent: Bool = false) {
    self.name = name
    self.address = address
    self.isCurrent = isCurrent
  }
}

/// One place in the rail.
public struct NavigationItem: Equatable, Sendable {
  /// Where it stands: a main page in the rail, the others behind "More".
  public enum Group: Equatable, Sendable { case pages, records, more }

  public var label: String
  /// For the bar, where there is little room: "Numbers"; the label when nil.
  public var shortLabel: String?
  public var command: String
  /// How many wait there, as the badge writes it.
  public var count: String?
  public var isCurrent: Bool
  public var group: Group
  /// Whether it stands in the bar of a narrow window; a main page that does not is behind "More" there.
  public var isInBar: Bool
  /// Where it leads, where that is not what its command alone shows: a list as it was left.
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

/// What a command came to, said on the page after it.
public struct ServedOutcome: Equatable, Sendable {
  /// Each with its tone: the result first, notices after it.
  public var messages: [Message]
  /// Takes back what was just done; nil where nothing was or nothing can be.
  public var undo: Undo?

  public struct Undo: Equatable, Sendable {
    /// What would be taken back, for those who listen: "Undo: complete t43".
    public var spoken: String
    /// The step's number, sent as `_step`, so that another tab's step is not taken back.
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

/// A field that is not seen.
public struct FormField: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The host's own addresses. What is nil is not offered.
public struct ServedAddresses: Equatable, Sendable {
  public var styleSheet: String
  public var script: String
  public var icon: String?
  /// Where the name of the program leads.
  public var home = "/"
  /// Takes a command line with POST.
  public var command = "/command"
  /// A page with the line for commands, for those without scripts.
  public var commandPage: String?
  /// `GET ?line=` answers with JSON: `[{"text": the line completed, "label": …, "note": …, "to": the address of a record}]`.
  public var complete: String?
  /// `GET ?kinds=coach,school&q=riv` answers with JSON: `[{"text": "c4", "label": "Ana Rivera", "note": "Cedar Valley"}]`.
  public var find: String?
  /// Server-sent events: an event `changed` says that something changed underneath.
  public var live: String?

  public init(styleSheet: String, script: String) {
    self.styleSheet = styleSheet
    self.script = script
  }
}
