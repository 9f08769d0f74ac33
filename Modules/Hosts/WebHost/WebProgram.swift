package import Conversation
package import FeatureKit
package import HTTP

/// What the browser's host needs of the program around it. The app makes it with live parts, a test with values.
package struct WebProgram: Sendable {
  package typealias Failure = Problem
  /// Bytes that nobody can guess.
  package typealias Random = @Sendable (_ count: Int) throws(Problem) -> [UInt8]

  /// A browser that comes in: nobody is signed in yet, unless the program knows who it must be.
  package var makeVisitor: @Sendable () -> WebVisitor
  /// The same browser, gone to another folder of data; nil where there is only one.
  package var makeVisitorElsewhere:
    (
      @Sendable (_ folder: String) async throws(Failure) -> WebVisitor
    )?
  /// A browser as it was when the program ended, from what its session kept.
  package var visitorAgain: @Sendable ([String: String]) -> WebVisitor
  /// Where sessions are kept.
  package var memory = SessionMemory.none
  package var keys: EntryKeys
  package var random: Random
  /// Milliseconds on a clock that nobody sets.
  package var uptime: @Sendable () -> Int64
  package var pause: @Sendable (_ milliseconds: Int64) async -> Void
  /// Changes when anybody wrote, in this process or another; nil where that cannot be known.
  package var revision: @Sendable () -> Int64?
  /// Takes the files of forms; nil where none are taken.
  package var uploads: (any UploadStore)?
  /// The places of the rail, in its order. Those whose command no loaded feature has are left out.
  package var places: [WebPlace] = []
  /// What people do for themselves: profile, settings.
  package var personLinks: [CommandLink] = []
  /// What is begun from anywhere, by those who may: log a contact, add a school.
  package var quick: [CommandLink] = []
  /// Ways to begin for somebody who has no profile here yet, each a command with a form.
  package var beginnings: [CommandLink] = []
  /// The command that finds records by the words after it; nil where none does.
  package var search: String?
  /// The line whose rows stand first on the first place: what to do next; nil where nothing does.
  package var opening: String?
  /// The line that signs somebody in, and the one that signs them out; nil where nobody does.
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

/// One browser as the program knows it: who is signed in there. It outlasts requests; a visit does not.
package struct WebVisitor: Sendable {
  package typealias Failure = Problem

  /// A visit for one request.
  package var visit: @Sendable (VisitedPlace) -> Visit
  /// What it takes to make the visitor again in another run of the program.
  package var state: @Sendable () -> [String: String] = { [:] }
  /// The athletes that whoever is signed in may look at; none where there is no choice.
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

/// What a request says of itself before it is a visit.
package struct VisitedPlace: Sendable {
  /// The athlete that the address names.
  package var athlete: RecordID?
  /// The files that came with the form, by the names that commands know them by: paths to read them at.
  package var files: [String: String] = [:]
  /// Whether the browser that sent them has left since.
  package var hasLeft: @Sendable () -> Bool = { false }
  /// Whether somebody opened a page: a parent's visit is noted then, and at nothing else.
  package var isNavigation = false

  package init(athlete: RecordID? = nil) { self.athlete = athlete }
}

/// An athlete that a parent's page can be about.
package struct VisitedAthlete: Equatable, Sendable {
  package var id: RecordID
  package var name: String

  package init(_ id: RecordID, _ name: String) {
    self.id = id
    self.name = name
  }
}

/// One place in the rail: what it is called, and the command that shows it.
package struct WebPlace: Equatable, Sendable {
  package enum Group: Equatable, Sendable { case pages, records, more }

  package var label: String
  package var shortLabel: String?
  package var command: String
  package var group: Group
  /// Whether how many wait there stands in the title of every page.
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

/// Keys that let a browser in, each once and within a minute. They are handed out where only this computer's owner sees them.
package struct EntryKeys: Sendable {
  /// Whether the key is good; asked once, it is good no more.
  package var take: @Sendable (_ key: String) -> Bool

  package init(take: @escaping @Sendable (_ key: String) -> Bool) { self.take = take }

  /// How long a key is good, in milliseconds.
  package static let lifetime: Int64 = 60_000
  /// In random bytes.
  package static let length = 32
}
