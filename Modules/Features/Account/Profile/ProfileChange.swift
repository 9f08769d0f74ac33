public import Domain
import FeatureKit

/// One change of `profile edit`.
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

/// A part of a profile that can be changed: the account's name, its e-mail address, or a field of
/// the table.
enum ProfileTarget: Hashable, Sendable {
  case name
  case accountEmail
  case field(ProfileField)

  static let all: [ProfileTarget] =
    [.name] + ProfileField.all.map(ProfileTarget.field) + [.accountEmail]

  static func named(_ name: String) -> ProfileTarget? { all.first { $0.name == name } }

  /// The name of the option that makes the change.
  var name: String {
    switch self {
    case .name: "name"
    case .accountEmail: "account-email"
    case .field(let field): field.name
    }
  }

  /// The label of the changed value on pages.
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

  /// Whether a profile shows this part. A field is shown if the athlete's sport asks for it or if
  /// it has a value.
  func concerns(_ page: ProfilePageData) -> Bool {
    switch self {
    case .name, .accountEmail: true
    case .field(let field):
      Sport(otherThanBaseball: page.player?.primarySport)?.asks(for: field.name) ?? true
        || text(in: page) != nil
    }
  }

  /// Whether the person fills in this part. A parent fills in only one e-mail address, so the
  /// account's address is left out.
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

  /// Whether the guided form asks for the value. It asks for the fields of a packet and for the
  /// fields that every athlete needs.
  var isAsked: Bool { self == .name || Self.asked.contains(name) }

  private static let asked: Set = [
    "graduation-year", "sport", "position", "high-school", "club", "bats", "throws", "height",
    "weight", "gpa", "sat", "act", "core-courses", "email", "videos", "city", "state", "zip",
  ]
}
