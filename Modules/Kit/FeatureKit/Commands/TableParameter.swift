/// One parameter of a table. The command receives its value under its name, together with the
/// values of the other parameters.
public struct TableParameter<Value: Sendable>: Sendable {
  let description: ParameterDescription
  let read: @Sendable (GivenValues, ParseContext) throws(Problem) -> Value?
  let doubts: @Sendable (GivenValues, ParseContext) throws(Problem) -> [Doubt]

  public init(_ argument: Argument<Value>) {
    description = argument.description
    doubts = argument.doubts
    read = { given, context throws(Problem) in
      given[argument.description.name].isEmpty ? nil : try argument.decode(given, context)
    }
  }

  public init(_ option: Option<Value>) {
    description = option.description
    read = option.decode
    doubts = option.doubts
  }

  /// Creates a table parameter from a flag. If the flag is given, the parameter has the value
  /// `value`.
  public init(_ flag: Flag, _ value: Value) {
    description = flag.description
    doubts = { _, _ in [] }
    read = { given, context throws(Problem) in try flag.decode(given, context) ? value : nil }
  }

  /// Creates a table parameter from an option that may be repeated, and combines its values.
  public init<Item>(
    _ option: RepeatedOption<Item>, together: @escaping @Sendable ([Item]) -> Value
  ) {
    description = option.description
    doubts = { _, _ in [] }
    read = { given, context throws(Problem) in
      let items = try option.decode(given, context)
      return items.isEmpty ? nil : together(items)
    }
  }

  var check: @Sendable (GivenValues, ParseContext) throws(Problem) -> Void {
    { given, context throws(Problem) in _ = try read(given, context) }
  }
}

/// The parameters of a table as one parameter.
struct ParameterTable<Value: Sendable>: CommandParameter {
  let entries: [TableParameter<Value>]
  /// A placeholder. The command replaces it by the descriptions of the table's parameters.
  var description = ParameterDescription(
    name: "", role: .option, placeholder: "", summary: "", question: "", isRequired: false,
    isRepeated: false, completion: .none)

  func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [String: Value] {
    var values: [String: Value] = [:]
    for entry in entries { values[entry.description.name] = try entry.read(given, context) }
    return values
  }

  func doubts(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Doubt] {
    var doubts: [Doubt] = []
    for entry in entries { doubts += try entry.doubts(given, context) }
    return doubts
  }
}
