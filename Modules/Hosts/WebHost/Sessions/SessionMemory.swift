/// Keeps browsers' sessions where the end of the program does not reach them. What is kept must be of use only together with the
/// name that the browser's cookie has.
package struct SessionMemory: Sendable {
  package var load: @Sendable (_ name: String) -> KeptSession?
  package var save: @Sendable (_ name: String, KeptSession) -> Void
  package var remove: @Sendable (_ name: String) -> Void

  package init(
    load: @escaping @Sendable (_ name: String) -> KeptSession?,
    save: @escaping @Sendable (_ name: String, KeptSession) -> Void,
    remove: @escaping @Sendable (_ name: String) -> Void
  ) {
    self.load = load
    self.save = save
    self.remove = remove
  }

  /// For programs whose sessions end with them.
  package static let none = SessionMemory(
    load: { _ in nil }, save: { _, _ in }, remove: { _ in })
}

/// What of a session outlasts the program: who is signed in, the token of its forms, and the number of the last page it was given.
package struct KeptSession: Equatable, Sendable {
  /// What the visitor is made of again.
  package var visitor: [String: String]
  package var token: [UInt8]
  package var pages: Int

  package init(visitor: [String: String], token: [UInt8], pages: Int) {
    self.visitor = visitor
    self.token = token
    self.pages = pages
  }
}
