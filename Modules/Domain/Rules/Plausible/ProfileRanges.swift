public import Basics
public import CivilTime
import JSON

extension ProfileField {
  /// The range of the field's number, and the range of most athletes; nil for a field without a number.
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

  /// Returns the value as a person would type it: `6'1"`, `3.6`, `180`.
  func typed(_ value: Double) -> String {
    key == "height_inches" ? Self.heightText(Int(value)) : DecimalText.shortest(value)
  }

  /// Whether a number within the field's range is likely to be meant.
  public func plausibility(of value: Double, today: CalendarDay) -> Plausibility {
    range(today: today)?.plausibility(of: value, called: title, write: typed) ?? .likely
  }
}

extension ProfileFieldValue {
  /// Returns whether a value that was read is likely; a value without a number is.
  public func plausibility(today: CalendarDay) -> Plausibility {
    value.double.map { field.plausibility(of: $0, today: today) } ?? .likely
  }
}
