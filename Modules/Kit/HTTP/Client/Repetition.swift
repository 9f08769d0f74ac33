public import CivilTime

/// The sources of the pauses between attempts of a request: a random number and a clock. They are
/// values, so that a test can replace them.
public struct RepetitionWaiting: Sendable {
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Returns a random number from 0 up to 1, a new one at each call.
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

/// Decides whether and when the client sends a failed request again.
struct Repetition {
  /// The pauses before the second and the third attempt. Each pause is multiplied by a random
  /// factor between 0.5 and 1.5, so clients whose requests failed together do not repeat them
  /// together.
  private static let pauses: [Duration] = [.milliseconds(500), .milliseconds(1_500)]
  /// The longest pause that the client accepts from a server. If the server requests a longer
  /// pause, the client does not repeat the request, and the caller gets the server's answer.
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

  /// Returns the pause before the next attempt.
  ///
  /// Nil if no attempt is left, if another attempt would not help, or if the server asks for a
  /// longer pause than `longestPause`.
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

  /// Returns whether another attempt may succeed: after a server's temporary error, and after a
  /// refused or lost connection.
  ///
  /// A timeout is final, because the attempt has used the time that the caller allows.
  private static func isWorthAnotherTry(_ result: Result<Response, HTTPFailure>) -> Bool {
    switch result {
    case .success(let answer): [502, 503, 504, 520].contains(answer.status.code)
    case .failure(.connectionLost), .failure(.refused): true
    case .failure: false
    }
  }
}

/// Reads the header `Retry-After`, in which a server requests a pause before the next attempt (RFC
/// 9110, 10.2.3).
public enum RetryAfter {
  /// Returns the pause. Nil if the header is missing or invalid.
  public static func pause(in headers: Headers, now: Instant) -> Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    // A pause of more than a year is an error of the server, and its number could overflow. The
    // header is then ignored.
    if let seconds = Int64(text) {
      return (0...31_536_000).contains(seconds) ? .seconds(seconds) : nil
    }
    return HTTPDate.instant(text).map { .milliseconds(max(0, now.milliseconds(until: $0))) }
  }
}
