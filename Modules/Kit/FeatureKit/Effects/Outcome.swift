/// The result of a command: something that the host says, asks, writes, draws or opens.
public enum Outcome<Action: Sendable>: Sendable {
  /// One line above the page until the next command; not a result (stderr in a pipe).
  case notice(Notice)
  /// A failure; its cause decides the exit code.
  case problem(Problem)
  /// The result of a writing command, with the handles of the written records (stdout).
  case done(Done)
  /// Words to confirm, and the action that "yes" sends.
  case question(Question<Action>)
  /// A named stream of bytes, for a file, a pipe or a download.
  case artifact(Artifact)
  case progress(Progress)
  /// A page to go to.
  case open(Route)
  /// Something the command turned out to need.
  case needs(Need)
}

extension Outcome: Equatable where Action: Equatable {}

/// A line the host shows and forgets.
public struct Notice: Equatable, Sendable {
  /// One sentence.
  public var text: String
  /// The tone of the notice: a warning is not a failure.
  public var tone: Tone

  public init(_ text: String, tone: Tone = .info) {
    self.text = text
    self.tone = tone
  }
}

/// The result of a writing command: a sentence, its consequences, and the records that it created or changed.
public struct Done: Equatable, Sendable {
  /// The detail of a change that a terminal takes back with a command; a page has a button for it.
  public static let undoHint = "undo takes it back"
  /// The details of a step that was taken back, and of one that was done again.
  public static let redoHint = "redo does it again"
  public static let redoneHint = "undo does it again"

  /// The result in one sentence, which is the first line of the output.
  public var sentence: String
  /// The consequences, a line each.
  public var details: [String]
  /// The records that were created or changed. A script reads their handles.
  public var references: [Reference]
  /// The commands that can follow because of the result: "Set to Offer received?".
  public var links: [CommandLink]

  public init(
    _ sentence: String, details: [String] = [], references: [Reference] = [],
    links: [CommandLink] = []
  ) {
    self.sentence = sentence
    self.details = details
    self.references = references
    self.links = links
  }

  /// The details and the commands that can follow, as text.
  public var lines: [String] { details + links.map { "\($0.label)  \($0.command)" } }
}

/// A confirmation: what will happen, in words, and the action for "yes".
public struct Question<Action: Sendable>: Sendable {
  /// The question itself, with how many and of what.
  public var words: String
  /// The people and records concerned, a line each: the person must be able to read them before agreeing.
  public var details: [String]
  public var agree: AgreeButton
  /// The action for yes. On no, nothing is sent, because nothing has happened yet.
  public var yes: Action

  public init(_ words: String, details: [String] = [], agree: AgreeButton = "Yes", yes: Action) {
    self.words = words
    self.details = details
    self.agree = agree
    self.yes = yes
  }

  /// A host that cannot wait repeats the command with this: if the words have changed, so has the digest.
  public var digest: String { questionDigest(words: words, details: details) }
}

extension Question: Equatable where Action: Equatable {}

/// The button with which a person agrees to a question.
public struct AgreeButton: Hashable, Sendable, ExpressibleByStringLiteral {
  public let label: String
  /// Whether something is taken away: a record, a right, a connection. A page shows such a button in another color.
  public let takesAway: Bool

  public init(_ label: String, takesAway: Bool = false) {
    self.label = label
    self.takesAway = takesAway
  }

  public init(stringLiteral label: String) { self.init(label) }

  /// `.takingAway("Delete")`
  public static func takingAway(_ label: String) -> AgreeButton {
    AgreeButton(label, takesAway: true)
  }
}

/// FNV-1a over the words: it detects a changed question, and is not a secret.
func questionDigest(words: String, details: [String]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for part in [words] + details {
    for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ 0xFF) &* 0x100_0000_01b3
  }
  return String(hash, radix: 36)
}

/// A parameter that a command turned out to need while it ran, such as the passphrase of a protected profile.
///
/// A host that can ask says the problem's words, asks, and runs the command again; any other host reports the problem.
public struct Need: Equatable, Sendable {
  /// The name of the parameter.
  public var parameter: String
  /// The problem for a host that cannot ask.
  public var problem: Problem

  public init(_ parameter: String, _ problem: Problem) {
    self.parameter = parameter
    self.problem = problem
  }
}

/// The progress of long work.
public struct Progress: Equatable, Sendable {
  /// The work in words: "Sending the report".
  public var words: String
  /// How many steps are done.
  public var done: Int
  /// The total number of steps; nil if it is unknown.
  public var total: Int?

  public init(_ words: String, done: Int, of total: Int? = nil) {
    self.words = words
    self.done = done
    self.total = total
  }
}
