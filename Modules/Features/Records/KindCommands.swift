import Domain
import FeatureKit

/// The five commands that every kind of record has: to list, show, add, edit and delete. They are
/// generated from the fields that the kind declares.
struct KindCommands<Record: TabledRecord> {
  typealias Feature = RecordsFeature

  let feature: Feature

  var all: Under<Feature> {
    let fields = Record.asked
    return Under(Record.noun) {
      Self.list
      Self.show
      Self.add(fields)
      edit(fields)
      Self.delete
    }
  }

  private static var kind: ReferenceKind { Record.kind }
  private static var one: String { kind.withArticle }

  private static var subject: Argument<Reference> {
    Argument(kind.singular, .reference(kind), ask: "Which \(kind.singular)?")
  }

  private static var subjects: RepeatedArgument<Reference> {
    RepeatedArgument(
      kind.singular, .reference(kind), ask: "Which \(kind.singular)?  (several with commas between)"
    )
  }

  private static var severalWords: String {
    "Several are named by their handles: all of them are done in one step, or none and the reason is said."
  }

  private static var list: Command<Feature> {
    Command(
      "list", "List your \(kind.plural).", .reads, table: Record.filters.map(\.parameter),
      Option("search", .text(max: 200), "Only with this text in them").labelled("Words in them"),
      Option("sort", ValueKind<Record.Sort>.order, "The order").labelled("Order")
        .assuming(Record.Sort.standard.words),
      Flag("reverse", "The other way round"),
      Option("limit", .integer(1...10_000), "So many at most").forTerminal,
      Flag("all", "Every one, however many").forTerminal, Record.dataFields.option,
      examples: Record.examples.list
    ) { filters, search, sort, isReversed, limit, showsAll, fields in
      let request = Feature.ListRequest(
        kind, filters: filters, search: search, sort: sort?.words, isReversed: isReversed,
        limit: limit, showsAll: showsAll)
      return switch fields {
      case nil: .listRequested(request)
      case .listing?: .fieldNamesRequested(kind)
      case .names(let names)?: .dataRequested(DataRequest(.list(request), fields: names))
      }
    }
  }

  private static var show: Command<Feature> {
    Command(
      "show", "Show \(one) with everything that belongs to it.", .reads,
      table: Record.showFlags, subject, Record.dataFields.option,
      examples: Record.examples.show
    ) { flags, subject, fields in
      switch fields {
      case nil: .recordRequested(subject, showsAll: flags["all"] != nil)
      case .listing?: .fieldNamesRequested(kind)
      case .names(let names)?: .dataRequested(DataRequest(.record(subject), fields: names))
      }
    }
  }

  private static func add(_ fields: [RecordField<Record>]) -> Command<Feature> {
    Command(
      "add", Record.additionWords, .writes,
      table: fields.filter(\.isArgument).compactMap(\.argument)
        + fields.filter { $0.use != .editing && !$0.isArgument }
        .compactMap { $0.option(isAdding: true) },
      examples: Record.examples.add
    ) { .additionRequested(kind, FieldChanges($0)) }
    .guided
    .button(String(Record.additionWords.prefix { $0 != " " }))
    .explained(
      "Without options a terminal asks one question after the other; Enter skips one, < goes back.")
  }

  private func edit(_ fields: [RecordField<Record>]) -> Command<Feature> {
    let editable = fields.filter { $0.use != .adding }
    let kind = Self.kind
    return Command(
      "edit", "Change \(Self.one) or several; several things at once are one step.", .writes,
      table: editable.compactMap { $0.option(isAdding: false) }, Self.subjects,
      Option("clear", .emptied(editable, of: kind), "Leave nothing there").repeated.notAsked
        .forTerminal,
      examples: Record.examples.edit
    ) { values, subjects, cleared in
      .editRequested(subjects, FieldChanges(values, cleared: Set(cleared)))
    }
    .guided
    .beginning { [feature] given throws(Problem) in
      try await feature.typed(given[kind.singular])
    }
    .explained(
      "Without options a terminal asks one question after the other: Enter keeps what is there, - empties it. An option without a value asks for that one. \(Self.severalWords)"
    )
  }

  private static var delete: Command<Feature> {
    Command(
      "delete", "Delete \(one) or several, after saying what goes along.", .writes, subjects,
      examples: Record.examples.delete
    ) { .deletionRequested($0) }
    .explained(severalWords)
  }
}

extension ListFilterField {
  var parameter: TableParameter<FieldValue> {
    switch input {
    case .option(let kind): TableParameter(Option(name, kind, label).labelled(label))
    case .flag: TableParameter(Flag(name, label), .flag(true))
    }
  }
}

extension RecordField where Record: TabledRecord {
  fileprivate var argument: TableParameter<FieldValue>? {
    guard let input else { return nil }
    let argument = Argument(name, input.kind, shape.label, ask: question)
    return TableParameter(suggested.map { argument.suggesting($0) } ?? argument)
  }

  private var suggested: SuggestedAnswer? {
    Record.suggestedAnswers[name].map { .text($0) }
  }

  fileprivate func option(isAdding: Bool) -> TableParameter<FieldValue>? {
    guard let input else { return nil }
    var option = Option(name, input.kind, shape.label, ask: question)
    if !isAsked { option = option.notAsked }
    if !Record.askedFirst.contains(name) { option = option.askedLater }
    if input.canBeEmptied, use != .adding { option = option.emptied(by: .option("clear")) }
    if name == "on" { option = option.orNamed("date") }
    if isAdding, let suggested { option = option.suggesting(suggested) }
    guard input.isRepeated else { return TableParameter(option) }
    return TableParameter(option.repeated) { values in
      .records(
        values.flatMap { value -> [Reference] in
          if case .records(let references) = value { references } else { [] }
        }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }
}

extension ValueKind where Value: ListSort {
  /// Parses the name of a sort order, such as `last-contact`.
  fileprivate static var order: ValueKind {
    let words = Value.allCases.map(\.words)
    return ValueKind(words.joined(separator: "|"), completion: .words(words), words: .program) {
      text, _ throws(Problem) in
      let wanted = text.trimmed.lowercased()
      if let sort = Value.allCases.first(where: { $0.words == wanted }) { return sort }
      throw Problem.noChoice(text, among: words, title: "`\(text)` is not an order.")
    }
  }
}

extension ValueKind where Value == String {
  /// Parses the name of a field for `--clear`, which empties the field.
  ///
  /// Required fields are refused.
  fileprivate static func emptied<Record: TabledRecord>(
    _ fields: [RecordField<Record>], of kind: ReferenceKind
  ) -> ValueKind {
    let names = fields.filter { $0.input?.canBeEmptied == true }.map(\.name)
    return ValueKind("FIELD", completion: .words(names), words: .program) {
      text, _ throws(Problem) in
      let wanted = text.trimmed.lowercased()
      if names.contains(wanted) { return wanted }
      throw Problem.noChoice(
        text, among: names, title: "`\(text)` cannot be emptied in \(kind.withArticle).")
    }
  }
}
