public import Auth
import Basics
import CSecret
import Synchronization

extension SecretStore {
  /// Stores secrets in the desktop's keyring if there is one, else in files. Use it for secrets
  /// that give access to another system, such as a mail server. The session of this device belongs
  /// in `files`, which needs no D-Bus call.
  ///
  /// - Parameter folder: the folder of the files. Its path also separates the secrets of two data
  ///   folders in the keyring.
  public static func keyring(orFilesIn folder: String) -> SecretStore {
    keyring(Keyring(library: "libsecret-1.so.0", folder: folder), or: SecretFiles(folder: folder))
  }

  static func keyring(_ keyring: Keyring, or files: SecretFiles) -> SecretStore {
    SecretStore(
      read: { name throws(Problem) in
        if let secret = try files.read(name) { return secret }
        return keyring.read(name)
      },
      save: { name, secret throws(Problem) in
        // A secret is stored in one place only. Otherwise an old secret would reappear after the
        // newer one is removed.
        if keyring.save(secret, as: name) {
          try files.remove(name)
        } else {
          try files.save(secret, as: name)
        }
      },
      remove: { name throws(Problem) in
        try files.remove(name)
        keyring.remove(name)
      })
  }
}

/// The desktop's keyring (the Secret Service). After the first call that fails, this process does
/// not ask the keyring again.
final class Keyring: Sendable {
  private enum Access {
    case untried
    case open(UInt)
    case unavailable
  }

  private let library: String
  private let folder: String
  private let seconds: Int32
  private let access = Mutex(Access.untried)

  /// - Parameter seconds: how long the owner of the keyring has to unlock it.
  init(library: String, folder: String, seconds: Int32 = 30) {
    self.library = library
    self.folder = folder
    self.seconds = seconds
  }

  func read(_ name: String) -> SecretText? {
    var found: SecretText?
    _ = asking { keyring in
      var secret: UnsafeMutablePointer<CChar>?
      let answer = compass_keyring_read(keyring, folder, name, &secret, seconds)
      if let secret {
        found = String(validatingCString: secret).map(SecretText.init)
        compass_keyring_free(keyring, secret)
      }
      return answer
    }
    return found
  }

  /// Returns true when the keyring has stored the secret.
  func save(_ secret: SecretText, as name: String) -> Bool {
    // The keyring stores C strings, which end at a zero byte.
    guard !secret.revealed.utf8.contains(0) else { return false }
    return asking { keyring in
      compass_keyring_save(
        keyring, folder, name, "Recruiting Compass: \(name)", secret.revealed, seconds)
    } == compass_keyring_done
  }

  func remove(_ name: String) {
    _ = asking { compass_keyring_remove($0, folder, name, seconds) }
  }

  private func asking(
    _ body: (OpaquePointer) -> compass_keyring_answer
  ) -> compass_keyring_answer {
    access.withLock { access in
      if case .untried = access {
        access = compass_keyring_open(library).map { .open(UInt(bitPattern: $0)) } ?? .unavailable
      }
      guard case .open(let address) = access, let keyring = OpaquePointer(bitPattern: address)
      else { return compass_keyring_unavailable }
      let answer = body(keyring)
      if answer == compass_keyring_unavailable { access = .unavailable }
      return answer
    }
  }
}
