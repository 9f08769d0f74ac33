public import Domain
import FeatureKit

/// One change of `profile edit`.
public enum ProfileChange: Hashable, Sendable {
  /// Nil leaves the profile without a name.
  case name(String?)
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

/// A part of a profile that can be changed: the account's name and address, and every field of the table.
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

  var emptied: ProfileChange {
    switch self {
    case .name: .name(nil)
    case .accountEmail: .accountEmail(nil)
    case .field(let field): .field(.empty(field))
    }
  }

  /// Whether a profile shows it: its athlete's sport asks for it, or something stands there.
  func concerns(_ page: ProfilePageData) -> Bool {
    switch self {
    case .name, .accountEmail: true
    case .field(let field):
      Sport(otherThanBaseball: page.player?.primarySport)?.asks(for: field.name) ?? true
        || text(in: page) != nil
    }
  }

  /// Whether the person fills it in. A parent's two addresses are one.
  func isFilledIn(by page: ProfilePageData) -> Bool {
    page.person.role == .parent ? isForParents && self != .accountEmail : concerns(page)
  }

  /// A parent can set an address and a phone for the account; all other fields are the athlete's.
  var isForParents: Bool {
    switch self {
    case .name, .accountEmail: true
    case .field(let field): field == .email || field == .phone
    }
  }

  /// Whether the guided form asks for the value: it asks for the fields of a packet, and for those that every athlete
  /// needs.
  var isAsked: Bool { self == .name || Self.asked.contains(name) }

  private static let asked: Set = [
    "graduation-year", "sport", "position", "high-school", "club", "bats", "throws", "height",
    "weight", "gpa", "sat", "act", "core-courses", "email", "videos", "city", "state", "zip",
  ]
}
