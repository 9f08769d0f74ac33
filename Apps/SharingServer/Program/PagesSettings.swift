package import CivilTime
package import FeatureKit
import JSON

/// The member `pages` of the configuration: pages for people who sign in with a browser.
package struct PagesSettings: Equatable, Sendable {
  /// The address at which browsers reach the server, such as `https://compass.example.org`; nil if only this computer
  /// uses it.
  package var address: String?
  /// The folder that stores the files of people who are signed in. Two servers must not share it.
  package var folder: String
  /// The time zone that decides when a day begins.
  package var zone: Zone
  /// The number of people whose data files are open at once. To open another one, the server closes
  /// the file that was unused longest.
  package var openFiles = 50
  /// Whether this server does the daily work of people who do not visit, and sends their e-mail.
  /// Several servers share this work.
  package var doesDailyWork = true

  /// The secret with which an administrator's timer may start the daily work by a request; nil if
  /// no timer may.
  package var cronSecret: SecretText?

  /// The time zone that is used if the configuration names none.
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

  /// The value of the header `Host` in a request to the address of the pages.
  package var host: String? { address.map { String($0.dropFirst(8)) } }
}
