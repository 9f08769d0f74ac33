/// A parameter whose value is secret, such as a passphrase. It is read without echo, from a file
/// descriptor or from a file, and never from the command line.
public struct Secret: CommandParameter {
  /// The name, question and other data of the secret for help and forms.
  public var description: ParameterDescription
  var check: @Sendable (SecretText) throws(Problem) -> Void = { _ in }

  public init(_ name: String, _ summary: String = "", ask: String, isRequired: Bool = true) {
    description = ParameterDescription(
      name: name, role: .secret, placeholder: "", summary: summary, question: ask,
      isRequired: isRequired, isRepeated: false, completion: .none)
  }

  /// Returns the secret after `check` has accepted it. Nil if none was entered.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> SecretText? {
    guard let text = given[description.name].first.map({ SecretText($0.text) }) else { return nil }
    try check(text)
    return text
  }
}

/// A parameter for the secrets of several people, such as their passphrases. The running command
/// reports whose secret it needs next as a `Need`, and the host (shell or web server) asks for it.
public struct Secrets: CommandParameter {
  /// The description of the parameter: it takes any number of secrets, and none of them is ever
  /// written on the command line.
  public var description: ParameterDescription

  public init(_ name: String, _ summary: String = "", ask: String) {
    description = ParameterDescription(
      name: name, role: .secret, placeholder: "", summary: summary, question: ask,
      isRequired: false, isRepeated: true, completion: .none)
  }

  /// Returns the secrets in the order in which they were entered.
  public func decode(_ given: GivenValues, _ context: ParseContext) throws(Problem) -> [SecretText]
  {
    given[description.name].map { SecretText($0.text) }
  }
}
