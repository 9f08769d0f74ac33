import CivilTime

@testable import SharingServer

/// The birth dates of people of a certain age today, as `2010-12-01`.
///
/// What a server asks of them, such as a parent's consent, depends on the age. With a fixed date a
/// test would fail from a birthday on.
package enum BirthDate {
  package static func of(age: Int) -> String {
    ServerCommands.now().day.adding(months: -12 * age).description
  }

  /// A birth date of a person who needs a parent's consent.
  package static var ofChild: String { of(age: 16) }
}
