/// A change that a form of the account has made. The next page names it once, and a cookie carries
/// it there, because a link of another site cannot set a cookie.
enum AccountChange: String {
  case password
  case timeZone = "time-zone"

  var words: String {
    switch self {
    case .password:
      "The new password counts from now on. All other browsers and devices are signed out. If another calendar shows your days, make a new link for it."
    case .timeZone: "The new time zone counts from now on."
    }
  }
}
