import Auth
import AuthLive
import FeatureKit
import Threads

/// Hashes and checks passwords with limited concurrency.
///
/// Each hash takes 64 MB of memory and a tenth of a second, so only a few are computed at once, and
/// only a limited number of requests may wait.
actor PasswordHashing {
  struct Full: Error {}

  private let hasher: PassphraseHasher
  private let most: Int
  private let mostWaiting: Int
  private var working = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The hash with which a password is compared if the account does not exist. The comparison makes
  /// the answer take as long as for an existing account, so that the time does not reveal it.
  private var dummy: String?

  init(_ hasher: PassphraseHasher = .argon2id, most: Int = 2, waiting: Int = 50) {
    self.hasher = hasher
    self.most = most
    mostWaiting = waiting
  }

  func hash(_ password: SecretText) async throws -> String {
    try await inside { [hasher] in Result { () throws(Problem) in try hasher.hash(password) } }
  }

  /// Returns whether the password fits the hash.
  ///
  /// - Parameter hash: the account's stored hash; nil for an account that does not exist, for which
  ///   the result is false.
  func matches(_ password: SecretText, _ hash: String?) async throws -> Bool {
    if dummy == nil { dummy = try await self.hash(SecretText("no account has this password")) }
    let against = hash ?? dummy ?? ""
    let isRight = try await inside { [hasher] in
      Result { () throws(Problem) in try hasher.verify(password, against: against) }
    }
    return isRight && hash != nil
  }

  private func inside<Answer: Sendable>(
    _ work: @escaping @Sendable () -> Result<Answer, Problem>
  ) async throws -> Answer {
    if working >= most {
      guard waiting.count < mostWaiting else { throw Full() }
      // Waits until another job has finished. A finished job wakes the one that has waited longest.
      await withCheckedContinuation { waiting.append($0) }
    } else {
      working += 1
    }
    let result = await OwnThread.run(work)
    if waiting.isEmpty { working -= 1 } else { waiting.removeFirst().resume() }
    return try result.get()
  }
}
