/// The names of the headers with which the product's own programs tell a server about themselves.
package enum CompassHeader {
  /// The name of the computer that signs in, percent-encoded.
  package static let device = "Compass-Device"
  /// The schema version of the data file. A server that needs a newer one refuses every change
  /// before it takes any.
  package static let schema = "Compass-Schema"
}
