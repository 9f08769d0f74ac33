import Foundation

/// A temporary PostgreSQL server for tests.
///
/// `Tools/postgres lend` starts it, and deletes it when its input closes, so also if the tests are
/// killed.
public final class Cluster: Sendable {
  public struct Failure: Error {}

  public static let shared = Result { try Cluster() }

  public let folder: String
  private let program: PipedProgram

  public init() throws {
    program = try PipedProgram(
      [Project.root.path + "/Tools/postgres", "lend"], environment: PipedProgram.ownEnvironment)
    guard let folder = program.line(), !folder.isEmpty else { throw Failure() }
    self.folder = folder
  }

  deinit {
    program.endInput()
    program.wait()
  }

  public var connection: String { "host=\(folder) user=postgres dbname=postgres" }
}
