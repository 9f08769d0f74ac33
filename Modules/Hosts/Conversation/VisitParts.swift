package import FeatureKit

/// The person who views data, and the athlete whose data it is, with the facts about them that the
/// prompt and pages show.
package struct Looking: Equatable, Sendable {
  package var viewer: Viewer
  /// A text that is different for each pair of viewer and athlete; nil if no person is signed in.
  /// If this text changes, features drop the data that they loaded for the previous pair.
  package var identity: String?
  /// The names for the prompt, as in `Dana → Sam` if Dana views the data of Sam; nil if the prompt
  /// needs no name.
  package var person: String?
  package var subject: String?
  /// The athlete, if another person views the athlete's data; nil if the athlete is the viewer.
  /// Page addresses then contain the athlete, so that two tabs can show two athletes.
  package var athlete: RecordID?
  /// Short texts in the prompt that say what kind of data is shown, such as `made up` for the data
  /// of an example family.
  package var badges: [String]
  /// Short texts in the prompt that say what the sync with the server still has to do, such as `2
  /// to send`.
  package var waits: [String]
  /// Advice that follows each refusal of a change. It says how a person who has the right to change
  /// this data can do so on this computer.
  package var wayToChange: String?
  /// The problem that there is no athlete whose data could be changed: no person is signed in, or
  /// the person has no athlete to view. It is nil for everyone else.
  package var withoutAthlete: Problem?

  package init(
    viewer: Viewer, identity: String?, person: String? = nil, subject: String? = nil,
    athlete: RecordID? = nil, badges: [String] = [], waits: [String] = [],
    wayToChange: String? = nil
  ) {
    self.wayToChange = wayToChange
    self.viewer = viewer
    self.identity = identity
    self.person = person
    self.subject = subject
    self.athlete = athlete
    self.badges = badges
    self.waits = waits
  }

  /// Returns whether pages show this viewer a link or button for the command.
  package func offers(_ command: CommandDescription) -> Bool {
    viewer.may(command.mode, in: command.area) && refusalWithoutAthlete(of: command) == nil
      && (!command.isForOwner || viewer.subject == nil && withoutAthlete == nil)
  }

  /// Returns the problem to show in place of the command's form or questions, if the command
  /// changes an athlete's data and there is no athlete; otherwise nil.
  func refusalWithoutAthlete(of command: CommandDescription) -> Problem? {
    guard command.mode == .writes else { return nil }
    return identity == nil && command.worksWithoutProfile ? nil : withoutAthlete
  }
}

/// The introduction and the choices that a person sees when the program starts for the first time.
package struct Welcome: Sendable {
  package struct Choice: Sendable {
    package var label: String
    /// A note that is shown beside the label, such as `about a minute`.
    package var note: String?
    /// Other words that select this choice, such as `demo`.
    package var answers: [String]
    /// An explanation of this choice, for a person who asks for help.
    package var explanation: String?
    package var step: Step
    /// The separate choices that this choice combines; empty if it combines none. A page in a
    /// browser shows the separate choices instead of this one.
    package var parts: [Choice]

    package init(
      _ label: String, note: String? = nil, answers: [String] = [], explanation: String? = nil,
      _ step: Step, parts: [Choice] = []
    ) {
      self.label = label
      self.note = note
      self.answers = answers
      self.explanation = explanation
      self.step = step
      self.parts = parts
    }
  }

  /// The choices for a list that shows all of them at once. A choice that combines several separate
  /// ones (`parts`) is replaced by these.
  package var allChoices: [Choice] { choices.flatMap { $0.parts.isEmpty ? [$0] : $0.parts } }

  package enum Step: Sendable {
    /// Runs this command line. The command asks the person for the values that the line lacks.
    case command(String)
    /// Continues the program with another data folder, such as that of the example family.
    case move(toFolder: String)
  }

  package var intro: [String]
  package var choices: [Choice]
  /// Returns a command line that runs after the chosen command, such as one that asks which tasks
  /// of earlier grades are done; nil if no further command runs.
  package var next: @Sendable () async -> String?
  /// Returns the message that ends the first start, such as `Ready, Sam. Your file: …`; nil if
  /// there is none. It is shown instead of the chosen command's own message.
  package var ready: @Sendable () async -> Done?

  package init(
    intro: [String], choices: [Choice], next: @escaping @Sendable () async -> String? = { nil },
    ready: @escaping @Sendable () async -> Done? = { nil }
  ) {
    self.intro = intro
    self.choices = choices
    self.next = next
    self.ready = ready
  }
}

/// A repair of the data file: the question for the person, and the action that repairs the file.
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

/// Stores the settings of `set` as pairs of key and text.
package struct PreferenceStore: Sendable {
  package var load: @Sendable () async throws(Problem) -> [String: String]
  /// Stores the value of one setting; nil removes it, so that the default applies.
  package var save: @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void

  package init(
    load: @escaping @Sendable () async throws(Problem) -> [String: String],
    save: @escaping @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void
  ) {
    self.load = load
    self.save = save
  }
}

/// The change that `undo` without a number takes back.
package struct StepToUndo: Equatable, Sendable {
  package var id: Int
  package var summary: String
  /// Whether the change made the person's own profile. Without it that person is not signed in any
  /// more, so a page asks first.
  package var madeProfile: Bool

  package init(id: Int, summary: String, madeProfile: Bool) {
    self.id = id
    self.summary = summary
    self.madeProfile = madeProfile
  }
}

/// One change that can be undone. A button that contains its id undoes this change and no other.
package struct StepMade: Equatable, Sendable {
  package var id: Int
  /// One line that describes the change, such as “Completed t3 Take the ACT”.
  package var summary: String

  package init(id: Int, summary: String) {
    self.id = id
    self.summary = summary
  }
}
