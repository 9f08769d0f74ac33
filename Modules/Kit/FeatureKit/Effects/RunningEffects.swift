struct RunningEffect: Sendable {
  var id: EffectID?
  /// Whether the effect is a sequence: several effects that run one after the other. The task of a
  /// sequence only starts them, and each of them is also in the list of running effects.
  var isSequence: Bool
  var task: _Concurrency.Task<Void, Never>
  var groups: [EffectGroup]

  func stop() {
    task.cancel()
    groups.leave()
  }
}

/// The running effects of a store: the work that a feature requested. Each has a token (a counted
/// number), and for each identifier the list knows the token of the effect that uses it.
///
/// An effect that is not in the list has ended or was canceled, and the store drops its later
/// actions.
struct RunningEffects: Sendable {
  private var running: [UInt64: RunningEffect] = [:]
  private var holders: [EffectID: UInt64] = [:]
  private var nextToken: UInt64 = 0

  subscript(token: UInt64) -> RunningEffect? { running[token] }

  func isRunning(_ id: EffectID) -> Bool { holders[id] != nil }

  /// Lets these groups also count the running effect with this identifier. A newly sent action has
  /// requested the same effect, which is not started a second time. A caller that waits for the new
  /// action must therefore wait for the running effect.
  mutating func join(_ id: EffectID, to groups: [EffectGroup]) {
    guard let token = holders[id], let joined = running[token]?.groups else { return }
    let new = groups.filter { group in !joined.contains { $0 === group } }
    new.enter()
    running[token]?.groups += new
  }

  /// The identifiers of the running effects, oldest first.
  ///
  /// A sequence (effects that run one after the other) is listed only if no single effect runs.
  var ids: [EffectID?] {
    let byAge = running.sorted { $0.key < $1.key }.map(\.value)
    let steps = byAge.filter { !$0.isSequence }
    return (steps.isEmpty ? byAge : steps).map(\.id)
  }

  mutating func token() -> UInt64 {
    nextToken += 1
    return nextToken
  }

  mutating func insert(_ effect: RunningEffect, as token: UInt64) {
    running[token] = effect
    if let id = effect.id { holders[id] = token }
  }

  mutating func remove(_ token: UInt64) -> RunningEffect? {
    guard let removed = running.removeValue(forKey: token) else { return nil }
    if let id = removed.id, holders[id] == token { holders[id] = nil }
    return removed
  }

  mutating func remove(holding id: EffectID) -> RunningEffect? {
    holders[id].flatMap { remove($0) }
  }

  mutating func removeAll() -> [RunningEffect] {
    defer {
      running = [:]
      holders = [:]
    }
    return running.sorted { $0.key < $1.key }.map(\.value)
  }
}
