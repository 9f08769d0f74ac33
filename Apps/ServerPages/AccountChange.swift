/// A change of the account that a form has made, which the next page reports once.
///
/// A cookie carries it to that page, because a link on another site cannot set a cookie, and so
/// cannot make the page report a change that never happened.
enum AccountChange: String {
  case address, password
  case timeZone = "time-zone"

  var words: String {
    switch self {
    case .address: "The new e-mail address counts from now on. You sign in with it."
    case .password:
      "The new password counts from now on. All other browsers and devices are signed out. If another calendar shows your days, make a new link for it."
    case .timeZone: "The new time zone counts from now on."
    }
  }
}
