package import FeatureKit

/// The viewer and the athlete whose data they see, as the prompt and the pages show them.
package struct Looking: Equatable, Sendable {
  package var viewer: Viewer
  /// Changes with the person or the athlete; the data of the previous one is then no longer shown. Nil while signed out.
  package var identity: String?
  /// Short names for the prompt, `Dana → Sam`; nil if they are obvious.
  package var person: String?
  package var subject: String?
  /// The athlete whose data another person views, for addresses that name the athlete.
  package var athlete: RecordID?
  /// Short facts for the prompt that no loaded feature shows, such as `3 unread`.
  package var badges: [String]
  /// The state of the sync with the server, such as `2 to send`.
  package var waits: [String]
  /// How a person with the right to change this data does it here; it follows each refusal.
  package var wayToChange: String?
  /// Whether the person is signed in and follows no athlete, so that there is nothing that they could change.
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

  /// Whether a page offers the command to this person.
  package func offers(_ command: CommandDescription) -> Bool {
    viewer.may(command.mode, in: command.area) && !(hasNoAthlete && command.mode == .writes)
  }
}

/// The first start: an introduction and a few choices.
package struct Welcome: Sendable {
  package struct Choice: Sendable {
    package var label: String
    /// A note after the label, such as `about a minute`.
    package var note: String?
    /// Other words for the choice, such as `demo`.
    package var answers: [String]
    /// What the choice does, for a person who asks.
    package var explanation: String?
    package var step: Step
    /// The choices that replace this one where all are shown at once.
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

  /// The choices where all are shown at once.
  package var allChoices: [Choice] { choices.flatMap { $0.parts.isEmpty ? [$0] : $0.parts } }

  package enum Step: Sendable {
    /// A command line, whose questions are asked like those of any guided command.
    case command(String)
    /// Another data folder, which the program continues with.
    case move(toFolder: String)
  }

  package var intro: [String]
  package var choices: [Choice]
  /// The command line that follows a choice, such as a question about the data that the choice created.
  package var next: @Sendable () async -> String?
  /// The message after a choice, in place of the command's own: `Ready, Sam. Your file: …`
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

/// A repair of the file: the question about it, and the repair itself.
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

/// Stores the shell's own settings as keys and texts.
package struct PreferenceStore: Sendable {
  package var load: @Sendable () async throws(Problem) -> [String: String]
  /// Stores one setting; nil resets it to its default.
  package var save: @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void

  package init(
    load: @escaping @Sendable () async throws(Problem) -> [String: String],
    save: @escaping @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void
  ) {
    self.load = load
    self.save = save
  }
}

/// One undo step, for a button that refers to it and undoes no other step.
package struct StepMade: Equatable, Sendable {
  package var id: Int
  /// One line that describes the step for people, such as "Completed t3 Take the ACT".
  package var summary: String

  package init(id: Int, summary: String) {
    self.id = id
    self.summary = summary
  }
}
