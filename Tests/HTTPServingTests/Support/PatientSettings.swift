import HTTPServing

extension ServerSettings {
  /// Waits for others far longer than any test takes, so that a busy machine ends no connection. What is about waiting sets its own times.
  static func patient(port: Int) -> ServerSettings {
    var settings = ServerSettings(port: port)
    settings.times.headers = .seconds(3_600)
    settings.times.idle = .seconds(3_600)
    settings.times.body = .seconds(3_600)
    settings.times.ping = .seconds(3_600)
    return settings
  }
}
