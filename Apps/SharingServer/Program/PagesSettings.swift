package import CivilTime
package import FeatureKit
import JSON

/// The member `pages` of the server's configuration, with the settings of the pages for browsers.
package struct PagesSettings: Equatable, Sendable {
  /// The address at which browsers reach the pages, such as `https://compass.example.org`; nil if
  /// only browsers on this computer use them.
  package var address: String?
  /// The folder for the data files of people who are signed in.
  ///
  /// Two servers must not share it, because a server that starts deletes the files in it. A lock in
  /// the folder refuses the second server.
  package var folder: String
  /// The time zone for people who have chosen none; it decides when a day begins.
  package var zone: Zone
  /// The largest number of data files that are open at once. To open another one, the server closes
  /// the file that has been unused for the longest time.
  package var openFiles = 50
  /// Whether this server does the daily work, such as creating notifications, of people who do not
  /// open the pages, and sends their e-mails. Several servers of one database can share the work.
  package var doesDailyWork = true

  /// The secret that an administrator's timer sends to start the daily work by a request; nil if no
  /// such request is accepted.
  package var cronSecret: SecretText?

  /// The time zone of the pages if the configuration names none.
  static let usualZone = "America/New_York"

  static func zone(_ name: String) throws(Problem) -> Zone {
    do {
      return try Zone.named(name)
    } catch {
      throw Problem(.usage, "“time_zone” is \(name.prefix(60)), and no such zone is known.")
    }
  }

  package init(folder: String, zone: Zone = .utc) {
    self.folder = folder
    self.zone = zone
  }

  var json: JSONValue {
    var object: JSONObject = [
      "folder": .string(folder), "time_zone": .string(zone.name),
      "open_files": JSONValue(openFiles), "daily_work": .bool(doesDailyWork),
    ]
    if let address { object["address"] = .string(address) }
    if let cronSecret { object["cron_secret"] = .string(cronSecret.revealed) }
    return .object(object)
  }

  init(_ members: ConfigMembers) throws(Problem) {
    var members = members
    address = try members.optionalText("address")
    folder = try members.text("folder")
    zone = try Self.zone(try members.optionalText("time_zone") ?? Self.usualZone)
    openFiles = try members.number("open_files", 1...10_000) ?? openFiles
    doesDailyWork = try members.flag("daily_work") ?? doesDailyWork
    cronSecret = try members.optionalSecret("cron_secret").map { SecretText($0) }
    if let address {
      guard address.hasPrefix("https://"), !address.dropFirst(8).contains("/"), address.count > 8
      else {
        throw Problem(
          .usage, "“address” in “pages” has to begin with https:// and end with the host.",
          fix: "Such as:  \"address\": \"https://compass.example.org\"")
      }
    }
    guard folder.hasPrefix("/") else {
      throw Problem(
        .usage, "“folder” in “pages” has to be a whole path, such as /var/cache/compass.")
    }
    try members.finish()
  }

  /// The value of the header `Host` in requests to the address of the pages; nil if no address is
  /// configured.
  package var host: String? { address.map { String($0.dropFirst(8)) } }
}
