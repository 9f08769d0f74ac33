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

/// The result of checking one address. `LinkHealthRules.swift` derives the stored health and the
/// words of a message from it.
public enum LinkAnswer: Hashable, Sendable {
  // The next cases, up to `strange`, are results of a request for a web page. The value of `status`
  // is the status code of the last response, after all redirects.
  case status(Int)
  case hostUnknown
  case connectionRefused
  case connectionLost
  case untrusted
  case tooManyRedirections
  case timedOut(seconds: Int)
  case strange

  // The next cases, up to `fileElsewhere`, are results for a file on this machine, or for a
  // document's file that is stored in the family's data file.
  case fileFound
  case fileMissing
  case fileUnreadable
  /// The link leads to a file in the family's data file, and a part of the file is missing.
  case fileDamaged
  /// The link leads to a file in the data file of another device, which this device has not
  /// received yet.
  case fileElsewhere

  // The next cases, up to the last one, say why the link could not be checked. The stored health of
  // the link then does not change. In the case `noFolder` the link is a path without a folder: the
  // file that it means depends on the folder in which the program was started.
  case noFolder
  /// A browser has requested the check, and the link is a file of this machine or an address in its
  /// network. Such a link is not checked, because the answer would tell a visitor what exists
  /// there.
  case notFromHere
  /// The machine has no network.
  case offline
  case libraryMissing
  case notTried
}
