package import FeatureKit

/// Who is looking at whose data, as the prompt and the pages need to know it.
package struct Looking: Equatable, Sendable {
  package var viewer: Viewer
  /// Changes when another person or another athlete is meant; nothing of the one before is then shown. Nil when nobody is
  /// signed in.
  package var identity: String?
  /// Short names for the prompt, `Dana → Sam`; left out where they go without saying.
  package var person: String?
  package var subject: String?
  /// The athlete whose data another person looks at, for addresses that name them.
  package var athlete: RecordID?
  /// Short facts for the prompt that no loaded feature shows: `3 unread`.
  package var badges: [String]
  /// What stands between the data and its server: `2 to send`.
  package var waits: [String]
  /// How somebody who may change what this viewer only looks at does so here; said with each refusal.
  package var wayToChange: String?

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
}

/// The first start: a few words, and what one can begin with.
package struct Welcome: Sendable {
  package struct Choice: Sendable {
    package var label: String
    /// A word beside it: `about a minute`.
    package var note: String?
    /// What else people say who mean it: `demo`.
    package var answers: [String]
    /// What it does, for somebody who asks.
    package var explanation: String?
    package var step: Step
    /// The choices that stand in its place where all are shown at once.
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

  /// What is offered where all choices are shown at once.
  package var allChoices: [Choice] { choices.flatMap { $0.parts.isEmpty ? [$0] : $0.parts } }

  package enum Step: Sendable {
    /// A command text, asked through like any guided command.
    case command(String)
    /// Another folder of data, with which the program goes on from here.
    case move(toFolder: String)
  }

  package var intro: [String]
  package var choices: [Choice]
  /// A command text to go on with when a choice is done, such as the one question that needs what was just made.
  package var next: @Sendable () async -> String?
  /// Said when a choice is done, instead of what the command said: `Ready, Sam. Your file: …`
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

/// One step of undo, for a button that names it and takes back no other.
package struct StepMade: Equatable, Sendable {
  package var id: Int
  /// One line for people: "Completed t3 Take the ACT".
  package var summary: String

  package init(id: Int, summary: String) {
    self.id = id
    self.summary = summary
  }
}
