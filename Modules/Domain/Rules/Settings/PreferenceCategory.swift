/// The categories of `user_preferences`. Each name is defined once, because a different spelling would make stored data invisible.
public enum PreferenceCategory: String, CaseIterable, Hashable, Sendable {
  case notifications, location, player, school, dashboard, reports
}
