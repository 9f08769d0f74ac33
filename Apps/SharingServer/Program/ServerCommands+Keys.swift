import AuthLive
import CivilTime
import FeatureKit

// The command `keys`, which lists and changes the keys that sign access tokens.
extension ServerCommands {
  static func keys(_ path: String, _ config: ServerConfig, _ words: [String]) throws {
    switch words {
    case []:
      for (place, key) in config.signingKeys.enumerated() {
        print("\(key.name) · \(age(of: key)) · \(place == 0 ? "signs" : "is still taken")")
      }
    case ["rotate"]:
      let key = try AccessTokens.Key(random: .system, made: now().day)
      let old = config.signingKeys
      try ServerConfig.replaceKeys(in: path, with: [key] + old)
      print(
        """
        ✓ The key \(key.name) signs from the next start on; those before it are still taken.
          Restart the server. With several servers, first put the key behind the old one in the
          file of each and restart them all; operations.md says how.
          After an hour, for each old one:  compass-server keys drop \(old.first?.name ?? "ID") --config \(path)
        """)
    case _ where words.count == 2 && words[0] == "drop":
      let name = words[1]
      guard let place = config.signingKeys.firstIndex(where: { $0.name == name }) else {
        throw Problem(.notFound, "There is no key \(name.prefix(60)).", fix: "compass-server keys")
      }
      guard place > 0 else {
        throw Problem(
          .usage, "The key \(name) signs.", fix: "Make another first:  compass-server keys rotate")
      }
      try ServerConfig.replaceKeys(in: path, with: config.signingKeys.filter { $0.name != name })
      print(
        """
        ✓ The key \(name) is not taken any more when the server is started again.
          Programs with a token of service-key token that it signed need a new one.
        """)
    default:
      throw Problem(
        .usage, "keys takes nothing, rotate, or drop and the name of a key.",
        fix: "compass-server keys")
    }
  }

  /// Returns the age of a key in words.
  private static func age(of key: AccessTokens.Key) -> String {
    guard let made = key.made else { return "of unknown age" }
    let days = now().day.dayNumber - made.dayNumber
    return "made \(made), " + (days == 1 ? "1 day old" : "\(days) days old")
  }
}
