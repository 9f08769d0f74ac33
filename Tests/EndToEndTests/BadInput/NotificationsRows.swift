extension BadInputTests {
  static let notificationsRows = [
    Row("notifications --fields nmae", 2, "A notification has no field `nmae`."),
    Row("notifications --fields ,", 2, "`,` names no field."),
    Row(
      "notifications list everything", 2,
      "`everything` is one word too many for `notifications list`."),
    Row("notifications list --type urgent", 2, "`urgent` is not one of the choices."),
    Row("notifications list --type", 2, "--type needs a value."),
    Row("notifications list --search ''", 2, "An empty text cannot be used here."),
    Row("notifications list --limit 0", 2, "0 is out of range."),
    Row("notifications list --limit many", 2, "`many` is not a whole number."),
    Row("notifications list --unread=yes", 2, "--unread takes no value."),
    Row("notifications show", 2, "`notifications show` needs <notification>."),
    Row("notifications show n99", 3, "There is no notification n99."),
    Row("notifications show s1", 2, "`s1` does not name a notification (n…)."),
    Row("notifications show n0", 3, "There is no notification `n0`."),
    Row("notifications open", 2, "`notifications open` needs <notification>."),
    Row("notifications open n99", 3, "There is no notification n99."),
    Row(
      "notifications open nothing at all", 2, "`at` is one word too many for `notifications open`."),
    Row("notifications open n1", 3, "There is no notification n1.", as: "Maria"),
    Row("notifications read", 2, "`notifications read` needs <notification>, or --type."),
    Row(
      "notifications read n1 --type events", 2, "`n1` and --type cannot be given together."),
    Row("notifications read n1 n99", 3, "There is no notification n99."),
    Row("notifications read \u{1B}[2J", 3, "No notification is called `␛[2J`."),
    Row("notifications read n1", 3, "There is no notification n1.", as: "Maria"),
    Row(
      "notifications read-all now", 2, "`now` is one word too many for `notifications read-all`."),
    Row("notifications delete", 2, "`notifications delete` needs <notification>, or --type."),
    Row("notifications delete n1 n99", 3, "There is no notification n99."),
    Row(
      "notifications delete --type deadlines", 2, "? Delete all notifications under Deadlines?"),
    Row(
      "notifications delete 'Your day in recruiting'", 2,
      "`Your day in recruiting` fits five notifications. Use one of:"),
    Row("notifications delete n99", 3, "There is no notification n99."),
    Row("notifications delete n1", 3, "There is no notification n1.", as: "Maria"),
    Row("notifications clear-read", 2, "? Delete all read notifications?"),
    Row("notifications clear-read --yes=else", 2, "? Delete all read notifications?"),
    Row(
      "notifications clear-read n1", 2, "`n1` is one word too many for `notifications clear-read`."),
    Row("notifications filter urgent", 2, "`urgent` is not one of the choices."),
    Row(
      "notifications filter offers events", 2,
      "`events` is one word too many for `notifications filter`."),
    Row("notifications search --words offer", 2, "`notifications search` has no option --words."),
    Row(
      "notifications generate today", 2,
      "`today` is one word too many for `notifications generate`."),
    Row("notifications generate --desktop=yes", 2, "--desktop takes no value."),
    Row(
      "notifications unread", 2,
      "There is no command `notifications unread`. Did you mean `notifications read`?"),
  ]
}
