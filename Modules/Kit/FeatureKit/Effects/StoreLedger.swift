/// The bookkeeping of a store, independent of its feature.
struct StoreLedger {
  /// Whether an action is being reduced or an outcome is being sent; actions sent meanwhile wait in the queue.
  var isDraining = false
  /// How many actions were queued since the queue was last empty.
  var queued = 0
  var hasReportedLoop = false
  /// The groups in which the effects of the current action are counted; empty if there is no
  /// current action.
  var groups: [EffectGroup] = []
  var effects = RunningEffects()
  /// The effects that were stopped under the lock. They are canceled after the lock is released,
  /// because a cancellation handler is foreign code.
  var stopped: [RunningEffect] = []
  var lastObserver = 0
}
