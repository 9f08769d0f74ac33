import Glibc

/// The environment variables of a process, as a function from name to value.
package struct Environment: Sendable {
  private let value: @Sendable (String) -> String?

  package init(_ variables: [String: String] = [:]) {
    value = { variables[$0] }
  }

  private init(value: @escaping @Sendable (String) -> String?) {
    self.value = value
  }

  /// The variables of this process. The program never sets one, so all threads can read them
  /// without a lock.
  package static let process = Environment { name in getenv(name).map { String(cString: $0) } }

  package subscript(name: String) -> String? { value(name) }
}
