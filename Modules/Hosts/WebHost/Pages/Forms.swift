import Conversation
import FeatureKit
import HTTP
import WebRendering

// Creates the forms of commands, with their stored values filled in.
extension PageFrame {
  /// The largest number of records that a field lists as choices. If there are more records, the
  /// person types a name.
  private static let fewRecords = 12
  /// The number of records that a field lists below a name that matches more than `fewRecords`.
  private static let firstRecords = 6

  /// The words of the link to a form in which many records are pasted, and the title of that form.
  private static let pasteMany = "Paste many"

  /// Returns the form of the command that the line names, such as `schools add`.
  ///
  /// - Parameters:
  ///   - given: the values that were already submitted. The form shows them instead of the stored
  ///     ones.
  ///   - began: the values that the form had when it was first shown; nil uses the stored values.
  func form(
    _ line: String, given: [String: [String]] = [:], began: [String: [String]]? = nil,
    faults: [FieldFault] = [],
    problems: [Problem] = [], cancel: String? = nil, pasted: [String: String] = [:],
    part: Int? = nil
  ) async throws(Problem) -> ServedForm {
    let outline = try await conversation.form(for: line, sent: given)
    let fixed = answers(givenBy: line, others: outline.fields.map(\.parameter))
    var fields: [ServedForm.Field] = []
    var title: String?
    let isEdit = outline.fields.contains { $0.began != nil }
    let editsAll = outline.command.parameters.contains { $0.emptying != nil }
    for field in outline.fields where field.parameter.isForPages {
      var parameter = await labelled(field.parameter)
      if parameter.completion == .file, parameter.labelAndHint.hint == nil {
        parameter.hint = "At most \(SentForm.limits.fileBytes >> 20) MB."
      }
      if let condition = parameter.askedWhen, let answer = fixed[condition.parameter],
        !condition.accepts(answer)
      {
        continue
      }
      // Without submitted values, the faults concern those of the command line.
      let sent = given.isEmpty ? field.values : given[parameter.name] ?? []
      let isKept = parameter.role != .secret && parameter.completion != .file
      let values = isKept ? given[parameter.name].map(parameter.separated) ?? field.values : []
      var shown =
        ServedForm.Field(
          parameter, values: values, references: await references(in: values, of: parameter),
          problem: faults.first { $0.parameter == parameter.name }
            .map { $0.problem.asOfField(isEmpty: sent.allSatisfy(\.isEmpty)) },
          choices: await choices(for: parameter))
      // If the command line already answers a question on which other questions depend, the form
      // shows that answer and does not let it be changed.
      shown.isFixed = fixed[parameter.name] != nil
      // A form that edits a record names the record in its heading. The person cannot choose
      // another record in the form.
      if isEdit, parameter.role == .argument, shown.problem == nil,
        let subject = shown.references.first
      {
        shown.isFixed = true
        title = editsAll ? "Change \(subject.title)" : "\(outline.command.label): \(subject.title)"
      }
      if parameter.completion == .file, outline.command.takesRows {
        shown.pasted = pasted[parameter.name] ?? ""
      }
      if shown.problem?.cause == .usage {
        await offerMeant(in: &shown, of: outline.command)
      }
      if shown.problem?.cause == .notFound {
        shown.unknownName = await unknownName(in: values, of: parameter)
        shown.adds = shown.unknownName == nil ? [] : adding(for: parameter).map(\.thing)
      }
      // `began` is the value with which the submitted one is compared, to find out whether the
      // person changed the field. After a conflict, it is the present stored value, so that
      // submitting again overwrites that value. Otherwise it stays the value of the first showing,
      // even if a fault shows the form again.
      let isConflict = faults.contains {
        $0.parameter == parameter.name && $0.problem.cause == .conflict
      }
      shown.began =
        isConflict ? field.began : began.map { $0[parameter.name] ?? [] } ?? field.began
      fields.append(shown)
    }
    let command = outline.command
    let opening = conversation.index.entry(for: command.noun)?.opening
    var form = ServedForm(
      command, fields: fields, problems: problems,
      action: command.mode == .reads
        ? readingAction(command) : Addresses.command,
      cancel: cancel ?? (opening?.mode == .reads ? addresses.address(showing: command.noun) : "/"))
    form.submit =
      fields.first { field in
        field.parameter.formHeading != nil && field.values.contains { !$0.isEmpty }
      }?.parameter.formHeading
    form.title = title ?? form.submit
    form.hindrance = outline.hindrance
    form.line = ([command.words] + options(saying: fixed, of: command)).joined(separator: " ")
    if pastes(line, with: command) {
      form.title = Self.pasteMany
      form.submit = "Show what was understood"
      // The line names the kind, also when the form is shown again.
      form.line = line
      form.fields.removeAll { $0.parameter.name == command.parameters.first?.name }
    }
    if command.mode != .reads, fields.contains(where: { $0.parameter.completion == .file }) {
      form.action = addresses.sending(line)
    }
    return showingOnePart(form, of: line, part, given: given)
  }

  /// Returns the forms at the top of a page's sections, by their command lines. Each is the form of
  /// its command, with the visible fields and the narrowed choices that the page names.
  ///
  /// A form whose stored values cannot be read is left out. Its section then links to the command,
  /// whose own page says what is wrong.
  func formsInPlace(of page: Page) async -> [String: ServedForm] {
    var forms: [String: ServedForm] = [:]
    for writing in page.writings {
      guard var shown = try? await form(writing.command) else { continue }
      shown.title = writing.title
      shown.submit = writing.button
      shown.cancel = nil
      let first = writing.visible.compactMap { name in
        shown.fields.first { $0.parameter.name == name }
      }
      let names = Set((first.isEmpty ? shown.fields : first).map(\.parameter.name))
      shown.inPlace = names
      if !first.isEmpty {
        shown.fields = first + shown.fields.filter { !names.contains($0.parameter.name) }
      }
      for index in shown.fields.indices {
        shown.fields[index].isOneLine = true
        guard let choices = writing.narrowed[shown.fields[index].parameter.name],
          let chosen = choices.first
        else { continue }
        shown.fields[index].values = [chosen.value]
        shown.fields[index].choices = choices
        shown.fields[index].isOneOfMeant = true
        shown.fields[index].isFixed = choices.count == 1
      }
      forms[writing.command] = shown
    }
    return forms
  }

  /// Returns a long form with only one of its parts: the part with the first fault. Without a
  /// fault, it is the part that was asked for, or else the part with the first submitted value, or
  /// else the first part.
  private func showingOnePart(
    _ form: ServedForm, of line: String, _ asked: Int?, given: [String: [String]]
  ) -> ServedForm {
    let parts = Set(form.fields.compactMap(\.parameter.part)).sorted { $0.order < $1.order }
    guard parts.count > 1 else { return form }
    let chosen = form.fields.first { $0.problem != nil }
    let named = form.fields.first { given[$0.parameter.name]?.contains { !$0.isEmpty } == true }
    let number = asked.flatMap { parts.indices.contains($0 - 1) ? $0 - 1 : nil }
    let current =
      chosen?.parameter.part ?? number.map { parts[$0] } ?? named?.parameter.part ?? parts[0]
    var shown = form
    shown.fields = form.fields.filter { $0.parameter.part == current }
    shown.parts = parts.enumerated().map { index, part in
      let fields = form.fields.filter { $0.parameter.part == part }
      return ServedForm.Part(
        title: part.title, address: addresses.part(index + 1, of: line),
        filled: fields.count { $0.problem == nil && $0.values.contains { !$0.isEmpty } },
        count: fields.count,
        isCurrent: part == current)
    }
    return shown
  }

  /// Returns the answers that the command line already gives to questions on which other questions
  /// depend. The form shows these answers as fixed.
  private func answers(
    givenBy line: String, others parameters: [ParameterDescription]
  ) -> [String: String] {
    guard let words = try? CommandText.words(line),
      let match = try? conversation.index.match(words),
      let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    else { return [:] }
    var answers: [String: String] = [:]
    for name in Set(parameters.compactMap { $0.askedWhen?.parameter }) {
      answers[name] = draft.given[name].first?.text.lowercased()
    }
    return answers
  }

  /// Returns the answers as words of a command line, such as `--type official`.
  private func options(
    saying answers: [String: String], of command: CommandDescription
  ) -> [String] {
    command.parameters.compactMap { parameter in
      guard let answer = answers[parameter.name] else { return nil }
      return switch parameter.role {
      case .flag: "--\(parameter.name)"
      case .option: "--\(parameter.name) \(CommandText.quoted(answer))"
      case .argument, .secret: nil
      }
    }
  }

  /// If a typed name matches several records, shows these records as choices. Names of other
  /// records in the same field become choices that are already selected.
  ///
  /// If one of the names matches no record, or more than can be listed, the field stays a text
  /// field, so that the person can write a better name. A field of one record then also lists the
  /// first of the records.
  private func offerMeant(
    in field: inout ServedForm.Field, of command: CommandDescription
  ) async {
    guard case .references(let kinds) = field.parameter.completion,
      let title = field.problem?.title, title.hasSuffix(Problem.useOneOf)
    else { return }
    let said = String(title.dropLast(Problem.useOneOf.count)).trimmed
    let resolver = conversation.visit.resolver
    var named: [Reference] = []
    var meant: [HTMLChoice] = []
    var canBeListed = true
    for typed in field.values where !typed.trimmed.isEmpty {
      if let record = try? await resolver.resolve(typed, as: kinds) {
        if !named.contains(record) { named.append(record) }
        continue
      }
      let found = await resolver.candidates(for: typed, as: kinds, limit: Self.fewRecords + 1)
      if !(2...Self.fewRecords).contains(found.count) { canBeListed = false }
      meant += found.map { HTMLChoice(record: $0) }.filter { !meant.contains($0) }
    }
    guard canBeListed, !meant.isEmpty else {
      let canChoose = command.mode != .reads && !field.parameter.isRepeated
      if canChoose { field.meant = Array(meant.prefix(Self.firstRecords)) }
      field.problem = Problem(
        .usage, said,
        fix: field.meant.isEmpty
          ? "Write more of the name." : "Write more of the name, or choose one.")
      return
    }
    let chosen = named.map(\.handle)
    field.choices =
      named.map { HTMLChoice($0.handle, $0.title) } + meant.filter { !chosen.contains($0.value) }
    field.values = chosen.isEmpty ? field.values : chosen
    field.isOneOfMeant = true
    field.problem = Problem(.usage, said + " Choose one.")
  }

  /// Returns the records whose handles, such as `t3`, are the values of a field; empty if a value
  /// is not a handle or has no record.
  private func references(
    in values: [String], of parameter: ParameterDescription
  ) async -> [Reference] {
    guard case .references(let kinds) = parameter.completion, !values.isEmpty,
      values.allSatisfy(parameter.isHandle)
    else { return [] }
    var references: [Reference] = []
    for value in values {
      guard let found = try? await conversation.visit.resolver.resolve(value, as: kinds)
      else { return [] }
      references.append(found)
    }
    return references
  }

  /// Returns the first of the typed names that no record has; nil if each is found, or is a handle.
  func unknownName(in values: [String], of parameter: ParameterDescription) async -> String? {
    guard case .references(let kinds) = parameter.completion else { return nil }
    for typed in values where !typed.trimmed.isEmpty && !parameter.isHandle(typed) {
      do throws(Problem) {
        _ = try await conversation.visit.resolver.resolve(typed, as: kinds)
      } catch {
        if error.cause == .notFound { return typed.trimmed }
      }
    }
    return nil
  }

  /// Returns the values of a field in which a new record takes the place of its typed name. Other
  /// names in the field become handles too, so that the form shows all of them by their names.
  func values(
    _ values: [String], of parameter: ParameterDescription, naming added: Reference,
    insteadOf name: String
  ) async -> [String] {
    guard case .references(let kinds) = parameter.completion else { return values }
    var named: [String] = []
    for typed in values where !typed.trimmed.isEmpty {
      let found = try? await conversation.visit.resolver.resolve(typed, as: kinds)
      named.append(typed.trimmed == name ? added.handle : found?.handle ?? typed)
    }
    return named
  }

  /// Returns the address to which the form of a reading command is sent: the path of the command's
  /// page, or else `/c`, which accepts any command line.
  private func readingAction(_ command: CommandDescription) -> String {
    addresses.address(showing: command.words)
  }

  /// Returns the parameter with the labels that its choices have for the person whose data the form
  /// is about.
  private func labelled(_ parameter: ParameterDescription) async -> ParameterDescription {
    guard let labels = parameter.choiceLabels, let list = labels.list else { return parameter }
    let choices = await conversation.visit.lists.choices(list)
    var labelled = parameter
    labelled.choiceLabels = ChoiceLabels { word in
      choices.first { $0.value == word }?.label ?? labels(word)
    }
    return labelled
  }

  private func choices(
    for parameter: ParameterDescription
  ) async -> [HTMLChoice] {
    switch parameter.completion {
    case .references(let kinds):
      let found = await conversation.visit.resolver.candidates(
        for: "", as: kinds, limit: Self.fewRecords + 1)
      guard found.count <= Self.fewRecords else { return [] }
      return found.map { HTMLChoice(record: $0) }
    case .named(let name):
      let choices = await conversation.visit.lists.choices(name)
      if !choices.isEmpty { return choices }
      let names = await conversation.visit.lists.words(name)
      return names.count <= Self.fewRecords ? names.map { HTMLChoice($0, $0) } : []
    case .suggested(let name):
      return await conversation.visit.lists.words(name).map { HTMLChoice($0, $0) }
    case .none, .words, .file: return []
    }
  }

  /// Returns links for a command's page to other commands with the same noun, such as `schools`. On
  /// a record's page, they are the commands for this record, and on other pages the commands that
  /// need no record.
  ///
  /// A record's page also has links that add a record of another kind for this record, such as a
  /// coach or a file of a school. A list's page also has a link that adds many records at once.
  func actions(beside match: CommandIndex.Match, _ record: Reference?) -> [CommandLink] {
    let others = record.map { additions(naming: $0, besides: match.command.noun) } ?? []
    let pasting = record == nil ? pasting(match.command.noun) : []
    return others
      + commands(of: match).compactMap { command in
        guard !command.takesSeveral else { return nil }
        let first = command.parameters.first { $0.role == .argument && $0.isRequired }
        // The record that a new one is about, such as the school of an offer, is chosen in its
        // form.
        guard case .references(let kinds) = first?.completion, command.verb != "add" else {
          return record == nil ? CommandLink(command.label, command.words) : nil
        }
        guard let record, kinds.contains(record.kind) else { return nil }
        return CommandLink(command.label, "\(command.words) \(record.handle)")
      } + pasting
  }

  /// Returns the links at the end of a page to forms that add a record, such as an event on the page
  /// of the calendar. The first of them can be the page's primary action.
  func additions(offeredBy page: Page) -> [CommandLink] {
    guard case .links(let links)? = page.blocks.last else { return [] }
    return links.links.filter { link in
      guard let command = try? AskedCommand(link.command, in: conversation.index),
        case .feature(let match) = command
      else { return false }
      return match.command.verb == "add"
    }
  }

  /// Returns links to forms that add a record of another kind with the page's record filled in,
  /// such as a new coach of the school on the page, or a file that is uploaded for it.
  private func additions(naming record: Reference, besides noun: String) -> [CommandLink] {
    conversation.index.entries.flatMap(\.commands).compactMap { command in
      guard ["add", "upload"].contains(command.verb), command.noun != noun, command.mode == .writes,
        looking.offers(command),
        let first = command.parameters.first(where: { $0.takesRecord })
      else { return nil }
      guard case .references(let kinds) = first.completion, kinds.contains(record.kind) else {
        return nil
      }
      // The page itself may offer this command with the record as an argument, and two links are
      // recognized as equal by their command lines. So the line here has the same form.
      if command.parameters.first?.name == first.name, first.role == .argument {
        return CommandLink(command.label, "\(command.words) \(record.handle)")
      }
      let line = "\(command.words) --\(first.name) \(record.handle)"
      begun[line] = Addresses.adding(
        first.name, record.handle, to: addresses.anyLine(command.words))
      return CommandLink(command.label, line)
    }
  }

  /// Returns the commands that add a record of one of the kinds that a parameter accepts. In each
  /// result, `name` is the parameter for the new record's name, and `thing` is the kind, such as
  /// `school`.
  func adding(
    for parameter: ParameterDescription
  ) -> [(command: CommandDescription, name: String, thing: String)] {
    guard case .references(let kinds) = parameter.completion else { return [] }
    return kinds.compactMap { kind in
      guard
        let noun = conversation.index.shown(by: "\(kind.letter)1")?.command.split(separator: " ")
          .first,
        let command = conversation.index.entry(for: String(noun))?.commands.first(where: {
          $0.verb == "add"
        }), looking.offers(command),
        let name = command.parameters.first(where: { $0.role == .argument })
      else { return nil }
      return (command, name.name, kind.singular)
    }
  }

  /// Returns a link to the form in which many records of a list's kind are pasted as rows; empty if
  /// no command imports such records.
  private func pasting(_ noun: String) -> [CommandLink] {
    conversation.index.entries.flatMap(\.commands).compactMap { command in
      guard command.takesRows, looking.offers(command),
        case .words(let words)? = command.parameters.first?.completion,
        let kind = words.first(where: { conversation.index.entry(for: $0)?.noun.word == noun })
      else { return nil }
      return CommandLink(Self.pasteMany, "\(command.words) \(kind)")
    }
  }

  /// Returns whether a command line is the form in which rows of one kind are pasted. Such a form
  /// first shows what was understood of the rows.
  private func pastes(_ line: String, with command: CommandDescription) -> Bool {
    guard command.takesRows, let kind = command.parameters.first,
      case .words(let words) = kind.completion
    else { return false }
    return words.contains {
      line == "\(command.words) \($0)" && conversation.index.entry(for: $0) != nil
    }
  }

  /// Returns links to the commands that can change several records at once. A list offers them for
  /// its selected rows.
  func bulk(beside match: CommandIndex.Match) -> [CommandLink] {
    commands(of: match).filter(\.takesSeveral).map {
      CommandLink($0.verb.asChoice, $0.words, spoken: $0.label)
    }
  }

  /// Returns the commands that match a phrase such as "add a school" or "log a call". Each word of
  /// the phrase must begin a word of the command, of its summary, of its choices or of its label in
  /// the menu of every page.
  func commands(meantBy typed: String) -> [CommandDescription] {
    let words = Self.words(of: typed)
    guard words.count > 1 else { return [] }
    return changing { command, named in
      let verbs = [command.verb, command.label.prefix { $0 != " " }.lowercased()]
      return words.contains { word in verbs.contains { $0 == word } }
        && words.allSatisfy { word in named.contains { $0.hasPrefix(word) } }
    }
  }

  /// Returns the commands that have all words of a text in their summary or label, such as
  /// "passphrase". A word may be unfinished from its fourth letter on.
  ///
  /// Empty for a text that begins with a noun, such as "schools", because the page of the noun
  /// offers all its commands.
  func commands(about typed: String) -> [CommandDescription] {
    let words = Self.words(of: typed)
    guard let first = words.first, words.allSatisfy({ $0.count >= Self.fewestLetters }),
      conversation.index.entry(for: first) == nil
    else { return [] }
    return changing { _, named in
      words.allSatisfy { word in named.contains { $0.hasPrefix(word) } }
    }
  }

  private static let fewestLetters = 4

  private static func words(of typed: String) -> [String] {
    typed.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { !fillers.contains($0) }
  }

  /// Returns the commands that change something, that menus may offer to the viewer, and that are
  /// wanted. `isWanted` gets the command and the words with which a typed text is compared.
  private func changing(
    _ isWanted: (_ command: CommandDescription, _ named: Set<String>) -> Bool
  ) -> [CommandDescription] {
    conversation.index.entries.flatMap(\.commands).filter { command in
      guard command.mode == .writes || command.mode == .writesOwn,
        !command.isOfferedByPage, looking.offers(command)
      else { return false }
      let label = host.program.quick.first { $0.command == command.words }?.label
      return isWanted(command, command.namedWords(besides: label))
    }
  }

  private static let fillers: Set<String> = ["a", "an", "the", "my", "new", "to", "i", "with"]

  /// Returns the commands with the same noun that change data and that the viewer may use. Commands
  /// that the page itself already offers are left out.
  private func commands(of match: CommandIndex.Match) -> [CommandDescription] {
    (conversation.index.entry(for: match.command.noun)?.commands ?? []).filter {
      $0.mode == .writes && !$0.isOfferedByPage && looking.offers($0)
    }
  }
}

extension CommandDescription {
  /// Returns the words of the command, of its summary, of its arguments' choices and of `label`, in
  /// lowercase letters, with which a typed phrase is compared.
  fileprivate func namedWords(besides label: String?) -> Set<String> {
    var texts = [words, summary] + [label].compactMap { $0 }
    for parameter in parameters where parameter.role == .argument {
      if case .words(let choices) = parameter.completion { texts += choices }
    }
    return Set(
      texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
  }

  /// Whether the command imports a table and can preview the import. Its form then also takes
  /// pasted rows in place of a file.
  var takesRows: Bool {
    parameters.contains { $0.name == "dry-run" } && parameters.contains { $0.completion == .file }
  }
}

extension ParameterDescription {
  var takesRecord: Bool {
    if case .references = completion { true } else { false }
  }

  /// Returns whether a text has the form of a handle (short name of a record), such as `t3`. A form
  /// then does not offer to add a record with this text as its name.
  func isHandle(_ text: String) -> Bool {
    guard case .references(let kinds) = completion, case .handle = Handle.read(text, kinds: kinds)
    else { return false }
    return true
  }

  /// Returns the names of records in a text field, which sends several of them as one text with
  /// commas between them.
  func separated(_ sent: [String]) -> [String] {
    guard isRepeated, takesRecord else { return sent }
    return sent.flatMap { $0.split(separator: ",").map { String($0).trimmed } }
  }
}

extension Problem {
  /// Returns the problem in the form in which a page shows it beside its field: without the command
  /// line's usage, and for an empty field with the sentence that the field cannot be empty.
  fileprivate func asOfField(isEmpty: Bool) -> Problem {
    var problem = self
    if fix?.hasPrefix("Usage:") == true { problem.fix = nil }
    if isEmpty, cause == .usage {
      problem.title = Problem.leftEmpty.title
      problem.details = []
    }
    return problem
  }
}

typealias HTMLChoice = FeatureKit.Form.Field.Choice

extension HTMLChoice {
  fileprivate init(record: ReferenceResolver.Named) {
    self.init(
      record.reference.handle, record.reference.title + (record.detail.map { " · " + $0 } ?? ""))
  }
}

extension CommandDescription {
  /// Whether an argument of the command takes several records, so that the command can be applied
  /// to the selected rows of a list.
  fileprivate var takesSeveral: Bool {
    parameters.contains { parameter in
      guard parameter.role == .argument, parameter.isRepeated,
        case .references = parameter.completion
      else { return false }
      return true
    }
  }
}
