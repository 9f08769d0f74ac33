public import Domain
import FeatureKit

/// A value that `profile edit` changes.
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
    case .accountEmail: "E-mail of the account"
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

  /// The change that empties this part. Nil for the name and the graduation year, because pages
  /// could not say whose profile it is, and no task would have a grade.
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

  /// Whether a parent can set this part: the name, the account's address, the e-mail address or the
  /// phone. All other fields belong to athletes.
  var isForParents: Bool {
    switch self {
    case .name, .accountEmail: true
    case .field(let field): field == .email || field == .phone
    }
  }

  /// Whether a terminal asks for this value when it goes through the profile: the values of a
  /// recruiting packet, and those that every athlete needs.
  ///
  /// An option or a browser form gives the others.
  var isAsked: Bool { self == .name || Self.asked.contains(name) }

  private static let asked: Set = [
    "graduation-year", "sport", "position", "high-school", "club", "bats", "throws", "height",
    "weight", "gpa", "sat", "act", "core-courses", "email", "videos", "city", "state", "zip",
  ]
}
