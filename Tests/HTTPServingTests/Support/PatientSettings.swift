import HTTPServing

extension ServerSettings {
  /// Returns settings with time limits that are far longer than any test takes. A server on a busy
  /// machine then ends no connection because of a limit.
  ///
  /// Tests of time limits set their own limits.
  static func patient(port: Int) -> ServerSettings {
    var settings = ServerSettings(port: port)
    settings.times.headers = .seconds(3_600)
    settings.times.idle = .seconds(3_600)
    settings.times.body = .seconds(3_600)
    settings.times.ping = .seconds(3_600)
    return settings
  }
}
