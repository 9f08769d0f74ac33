import Conversation
import FeatureKit
import LineEditing

// Finds candidates at the cursor for the line editor. The editor waits for them, so a slow lookup
// is canceled.
extension Completer {
  var blocking: LineEditing.LineCompletion {
    { line, cursor in
      Waiting.forValue(milliseconds: 800, standIn: []) { await candidates(line, cursor) }.offered
    }
  }

  /// Candidates for the answer to a parameter's question.
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
