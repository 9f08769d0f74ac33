package import CivilTime
package import FeatureKit

/// All a shell needs of the program around it: the features, who is looking, and what belongs to no feature.
///
/// The app fills it with live services, a test with values. Nothing here is called before a command needs it, so that
/// `help`, completion of words and errors of usage read no file (decision 5).
package struct ShellServices: Sendable {
  package typealias Tell = @Sendable (HostOutcome) -> Void

  package var version: String
  package var clock: WallClock
  /// The zone that days are reckoned in; asked before each command, because `set timezone` changes it.
  package var zone: @Sendable () async throws(Problem) -> Zone
  /// Makes the features; what they have to say goes to `tell`.
  package var makeFeatures: @Sendable (_ tell: @escaping Tell) -> [FeatureBox]
  package var resolver: ReferenceResolver
  /// Who is looking at whose data now.
  package var looking: @Sendable () async throws(Problem) -> Looking
  /// What to say and offer at the first start; nil when there is nothing to set up.
  package var welcome: @Sendable () async throws(Problem) -> Welcome?
  package var undo: @Sendable () async throws(Problem) -> Done
  package var redo: @Sendable () async throws(Problem) -> Done
  /// The newest steps: who changed what, when.
  package var history: @Sendable (PageContext) async throws(Problem) -> Page
  /// What is checked about the file and the machine, and how it stands.
  package var doctor: @Sendable (PageContext) async throws(Problem) -> Page
  /// What `doctor --repair` would do; nil when there is nothing to repair.
  package var repair: @Sendable () async throws(Problem) -> Repair?
  /// What the data showed while a command ran and no page says: rows that could not be read.
  package var remarks: @Sendable () async -> [Notice]
  /// Changes when another process wrote to the data; nil when that cannot be known.
  package var dataVersion: @Sendable () async -> Int64?
  /// Words for `Completion.named`: `profiles`, `zones`.
  package var names: @Sendable (String) async -> [String]
  /// What is seen to before each prompt, quickly and in silence: the work of a new day.
  package var beforePrompt: @Sendable () async -> Void
  package var preferences: PreferenceStore
  /// The file that keeps the lines typed at the prompt; nil keeps them in memory only.
  package var historyFile: String?
  /// Keeps every path that a person names away from the program's own files.
  package var paths: PathGuard

  package init(
    version: String, clock: WallClock,
    zone: @escaping @Sendable () async throws(Problem) -> Zone,
    makeFeatures: @escaping @Sendable (_ tell: @escaping Tell) -> [FeatureBox],
    resolver: ReferenceResolver,
    looking: @escaping @Sendable () async throws(Problem) -> Looking,
    welcome: @escaping @Sendable () async throws(Problem) -> Welcome? = { () throws(Problem) in nil
    },
    undo: @escaping @Sendable () async throws(Problem) -> Done,
    redo: @escaping @Sendable () async throws(Problem) -> Done,
    history: @escaping @Sendable (PageContext) async throws(Problem) -> Page,
    doctor: @escaping @Sendable (PageContext) async throws(Problem) -> Page,
    repair: @escaping @Sendable () async throws(Problem) -> Repair? = { () throws(Problem) in nil },
    remarks: @escaping @Sendable () async -> [Notice] = { [] },
    dataVersion: @escaping @Sendable () async -> Int64? = { nil },
    names: @escaping @Sendable (String) async -> [String] = { _ in [] },
    beforePrompt: @escaping @Sendable () async -> Void = {},
    preferences: PreferenceStore, historyFile: String? = nil, paths: PathGuard = .none
  ) {
    self.version = version
    self.clock = clock
    self.zone = zone
    self.makeFeatures = makeFeatures
    self.resolver = resolver
    self.looking = looking
    self.welcome = welcome
    self.undo = undo
    self.redo = redo
    self.history = history
    self.doctor = doctor
    self.repair = repair
    self.remarks = remarks
    self.dataVersion = dataVersion
    self.names = names
    self.beforePrompt = beforePrompt
    self.preferences = preferences
    self.historyFile = historyFile
    self.paths = paths
  }
}

/// Who is looking at whose data, as the prompt and the pages need to know it.
package struct Looking: Equatable, Sendable {
  package var viewer: Viewer
  /// Changes when another person or another athlete is meant; nothing of the one before is then shown. Nil when nobody is
  /// signed in.
  package var identity: String?
  /// Short names for the prompt, `Dana → Sam`; left out where they go without saying.
  package var person: String?
  package var subject: String?
  /// Short facts for the prompt that no loaded feature shows: `3 unread`.
  package var badges: [String]

  package init(
    viewer: Viewer, identity: String?, person: String? = nil, subject: String? = nil,
    badges: [String] = []
  ) {
    self.viewer = viewer
    self.identity = identity
    self.person = person
    self.subject = subject
    self.badges = badges
  }
}

/// The first start: a few words, and what one can begin with.
package struct Welcome: Sendable {
  package struct Choice: Sendable {
    package var label: String
    /// A word beside it: `about a minute`.
    package var note: String?
    package var step: Step

    package init(_ label: String, note: String? = nil, _ step: Step) {
      self.label = label
      self.note = note
      self.step = step
    }
  }

  package enum Step: Sendable {
    /// A command text, asked through like any guided command.
    case command(String)
    /// Something only the app can do, such as filling the demo.
    case work(@Sendable () async throws(Problem) -> Done)
  }

  package var intro: [String]
  package var choices: [Choice]
  /// Said when a choice is done, instead of what the command said: `Ready, Sam. Your file: …`
  package var ready: @Sendable () async -> Done?

  package init(
    intro: [String], choices: [Choice], ready: @escaping @Sendable () async -> Done? = { nil }
  ) {
    self.intro = intro
    self.choices = choices
    self.ready = ready
  }
}

/// A repair of the file as it is asked about, and what does it.
package struct Repair: Sendable {
  package var words: String
  package var details: [String]
  package var perform: @Sendable () async throws(Problem) -> Done

  package init(
    _ words: String, details: [String],
    perform: @escaping @Sendable () async throws(Problem) -> Done
  ) {
    self.words = words
    self.details = details
    self.perform = perform
  }
}

/// Where the shell's own settings live, as keys and texts.
package struct PreferenceStore: Sendable {
  package var load: @Sendable () async throws(Problem) -> [String: String]
  /// Keeps one setting; nil takes it back to what it is by itself.
  package var save: @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void

  package init(
    load: @escaping @Sendable () async throws(Problem) -> [String: String],
    save: @escaping @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void
  ) {
    self.load = load
    self.save = save
  }
}
