/// A change that a person has made to the account with a form. The next page reports the change
/// once.
///
/// A cookie tells the next page which change to report. A parameter in the page's address would not
/// do, because a link on another site could then make the page report a change that never happened.
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
