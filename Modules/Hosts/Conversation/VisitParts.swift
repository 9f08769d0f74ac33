package import FeatureKit

/// The viewer, and the athlete whose data the viewer sees, as the prompt and the pages show them.
package struct Looking: Equatable, Sendable {
  package var viewer: Viewer
  /// A text that differs for each pair of viewer and athlete. When it changes, the previous data is
  /// no longer shown. Nil while signed out.
  package var identity: String?
  /// Short names of the viewer and the athlete for the prompt, as in `Dana → Sam`. Nil if the
  /// prompt needs no name.
  package var person: String?
  package var subject: String?
  /// The athlete, if another person views that athlete's data. Page addresses then name the
  /// athlete.
  package var athlete: RecordID?
  /// Short facts for the prompt that come from no feature, such as `made up`.
  package var badges: [String]
  /// The state of the sync with the server, such as `2 to send`.
  package var waits: [String]
  /// How a person with the right to change this data does so here. This text follows each refusal.
  package var wayToChange: String?
  /// Whether the person is signed in but follows no athlete. Such a person has no data to change.
  package var hasNoAthlete = false

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

  /// Whether a page offers the command to this viewer.
  package func offers(_ command: CommandDescription) -> Bool {
    viewer.may(command.mode, in: command.area) && !(hasNoAthlete && command.mode == .writes)
  }
}

/// The introduction and the choices that the first start of the program shows.
package struct Welcome: Sendable {
  package struct Choice: Sendable {
    package var label: String
    /// A note after the label, such as `about a minute`.
    package var note: String?
    /// Other words that select this choice, such as `demo`.
    package var answers: [String]
    /// An explanation of the choice, for a person who asks.
    package var explanation: String?
    package var step: Step
    /// The choices that replace this choice in a list of all choices. Empty if this choice stands
    /// for itself.
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

  /// All choices. A choice with parts is replaced by its parts.
  package var allChoices: [Choice] { choices.flatMap { $0.parts.isEmpty ? [$0] : $0.parts } }

  package enum Step: Sendable {
    /// A command line to run. Its questions are asked like those of any guided command.
    case command(String)
    /// A data folder that the program continues with.
    case move(toFolder: String)
  }

  package var intro: [String]
  package var choices: [Choice]
  /// Returns the command line that runs after a choice, such as one that asks about newly created
  /// data. Nil if no command follows.
  package var next: @Sendable () async -> String?
  /// Returns the message after a choice, which replaces the command's own message. Example: `Ready,
  /// Sam. Your file: …`
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

/// Stores the shell's settings as pairs of key and text.
package struct PreferenceStore: Sendable {
  package var load: @Sendable () async throws(Problem) -> [String: String]
  /// Stores one setting. Nil resets the setting to its default.
  package var save: @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void

  package init(
    load: @escaping @Sendable () async throws(Problem) -> [String: String],
    save: @escaping @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void
  ) {
    self.load = load
    self.save = save
  }
}

/// One undo step. A button that names the step undoes this step and no other.
package struct StepMade: Equatable, Sendable {
  package var id: Int
  /// One line that describes the step, such as "Completed t3 Take the ACT".
  package var summary: String

  package init(id: Int, summary: String) {
    self.id = id
    self.summary = summary
  }
}
