public import CivilTime

/// The delay between attempts, as a dependency.
public struct RepetitionWaiting: Sendable {
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Returns another random number from 0 up to 1 at each call.
  public var chance: @Sendable () -> Double
  public var now: @Sendable () -> Instant

  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    chance: @escaping @Sendable () -> Double, now: @escaping @Sendable () -> Instant
  ) {
    self.sleep = sleep
    self.chance = chance
    self.now = now
  }
}

/// Whether and when a request is sent once more.
struct Repetition {
  /// The pauses before the second and the third attempt. Each is multiplied by a random factor between 0.5 and 1.5, so
  /// that many clients whose requests failed together do not send again together.
  private static let pauses: [Duration] = [.milliseconds(500), .milliseconds(1_500)]
  /// The longest pause that a server can ask for. If it asks for more, the client does not wait,
  /// and the caller gets the server's answer.
  static let longestPause: Duration = .seconds(30)

  private var left: ArraySlice<Duration>

  init(of method: Method, _ rules: AskingRules) {
    let mayRepeat =
      switch rules.repeats {
      case .never: false
      case .whenIdempotent: method.isIdempotent
      case .keyed: true
      }
    left = mayRepeat ? Self.pauses[...] : []
  }

  /// Returns how long to wait before the request is sent again; nil if the result is final.
  mutating func pause(
    after result: Result<Response, HTTPFailure>, _ waiting: RepetitionWaiting
  ) -> Duration? {
    guard Self.isWorthAnotherTry(result), let pause = left.popFirst() else { return nil }
    let own = pause * (0.5 + waiting.chance())
    guard case .success(let answer) = result,
      let asked = RetryAfter.pause(in: answer.headers, now: waiting.now())
    else { return own }
    return asked > Self.longestPause ? nil : max(own, asked)
  }

  /// Returns whether the result is worth another try. A time-out is not retried, because it took as
  /// long as a caller is willing to wait.
  private static func isWorthAnotherTry(_ result: Result<Response, HTTPFailure>) -> Bool {
    switch result {
    case .success(let answer): [502, 503, 504, 520].contains(answer.status.code)
    case .failure(.connectionLost), .failure(.refused): true
    case .failure: false
    }
  }
}

/// The pause that a server requests in `Retry-After` (RFC 9110, 10.2.3).
public enum RetryAfter {
  /// Returns the pause; nil if the header is missing or invalid.
  public static func pause(in headers: Headers, now: Instant) -> Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    // No server has reason to ask for more than a year.
    if let seconds = Int64(text) {
      return (0...31_536_000).contains(seconds) ? .seconds(seconds) : nil
    }
    return HTTPDate.instant(text).map { .milliseconds(max(0, now.milliseconds(until: $0))) }
  }
}
