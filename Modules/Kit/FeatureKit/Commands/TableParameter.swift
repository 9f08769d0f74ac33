/// A parameter of a command that has many parameters of one value type, such as one for each field
/// of a record.
///
/// The command receives all their values in a dictionary by parameter name.
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

  /// Creates a parameter from a flag. If the command line has the flag, the command receives
  /// `value` for it; otherwise the command receives nothing for this parameter.
  public init(_ flag: Flag, _ value: Value) {
    description = flag.description
    doubts = { _, _ in [] }
    read = { given, context throws(Problem) in try flag.decode(given, context) ? value : nil }
  }

  /// Creates a parameter from an option that can be repeated. `together` combines its values
  /// into the single value that the command's dictionary contains.
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

/// Combines many parameters of one value type into a single parameter. A command type lists the
/// type of each of its parameters, which would be unreadable for a record with many fields.
struct ParameterTable<Value: Sendable>: CommandParameter {
  let entries: [TableParameter<Value>]
  /// An empty description, which the protocol requires and nothing reads: the command lists the
  /// descriptions of `entries` instead.
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
