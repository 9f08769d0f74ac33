import Foundation
import HTTP
import SharingTesting
import Synchronization

/// A network connection that loses some requests and answers, and sends some requests twice. A test
/// can make it reliable for a while.
final class BadNetwork: Sendable {
  private struct State {
    var dice: Dice
    var isGood = true
    /// The number of requests that succeed before the connection breaks; nil for a connection that
    /// does not break.
    var left: Int?
    var functions: [String] = []
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(dice: Dice(seed))) }

  func set(good: Bool, dyingAfter left: Int? = nil) {
    state.withLock { state in
      state.isGood = good
      state.left = left
    }
  }

  /// Returns the names of the server's functions that were called since the last call of this
  /// method, in order.
  func calledFunctions() -> [String] {
    state.withLock { state in
      defer { state.functions = [] }
      return state.functions
    }
  }

  private func note(_ request: Request) {
    guard let mark = "\(request.target)".range(of: "/rpc/") else { return }
    let name = String("\(request.target)"[mark.upperBound...].prefix { $0.isLetter || $0 == "_" })
    state.withLock { $0.functions.append(name) }
  }

  private enum Fate { case fine, requestLost, answerLost, twice }

  private var fate: Fate {
    state.withLock { state in
      if let left = state.left {
        state.left = left - 1
        if left <= 0 { return left == 0 ? .answerLost : .requestLost }
      }
      guard !state.isGood else { return .fine }
      return switch state.dice.below(10) {
      case 0: .requestLost
      case 1: .answerLost
      case 2: .twice
      default: .fine
      }
    }
  }

  /// Returns an HTTP client that uses this connection.
  var client: HTTPClient {
    let direct = HTTPClient.direct
    // After a failure, which the test causes on purpose, the client repeats the request without
    // waiting.
    var waiting = direct.waiting
    waiting.sleep = { _ in }
    return HTTPClient(waiting: waiting) {
      request, body, rules async throws(HTTPFailure) -> ArrivingResponse in
      self.note(request)
      switch self.fate {
      case .fine: return try await direct.transport(request, body, rules)
      case .requestLost: throw .refused(host: "lost")
      case .answerLost:
        _ = try await direct.transport(request, body, rules)
        throw .refused(host: "lost")
      case .twice:
        _ = try await direct.transport(request, body, rules)
        return try await direct.transport(request, body, rules)
      }
    }
  }
}

/// A random number generator that gives the same numbers for the same seed on every machine, so
/// that a failed simulation can be repeated.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }
}
