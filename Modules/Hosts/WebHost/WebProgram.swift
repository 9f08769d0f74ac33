package import Conversation
package import FeatureKit
package import HTTP

/// What the browser host needs from the program that uses it. Most members are functions: a program
/// passes functions that use its data, and a test passes functions with fixed results.
package struct WebProgram: Sendable {
  package typealias Failure = Problem
  /// Returns unpredictable random bytes.
  package typealias Random = @Sendable (_ count: Int) throws(Problem) -> [UInt8]

  /// Creates the visitor (the person in a browser) for a new browser session. The visitor is not
  /// signed in, unless the program starts with a person.
  package var makeVisitor: @Sendable () -> WebVisitor
  /// Creates the visitor (the person in a browser) for a session that switches to another data
  /// folder, such as that of the example family; nil if there is only one folder.
  package var makeVisitorElsewhere:
    (
      @Sendable (_ folder: String) async throws(Failure) -> WebVisitor
    )?
  /// Creates the visitor (the person in a browser) from the state that an earlier run of the
  /// program stored.
  package var visitorAgain: @Sendable ([String: String]) -> WebVisitor
  /// Whether this host names the sessions. If not, the app that uses the host names them and opens
  /// them with `WebHost.admit`.
  package var namesSessions = true
  /// Whether this host itself does the writes that a request leaves for the time after its
  /// response. If not, the app that uses the host does them with `WebHost.doLaterWork`.
  package var doesLaterWork = true
  /// Paths of pages that the app which uses this web host makes itself, by command line. For these
  /// commands, the app's page is shown instead of the feature's page.
  package var ownPages: [String: String] = [:]
  /// Stores the browser sessions, so that they continue in the next run of the program.
  package var memory = SessionMemory.none
  /// Called when a form that `WebHost.keep` stored was sent and its command was done. `session` and
  /// `form` are the names of the session and of the form.
  package var formIsDone: @Sendable (_ session: String, _ form: String) async -> Void = { _, _ in }
  package var keys: EntryKeys
  package var random: Random
  /// Returns the milliseconds of a clock that only moves forward and that setting the computer's
  /// clock does not change.
  package var uptime: @Sendable () -> Int64
  package var pause: @Sendable (_ milliseconds: Int64) async -> Void
  /// Returns a number that changes with every write to the data, by this process or another one;
  /// nil if the number cannot be read. Open pages are refreshed when it changes.
  package var revision: @Sendable () -> Int64?
  /// Stores uploaded files until their command has read them; nil if forms accept no files.
  package var uploads: (any UploadStore)?
  /// Converts pasted rows to the text of the table file that the import command reads. `noun` is
  /// the kind of the records, such as “schools”.
  package var tableOfPasted: @Sendable (_ text: String, _ noun: String) -> String = { text, _ in
    text
  }
  /// The entries of the navigation rail, in order. An entry is left out if its command does not
  /// exist, because its feature is not loaded.
  package var places: [WebPlace] = []
  /// The links in the menu of the signed-in person, such as profile and settings.
  package var personLinks: [CommandLink] = []
  /// The labels that the navigation and the person's menu have for commands.
  var labels: [String: String] {
    let links = places.map { ($0.command, $0.label) } + personLinks.map { ($0.command, $0.label) }
    return Dictionary(links, uniquingKeysWith: { first, _ in first })
  }
  /// Commands that every page offers to people who may use them, such as logging a contact or
  /// adding a school.
  package var quick: [CommandLink] = []
  /// Links for a person without a profile, such as creating a profile. Each opens a form.
  package var beginnings: [CommandLink] = []
  /// The command that searches the records and takes the words to search for; nil if there is no
  /// search.
  package var search: String?
  /// The first words, such as `account`, of commands whose pages a browser must not store on the
  /// device, because the pages can contain a code or a secret address.
  package var neverKept: Set<String> = []
  /// The sentence on the help page that says where the data is stored.
  package var promise = "Nothing leaves this computer unless you say so."
  /// The command line that signs a person in. `signOut` is the one that signs a person out. Both are
  /// nil if the program has no sign-in.
  package var signIn: String?
  package var signOut: String?

  package init(
    makeVisitor: @escaping @Sendable () -> WebVisitor, keys: EntryKeys, random: @escaping Random,
    uptime: @escaping @Sendable () -> Int64,
    pause: @escaping @Sendable (_ milliseconds: Int64) async -> Void,
    revision: @escaping @Sendable () -> Int64? = { nil }, uploads: (any UploadStore)? = nil
  ) {
    self.makeVisitor = makeVisitor
    visitorAgain = { _ in makeVisitor() }
    self.keys = keys
    self.random = random
    self.uptime = uptime
    self.pause = pause
    self.revision = revision
    self.uploads = uploads
  }
}

/// The person who uses one browser session. A visitor lasts as long as the session, while a visit
/// lasts only for one request.
package struct WebVisitor: Sendable {
  package typealias Failure = Problem

  /// Creates the visit (the access to the data) for one request. The command of the request uses it
  /// to reach the program's data.
  package var visit: @Sendable (VisitedPlace) -> Visit
  /// Makes the changes of a command final, and returns a problem if the server does not accept
  /// them. It is nil for a program that writes only to its own data file, where a change is final
  /// immediately.
  package var commit: (@Sendable () async -> Problem?)?
  /// Returns the visitor's state, such as who is signed in, from which a later run of the program
  /// can create the visitor again.
  package var state: @Sendable () -> [String: String] = { [:] }
  /// Returns the athletes whom the signed-in person may view; empty if there is no choice.
  package var athletes: @Sendable (VisitedPlace) async throws(Failure) -> [VisitedAthlete]

  package init(
    visit: @escaping @Sendable (VisitedPlace) -> Visit,
    athletes: @escaping @Sendable (VisitedPlace) async throws(Failure) -> [VisitedAthlete] = {
      _ in []
    }
  ) {
    self.visit = visit
    self.athletes = athletes
  }
}

/// The facts about one request on which its visit (the access to the data) depends, such as the
/// athlete in its address.
package struct VisitedPlace: Sendable {
  /// The athlete whom the request's address names; nil if it names none.
  package var athlete: RecordID?
  /// The paths of the uploaded files, by the names with which commands refer to them.
  package var files: [String: String] = [:]
  /// Returns true if the browser that sent the request has disconnected.
  package var hasLeft: @Sendable () -> Bool = { false }
  /// Whether a person opens a page with this request. If the person is a parent, the athlete's log
  /// then gets an entry for this visit.
  package var isNavigation = false
  /// Does the writes that opening a page leaves for later, such as an entry in the log of a
  /// parent's visits. It is nil for a request that changes data, which does them at once.
  package var afterwards: Afterwards?

  package init(athlete: RecordID? = nil) { self.athlete = athlete }
}

/// An athlete whom a parent can choose.
package struct VisitedAthlete: Equatable, Sendable {
  package var id: RecordID
  package var name: String

  package init(_ id: RecordID, _ name: String) {
    self.id = id
    self.name = name
  }
}

/// An entry of the navigation: its label, and the command that shows its page.
package struct WebPlace: Equatable, Sendable {
  package enum Group: Equatable, Sendable { case pages, records, more }

  package var label: String
  package var shortLabel: String?
  package var command: String
  package var group: Group
  /// Whether the count of this entry, such as that of unread notifications, is shown in the title
  /// of every page.
  package var countsInTitle = false
  /// Whether the entry is also in the navigation bar that a narrow window shows instead of the rail
  /// (the navigation at the side).
  package var isInBar = false

  package init(_ label: String, short: String? = nil, _ command: String, _ group: Group = .pages) {
    self.label = label
    shortLabel = short
    self.command = command
    self.group = group
  }
}

/// Checks the one-time keys with which a browser gets a session. Each key is valid once and for a
/// minute, and only the owner of this computer can see it.
package struct EntryKeys: Sendable {
  /// Returns whether the key is valid. The key is not valid any more after this call.
  package var take: @Sendable (_ key: String) -> Bool

  package init(take: @escaping @Sendable (_ key: String) -> Bool) { self.take = take }

  /// The lifetime of a key in milliseconds.
  package static let lifetime: Int64 = 60_000
  /// The number of random bytes of a key.
  package static let length = 32
}
