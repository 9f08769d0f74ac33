package import FeatureKit

extension ServedForm {
  var hasFaults: Bool { !problems.isEmpty || fields.contains { $0.problem != nil } }

  /// The command's summary as a heading, such as "Mark a task complete".
  var heading: String {
    if let title { return title }
    let part = parts.first(where: \.isCurrent).map { ": \($0.title)" }
    return command.label + (part ?? "")
  }

  var button: String {
    if let submit = submit ?? command.button { return submit }
    return switch command.mode {
    case .reads: "Show"
    case .makesFile: "Make the file"
    case .writes, .writesOwn:
      // The button has the verb of the command, such as "Delete". For commands that only store the
      // fields, "Save" is clearer.
      [
        "", "edit", "log", "set", "due", "status", "tier", "filter", "goal", "mail", "passphrase",
        "password", "toggle",
      ].contains(command.verb) ? "Save" : command.verb.asChoice
    }
  }
}

extension CommandDescription {
  /// The beginning of the command's summary, up to the first comma, semicolon, colon or end of a
  /// sentence, such as `Mark a task complete`.
  ///
  /// It is a heading or the label of a button. Only the help shows the rest of the summary.
  package var label: String {
    var words = summary[..<(summary.firstRange(of: ". ")?.lowerBound ?? summary.endIndex)]
    if let end = words.firstIndex(where: { ",;:".contains($0) }) { words = words[..<end] }
    while words.last == "." { words.removeLast() }
    return String(words)
  }
}

extension ServedForm.Field {
  var id: String { "f-" + parameter.name }

  /// The HTML id of the text box for pasted rows.
  var pasteID: String { id + "-pasted" }

  /// Whether the field has a text box for pasted rows and its problem is about this box: about the
  /// rows in it, or that there are neither rows nor a file.
  var hasFaultyPasteBox: Bool {
    guard let pasted, let problem else { return false }
    return !pasted.isEmpty || problem.title == Problem.leftEmpty.title
  }

  /// Whether the field is visible in every form: it needs a value or has one.
  var isNeeded: Bool { parameter.isRequired || parameter.isNeededInForm || isFilled }

  var isFilled: Bool { problem != nil || values.contains { !$0.isEmpty } }

  /// The text above the field, such as `Graduation year`.
  var label: String {
    let label = parameter.labelAndHint.label
    return parameter.withoutEmptyingWord(label) ?? label
  }

  /// The help text below the label. If the field only suggests words, it says that a person can
  /// write other words too. If the field takes several records, it says how to write several names.
  /// It is nil if it would only list the choices that the field shows anyway.
  var hint: String? {
    if parameter.isRepeated, case .references = parameter.completion {
      return isOneOfMeant
        ? nil : parameter.hint ?? "You can write several names, with commas between them."
    }
    if case .suggested = parameter.completion, parameter.labelAndHint.hint == nil, !choices.isEmpty
    {
      return parameter.valueWord == "A,B"
        ? "Choose from the list or write your own words, with commas between them."
        : "Choose one from the list or write your own words."
    }
    guard let hint = parameter.labelAndHint.hint else { return nil }
    guard let words = parameter.closedChoices else { return sayingEmpty(hint) }
    let parts = hint.lowercased().split(separator: ",").map { String($0).trimmed }
    return parts.allSatisfy { words.contains($0) || $0 == "…" || $0.hasPrefix("or ") } ? nil : hint
  }

  /// Returns the sentence with the word for "no value" at its end, such as `none`, replaced by the
  /// advice to leave the field empty. A sentence without this word is returned unchanged.
  private func sayingEmpty(_ sentence: String) -> String {
    guard let rest = parameter.withoutEmptyingWord(sentence) else { return sentence }
    return (rest.isEmpty ? "" : rest + ". ") + "Leave it empty if you want none."
  }

  var labelAsLeadIn: String { label.last.map { "?!.".contains($0) } == true ? label : label + ":" }

  /// Whether the problem of the field is that it has no value.
  ///
  /// A form never shows a secret or a file again, so the values of such a field are always empty.
  /// For these fields, the title of the problem tells whether the person entered no value.
  private func isEmpty(_ problem: Problem) -> Bool {
    parameter.role == .secret || parameter.completion == .file
      ? problem.title == Problem.leftEmpty.title : values.allSatisfy { $0.trimmed.isEmpty }
  }

  /// The advice for a field that the person left empty, such as `Choose one.`
  private var request: String {
    let isNamed = if case .named = parameter.completion { !choices.isEmpty } else { false }
    if parameter.closedChoices != nil || isNamed || isOneOfMeant {
      return parameter.isRepeated ? "Choose one or more." : "Choose one."
    }
    if parameter.role == .flag { return parameter.isBox ? "Tick the box." : "Choose one." }
    if parameter.completion == .file {
      return pasted == nil ? "Choose a file." : "Paste names or cells, or choose a file."
    }
    if case .references = parameter.completion { return "Write a name." }
    return parameter.request
  }

  /// Returns the problem of a field in words that fit a form.
  ///
  /// For an empty field, the problem says what to write. Choices have the labels that the form
  /// shows. Sentences that begin with `Usage` are left out, because they are for people who type
  /// commands.
  func said(of problem: Problem) -> Problem {
    var said = problem
    if problem.title == Problem.leftEmpty.title, let missing = parameter.missing {
      said = Problem(.usage, missing)
    } else if isEmpty(problem), parameter.isRequired {
      said = Problem(.usage, request)
      if parameter.label != nil, parameter.question != label {
        // A question such as "On which day?" does not say what to write, so advice follows it. A
        // request such as "Please enter a value" needs no advice.
        let isQuestion = parameter.question.hasSuffix("?")
        said = Problem(.usage, parameter.question, fix: isQuestion ? request : nil)
      }
    } else if isEmpty(problem), problem.cause == .usage, problem.fix == nil,
      !["Write ", "Choose "].contains(where: problem.title.hasPrefix)
    {
      said.fix = request
    }
    if said.fix?.hasPrefix("Usage") == true { said.fix = nil }
    said.title = said.title.withQuotationMarks
    said.details = said.details.filter { !$0.hasPrefix("Usage") }
      .map { withLabels($0).withQuotationMarks }
    said.fix = said.fix.map { sayingEmpty(withLabels($0)).withQuotationMarks }
    return said
  }

  /// Returns a sentence about the field's choices with the labels that the form shows, in place of
  /// the words that people type on a command line. The sentence lists the choices, or asks whether
  /// the person meant one of them. If other values are accepted too, it may say so after the
  /// choices. Any other sentence is returned unchanged.
  private func withLabels(_ sentence: String) -> String {
    guard parameter.closedChoices != nil || parameter.choiceLabels != nil,
      case .words(let words) = parameter.completion
    else { return sentence }
    let choices = words.filter { parameter.emptying != .word($0) }
    if [words, choices].contains(where: { sentence == Problem.choosing($0) }) {
      return Problem.choosing(choices.map { parameter.words(ofChoice: $0) })
    }
    let meant = choices.first { sentence == Problem.meaning($0) }
    if let meant { return Problem.meaning(parameter.words(ofChoice: meant)) }
    guard parameter.closedChoices == nil else { return sentence }
    return sentence.replacing(
      choices.joined(separator: ", "),
      with: choices.map { parameter.words(ofChoice: $0) }.joined(separator: ", "))
  }
}

extension Problem {
  /// The sentences of a problem: its title, its details, and how to solve it.
  ///
  /// They stay separate because a command at the end of a sentence becomes a link.
  var sentences: [String] { ([title] + details + [fix].compactMap { $0 }).endedSentences }

  /// The title of the problem and the advice, as the text of one link. A sentence that names a
  /// command, with two spaces in front of it, is left out: the command would be a second link
  /// within the link.
  var lineOfLink: String {
    ([title] + [fix].compactMap { $0 }.filter { !$0.contains("  ") }).endedSentences
      .joined(separator: " ")
  }
}

extension [String] {
  /// The sentences, each with a period at its end if it has no mark there and another sentence
  /// follows. A sentence that names a command, with two spaces in front of it, gets no period.
  fileprivate var endedSentences: [String] {
    enumerated().map { place, sentence in
      let isOpen = sentence.last.map { $0.isLetter || $0.isNumber || "”`)".contains($0) } ?? false
      return isOpen && place < count - 1 && !sentence.contains("  ") ? sentence + "." : sentence
    }
  }
}

extension ParameterDescription {
  /// Returns the sentence without the word at its end that removes a stored value, as in `…, or
  /// none`; nil if the sentence does not end with this word.
  fileprivate func withoutEmptyingWord(_ sentence: String) -> String? {
    guard case .word(let word) = emptying else { return nil }
    let words = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    let ends = [", or \(word)", ", \(word)"]
    if words.lowercased() == "or \(word)" { return "" }
    return ends.first { words.hasSuffix($0) }.map { String(words.dropLast($0.count)) }
  }

  /// How the parameter is written on a command line. The script uses it to show the form as a
  /// command. It is nil for a secret, which is never written on a command line.
  var writtenAs: String? {
    switch role {
    case .argument: "argument"
    case .option: "option"
    case .flag: "flag"
    case .secret: nil
    }
  }

  /// Whether the field is a single checkbox with its label.
  var isBox: Bool { role == .flag && choiceLabels == nil }

  /// All values that the parameter accepts, in lower case. The result is nil if the parameter
  /// accepts other values too.
  var closedChoices: [String]? {
    guard case .words(let words) = completion,
      Set(placeholder.lowercased().split(separator: "|").map(String.init))
        == Set(words.map { $0.lowercased() })
    else { return nil }
    return words.map { $0.lowercased() }
  }

  /// Returns the label that a form shows for one of the parameter's values, such as `Offer
  /// received` for `offer-received`.
  func words(ofChoice word: String) -> String { choiceLabels?(word) ?? word.asChoice }

  /// Returns a value as a text field shows it: the label if it is one of the words that the field
  /// offers, or else the value itself.
  func words(ofValue value: String) -> String { choiceLabels?(value) ?? value }

  /// The type of the HTML input. For `email` and `tel`, a phone shows a keyboard for e-mail
  /// addresses or telephone numbers.
  var inputType: String {
    switch placeholder {
    case "ADDRESS": "email"
    case "PHONE": "tel"
    default: "text"
    }
  }

  /// The `inputmode` of a field for a number or a web address, for which a phone shows a suitable
  /// keyboard. It is nil for other fields. A web address may be written without `https://`, which
  /// the input type `url` would refuse.
  var keys: String? {
    switch valueWord {
    case "NUMBER": "decimal"
    case "YEAR": "numeric"
    case "LINK": "url"
    default: nil
    }
  }

  /// Whether the field gets a short input, because its value is a number.
  var isShort: Bool { keys != nil && keys != "url" }

  /// Whether the value is a text of several lines, such as notes. The declarations do not
  /// distinguish short and long texts, so the parameter's name decides.
  var takesLongText: Bool {
    guard valueWord == ParameterDescription.freeText else { return false }
    return ["notes", "note", "content", "message", "body", "description"].contains {
      name == $0 || name.hasSuffix("-" + $0)
    }
  }
}

extension String {
  /// The text with quotation marks in place of the backquotes that enclose text to type. A single
  /// backquote stays, because a person may have written it in a name.
  var withQuotationMarks: String {
    guard utf8.contains(UInt8(ascii: "`")) else { return self }
    var text = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "`") {
      text += rest[..<start]
      if let end = endOfQuotation(at: start) {
        text += "“\(self[index(after: start)..<index(before: end)])”"
        rest = rest[end...]
      } else {
        text.append("`")
        rest = rest[index(after: start)...]
      }
    }
    return text + rest
  }

  /// Returns the position after the quotation that begins at `start`; nil if no quotation begins
  /// there. A quotation is a text between “ and ”, or between two backquotes. A backquote within a
  /// word, as in a name, begins no quotation.
  func endOfQuotation(at start: Index) -> Index? {
    let inside = self[index(after: start)...]
    if self[start] == "“" { return inside.firstIndex(of: "”").map { index(after: $0) } }
    guard self[start] == "`", inside.first?.isWhitespace == false,
      self[..<start].last?.isBesideQuotation != false
    else { return nil }
    return inside.indices.first { place in
      self[place] == "`" && self[index(after: place)...].first?.isBesideQuotation != false
    }.map { index(after: $0) }
  }

  /// A word of a command as a label for people. For example, "offer-received" becomes "Offer
  /// received".
  package var asChoice: String {
    String(map { $0 == "-" || $0 == "_" ? " " : $0 }).capitalizedFirst
  }
}

extension Character {
  var opensQuotation: Bool { self == "“" || self == "`" }

  /// Whether the character can be directly before or after a quotation in backquotes. A space or a
  /// comma can. A letter, a digit or another backquote cannot.
  fileprivate var isBesideQuotation: Bool { !isLetter && !isNumber && self != "`" }
}
