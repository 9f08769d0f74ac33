/// The categories in `user_preferences`. Each name is defined once, because with a different
/// spelling the stored data would not be found.
public enum PreferenceCategory: String, CaseIterable, Hashable, Sendable {
  case notifications, location, player, school, dashboard, reports
}
