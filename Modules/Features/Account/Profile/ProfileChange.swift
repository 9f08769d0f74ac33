public import Domain
import FeatureKit

/// One thing `profile edit` was told to change.
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

/// What can be changed of a profile: the account's own name and address, and every field of the one table.
enum ProfileTarget: Hashable, Sendable {
  case name
  case accountEmail
  case field(ProfileField)

  static let all: [ProfileTarget] =
    [.name] + ProfileField.all.map(ProfileTarget.field) + [.accountEmail]

  static func named(_ name: String) -> ProfileTarget? { all.first { $0.name == name } }

  /// What people type.
  var name: String {
    switch self {
    case .name: "name"
    case .accountEmail: "account-email"
    case .field(let field): field.name
    }
  }

  /// What people read.
  var title: String {
    switch self {
    case .name: "Name"
    case .accountEmail: "E-mail of the account"
    case .field(let field): field.title
    }
  }

  var example: String {
    switch self {
    case .name: "Sam Lee"
    case .accountEmail: "sam@example.org"
    case .field(let field): field.example
    }
  }

  /// The change that leaves nothing there.
  var emptied: ProfileChange {
    switch self {
    case .name: .name(nil)
    case .accountEmail: .accountEmail(nil)
    case .field(let field): .field(.empty(field))
    }
  }

  /// The address and the phone of a parent are those of the account; all else there is an athlete's to say.
  var isForParents: Bool {
    switch self {
    case .name, .accountEmail: true
    case .field(let field): field == .email || field == .phone
    }
  }

  /// Whether the guided form asks for it: what a packet shows, and what is asked of every athlete.
  var isAsked: Bool { self == .name || Self.asked.contains(name) }

  private static let asked: Set = [
    "graduation-year", "sport", "position", "high-school", "club", "bats", "throws", "height",
    "weight", "gpa", "sat", "act", "core-courses", "email", "videos", "city", "state", "zip",
  ]
}
