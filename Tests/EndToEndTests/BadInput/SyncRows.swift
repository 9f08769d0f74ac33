extension BadInputTests {
  static let syncRows: [Row] = [
    Row("sync --what", 2, "`sync now` has no option --what."),
    Row("sync now now", 2, "`now` is one word too many for `sync now`."),
    Row("sync status now", 2, "`now` is one word too many for `sync status`."),
    Row("sync conflicts 3", 2, "`3` is one word too many for `sync conflicts`."),
    Row("sync sign-in now", 2, "There is one word too many for `sync sign-in`."),
    Row("sync sign-out-others s1", 2, "`s1` is one word too many for `sync sign-out-others`."),
    Row("sync sign-out-others", 3, "This file is not connected to a server."),
    Row("sync password now", 2, "There is one word too many for `sync password`."),
    Row("sync now", 3, "This file is not connected to a server."),
    Row("sync again", 3, "This file is not connected to a server."),
    Row("sync keep", 2, "`sync keep` needs <side>."),
    Row("sync keep ours 3", 2, "`ours` is not one of the choices."),
    Row("sync keep mine zero", 2, "`zero` is not a whole number."),
    Row("sync keep mine 3", 3, "This file is not connected to a server."),
  ]
}
