import Glibc

/// The variables a process was started with, each asked for by its name.
package struct Environment: Sendable {
  private let value: @Sendable (String) -> String?

  package init(_ variables: [String: String] = [:]) {
    value = { variables[$0] }
  }

  private init(value: @escaping @Sendable (String) -> String?) {
    self.value = value
  }

  /// Those of this process. Nothing here sets one, so that they can be read on any thread.
  package static let process = Environment { name in getenv(name).map { String(cString: $0) } }

  package subscript(name: String) -> String? { value(name) }
}
