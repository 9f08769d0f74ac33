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
  /// The status of the server's last answer, after its redirections.
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
  /// The link refers to a kept file, of which a part is missing.
  case fileDamaged
  /// The link refers to a kept file that is only on the device on which it was added.
  case fileElsewhere

  // Nothing was learned
  /// The link is a path without a folder: which file it means depends on the folder in which the
  /// program was started.
  case noFolder
  /// The link refers to a file of the computer, or an address of its network, where this visitor
  /// may not look.
  case notFromHere
  /// The machine has no network.
  case offline
  case libraryMissing
  case notTried
}
