package import FeatureKit

/// The access of one person to the data of one athlete, with everything that running the person's
/// commands needs from the program.
///
/// Most members are functions. The program passes functions that read the data file, and a test
/// passes fixed values. A function is called only when a command needs it, so that `help`,
/// completion and usage errors read no file (decision 5).
package struct Visit: Sendable {
  package typealias Tell = @Sendable (HostOutcome) -> Void

  /// Returns the current moment, and the time zone in which days begin. It is called again for each
  /// command, because `set timezone` changes the zone.
  package var time: @Sendable () async throws(Problem) -> ParseContext
  /// Creates the features for this visit (one person's access to the data). They report the
  /// outcomes of commands to `tell`.
  package var makeFeatures: @Sendable (_ tell: @escaping Tell) -> [FeatureBox]
  package var resolver: ReferenceResolver
  /// Returns the person who views data now, and the athlete whose data it is.
  package var looking: @Sendable () async throws(Problem) -> Looking
  /// Returns the introduction and the choices for the first start of the program; nil if the data
  /// file is already set up.
  package var welcome: @Sendable () async throws(Problem) -> Welcome?
  package var steps: Steps
  package var lists: Lists
  package var upkeep: Upkeep
  package var preferences: PreferenceStore
  package var answers: AnswerMemory
  /// The commands that this visit (one person's access to the data) does not offer: by their first
  /// word, such as `doctor`, or by their first two words, such as `backup list`.
  package var omitted: Set<String> = []
  /// The words that start the program in a terminal with the data of this visit (one person's
  /// access to it), as in `compass-shell --data family`.
  package var programWords = "compass-shell"

  package init(
    time: @escaping @Sendable () async throws(Problem) -> ParseContext,
    makeFeatures: @escaping @Sendable (_ tell: @escaping Tell) -> [FeatureBox],
    resolver: ReferenceResolver,
    looking: @escaping @Sendable () async throws(Problem) -> Looking,
    welcome: @escaping @Sendable () async throws(Problem) -> Welcome? = { () throws(Problem) in nil
    },
    steps: Steps, lists: Lists = Lists(), upkeep: Upkeep,
    preferences: PreferenceStore, answers: AnswerMemory = .none
  ) {
    self.time = time
    self.makeFeatures = makeFeatures
    self.resolver = resolver
    self.looking = looking
    self.welcome = welcome
    self.steps = steps
    self.lists = lists
    self.upkeep = upkeep
    self.preferences = preferences
    self.answers = answers
  }
}

extension Visit {
  /// The changes of the person: undoing and redoing them, and the list of all changes.
  package struct Steps: Sendable {
    package var undo: @Sendable () async throws(Problem) -> Done
    package var redo: @Sendable () async throws(Problem) -> Done
    /// Undoes the change with this id. Throws if this change is no longer the person's newest one.
    package var undoStep: @Sendable (_ id: Int) async throws(Problem) -> Done
    /// Redoes the change with this id. Throws if it is not the change that the person undid last.
    package var redoStep: @Sendable (_ id: Int) async throws(Problem) -> Done
    /// Undoes the change with this id, however old it is. The reversal is recorded as a new change
    /// of the person.
    package var undoEarlier: @Sendable (_ id: Int) async throws(Problem) -> Done
    /// Returns the newest change that a command of this visit (one person's access to the data)
    /// made and that `undo` can revert; nil if there is none.
    package var made: @Sendable () -> StepMade?
    /// Returns the change that `undo` without a number takes back; nil if there is none, or if it is
    /// not known.
    package var newest: @Sendable () async -> StepToUndo?
    /// Returns a page of the list of all changes, newest first, by its number, which begins at 1.
    /// It names the person and the time of each change.
    package var history: @Sendable (_ page: Int, PageContext) async throws(Problem) -> Page

    package init(
      undo: @escaping @Sendable () async throws(Problem) -> Done,
      redo: @escaping @Sendable () async throws(Problem) -> Done,
      undoStep: @escaping @Sendable (_ id: Int) async throws(Problem) -> Done = {
        _ throws(Problem) in throw Problem(.failed, "A single step cannot be taken back here.")
      },
      redoStep: @escaping @Sendable (_ id: Int) async throws(Problem) -> Done = {
        _ throws(Problem) in throw Problem(.failed, "A single step cannot be done again here.")
      },
      undoEarlier: @escaping @Sendable (_ id: Int) async throws(Problem) -> Done = {
        _ throws(Problem) in throw Problem(.failed, "An earlier step cannot be taken back here.")
      },
      made: @escaping @Sendable () -> StepMade? = { nil },
      newest: @escaping @Sendable () async -> StepToUndo? = { nil },
      history: @escaping @Sendable (_ page: Int, PageContext) async throws(Problem) -> Page
    ) {
      self.undo = undo
      self.redo = redo
      self.undoStep = undoStep
      self.redoStep = redoStep
      self.undoEarlier = undoEarlier
      self.made = made
      self.newest = newest
      self.history = history
    }
  }

  /// The lists of words for parameters whose values the program looks up at run time, such as the
  /// profiles or the measures of the athlete's sport. Each list has a name in `Completion.named`.
  package struct Lists: Sendable {
    /// Returns the words of the list with this name, such as `profiles` or `zones`. They complete a
    /// parameter.
    package var words: @Sendable (_ list: String) async -> [String]
    /// Returns the words of the list with this name, each with a label that people read, as choices
    /// of a form field. The result is empty if the words need no labels.
    package var choices: @Sendable (_ list: String) async -> [Form.Field.Choice]
    /// Returns the value to store for a text that a person typed for a parameter with the list of
    /// this name. The result is nil if the command parses the text as it was typed.
    package var meaning: @Sendable (_ list: String, _ text: String) async throws(Problem) -> String?

    package init(
      words: @escaping @Sendable (_ list: String) async -> [String] = { _ in [] },
      choices: @escaping @Sendable (_ list: String) async -> [Form.Field.Choice] = { _ in [] },
      meaning:
        @escaping @Sendable (_ list: String, _ text: String) async throws(Problem) -> String? = {
          _, _ throws(Problem) in nil
        }
    ) {
      self.words = words
      self.choices = choices
      self.meaning = meaning
    }
  }

  /// What the program does for the data file besides commands: it checks and repairs the file,
  /// notices what other processes write, and runs the work of each day.
  package struct Upkeep: Sendable {
    /// Checks the file and the machine, and returns a page with the results.
    package var doctor: @Sendable (PageContext) async throws(Problem) -> Page
    /// Returns the repair that `doctor --repair` performs; nil if the file needs no repair.
    package var repair: @Sendable () async throws(Problem) -> Repair?
    /// Returns notices that belong to no page, such as one about rows that could not be read.
    package var remarks: @Sendable () async -> [Notice]
    /// Returns a number that changes when another process writes to the data file; nil if the
    /// number cannot be read.
    package var dataVersion: @Sendable () async -> Int64?
    /// Runs the work that is due once a day, such as creating notifications. It takes little time
    /// and prints nothing.
    package var dailyChores: @Sendable () async -> Void

    package init(
      doctor: @escaping @Sendable (PageContext) async throws(Problem) -> Page,
      repair: @escaping @Sendable () async throws(Problem) -> Repair? = { () throws(Problem) in nil
      },
      remarks: @escaping @Sendable () async -> [Notice] = { [] },
      dataVersion: @escaping @Sendable () async -> Int64? = { nil },
      dailyChores: @escaping @Sendable () async -> Void = {}
    ) {
      self.doctor = doctor
      self.repair = repair
      self.remarks = remarks
      self.dataVersion = dataVersion
      self.dailyChores = dailyChores
    }
  }
}
