import Basics
import Glibc

/// The failures that this machine causes when it checks a passphrase or stores a secret, such as a
/// missing library or an unreadable file. They are no mistakes of the user.
enum AuthLiveFailure: Error, Equatable, Sendable {
  case libraryMissing
  case notEnoughMemory
  /// The stored hash of a passphrase is not in the format in which libsodium writes a hash, so no
  /// passphrase can be checked against it.
  case damagedHash
  case noRandomness(code: Int32)
  case secretNotRead(path: String, code: Int32)
  case secretNotKept(path: String, code: Int32)
}

extension AuthLiveFailure {
  var problem: Problem {
    switch self {
    case .libraryMissing:
      Problem(
        .failed, "Passphrases need libsodium.", fix: "Install it with: sudo apt install libsodium23"
      )
    case .notEnoughMemory:
      Problem(
        .failed, "There is too little free memory to check a passphrase (it takes 64 MB).",
        fix: "Close another program and try again.")
    case .damagedHash:
      Problem(
        .storage(.damaged), "The passphrase stored in this file is damaged.",
        fix: "Restore a backup:  restore")
    case .noRandomness(let code):
      Problem(.failed, "The system gives no random numbers: \(reason(code)).")
    case .secretNotRead(let path, let code):
      Problem(
        .failed, "\(path) could not be read: \(reason(code)).", fix: "Check that it is yours.")
    case .secretNotKept(let path, let code):
      Problem(
        .failed, "\(path) could not be written: \(reason(code)).",
        fix: "Check that its folder is yours and that the disk has room.")
    }
  }

  private func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
