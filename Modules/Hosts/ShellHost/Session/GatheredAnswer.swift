import FeatureKit
import JSON
import WebRendering

/// All that one command said, where it is read by a program or a browser: one document instead of lines.
struct GatheredAnswer {
  private var notices: [Notice] = []
  private var done: Done?
  private var problem: Problem?
  private var place: String?
  private var question: HostQuestion?
  /// The command that asked.
  private var asking = ""
  private var artifacts: [(artifact: Artifact, path: String)] = []
  private var page: Page?

  var isEmpty: Bool {
    notices.isEmpty && done == nil && problem == nil && question == nil && artifacts.isEmpty
      && page == nil
  }

  mutating func add(_ notice: Notice) { notices.append(notice) }

  /// What is done in several steps is told as one: the first sentence, and the others among its details.
  mutating func add(_ more: Done) {
    guard var first = done else {
      done = more
      return
    }
    first.details += [more.sentence] + more.details
    first.references += more.references
    done = first
  }

  /// The first failure is the one that counts.
  mutating func add(_ failure: Problem, at place: String?) {
    guard problem == nil else { return }
    problem = failure
    self.place = place
  }

  mutating func add(_ asked: HostQuestion, of command: String) {
    question = asked
    asking = command
  }

  mutating func add(_ made: Artifact, path: String) { artifacts.append((made, path)) }
  mutating func add(_ shown: Page) { page = shown }
}

extension GatheredAnswer {
  /// The document in a format that is not for people.
  func text(as format: OutputFormat) -> String { format == .json ? json + "\n" : html }

  /// One line of the schema in docs/json-schema.md.
  private var json: String {
    var answer = JSONAnswer(page: page, done: done, problem: problem)
    answer.place = place
    answer.question = question.map {
      JSONAnswer.Asked(
        words: $0.words, details: $0.details, agree: $0.agree, digest: $0.digest)
    }
    answer.artifacts = artifacts.map {
      JSONAnswer.Written(
        name: $0.artifact.name, mediaType: $0.artifact.mediaType, path: $0.path)
    }
    answer.notices = notices
    return JSONRenderer.render(answer).text
  }

  /// A whole document; what was done or noticed stands above the page.
  private var html: String {
    var options = HTMLOptions()
    let said = notices.map { Message($0.text, tone: $0.tone) }
    guard let page else {
      if let problem { return HTMLRenderer.render(problem, options) }
      if let question {
        return HTMLRenderer.render(
          question: question.words, details: question.details,
          agree: CommandLink(question.agree, "\(asking) --yes=\(question.digest)"), options)
      }
      options.messages = said
      return HTMLRenderer.render(
        done ?? Done(artifacts.map(\.path).joined(separator: ", ")), options)
    }
    options.messages =
      said + (done.map { [Message($0.sentence, details: $0.details, tone: .positive)] } ?? [])
    return HTMLRenderer.render(page, options)
  }
}
