public import Basics
public import CivilTime
import JSON

extension ProfileField {
  /// Returns the possible and the likely range of the numbers in this field, such as a height; nil
  /// for a field that has no range.
  func range(today: CalendarDay) -> LikelyRange? {
    switch key {
    case "height_inches":
      LikelyRange(whole(PlayerProfile.heightRange), likely: 58...82, isWhole: true)
    case "weight_lbs":
      LikelyRange(whole(PlayerProfile.weightRange), likely: 105...310, isWhole: true)
    case "gpa": LikelyRange(PlayerProfile.gpaRange, likely: 1.5...4.7)
    case "sat_score": LikelyRange(whole(PlayerProfile.satRange), likely: 600...1600, isWhole: true)
    case "act_score": LikelyRange(whole(PlayerProfile.actRange), likely: 10...36, isWhole: true)
    case "graduation_year":
      LikelyRange(
        whole(Self.graduationYears(today: today)),
        likely: Double(today.year)...Double(today.year + 6), isWhole: true)
    default: nil
    }
  }

  private func whole(_ range: ClosedRange<Int>) -> ClosedRange<Double> {
    Double(range.lowerBound)...Double(range.upperBound)
  }

  /// Returns the number as a person would type it into this field, such as `6'1"`, `3.6` or `180`.
  func typed(_ value: Double) -> String {
    key == "height_inches" ? Self.heightText(Int(value)) : DecimalText.shortest(value)
  }

  /// Returns whether this number is likely, unlikely or impossible as a value of the field.
  public func plausibility(of value: Double, today: CalendarDay) -> Plausibility {
    range(today: today)?.plausibility(of: value, called: title, write: typed) ?? .likely
  }
}

extension ProfileFieldValue {
  /// Returns whether the value is likely, unlikely or impossible. A number is compared with the
  /// field's range. Of the other values, only the name of a sport can be unlikely, if it may be a
  /// typing error.
  public func plausibility(today: CalendarDay) -> Plausibility {
    if field == .primarySport, let plainText { return Sport.plausibility(of: plainText) }
    return value.double.map { field.plausibility(of: $0, today: today) } ?? .likely
  }
}
