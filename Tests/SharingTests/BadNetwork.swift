import Foundation
import HTTP
import SharingTesting
import Synchronization

/// A connection that loses requests and answers and sends some requests twice. A test can make it reliable.
final class BadNetwork: Sendable {
  private struct State {
    var dice: Dice
    var isGood = true
    /// How many requests succeed before the connection breaks; nil for one that does not break.
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

  /// The server's functions that were called since the last time, in order.
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

  /// A client of the same server over this connection.
  var client: HTTPClient {
    let direct = HTTPClient.direct
    // The client must not wait after a failure that the test caused.
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

/// Gives the same numbers for the same seed on every machine.
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
