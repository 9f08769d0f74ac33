package import CivilTime
package import FeatureKit

/// One person's visit to one athlete's data, with everything that a conversation needs from the program.
///
/// The app uses its real parts, a test uses values. Visits share nothing, and no part is called before a command needs
/// it, so that `help`, completion of words and usage errors read no file (decision 5).
package struct Visit: Sendable {
  package typealias Tell = @Sendable (HostOutcome) -> Void

  package var clock: WallClock
  /// The time zone of days; read before each command, because `set timezone` changes it.
  package var zone: @Sendable () async throws(Problem) -> Zone
  /// Makes the features; they send their outcomes to `tell`.
  package var makeFeatures: @Sendable (_ tell: @escaping Tell) -> [FeatureBox]
  package var resolver: ReferenceResolver
  /// The current viewer and athlete.
  package var looking: @Sendable () async throws(Problem) -> Looking
  /// The choices of the first start; nil if the file is set up.
  package var welcome: @Sendable () async throws(Problem) -> Welcome?
  package var undo: @Sendable () async throws(Problem) -> Done
  package var redo: @Sendable () async throws(Problem) -> Done
  /// Undoes this step; refuses if it is not the person's newest any more.
  package var undoStep: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// Undoes this step, however old it is, as a new step of the person.
  package var undoEarlier: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// The last undo step that this visit made.
  package var stepMade: @Sendable () -> StepMade?
  /// The newest steps: who changed what, and when.
  package var history: @Sendable (PageContext) async throws(Problem) -> Page
  /// One page of the history; nil if there is only one page.
  package var earlierHistory: (@Sendable (_ page: Int, PageContext) async throws(Problem) -> Page)?
  /// The checks of the file and the machine, and their results.
  package var doctor: @Sendable (PageContext) async throws(Problem) -> Page
  /// What `doctor --repair` would do; nil if there is nothing to repair.
  package var repair: @Sendable () async throws(Problem) -> Repair?
  /// Notices about the data that no page shows, such as rows that could not be read.
  package var remarks: @Sendable () async -> [Notice]
  /// Changes when another process writes to the data; nil if that cannot be known.
  package var dataVersion: @Sendable () async -> Int64?
  /// The words of `Completion.named`, such as `profiles` and `zones`.
  package var names: @Sendable (String) async -> [String]
  /// The choices with a label for each word; empty if the words are clear.
  package var choices: @Sendable (String) async -> [Form.Field.Choice] = { _ in [] }
  /// The choice that is meant by a text, where only the host knows whose choices they are: the measures of the athlete's sport. Nil
  /// if the command reads the text itself.
  package var meaning:
    @Sendable (_ choices: String, _ text: String) async throws(Problem) -> String? =
      { _, _ in nil }
  /// Does the daily work that is due, quickly and without output.
  package var dailyChores: @Sendable () async -> Void
  package var preferences: PreferenceStore
  package var answers: AnswerMemory
  /// The words of commands that do not exist here: `backup list`, `doctor`.
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
