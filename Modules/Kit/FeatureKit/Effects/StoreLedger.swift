/// What a store keeps count of while it works, whatever its feature is.
struct StoreLedger {
  /// True while an action is reduced or an outcome told; what is sent meanwhile waits in the queue.
  var isDraining = false
  /// How many actions stood in the queue since it was last empty.
  var queued = 0
  var hasReportedLoop = false
  /// What the current action sets going counts in these groups; empty until something does.
  var groups: [EffectGroup] = []
  var effects = RunningEffects()
  /// Stopped under the lock, told so after it: a cancellation handler is foreign code.
  var stopped: [RunningEffect] = []
  var lastObserver = 0
}
