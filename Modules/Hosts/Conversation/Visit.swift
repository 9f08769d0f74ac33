package import CivilTime
package import FeatureKit

/// One person's visit to the data of one athlete: everything that a conversation needs of the program around it.
///
/// The app makes it with live parts, a test with values. Nothing of it is shared with another visit, and nothing is called
/// before a command needs it, so that `help`, completion of words and errors of usage read no file (decision 5).
package struct Visit: Sendable {
  package typealias Tell = @Sendable (HostOutcome) -> Void

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
  /// Takes back that very step, and nothing when it is not the person's newest any more.
  package var undoStep: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// Takes back that step, however long ago it was, as a step of the person's own.
  package var undoEarlier: @Sendable (_ id: Int) async throws(Problem) -> Done
  /// The step of undo that this visit made last.
  package var stepMade: @Sendable () -> StepMade?
  /// The newest steps: who changed what, when.
  package var history: @Sendable (PageContext) async throws(Problem) -> Page
  /// The same, from that page on backwards; nil where one page is all there is.
  package var earlierHistory: (@Sendable (_ page: Int, PageContext) async throws(Problem) -> Page)?
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
  /// The same with words that tell people what each is; none where a name tells it.
  package var choices: @Sendable (String) async -> [Form.Field.Choice] = { _ in [] }
  /// Does what is due once a day, quickly and in silence.
  package var dailyChores: @Sendable () async -> Void
  package var preferences: PreferenceStore
  package var answers: AnswerMemory

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
