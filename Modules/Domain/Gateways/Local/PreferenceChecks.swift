public import Basics
public import JSON

extension PreferenceCategory {
  /// Throws if a changed number is outside the range of its key, such as the days until a reminder.
  /// Only changed values are checked (domain.md 2.5), because otherwise one old value would prevent
  /// changes of all others.
  ///
  /// Values of a wrong type and unknown keys are accepted: readers ignore them, and a newer version
  /// may know them.
  public func check(_ data: JSONObject, replacing old: JSONValue?) throws(Problem) {
    for key in PreferenceChange.changedFields(from: old, to: .object(data)) {
      guard let value = data[key]?.double, let range = range(of: key), !range.values.contains(value)
      else { continue }
      throw Problem(
        .usage, "\(JSONValue(value)) is out of range for \(range.title).",
        fix: "Give a number from \(JSONValue(range.values.lowerBound))"
          + " to \(JSONValue(range.values.upperBound)).")
    }
  }

  private func range(of key: String) -> (title: String, values: ClosedRange<Double>)? {
    switch self {
    case .notifications:
      guard key == "followUpReminderDays" else { return nil }
      return ("the days until a reminder", .init(NotificationSettings.followUpDays))
    case .player, .location:
      let field = ProfileField.all.first { $0.category == self && $0.key == key }
      return field.flatMap { field in field.values.map { (field.title, $0) } }
    case .school, .dashboard, .reports:
      return nil
    }
  }
}

extension ProfileField {
  /// The range of the numbers that this field of the profile accepts; nil for a field without
  /// numbers.
  fileprivate var values: ClosedRange<Double>? {
    switch kind {
    case .whole(let range, _), .height(let range): .init(range)
    case .decimal(let range): range
    case .graduationYear: .init(PlayerProfile.graduationYears)
    case .text, .texts, .choice, .flag, .handle, .phone, .email, .zip, .links: nil
    }
  }
}

extension ClosedRange<Double> {
  fileprivate init(_ whole: ClosedRange<Int>) {
    self = Double(whole.lowerBound)...Double(whole.upperBound)
  }
}
