import Domain
import FeatureKit

/// The list, page, form and commands of every kind of record that is defined by a `PlainKind`
/// alone, such as letters of recommendation.
extension PlainRecord: TabledRecord {
  static var filters: [ListFilterField<PlainRecord>] {
    Kind.filters.map { filter in
      ListFilterField(
        name: filter.option, label: filter.label, input: .option(filter.input)
      ) { wanted, value, _ in
        if let key = ColumnKey(value) { wanted.narrow(filter.filter, to: key) }
      }
    }
  }

  static var askedFirst: Set<String> { Kind.words.askedFirst }
  static var examples: KindExamples { Kind.words.examples }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: Kind.words.none, hint: Kind.words.hint, add: Kind.words.add, all: Kind.words.all)
  }

  mutating func fillIn(_ changes: FieldChanges, isNew: Bool, _ context: ParseContext) {
    own.fillIn(given: Set(changes.values.keys), today: context.today)
  }

  /// Returns the values of the command together with those that the kind itself has set and that
  /// differ from the stored row. The answer to the command mentions both.
  static func completed(_ changes: FieldChanges, before: Row?, saved: Row) -> FieldChanges {
    var completed = changes
    let before = before ?? PlainRow(reference: saved.reference, record: PlainRecord(id: .none))
    for field in fields where Kind.filledIn.contains(field.name) && changes[field.name] == nil {
      guard let value = field.read(saved, .none), value != field.read(before, .none)
      else { continue }
      completed.values[field.name] = value
    }
    return completed
  }
}

extension PlainKind {
  static var tabled: any TabledRecord.Type { PlainRecord<Self>.self }

  static var noun: Noun {
    Noun(kind.plural, aliases: [kind.singular], summary: words.summary, opens: "list")
  }

  static var routes: [RoutePattern] {
    [
      RoutePattern("/\(kind.plural)/{id}", "\(kind.plural) show {id}"),
      RoutePattern("/\(kind.plural)", kind.plural),
    ]
  }
}
