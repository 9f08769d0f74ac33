package import Conversation
package import FeatureKit
package import HTTP

/// The parts that the browser host needs from the program. The app uses its real parts, a test uses values.
package struct WebProgram: Sendable {
  package typealias Failure = Problem
  /// Unpredictable random bytes.
  package typealias Random = @Sendable (_ count: Int) throws(Problem) -> [UInt8]

  /// Creates the visitor of a new browser, who is signed out unless the program starts with a person.
  package var makeVisitor: @Sendable () -> WebVisitor
  /// Creates the visitor of a browser in another data folder; nil if there is only one folder.
  package var makeVisitorElsewhere:
    (
      @Sendable (_ folder: String) async throws(Failure) -> WebVisitor
    )?
  /// A browser's visitor as it was when the program ended, from the stored state.
  package var visitorAgain: @Sendable ([String: String]) -> WebVisitor
  /// Whether the host draws the names of sessions; otherwise the app does, and admits browsers (`WebHost.admit`).
  package var namesSessions = true
  /// Commands that lead to a page of the app's own.
  package var ownPages: [String: String] = [:]
  /// The storage for sessions between two runs of the program.
  package var memory = SessionMemory.none
  package var keys: EntryKeys
  package var random: Random
  /// Milliseconds of a clock that cannot be set.
  package var uptime: @Sendable () -> Int64
  package var pause: @Sendable (_ milliseconds: Int64) async -> Void
  /// Changes with every write, in this process or another; nil if that cannot be known.
  package var revision: @Sendable () -> Int64?
  /// Stores uploaded files; nil if forms take none.
  package var uploads: (any UploadStore)?
  /// Makes a table of rows that were pasted in the place of a file.
  package var tableOfPasted: @Sendable (String) -> String = { $0 }
  /// The places of the navigation rail, in order. A place whose command no loaded feature has is omitted.
  package var places: [WebPlace] = []
  /// Links to the person's own pages: profile, settings.
  package var personLinks: [CommandLink] = []
  /// Commands that are offered on every page to people who may use them: log a contact, add a school.
  package var quick: [CommandLink] = []
  /// Ways to start for a person without a profile; each is a command with a form.
  package var beginnings: [CommandLink] = []
  /// The command that finds records by the words after it; nil if there is none.
  package var search: String?
  /// Nouns whose pages no browser keeps on its device, because a code or a secret address may be on them.
  package var neverKept: Set<String> = []
  /// What help says of where the data are.
  package var promise = "Nothing leaves this computer unless you say so."
  /// The command lines that sign a person in and out; nil if there are none.
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

/// The person who is signed in at one browser. The value outlives requests; a visit does not.
package struct WebVisitor: Sendable {
  package typealias Failure = Problem

  /// Returns a visit for one request.
  package var visit: @Sendable (VisitedPlace) -> Visit
  /// Makes the changes of a command final, or returns a problem; nil where a write is final as soon as it is in the
  /// file.
  package var commit: (@Sendable () async -> Problem?)?
  /// The state that makes the visitor again in another run of the program.
  package var state: @Sendable () -> [String: String] = { [:] }
  /// The athletes that the signed-in person may view; empty without a choice.
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

/// The facts of a request that its visit needs.
package struct VisitedPlace: Sendable {
  /// The athlete that the address names.
  package var athlete: RecordID?
  /// The uploaded files: paths by the names that commands use.
  package var files: [String: String] = [:]
  /// Whether the browser that sent them has disconnected.
  package var hasLeft: @Sendable () -> Bool = { false }
  /// Whether a person opened a page: only then is a parent's visit logged.
  package var isNavigation = false

  package init(athlete: RecordID? = nil) { self.athlete = athlete }
}

/// An athlete that a parent can choose.
package struct VisitedAthlete: Equatable, Sendable {
  package var id: RecordID
  package var name: String

  package init(_ id: RecordID, _ name: String) {
    self.id = id
    self.name = name
  }
}

/// One place in the navigation: its label, and the command that shows it.
package struct WebPlace: Equatable, Sendable {
  package enum Group: Equatable, Sendable { case pages, records, more }

  package var label: String
  package var shortLabel: String?
  package var command: String
  package var group: Group
  /// Whether its count is shown in the title of every page.
  package var countsInTitle = false
  /// Whether it stands in the bar of a narrow window too.
  package var isInBar = false

  package init(_ label: String, short: String? = nil, _ command: String, _ group: Group = .pages) {
    self.label = label
    shortLabel = short
    self.command = command
    self.group = group
  }
}

/// Keys that let a browser enter, each once and within a minute. They are shown only to the owner of this computer.
package struct EntryKeys: Sendable {
  /// Whether the key is valid; asking uses it up.
  package var take: @Sendable (_ key: String) -> Bool

  package init(take: @escaping @Sendable (_ key: String) -> Bool) { self.take = take }

  /// The lifetime of a key in milliseconds.
  package static let lifetime: Int64 = 60_000
  /// The number of random bytes of a key.
  package static let length = 32
}
