public import Basics

/// Checks whether the target of a document's link exists, which is a web page or a file on this
/// machine.
///
/// A web page is requested with HEAD, or with GET if the server does not answer HEAD; only the
/// beginning of a GET response is read. The request contains nothing but the address.
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

/// The result of checking one address. Its `health` and its words are derived from it elsewhere.
public enum LinkAnswer: Hashable, Sendable {
  // The link is a web page; the value is the status code of the last response, after all redirects.
  case status(Int)
  case hostUnknown
  case connectionRefused
  case connectionLost
  case untrusted
  case tooManyRedirections
  case timedOut(seconds: Int)
  case strange

  // The link is a file on this machine, or a file that is stored in the data file.
  case fileFound
  case fileMissing
  case fileUnreadable
  /// The link is a file stored in the data file, and a part of it is missing.
  case fileDamaged
  /// The link is a file stored in the data file of another device, which this device has not
  /// received.
  case fileElsewhere

  // The check found nothing out. Here the link is a path without a folder, so the file depends on
  // the folder in which the program was started.
  case noFolder
  /// The link is a file of this machine or an address in its network. A visitor of a web server may
  /// not find out what exists there.
  case notFromHere
  /// The machine has no network.
  case offline
  case libraryMissing
  case notTried
}
