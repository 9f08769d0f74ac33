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
          After an hour, for each old one:  \(config.command("keys drop \(old.first?.name ?? "ID")"))
        """)
    case _ where words.first == "drop" && (2...3).contains(words.count):
      let name = words[1]
      guard words.count == 2 || words[2] == "for-good" else {
        throw Problem(.usage, "keys drop takes the name of a key, and for-good.")
      }
      guard let place = config.signingKeys.firstIndex(where: { $0.name == name }) else {
        throw Problem(
          .notFound, "There is no key \(name.prefix(60)).", fix: config.command("keys"))
      }
      guard place > 0 else {
        throw Problem(
          .usage, "The key \(name) signs.",
          fix: "Make another first:  " + config.command("keys rotate"))
      }
      let changed = try ServerConfig.changed(path)
      let minutes = minutesOfOldTokens(changed: changed, now: now())
      if minutes > 0, words.count == 2 {
        throw Problem(
          .usage, "Tokens that the key \(name) signed may be in use for another \(minutes) min.",
          details: [
            "The configuration was changed less than an hour ago, and a token is good for up to an hour.",
            "Without the key they end at once. Devices and browsers get new ones by themselves, and people stay signed in.",
            "A program that cannot renew its token has to sign in again.",
          ], fix: "Wait, or:  " + config.command("keys drop \(name) for-good"))
      }
      try ServerConfig.replaceKeys(in: path, with: config.signingKeys.filter { $0.name != name })
      // Removing an old key leaves the signing key as it was, so this change of the file does not
      // make the tokens of the remaining old keys any younger. The file keeps its modification
      // time, so that removing the next old key does not have to wait again.
      ServerConfig.setChanged(path, changed)
      print(
        """
        ✓ The key \(name) is not taken any more when the server is started again.
          Programs with a token of service-key token that it signed need a new one.
        """)
    default:
      throw Problem(
        .usage, "keys takes nothing, rotate, or drop and the name of a key.",
        fix: config.command("keys"))
    }
  }

  /// Returns for how many minutes tokens of a replaced key may still be valid; 0 if there are none.
  ///
  /// The key was replaced when the configuration file was changed last, or earlier. A token of the
  /// key is valid for at most the longest permitted lifetime after that.
  static func minutesOfOldTokens(changed: Instant, now: Instant) -> Int64 {
    let end = changed.adding(seconds: Int64(ServerConfig.tokenLives.upperBound))
    let left = end.milliseconds - now.milliseconds
    return left > 0 ? (left + 59_999) / 60_000 : 0
  }

  /// Returns the age of a signing key in words.
  private static func age(of key: AccessTokens.Key) -> String {
    guard let made = key.made else { return "of unknown age" }
    let days = now().day.dayNumber - made.dayNumber
    return "made \(made), " + (days == 1 ? "1 day old" : "\(days) days old")
  }
}
