extension CommandDraft {
  /// Returns, for each word of a command line, the parameter to whose value the word belongs. A
  /// recording of a session uses the result to replace the words that people made up themselves.
  ///
  /// The entry is nil for a word that is no value, such as `--on` before its value. For a word such
  /// as `--on=fri`, the entry is the option.
  ///
  /// The whole result is nil if a word belongs to no parameter. Then the parameters of the other
  /// words are uncertain too.
  public func parameters(of words: [CommandText.Word]) -> [ParameterDescription?]? {
    let arguments = command.parameters.filter {
      $0.role == .argument && !given[$0.name].isEmpty
    }
    // Arguments appear in the order of their declaration, and each value consists of whole words.
    // So each word of the line is compared with the beginning of the first argument that has
    // letters left, and its letters are removed from there.
    var letters = arguments.map { Self.letters(of: given[$0.name].map(\.text).joined()) }[...]
    var places: [ParameterDescription?] = []
    var waiting: ParameterDescription?
    var optionsEnded = false
    for word in words {
      if let option = waiting, !word.isOption {
        places.append(option)
        waiting = nil
      } else if !optionsEnded, word.isOption {
        waiting = nil
        optionsEnded = word.text == "--"
        let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1)
        let option = command.parameters.first {
          $0.role != .argument && $0.isNamed(parts.first ?? "")
        }
        places.append(parts.count > 1 ? option : nil)
        if parts.count < 2, option?.role == .option { waiting = option }
      } else {
        let own = Self.letters(of: word.text)
        while letters.first?.isEmpty == true, !own.isEmpty { letters.removeFirst() }
        if let left = letters.first, left.hasPrefix(own) {
          places.append(arguments[letters.startIndex])
          letters[letters.startIndex] = String(left.dropFirst(own.count))
        } else if command.parameters.contains(where: {
          $0.lastWords.contains(word.text.lowercased())
        }) {
          places.append(nil)
        } else {
          return nil
        }
      }
    }
    return places
  }

  /// Returns the text without spaces and commas. A line separates words with spaces and the names
  /// of records with commas, and a parsed value no longer has them.
  private static func letters(of text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "," }
  }
}
