/// The part of a store's data that does not depend on the feature's types: the running effects
/// (requested work), and facts that the store needs while it reduces an action. Unlike the store,
/// this struct is not generic.
struct StoreLedger {
  /// Whether the store is reducing an action or passing an outcome (such as a text) to the host.
  /// Actions that are sent meanwhile wait in the store's queue.
  var isDraining = false
  /// The number of actions in the store's queue since it was last empty.
  ///
  /// If it reaches the store's limit, observers send in a loop.
  var queued = 0
  var hasReportedLoop = false
  /// The groups that count the effects (requested work) of the action that is being reduced, so
  /// that a caller can wait for them.
  ///
  /// Empty until the action starts an effect.
  var groups: [EffectGroup] = []
  var effects = RunningEffects()
  /// The effects (requested work) that were removed from `effects` under the lock. The store
  /// cancels their tasks after it has released the lock, because cancellation handlers run code
  /// outside of the store.
  var stopped: [RunningEffect] = []
  var lastObserver = 0
}
