/// The values of the column `category` in the table `user_preferences`. All code uses these cases,
/// because data that is stored under another spelling would not be found.
public enum PreferenceCategory: String, CaseIterable, Hashable, Sendable {
  case notifications, location, player, school, dashboard, reports
}
