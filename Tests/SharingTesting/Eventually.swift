/// Asks again and again until something holds, and throws after two minutes.
///
/// Without that limit a test whose condition never holds would run for ever and say nothing.
package func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(120)
  while try await !holds() {
    guard ContinuousClock.now < end else { throw NeverHeld(what: what) }
    try await Task.sleep(for: .milliseconds(10))
  }
}

private struct NeverHeld: Error, CustomStringConvertible {
  let what: String

  var description: String { "Within two minutes it was not true that \(what)." }
}
