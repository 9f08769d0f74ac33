public import Domain
import FeatureKit

/// One change that `profile edit` makes, with the new value: a name, an e-mail address of the
/// account, or one of the profile's fields.
public enum ProfileChange: Hashable, Sendable {
  case name(String)
  case accountEmail(String?)
  case field(ProfileFieldValue)

  var target: ProfileTarget {
    switch self {
    case .name: .name
    case .accountEmail: .accountEmail
    case .field(let value): .field(value.field)
    }
  }
}

/// A value of a profile that `profile edit` can change: the person's name, the account's e-mail
/// address, or one of the profile's fields.
enum ProfileTarget: Hashable, Sendable {
  case name
  case accountEmail
  case field(ProfileField)

  static let all: [ProfileTarget] =
    [.name] + ProfileField.all.map(ProfileTarget.field) + [.accountEmail]

  static func named(_ name: String) -> ProfileTarget? { all.first { $0.name == name } }

  /// The name of the value as an option of `profile edit`, such as `account-email`.
  var name: String {
    switch self {
    case .name: "name"
    case .accountEmail: "account-email"
    case .field(let field): field.name
    }
  }

  /// The label of the value on the profile page, such as `E-mail of the account`.
  var title: String {
    switch self {
    case .name: "Name"
    case .accountEmail: ProfileField.titleOfAccountEmail
    case .field(let field): field.title
    }
  }

  var wordsWhenUnset: String {
    if case .field(let field) = self { field.wordsWhenUnset } else { "not set" }
  }

  var example: String {
    switch self {
    case .name: "Sam Lee"
    case .accountEmail: "sam@example.org"
    case .field(let field): field.example
    }
  }

  /// Returns an example of the value for the person of this profile. The example of a position is
  /// one from the athlete's sport.
  func example(for page: ProfilePageData) -> String {
    guard case .field(let field) = self, field.offered == Sport.positionChoices,
      let sport = Sport(otherThanBaseball: page.player?.primarySport)
    else { return example }
    return sport.positions.first?.lowercased() ?? example
  }

  /// The change that clears this value.
  ///
  /// It is nil for the name and the graduation year, which cannot be cleared: the name says whose
  /// profile a page shows, and the athlete's grade is computed from the graduation year.
  var emptied: ProfileChange? {
    switch self {
    case .name, .field(.graduationYear): nil
    case .accountEmail: .accountEmail(nil)
    case .field(let field): .field(.empty(field))
    }
  }

  /// Returns whether a profile shows this value.
  ///
  /// The name and the account's address are always shown. Another field is shown if the athlete's
  /// sport uses it or if it has a value.
  func concerns(_ page: ProfilePageData) -> Bool {
    switch self {
    case .name, .accountEmail: true
    case .field(let field):
      Sport(otherThanBaseball: page.player?.primarySport)?.asks(for: field.name) ?? true
        || text(in: page) != nil
    }
  }

  /// Returns whether the edit form asks this person for the value.
  ///
  /// A parent has one e-mail address, so the form asks a parent only for `email` and not for
  /// `account-email` as well.
  func isFilledIn(by page: ProfilePageData) -> Bool {
    page.person.role == .parent ? isForParents && self != .accountEmail : concerns(page)
  }

  /// Whether a parent can set this value: the name, the account's e-mail address, the e-mail
  /// address for contacts or the phone. All other values belong to athletes.
  var isForParents: Bool {
    switch self {
    case .name, .accountEmail: true
    case .field(let field): field == .email || field == .phone
    }
  }

  /// Whether `profile edit` without options asks for this value at a terminal. It asks only for the
  /// values that a recruiting packet (the page about the athlete for coaches) shows and for those
  /// that every athlete needs.
  ///
  /// The other values are set with an option or in a browser's form.
  var isAsked: Bool { self == .name || Self.asked.contains(name) }

  private static let asked: Set = [
    "graduation-year", "sport", "position", "high-school", "club", "bats", "throws", "height",
    "weight", "gpa", "sat", "act", "core-courses", "email", "videos", "city", "state", "zip",
  ]
}
