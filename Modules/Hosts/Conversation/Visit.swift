package import CivilTime
package import FeatureKit

/// What a conversation needs from the program, for one person who views the data of one athlete.
///
/// Most members are functions. The program passes functions that read the data file, and a test
/// passes fixed values. A function is called only when a command needs it, so that `help`,
/// completion and usage errors read no file (decision 5).
package struct Visit: Sendable {
  package typealias Tell = @Sendable (HostOutcome) -> Void

  package var clock: WallClock
  /// Returns the time zone in which days begin. It is called again for each command, because `set
  /// timezone` changes the zone.
  package var zone: @Sendable () async throws(Problem) -> Zone
  /// Creates the features of this visit, which report their outcomes to `tell`.
  package var makeFeatures: @Sendable (_ tell: @escaping Tell) -> [FeatureBox]
  package var resolver: ReferenceResolver
  /// Returns the person who views data now, and the athlete whose data it is.
  package var looking: @Sendable () async throws(Problem) -> Looking
  /// Returns the introduction and the choices for the first start of the program; nil if the data
  /// file is already set up.
  package var welcome: @Sendable () async throws(Problem) -> Welcome?
  package var undo: @Sendable () async throws(Problem) -> Done
  package var redo: @Sendable () async throws(Problem) -> Done
  /// Undoes the change with this id. Throws if this change is no longer the person's newest one.
  package var undoStep: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// Undoes the change with this id, however old it is. The reversal is recorded as a new change of
  /// the person.
  package var undoEarlier: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// Returns the newest change that this visit made, as a step that `undo` can revert; nil if it
  /// made none.
  package var stepMade: @Sendable () -> StepMade?
  /// Returns the first page of the list of all changes, newest first. It names the person and the
  /// time of each change.
  package var history: @Sendable (PageContext) async throws(Problem) -> Page
  /// Returns a further page of the list of all changes, by its number. Nil if this host offers only
  /// the first page.
  package var earlierHistory: (@Sendable (_ page: Int, PageContext) async throws(Problem) -> Page)?
  /// Checks the file and the machine, and returns a page with the results.
  package var doctor: @Sendable (PageContext) async throws(Problem) -> Page
  /// Returns the repair that `doctor --repair` performs; nil if the file needs no repair.
  package var repair: @Sendable () async throws(Problem) -> Repair?
  /// Returns notices that belong to no page, such as one about rows that could not be read.
  package var remarks: @Sendable () async -> [Notice]
  /// Returns a number that changes when another process writes to the data file; nil if the number
  /// cannot be read.
  package var dataVersion: @Sendable () async -> Int64?
  /// Returns the words that complete a parameter whose values the program looks up at run time. The
  /// argument is the name of the list in `Completion.named`, such as `profiles` or `zones`.
  package var names: @Sendable (String) async -> [String]
  /// Returns the words of the list with this name (in `Completion.named`), each with a label that
  /// people read, as choices of a form field. Empty if the words need no labels.
  package var choices: @Sendable (String) async -> [Form.Field.Choice] = { _ in [] }
  /// Returns the value to store for a text that a person typed, for a parameter whose values the
  /// program looks up at run time, such as the measures of the athlete's sport. `choices` is the
  /// name of this list of values in `Completion.named`. Nil if the command parses the text as it
  /// was typed.
  package var meaning:
    @Sendable (_ choices: String, _ text: String) async throws(Problem) -> String? =
      { _, _ in nil }
  /// Runs the work that is due once a day, such as creating notifications. It takes little time and
  /// prints nothing.
  package var dailyChores: @Sendable () async -> Void
  package var preferences: PreferenceStore
  package var answers: AnswerMemory
  /// The commands that this host leaves out: by their first word, such as `doctor`, or by noun and
  /// verb, such as `backup list`.
  package var omitted: Set<String> = []

  package init(
    clock: WallClock,
    zone: @escaping @Sendable () async throws(Problem) -> Zone,
    makeFeatures: @escaping @Sendable (_ tell: @escaping Tell) -> [FeatureBox],
    resolver: ReferenceResolver,
    looking: @escaping @Sendable () async throws(Problem) -> Looking,
    welcome: @escaping @Sendable () async throws(Problem) -> Welcome? = { () throws(Problem) in nil
    },
    undo: @escaping @Sendable () async throws(Problem) -> Done,
    redo: @escaping @Sendable () async throws(Problem) -> Done,
    undoStep: @escaping @Sendable (_ id: Int) async throws(Problem) -> Done = {
      _ throws(Problem) in throw Problem(.failed, "A single step cannot be taken back here.")
    },
    undoEarlier: @escaping @Sendable (_ id: Int) async throws(Problem) -> Done = {
      _ throws(Problem) in throw Problem(.failed, "An earlier step cannot be taken back here.")
    },
    stepMade: @escaping @Sendable () -> StepMade? = { nil },
    history: @escaping @Sendable (PageContext) async throws(Problem) -> Page,
    earlierHistory: (@Sendable (_ page: Int, PageContext) async throws(Problem) -> Page)? = nil,
    doctor: @escaping @Sendable (PageContext) async throws(Problem) -> Page,
    repair: @escaping @Sendable () async throws(Problem) -> Repair? = { () throws(Problem) in nil },
    remarks: @escaping @Sendable () async -> [Notice] = { [] },
    dataVersion: @escaping @Sendable () async -> Int64? = { nil },
    names: @escaping @Sendable (String) async -> [String] = { _ in [] },
    dailyChores: @escaping @Sendable () async -> Void = {},
    preferences: PreferenceStore,
    answers: AnswerMemory = .none
  ) {
    self.clock = clock
    self.zone = zone
    self.makeFeatures = makeFeatures
    self.resolver = resolver
    self.looking = looking
    self.welcome = welcome
    self.undo = undo
    self.redo = redo
    self.undoStep = undoStep
    self.undoEarlier = undoEarlier
    self.stepMade = stepMade
    self.history = history
    self.earlierHistory = earlierHistory
    self.doctor = doctor
    self.repair = repair
    self.remarks = remarks
    self.dataVersion = dataVersion
    self.names = names
    self.dailyChores = dailyChores
    self.preferences = preferences
    self.answers = answers
  }
}
