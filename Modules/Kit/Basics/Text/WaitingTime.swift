extension Duration {
  /// The time that a person has to wait, in words and rounded up: in seconds if it is shorter than
  /// two minutes, otherwise in minutes.
  public var waitingTime: String {
    let (whole, rest) = components
    let seconds = whole + (rest > 0 ? 1 : 0)
    if seconds == 1 { return "1 second" }
    return seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
  }
}
