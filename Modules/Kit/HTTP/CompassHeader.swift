/// The names of the headers with which this project's own programs tell a server about themselves.
package enum CompassHeader {
  /// The name of the computer that signs in, percent-encoded.
  package static let device = "Compass-Device"
  /// The version of the data file's schema in the program that sends the request. A server that
  /// needs a newer version refuses all changes of the request.
  package static let schema = "Compass-Schema"
}
