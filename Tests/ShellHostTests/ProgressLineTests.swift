import FeatureKit
import Synchronization
import Testing

@testable import ShellHost

@Suite struct ProgressLineTests {
  /// Holds an effect (a feature's asynchronous work) until the test opens the gate, so that the
  /// shell shows its line of progress.
  private final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: CheckedContinuation<Void, Never>?)>(
      (false, nil))

    func wait() async {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting = continuation }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    }

    func open() {
      state.withLock { state in
        defer { state = (true, nil) }
        return state.waiting
      }?.resume()
    }
  }

  @Test("Work that ends soon shows nothing at all")
  func short() async {
    let fake = FakeConsole(terminal: true)
    let gate = Gate()
    var console = fake.console
    console.sleep = { _ in
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
    }
    let line = ProgressLine(console: console) { "\($0.words) \($0.done)" }
    line.hear(Progress("Counting", done: 1))
    await line.end()
    line.hear(Progress("Counting", done: 2))
    #expect(fake.errors == "")
  }

  @Test("Work that lasts is shown as it goes, and wiped away")
  func long() async {
    let fake = FakeConsole(terminal: true)
    let gate = Gate()
    var console = fake.console
    console.sleep = { _ in await gate.wait() }
    let line = ProgressLine(console: console) { "\($0.words) \($0.done)" }
    line.hear(Progress("Counting", done: 1))
    gate.open()
    while fake.errors.isEmpty { await Task.yield() }
    line.hear(Progress("Counting", done: 2))
    await line.end()
    #expect(fake.errors == "\r\u{1B}[KCounting 1\r\u{1B}[KCounting 2\r\u{1B}[K")
  }
}
