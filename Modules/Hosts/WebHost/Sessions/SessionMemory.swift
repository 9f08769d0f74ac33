/// Stores browser sessions beyond the end of the program, in a form that is useless without the
/// session name in the browser's cookie.
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

  /// A memory that stores nothing, for a program whose sessions end with it.
  package static let none = SessionMemory(
    load: { _ in nil }, save: { _, _ in }, remove: { _ in })
}

/// The part of a session that is stored between runs of the program: its visitor, the token of its
/// forms, and the number of its last page.
package struct KeptSession: Equatable, Sendable {
  /// The state of the visitor, from which it is created again.
  package var visitor: [String: String]
  package var token: [UInt8]
  package var pages: Int

  package init(visitor: [String: String], token: [UInt8], pages: Int) {
    self.visitor = visitor
    self.token = token
    self.pages = pages
  }
}
