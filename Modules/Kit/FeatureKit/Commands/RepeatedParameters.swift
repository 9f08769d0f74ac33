/// An argument that takes all remaining words as the names of records.
///
/// The words are several handles (short names such as `c4`) or quoted names, as in `notes send c4
/// c9 "Ana Lee"`, or the name of one record, as in `notes send ana lee`. If another argument
/// follows, as in `notes move c4 c9 archive`, a name of several words needs quotes.
///
/// At least one record is required, unless the argument is optional. A record that is named twice
/// counts once.
public struct RepeatedArgument<Value: Hashable & Sendable>: CommandParameter {
  /// The name, placeholder, question and other data of the argument for help and forms.
  public var description: ParameterDescription
  private let kind: ValueKind<Value>

  public init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String = "", ask: String? = nil
  ) {
    description = .describing(name, .argument, kind, summary, ask, isRequired: true)
    description.isRepeated = true
    self.kind = kind
  }

  /// Returns a copy of the argument that an option can replace, as in `notes send --all`.
  public func or(_ option: String) -> RepeatedArgument {
    var copy = self
    copy.description.standIn = option
    return copy
  }

  /// A copy of the argument that may be omitted.
  public var optional: RepeatedArgument {
    var copy = self
    copy.description.isRequired = false
    return copy
  }

  /// Returns the records in the order of the command line, each parsed separately. Empty if the
  /// line has an option such as `--all` in place of records.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Value] {
    let name = description.name
    let values = given[name]
    if let standIn = description.standIn, !given[standIn].isEmpty {
      guard values.isEmpty else {
        throw Problem(
          .usage, "`\(values[0].text)` and --\(standIn) cannot be given together.",
          fix: "Name each \(name), or use --\(standIn) alone.")
      }
      return []
    }
    guard !values.isEmpty || !description.isRequired else {
      throw Problem(.usage, "`\(name)` is missing.")
    }
    var decoded: [Value] = []
    for value in values {
      let one = try kind.decode(value, for: name, context)
      if !decoded.contains(one) { decoded.append(one) }
    }
    return decoded
  }
}

/// A named value that may be repeated, as in `--to c4 --to c9`.
public struct RepeatedOption<Value: Sendable>: CommandParameter {
  /// The name, placeholder, question and other data of the option for help and forms.
  public var description: ParameterDescription
  private let kind: ValueKind<Value>

  init(_ description: ParameterDescription, _ kind: ValueKind<Value>) {
    self.description = description
    self.description.isRepeated = true
    self.kind = kind
  }

  /// Returns a copy of the option with which the command does not create its usual file, because
  /// the result goes elsewhere, as in `--email me`.
  ///
  /// - Parameter heading: what the command does with the option. A browser form has it as its
  ///   heading.
  public func insteadOfFile(_ heading: String) -> RepeatedOption {
    var copy = self
    copy.description.replacesFile = true
    copy.description.formHeading = heading
    return copy
  }

  /// Returns the values of the option in the order of the command line. Empty if the option was
  /// omitted.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [Value] {
    var values: [Value] = []
    for value in given[description.name] {
      values.append(try kind.decode(value, for: "--" + description.name, context))
    }
    return values
  }
}
