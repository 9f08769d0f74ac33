import Conversation
import FeatureKit
import LineEditing

// Adapts the completer (which finds words that can complete a command line) to the line editor. The
// editor cannot await and blocks until it has the words, so a lookup that takes longer than 0.8
// seconds is canceled.
extension Completer {
  var blocking: LineEditing.LineCompletion {
    { line, cursor in
      Waiting.forValue(milliseconds: 800, standIn: []) { await candidates(line, cursor) }.offered
    }
  }

  /// Returns the completion of words in the answer to a question that asks for this parameter. For
  /// example, the answer to a question for a school is completed with the names of schools.
  func answers(for parameter: ParameterDescription) -> LineEditing.LineCompletion {
    { line, cursor in
      let typed = String(String.UnicodeScalarView(line.unicodeScalars.prefix(cursor)))
      return Waiting.forValue(milliseconds: 800, standIn: []) {
        await values(parameter.completion, typed)
      }.offered
    }
  }
}

extension [Completer.Candidate] {
  fileprivate var offered: Completions {
    Completions(
      map { Completions.Candidate($0.text, summary: $0.summary, endsWord: $0.endsWord) })
  }
}
