public import Auth
import Basics
import CSecret
import Synchronization

extension SecretStore {
  /// Returns a store that keeps secrets in the desktop's keyring if there is one, otherwise in
  /// files.
  ///
  /// It is meant for secrets that give access to another system, such as a mail server. The session
  /// token of this device is stored with `files` instead, which needs no D-Bus call.
  ///
  /// - Parameter folder: the folder of the files. The keyring entries contain its path too, so that
  ///   two data folders have separate secrets.
  public static func keyring(orFilesIn folder: String) -> SecretStore {
    keyring(Keyring(library: "libsecret-1.so.0", folder: folder), or: SecretFiles(folder: folder))
  }

  static func keyring(_ keyring: Keyring, or files: SecretFiles) -> SecretStore {
    SecretStore {
      $0.read.implement { name throws(Problem) in
        if let secret = try files.read(name) { return secret }
        return keyring.read(name)
      }
      $0.save.implement { name, secret throws(Problem) in
        // A secret is stored in one place only. If it were in both, an old secret could reappear
        // after the newer one is removed.
        if keyring.save(secret, as: name) {
          try files.remove(name)
        } else {
          try files.save(secret, as: name)
        }
      }
      $0.remove.implement { name throws(Problem) in
        try files.remove(name)
        keyring.remove(name)
      }
    }
  }
}

/// The desktop's keyring, which is the D-Bus service "Secret Service". After a call has failed,
/// this process does not use the keyring again.
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

  /// - Parameter seconds: how long the program waits for the user to unlock the keyring.
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

  /// Stores a secret in the keyring and returns whether that succeeded.
  func save(_ secret: SecretText, as name: String) -> Bool {
    // The keyring stores C strings, which cannot contain a zero byte. The caller stores such a
    // secret in a file.
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
