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

  /// The label of the link to a form into which people paste many records, and the title of that
  /// form.
  static let pasteMany = "Paste many"

  /// Returns the form of the command that the line names, such as `schools add`.
  ///
  /// - Parameters:
  ///   - given: the values that the person has already submitted. The form shows them instead of
  ///     the stored ones.
  ///   - began: the values that the form had when it was first shown; nil uses the stored values.
  ///   - isOfDeleted: whether the record that the form edits was deleted. The form then sends the
  ///     record's handle (a short name such as `s4`) but does not show it.
  ///   - narrowed: the only choices of some fields, by the names of their parameters.
  func form(
    _ line: String, given: [String: [String]] = [:], began: [String: [String]]? = nil,
    faults: [FieldFault] = [],
    problems: [Problem] = [], cancel: String? = nil, pasted: [String: String] = [:],
    part: Int? = nil, isOfDeleted: Bool = false, narrowed: [String: [HTMLChoice]] = [:]
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
      // A fault (a problem with one field) is about the submitted value. If the person has
      // submitted no values yet, it is about the value on the command line.
      let sent = given.isEmpty ? field.values : given[parameter.name] ?? []
      let isKept = parameter.role != .secret && parameter.completion != .file
      let values = isKept ? given[parameter.name].map(parameter.separated) ?? field.values : []
      var shown =
        ServedForm.Field(
          parameter, values: values, references: await references(in: values, of: parameter),
          problem: faults.first { $0.parameter == parameter.name }
            .map { $0.problem.asOfField(isEmpty: sent.allSatisfy(\.isEmpty)) },
          choices: await choices(for: parameter, narrowedTo: narrowed[parameter.name] ?? []))
      if outline.command.mode == .reads {
        shown.keepsHandles = await !areFound(shown.references, of: parameter)
      }
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
      if isOfDeleted, parameter.name == outline.command.parameters.first?.name,
        case .references(let kinds) = parameter.completion
      {
        shown.isFixed = true
        title =
          editsAll
          ? "Change \(kinds.map(\.withArticle).inSentence("or")) that was deleted"
          : outline.command.label
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
      // The host compares `began` with the submitted value to find out whether the person changed
      // the field. Usually it is the value that the field had when the form was first shown, even
      // if the form is shown again with a fault. After a conflict it is the present stored value,
      // so that the person can overwrite that value by submitting the form again.
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
    if command.takesRows { form.submit = "Show what was understood" }
    if pastes(line, with: command) {
      form.title = Self.pasteMany
      // The command line already names the kind of record, such as `schools`, so the form needs no
      // field for it. The form sends this line, so that the host can show the same form again.
      form.line = line
      form.fields.removeAll { $0.parameter.name == command.parameters.first?.name }
    }
    if command.mode != .reads, fields.contains(where: { $0.parameter.completion == .file }) {
      form.action = addresses.sending(line)
    }
    return showingOnePart(form, of: line, part, given: given)
  }

  /// Returns the forms at the top of a page's sections, by their command lines. Each form first
  /// shows the fields that the page names for it, and offers only the choices that the page allows.
  ///
  /// A form whose stored values cannot be read is left out. The section then has a link to the
  /// command, whose own page says what is wrong.
  func formsInPlace(of page: Page) async -> [String: ServedForm] {
    var forms: [String: ServedForm] = [:]
    for writing in page.writings {
      guard var shown = try? await form(writing.command, narrowed: writing.narrowed) else {
        continue
      }
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
        if index == 0 { shown.fields[index].placeholder = writing.placeholder }
        guard let choices = writing.narrowed[shown.fields[index].parameter.name],
          let chosen = choices.first
        else { continue }
        shown.fields[index].values = [chosen.value]
        shown.fields[index].isOneOfMeant = true
        shown.fields[index].isFixed = choices.count == 1
      }
      forms[writing.command] = shown
    }
    return forms
  }

  /// Returns a long form, such as the profile, with the fields of only one of its parts. It is the
  /// part with the first fault (a problem with one field). Without a fault, it is the part whose
  /// number the request contains, or else the part with the first submitted value, or else the
  /// first part.
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

  /// Returns the answers that a form shows as fixed as options of a command line, such as `--type
  /// official`.
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

  /// If a typed name matches several records, shows these records as choices. Names in the same
  /// field that match one record become choices that are already selected.
  ///
  /// If one of the names matches no record, or too many to list, the field stays a text field, so
  /// that the person can write a better name. A field that takes one record then also lists the
  /// first of the matching records.
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

  /// Returns the records whose handles (short names such as `t3`) are the values of a field; empty
  /// if a value is not a handle or has no record.
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

  /// Returns the first record that a command's words or the fields of its address name; nil if they
  /// name none.
  func record(
    namedBy match: CommandIndex.Match, _ fields: [String: [String]]
  ) async -> Reference? {
    guard let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    else { return nil }
    for parameter in match.command.parameters {
      guard case .references(let kinds) = parameter.completion else { continue }
      let values = fields[parameter.name] ?? draft.given[parameter.name].map(\.text)
      for value in parameter.separated(values) {
        let found = try? await conversation.visit.resolver.resolve(value, as: kinds)
        if let found { return found }
      }
    }
    return nil
  }

  /// Returns whether the name of each record finds exactly this record for the person.
  private func areFound(
    _ records: [Reference], of parameter: ParameterDescription
  ) async -> Bool {
    guard case .references(let kinds) = parameter.completion else { return true }
    for record in records {
      let found = try? await conversation.visit.resolver.resolve(record.title, as: kinds)
      if found != record { return false }
    }
    return true
  }

  /// Returns the first of the typed names that no record has; nil if there is none. A handle (short
  /// name of a record, such as `t3`) is not a name.
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

  /// Returns the values of a field after the record with the typed name was added: the record's
  /// handle (a short name such as `s4`) takes the place of the typed name. Other names in the field
  /// become handles too, and the form shows the name of each record.
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

  /// Returns the address to which the form of a command that only reads data is sent: the path of
  /// the command's page, or else `/c`, which accepts any command line.
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
    for parameter: ParameterDescription, narrowedTo narrowed: [HTMLChoice]
  ) async -> [HTMLChoice] {
    guard narrowed.isEmpty else { return narrowed }
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

  /// Returns whether a command line opens the form into which a person pastes rows of one kind of
  /// record. After submitting, that form first shows what the program understood of the rows.
  private func pastes(_ line: String, with command: CommandDescription) -> Bool {
    guard command.takesRows, let kind = command.parameters.first,
      case .words(let words) = kind.completion
    else { return false }
    return words.contains {
      line == "\(command.words) \($0)" && conversation.index.entry(for: $0) != nil
    }
  }
}

extension CommandDescription {
  /// Whether the command imports a table and can preview the import. Its form then has a text box
  /// for pasted rows, which replace the file.
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
  /// Returns the problem as a page shows it beside a field: without the usage of the command line.
  /// For an empty field, the problem says that the field cannot be empty.
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
