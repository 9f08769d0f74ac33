public import FeatureKit
public import JSON

/// Turns pages and outcomes into JSON of a versioned schema (docs/json-schema.md).
///
/// Texts are complete and unchanged. The JSON writer escapes characters that could control a
/// terminal. The JSON object of a command has `schema` and a member for each kind of outcome, so
/// `jq .page.title` and `jq .done.sentence` read a single value.
public enum JSONRenderer {
  /// The version of the schema. It changes only if a field is removed or changes its meaning. New
  /// fields do not change it.
  public static let schema = "compass.page/1"

  public static func render(_ answer: JSONAnswer) -> JSONValue {
    .members([
      ("schema", .string(schema)), ("page", answer.page?.json), ("done", answer.done?.json),
      ("problem", answer.problem?.json), ("place", .text(answer.place)),
      ("question", answer.question?.json),
      ("artifacts", .some(answer.artifacts.map(\.json))),
      ("notices", .some(answer.notices.map(\.json))),
    ])
  }

  public static func render(_ page: Page) -> JSONValue {
    render(JSONAnswer(page: page))
  }

  public static func render(_ problem: Problem) -> JSONValue {
    render(JSONAnswer(problem: problem))
  }

  public static func render(_ done: Done) -> JSONValue {
    render(JSONAnswer(done: done))
  }
}

/// What one command returned, from which its JSON is written: a page, a result, or a problem.
public struct JSONAnswer: Sendable {
  public var page: Page?
  public var done: Done?
  public var problem: Problem?
  /// Where the failed command is in a script of commands, such as `week.txt, line 3`.
  public var place: String?
  public var question: Asked?
  public var artifacts: [Written] = []
  public var notices: [Notice] = []

  public init(page: Page? = nil, done: Done? = nil, problem: Problem? = nil) {
    self.page = page
    self.done = done
    self.problem = problem
  }

  /// A question that a command asks before it runs, such as whether to delete a record. A program
  /// reads the JSON, so it gets the question as data instead of being asked.
  public struct Asked: Sendable {
    public var words: String
    public var details: [String]
    public var agree: String
    /// The digest (a hash of the question's text) that identifies this question. A program agrees
    /// to this question by repeating the command with the digest, as in `--yes=DIGEST`.
    public var digest: String

    public init(words: String, details: [String], agree: String, digest: String) {
      self.words = words
      self.details = details
      self.agree = agree
      self.digest = digest
    }
  }

  /// A file that a command wrote, with its path, such as an export.
  public struct Written: Sendable {
    public var name: String
    public var mediaType: String
    public var path: String

    public init(name: String, mediaType: String, path: String) {
      self.name = name
      self.mediaType = mediaType
      self.path = path
    }
  }
}
