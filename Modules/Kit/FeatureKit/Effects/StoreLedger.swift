/// The part of a store's data that does not depend on the feature's types: the running effects, and
/// the facts that the store needs while it reduces an action. Unlike the store, this struct is not
/// generic.
struct StoreLedger {
  /// Whether an action is being reduced or an outcome is being sent. Actions that are sent during
  /// this time wait in the store's queue.
  var isDraining = false
  /// The number of actions in the store's queue since it was last empty.
  ///
  /// If it reaches the store's limit, observers send in a loop.
  var queued = 0
  var hasReportedLoop = false
  /// The groups that count the effects of the action that is being reduced, so that a caller can
  /// wait for them.
  ///
  /// Empty until the action starts an effect.
  var groups: [EffectGroup] = []
  var effects = RunningEffects()
  /// The effects that were removed from the running ones under the lock. They are canceled after
  /// the lock is released, because cancellation handlers run code outside of the store.
  var stopped: [RunningEffect] = []
  var lastObserver = 0
}
