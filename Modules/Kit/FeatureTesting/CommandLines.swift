public import CivilTime
public import FeatureKit
public import Testing

extension FeatureModule {
  /// Returns the action (an enum case that the reducer receives) that a command line sends to the
  /// feature. As in the shell, the line is parsed and the records that it names are looked up.
  ///
  ///     let action = try await feature.action(for: "tasks complete strength", knowing: [strength])
  ///
  /// - Parameter knowing: the records that the line can name.
  public func action(
    for line: String, knowing: [Reference] = [], now: Instant = TestClock().now, zone: Zone = .utc
  ) async throws(Problem) -> Action {
    try await action(for: line, finding: .knowing(knowing), now: now, zone: zone)
  }

  func action(
    for line: String, secrets: [String: String] = [:], finding resolver: ReferenceResolver,
    now: Instant, zone: Zone
  ) async throws(Problem) -> Action {
    let index = CommandIndex([(Self.manifest, commands.map(\.description))])
    if let refusal = index.refusals.first { throw refusal }
    let match = try index.match(CommandText.words(line))
    var draft = try CommandDraft(match.command, words: match.rest)
    for (name, secret) in secrets { draft.fill(name, with: secret) }
    for pending in draft.unresolved {
      draft.resolve(pending, as: try await resolver.resolve(pending.text, as: pending.kinds))
    }
    guard let command = commands.first(where: { $0.description == draft.command }) else {
      throw Problem(.usage, "There is no command `\(draft.command.words)`.")
    }
    return try command.action(for: draft, in: ParseContext(now: now, zone: zone))
  }
}

extension ReferenceResolver {
  /// Returns a resolver that finds only these records, for a test without stored data.
  public static func knowing(_ references: [Reference]) -> ReferenceResolver {
    ReferenceResolver { lookup throws(Problem) in
      references.filter { reference in
        switch lookup {
        case .handle(let kind, let number):
          reference.kind == kind && reference.handle == "\(kind.letter)\(number)"
        case .id(let kinds, let id): kinds.contains(reference.kind) && reference.id == id
        case .words(let kinds, _), .first(_, let kinds): kinds.contains(reference.kind)
        }
      }.map { Named($0) }
    }
  }
}

extension TestStore {
  /// Sends the action (an enum case that the reducer receives) of a typed command line to the
  /// feature. As in the shell, the line is parsed and the records that it names are looked up.
  public func enter(
    _ line: String, knowing: [Reference] = [], now: Instant = TestClock().now, zone: Zone = .utc,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout State) -> Void = { _ in }
  ) async throws(Problem) {
    let action = try await feature.action(for: line, knowing: knowing, now: now, zone: zone)
    await send(action, sourceLocation: sourceLocation, change)
  }
}
