public import Basics
public import CivilTime
public import JSON

/// The value to store for one field of a profile, parsed from typed text.
public struct ProfileFieldValue: Hashable, Sendable {
  public var field: ProfileField
  /// The new value, such as `3.6`; null clears the field.
  public var value: JSONValue

  public init(_ field: ProfileField, _ value: JSONValue) {
    self.field = field
    self.value = value
  }

  /// Returns the value that clears the field.
  public static func empty(_ field: ProfileField) -> ProfileFieldValue {
    ProfileFieldValue(field, .null)
  }

  public var isEmpty: Bool { value.isNull }

  /// The value as a profile shows it; nil if this value clears the field.
  public var text: String? { field.text(of: [field.key: value]) }

  /// The text to store; nil if the field contains a number, a list or a yes-or-no value.
  public var plainText: String? { value.string }

  public var wholeNumber: Int? { value.int }
}

extension ProfileField {
  /// Returns the value to store for a typed text.
  ///
  /// - Throws: the problem that says why the text is refused.
  public func value(typed: String, today: CalendarDay) throws(Problem) -> ProfileFieldValue {
    switch parse(typed, today: today) {
    case .success(let value): return ProfileFieldValue(self, value)
    case .failure(let refusal): throw refusal.problem
    }
  }
}

extension ProfileEdit {
  /// Sets one field of the profile. All other stored values stay unchanged.
  ///
  /// The graduation year is stored in the preferences and in the account, and both are set. If only
  /// one of them was set, they would differ, and pages use the year of the account.
  public mutating func put(_ value: ProfileFieldValue, over page: ProfilePageData) {
    switch value.field.category {
    case .location:
      var home = home ?? page.home ?? HomeLocation()
      value.write(to: &home.object)
      self.home = home
    case .player:
      var player = player ?? page.player ?? PlayerProfile()
      value.write(to: &player.object)
      self.player = player
      if value.field.kind == .graduationYear {
        graduationYear = value.value.int.map(Change.set) ?? .clear
      }
    case .notifications, .school, .dashboard, .reports:
      break
    }
  }
}

extension ProfileFieldValue {
  fileprivate func write(to object: inout JSONObject) {
    // `Optional.none` removes the key. The shorter `isEmpty ? nil : value` would store JSON's null,
    // because the compiler reads `nil` beside a JSON value as null.
    object[field.key] = isEmpty ? Optional.none : value
    if let older = field.olderKey { object[older] = nil }
  }
}
