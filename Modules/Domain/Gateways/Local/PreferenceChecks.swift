public import Basics
public import JSON

extension PreferenceCategory {
  /// Throws when a number that changed is out of its range (rule 2.5: ranges are checked on input).
  ///
  /// Wrong types and unknown keys pass: readers treat them as absent, and a newer version may know them. Unchanged values pass too, so that
  /// one old value does not block changes of others.
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
  /// The range of numbers that the field may hold; nil for a field that does not hold numbers.
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
