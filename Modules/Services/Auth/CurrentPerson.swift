public import Basics

/// Reads and changes which person uses the program on this device.
///
/// A person without a passphrase is chosen by name alone. A person with a passphrase also needs a
/// session (`AuthClient`).
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

  /// Returns the person who uses the program on this device and for whom commands run; nil if no
  /// person is signed in.
  public func current() async throws(Problem) -> RecordID? { try await read() }

  /// Makes `person` the person for whom later commands run, and stores this choice on this device.
  /// With nil no person is signed in any more.
  public func choose(_ person: RecordID?) async throws(Problem) { try await set(person) }

  public static func unimplemented(_ place: Unimplemented) -> CurrentPerson {
    CurrentPerson(
      current: { () throws(Problem) in throw place.problem("current") },
      choose: { _ throws(Problem) in throw place.problem("choose") })
  }
}
