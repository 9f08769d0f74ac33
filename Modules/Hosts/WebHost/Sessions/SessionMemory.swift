package import FeatureKit

/// Stores browser sessions so that they continue after the program was restarted. The stored form
/// is useless without the session's name, which only the browser's cookie contains.
package struct SessionMemory: Sendable {
  package typealias Failure = Problem

  package var load: @Sendable (_ name: String) -> KeptSession?
  package var save: @Sendable (_ name: String, KeptSession) throws(Failure) -> Void
  package var remove: @Sendable (_ name: String) throws(Failure) -> Void

  package init(
    load: @escaping @Sendable (_ name: String) -> KeptSession?,
    save: @escaping @Sendable (_ name: String, KeptSession) throws(Failure) -> Void,
    remove: @escaping @Sendable (_ name: String) throws(Failure) -> Void
  ) {
    self.load = load
    self.save = save
    self.remove = remove
  }

  /// A memory that stores nothing, for a program whose sessions end with it.
  package static let none = SessionMemory(
    load: { _ in nil }, save: { _, _ in }, remove: { _ in })
}

/// The part of a session that is stored between runs of the program: its visitor (who is signed
/// in), the token of its forms, and the number of its last page.
package struct KeptSession: Equatable, Sendable {
  /// The state of the visitor (the person in the browser). A later run of the program creates the
  /// visitor from it.
  package var visitor: [String: String]
  package var token: [UInt8]
  package var pages: Int

  package init(visitor: [String: String], token: [UInt8], pages: Int) {
    self.visitor = visitor
    self.token = token
    self.pages = pages
  }
}
