import Conversation
import FeatureKit
import JSON
import WebRendering

/// Collects what one command puts out: its page, result, notices and problem. A program that asked
/// for JSON or HTML gets all of it as one document.
struct GatheredAnswer {
  var answer = Answer()
  /// The line of the script in which the first problem occurred, such as `week.txt, line 3`; nil if
  /// the command is not part of a script.
  private var place: String?
  private var paths: [String] = []

  var isEmpty: Bool { answer.isEmpty }

  /// Stores the first problem, which decides the exit code. Later problems are dropped.
  mutating func add(_ failure: Problem, at place: String?) {
    guard answer.problem == nil else { return }
    answer.add(failure)
    self.place = place
  }

  mutating func add(_ made: Artifact, path: String) {
    answer.artifacts.append(made)
    paths.append(path)
  }
}

extension GatheredAnswer {
  /// Returns the collected output as one document in this format, which is JSON or HTML.
  func text(as format: OutputFormat) -> String { format == .json ? json + "\n" : html }

  /// The collected output as one line of JSON, in the form that docs/json-schema.md describes.
  private var json: String {
    var document = JSONAnswer(page: answer.page, done: answer.done, problem: answer.problem)
    document.place = place
    document.question = answer.question.map {
      JSONAnswer.Asked(
        words: $0.words, details: $0.details, agree: $0.agree.label, digest: $0.digest)
    }
    document.artifacts = zip(answer.artifacts, paths).map {
      JSONAnswer.Written(name: $0.name, mediaType: $0.mediaType, path: $1)
    }
    document.notices = answer.notices
    return JSONRenderer.render(document).text
  }

  /// The collected output as a complete HTML document, with the notices and results above the page.
  private var html: String {
    var options = HTMLOptions()
    let said = answer.notices.map { Message($0.text, tone: $0.tone) }
    guard let page = answer.page else {
      if let problem = answer.problem { return HTMLRenderer.render(problem, options) }
      if let question = answer.question {
        return HTMLRenderer.render(
          question: question.words, details: question.details,
          agree: CommandLink(question.agree.label, "\(question.command) --yes=\(question.digest)"),
          options)
      }
      options.messages = said
      return HTMLRenderer.render(answer.done ?? Done(paths.joined(separator: ", ")), options)
    }
    options.messages =
      said
      + (answer.done.map { [Message($0)] } ?? [])
    return HTMLRenderer.render(page, options)
  }
}
