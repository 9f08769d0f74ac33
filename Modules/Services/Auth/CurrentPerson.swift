public import Basics

/// The person who uses the program on this device now, and the choice of another one.
///
/// A profile without a passphrase is chosen by name; one with a passphrase needs a session too (`AuthClient`).
public struct CurrentPerson: Capability {
  private let read: @Sendable () async throws(Problem) -> RecordID?
  private let set: @Sendable (RecordID?) async throws(Problem) -> Void

  public init(
    current: @escaping @Sendable () async throws(Problem) -> RecordID?,
    choose: @escaping @Sendable (RecordID?) async throws(Problem) -> Void
  ) {
    read = current
    set = choose
  }

  /// The person who runs the commands; nil when no person is signed in.
  public func current() async throws(Problem) -> RecordID? { try await read() }

  /// Makes `person` the current person and stores the choice; nil signs out.
  public func choose(_ person: RecordID?) async throws(Problem) { try await set(person) }

  public static func unimplemented(_ place: Unimplemented) -> CurrentPerson {
    CurrentPerson(
      current: { () throws(Problem) in throw place.problem("current") },
      choose: { _ throws(Problem) in throw place.problem("choose") })
  }
}
