/// What a feature tells the host (shell or web server) while or after it runs a command: a text, a
/// question, a file, or a page to show.
public enum Outcome<Action: Sendable>: Sendable {
  /// A line above the page, which the screen shows until the next command.
  ///
  /// It is not the command's result, so a shell writes it to stderr.
  case notice(Notice)
  /// A failure of the command.
  ///
  /// If the process ends with the failure, the failure's cause determines the exit code.
  case problem(Problem)
  /// The result of a command that has written data.
  ///
  /// A shell writes it to stdout with the short names of the written records, such as `t12`, for
  /// scripts.
  case done(Done)
  /// A question to the person. The answer yes sends the action that the question contains.
  case question(Question<Action>)
  /// Bytes with a name, which the host (shell or web server) saves as a file, writes to a pipe, or
  /// offers as a download.
  case artifact(Artifact)
  case progress(Progress)
  /// The page that the host (shell or web server) shows next.
  case open(Route)
  /// A value, such as a passphrase, that the running command lacks. The host (shell or web server)
  /// asks the person for the value if it can, and runs the command again.
  case needs(Need)
}

extension Outcome: Equatable where Action: Equatable {}

/// A line of text that the shell or the web server shows once and does not store.
public struct Notice: Equatable, Sendable {
  /// One sentence, such as "They are shown on the desktop."
  public var text: String
  /// Whether the line informs or warns. A warning is no failure and does not change the exit code.
  public var tone: Tone

  public init(_ text: String, tone: Tone = .info) {
    self.text = text
    self.tone = tone
  }
}

/// The result of a writing command: a sentence, its consequences, and the created or changed
/// records.
public struct Done: Equatable, Sendable {
  /// The detail line that names the command for undoing the change at a terminal. A page has a
  /// button for it instead.
  public static let undoHint = "undo takes it back"
  /// The detail line after a person has undone a change. `redoneHint` is the detail line after a
  /// person has redone a change.
  public static let redoHint = "redo does it again"
  public static let redoneHint = "undo does it again"
  /// The sentence of a result if the command had nothing to change, for example because the person
  /// sent a form without changing a value.
  public static let nothingChanged = "Nothing was changed."

  /// The result in one sentence, which is the first line of the output.
  public var sentence: String
  /// What else the change has caused, one line each.
  public var details: [String]
  /// The records that were created or changed. A script reads their short names, such as `t12`.
  public var references: [Reference]
  /// Commands that the page offers because of the result, such as "Set to Offer received?".
  public var links: [CommandLink]
  /// A shorter form of the result for a page that shows the changed record, so that the record's
  /// values are not repeated above it. Nil if such a page shows the sentence and all details.
  public var brief: Brief?
  /// What a page says in place of the result's details if a server rejects the written data.
  ///
  /// It is set if the command also did something that cannot be undone, such as sending a message.
  /// It is nil if the command only wrote data.
  public var unwritten: Unwritten?
  /// The result of a trial run, in which the command writes nothing and says what it would write.
  /// Nil if the command was not on trial or has nothing to write.
  public var trial: Trial?

  /// The part of a command's result that stays true although a server has rejected the written
  /// data, such as a message that was sent.
  public struct Unwritten: Equatable, Sendable {
    /// The details that stay true after the server has rejected the data. They replace the details
    /// of the result.
    public var details: [String]
    public var problem: Problem

    public init(details: [String], problem: Problem) {
      self.details = details
      self.problem = problem
    }
  }

  /// The result of a trial run, in which a command writes nothing and says what it would write. A
  /// page shows it with a question, and if the person agrees, the command runs again and writes.
  public struct Trial: Equatable, Sendable {
    /// The details that the page shows with its question: those of the result, without the line
    /// that names the command for writing.
    public var details: [String]
    /// The button with which the person lets the command write.
    public var agree: AgreeButton

    public init(details: [String], agree: AgreeButton) {
      self.details = details
      self.agree = agree
    }
  }

  /// The short form of a command's result, which a browser shows: one sentence that says what the
  /// command did, and the warnings that a person must not miss.
  public struct Brief: Equatable, Sendable {
    public var sentence: String
    public var warnings: [String]

    public init(_ sentence: String, warnings: [String] = []) {
      self.sentence = sentence
      self.warnings = warnings
    }
  }

  public init(
    _ sentence: String, details: [String] = [], references: [Reference] = [],
    links: [CommandLink] = [], brief: Brief? = nil
  ) {
    self.sentence = sentence
    self.details = details
    self.references = references
    self.links = links
    self.brief = brief
  }

  /// The result as a page shows it: with the brief sentence and its warnings, if there are any.
  public var onPage: Done {
    guard let brief else { return self }
    return Done(
      brief.sentence, details: brief.warnings, references: references, links: links)
  }

  /// The details, and the commands that can follow with their labels, each as one line of text.
  public var lines: [String] { details + links.map { "\($0.label)  \($0.command)" } }
}

/// A question before a change: words that describe the change, and the action for the answer "yes".
public struct Question<Action: Sendable>: Sendable {
  /// The question. It says how many records of which kind are concerned.
  public var words: String
  /// The people and records concerned, one line each. The person must be able to read them before
  /// agreeing.
  public var details: [String]
  public var agree: AgreeButton
  /// The action that the answer "yes" sends. The answer "no" sends no action, because nothing has
  /// changed yet.
  public var yes: Action

  public init(_ words: String, details: [String] = [], agree: AgreeButton = "Yes", yes: Action) {
    self.words = words
    self.details = details
    self.agree = agree
    self.yes = yes
  }

  /// A hash of the question's text. The web server cannot wait for an answer, so the page sends the
  /// hash back with the answer yes. If the question has changed in the meantime, the hash differs,
  /// and the server asks again.
  public var digest: String { questionDigest(words: words, details: details) }
}

extension Question: Equatable where Action: Equatable {}

/// The button with which a person agrees to a question.
public struct AgreeButton: Hashable, Sendable, ExpressibleByStringLiteral {
  public let label: String
  /// Whether agreeing removes a record, a right or a connection. A page shows such a button in
  /// another color.
  public let takesAway: Bool

  public init(_ label: String, takesAway: Bool = false) {
    self.label = label
    self.takesAway = takesAway
  }

  public init(stringLiteral label: String) { self.init(label) }

  /// Creates a button that removes something: `.takingAway("Delete")`.
  public static func takingAway(_ label: String) -> AgreeButton {
    AgreeButton(label, takesAway: true)
  }
}

/// Returns a hash (FNV-1a) of a question's text.
///
/// The web server uses it to detect that a question has changed since it was shown. It is no
/// protection against forgery.
func questionDigest(words: String, details: [String]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for part in [words] + details {
    for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ 0xFF) &* 0x100_0000_01b3
  }
  return String(hash, radix: 36)
}

/// A value that a running command lacks, such as the passphrase of a protected profile.
///
/// The host (shell or web server) shows the problem's text, asks for the value, and runs the
/// command again. If it cannot ask, for example in a script, it reports the problem.
public struct Need: Equatable, Sendable {
  /// The name of the parameter for which the host (shell or web server) asks.
  public var parameter: String
  /// The error to report if the person cannot be asked, for example in a script.
  public var problem: Problem
  /// The rules for a secret that the person invents now. Nil if the secret exists already, such as
  /// the passphrase of a profile.
  public var newSecret: NewSecret?

  public init(_ parameter: String, _ problem: Problem, choosing newSecret: NewSecret? = nil) {
    self.parameter = parameter
    self.problem = problem
    self.newSecret = newSecret
  }
}

/// The rule of a secret that a person chooses while a command runs. A terminal asks for such a
/// secret twice, because a person who has mistyped it without noticing could never enter it again.
public struct NewSecret: Equatable, Sendable {
  /// The smallest number of characters that the secret may have.
  public var fewest: Int

  public init(fewest: Int) {
    self.fewest = fewest
  }

  /// Throws if the secret has too few characters.
  public func check(_ secret: SecretText) throws(Problem) {
    let count = secret.revealed.count
    guard count < fewest else { return }
    throw Problem(
      .usage, "This needs at least \(fewest) characters, and has \(count).",
      fix: "Choose a longer one.")
  }
}

/// The progress of long work, which is shown while the work runs, such as 3 of 10 steps.
public struct Progress: Equatable, Sendable {
  /// What the work does, in words such as "Sending the report".
  public var words: String
  /// How many steps are done.
  public var done: Int
  /// The total number of steps. Nil if it is unknown.
  public var total: Int?

  public init(_ words: String, done: Int, of total: Int? = nil) {
    self.words = words
    self.done = done
    self.total = total
  }
}
