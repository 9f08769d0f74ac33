package import CivilTime
package import FeatureKit

/// The functions and values that a conversation needs from the program, for one person who views
/// one athlete's data.
///
/// The program passes functions that read the data file. Tests pass fixed values. A function is
/// called only when a command needs it, so `help`, word completion and usage errors read no file
/// (decision 5).
package struct Visit: Sendable {
  package typealias Tell = @Sendable (HostOutcome) -> Void

  package var clock: WallClock
  /// Returns the time zone for days. Each command calls it again, because `set timezone` changes
  /// the zone.
  package var zone: @Sendable () async throws(Problem) -> Zone
  /// Creates the features. They send their outcomes to `tell`.
  package var makeFeatures: @Sendable (_ tell: @escaping Tell) -> [FeatureBox]
  package var resolver: ReferenceResolver
  /// Returns the current viewer and athlete.
  package var looking: @Sendable () async throws(Problem) -> Looking
  /// Returns the choices of the first start. Nil if the file is already set up.
  package var welcome: @Sendable () async throws(Problem) -> Welcome?
  package var undo: @Sendable () async throws(Problem) -> Done
  package var redo: @Sendable () async throws(Problem) -> Done
  /// Undoes the step with this identifier. Throws if it is no longer the person's newest step.
  package var undoStep: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// Undoes the step with this identifier, however old the step is. The reversal is a new step of
  /// the person.
  package var undoEarlier: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// Returns the last undo step that this visit made.
  package var stepMade: @Sendable () -> StepMade?
  /// Returns the page of the newest steps, with who changed what, and when.
  package var history: @Sendable (PageContext) async throws(Problem) -> Page
  /// Returns one page of the whole history. Nil if the history has only one page.
  package var earlierHistory: (@Sendable (_ page: Int, PageContext) async throws(Problem) -> Page)?
  /// Checks the file and the machine, and returns a page with the results.
  package var doctor: @Sendable (PageContext) async throws(Problem) -> Page
  /// Returns the repair that `doctor --repair` performs. Nil if the file needs no repair.
  package var repair: @Sendable () async throws(Problem) -> Repair?
  /// Returns notices about the data that no page shows, such as rows that could not be read.
  package var remarks: @Sendable () async -> [Notice]
  /// Returns a number that changes when another process writes to the data. Nil if the number is
  /// unknown.
  package var dataVersion: @Sendable () async -> Int64?
  /// Returns the choices of a list in `Completion.named`, such as `profiles` or `zones`.
  package var names: @Sendable (String) async -> [String]
  /// Returns the choices of a named list with a label for each word. Empty if the words need no
  /// labels.
  package var choices: @Sendable (String) async -> [Form.Field.Choice] = { _ in [] }
  /// Returns the choice that a text means in a list that only the host knows, such as the measures
  /// of the athlete's sport. Nil if the command reads the text itself.
  package var meaning:
    @Sendable (_ choices: String, _ text: String) async throws(Problem) -> String? =
      { _, _ in nil }
  /// Runs the daily work that is due. It is quick and has no output.
  package var dailyChores: @Sendable () async -> Void
  package var preferences: PreferenceStore
  package var answers: AnswerMemory
  /// Words of commands that this host does not have, such as `backup list` and `doctor`.
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
