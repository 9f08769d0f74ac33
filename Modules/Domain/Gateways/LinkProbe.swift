public import Basics

/// Tries whether the target of a document's link exists: a page on the web, or a file on this machine.
///
/// A link is requested with HEAD, and with the beginning of a GET if a server answers only GET. Only the address leaves the machine.
public struct LinkProbe: Capability {
  private let look: @Sendable (String) async -> LinkAnswer

  public init(_ look: @escaping @Sendable (_ address: String) async -> LinkAnswer) {
    self.look = look
  }

  public func answer(of address: String) async -> LinkAnswer { await look(address) }

  public static func unimplemented(_ place: Unimplemented) -> LinkProbe {
    LinkProbe { _ in place.reported("answer", standIn: .notTried) }
  }
}

/// The result of trying one address: a fact, from which `health` and `words` follow.
public enum LinkAnswer: Hashable, Sendable {
  // A page on the web
  /// The server's last word, after its redirections.
  case status(Int)
  case hostUnknown
  case connectionRefused
  case connectionLost
  case untrusted
  case tooManyRedirections
  case timedOut(seconds: Int)
  case strange

  // The link refers to a file on this machine.
  case fileFound
  case fileMissing
  case fileUnreadable
  /// A kept file of which a part is missing.
  case fileDamaged
  /// A kept file, which only the device has on which it was added.
  case fileElsewhere

  // Nothing was learned
  /// A path that says no folder: which file it is depends on where the program was started.
  case noFolder
  /// A file of the computer, or an address of its network, where the asker may not look.
  case notFromHere
  /// The machine has no network.
  case offline
  case libraryMissing
  case notTried
}
