import FeatureKit
import JSON

/// The member `metrics` of the server's configuration: an address at which the server answers
/// requests for its metrics and no others.
struct MetricsSettings: Equatable, Sendable {
  var address = "127.0.0.1"
  var port: Int

  /// Returns whether a program that listens at the address listens at that of the metrics too. The
  /// addresses `0.0.0.0` and `::` stand for all addresses of the machine.
  func sharesAddress(with other: String) -> Bool {
    other == address || [other, address].contains { ["0.0.0.0", "::"].contains($0) }
  }

  init(_ members: ConfigMembers) throws(Problem) {
    var members = members
    address = try members.numericAddress("address") ?? address
    guard let port = try members.number("port", 0...65_535) else {
      throw Problem(.usage, "“port” in “metrics” is missing.", fix: "Such as:  \"port\": 9464")
    }
    self.port = port
    try members.finish()
  }

  var json: JSONValue { ["address": .string(address), "port": JSONValue(port)] }
}
