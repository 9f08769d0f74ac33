/// The bookkeeping of a store: its queue, its groups and its running effects.
///
/// It is not generic, because it does not depend on the feature's types.
struct StoreLedger {
  /// Whether an action is being reduced or an outcome is being sent. Actions that are sent during
  /// this time wait in the queue.
  var isDraining = false
  /// The number of actions in the queue since it was last empty.
  ///
  /// If it reaches the store's limit, observers send in a loop.
  var queued = 0
  var hasReportedLoop = false
  /// The groups that wait for the effects of the action that is being reduced.
  ///
  /// Empty until it starts an effect.
  var groups: [EffectGroup] = []
  var effects = RunningEffects()
  /// The effects that were stopped under the lock. They are canceled after the lock is released,
  /// because cancellation handlers run code outside of the store.
  var stopped: [RunningEffect] = []
  var lastObserver = 0
}
