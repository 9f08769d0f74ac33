import FeatureKit
import JSON

/// The member `metrics` of the server's configuration: an address at which the server answers only
/// requests for its metrics.
struct MetricsSettings: Equatable, Sendable {
  var address = "127.0.0.1"
  var port: Int

  /// Returns whether a server that listens at the address `other` would also receive the
  /// connections to the metrics. The addresses `0.0.0.0` and `::` mean all addresses of the
  /// machine.
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
