/// The bookkeeping of a store, independent of its feature.
struct StoreLedger {
  /// Whether an action is being reduced or an outcome is being sent; actions sent meanwhile wait in the queue.
  var isDraining = false
  /// How many actions were queued since the queue was last empty.
  var queued = 0
  var hasReportedLoop = false
  /// Effects of the current action are counted in these groups; empty until there is one.
  var groups: [EffectGroup] = []
  var effects = RunningEffects()
  /// Stopped under the lock and canceled after it, because a cancellation handler is foreign code.
  var stopped: [RunningEffect] = []
  var lastObserver = 0
}
