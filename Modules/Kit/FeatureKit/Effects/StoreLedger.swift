/// The internal records of a store that do not depend on its feature.
struct StoreLedger {
  /// Whether an action is being reduced or an outcome is being sent. Actions that are sent during
  /// this time wait in the queue.
  var isDraining = false
  /// The number of actions that were queued since the queue was last empty.
  var queued = 0
  var hasReportedLoop = false
  /// The groups that count the effects of the current action. Empty if there is no current action.
  var groups: [EffectGroup] = []
  var effects = RunningEffects()
  /// The effects that were stopped under the lock. They are canceled after the lock is released,
  /// because cancellation handlers run code outside of the store.
  var stopped: [RunningEffect] = []
  var lastObserver = 0
}
