struct RunningEffect: Sendable {
  var id: EffectID?
  /// Whether the effect is a sequence. Its own task only starts one effect after the other, and
  /// each of these is a running effect too.
  var isSequence: Bool
  var task: _Concurrency.Task<Void, Never>
  var groups: [EffectGroup]

  func stop() {
    task.cancel()
    groups.leave()
  }
}

/// The running effects of a store, each under a token (a counted number), and for each identifier
/// the token of the effect that uses it.
///
/// An effect that is not in the list has ended or was canceled, and its later actions are dropped.
struct RunningEffects: Sendable {
  private var running: [UInt64: RunningEffect] = [:]
  private var holders: [EffectID: UInt64] = [:]
  private var nextToken: UInt64 = 0

  subscript(token: UInt64) -> RunningEffect? { running[token] }

  func isRunning(_ id: EffectID) -> Bool { holders[id] != nil }

  /// Lets these groups also count the running effect with this identifier. A newly sent action
  /// requested the same effect, which runs only once. A caller that waits for that action must wait
  /// for the effect.
  mutating func join(_ id: EffectID, to groups: [EffectGroup]) {
    guard let token = holders[id], let joined = running[token]?.groups else { return }
    let new = groups.filter { group in !joined.contains { $0 === group } }
    new.enter()
    running[token]?.groups += new
  }

  /// The identifiers of the running effects, oldest first.
  ///
  /// The task of a sequence is listed only if none of its steps or other effects runs.
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
