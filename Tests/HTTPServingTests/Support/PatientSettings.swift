import HTTPServing

extension ServerSettings {
  /// Returns settings with time limits far longer than any test takes, so that the server of a busy
  /// machine ends no connection.
  ///
  /// Tests about time limits set their own.
  static func patient(port: Int) -> ServerSettings {
    var settings = ServerSettings(port: port)
    settings.times.headers = .seconds(3_600)
    settings.times.idle = .seconds(3_600)
    settings.times.body = .seconds(3_600)
    settings.times.ping = .seconds(3_600)
    return settings
  }
}
