public import JSON

/// The family's home, stored under the preference category `location`. If all values are nil, the
/// family has not entered it.
///
/// The street address, which only `object` has, is private: no recruiting packet and no report
/// contains it.
public struct HomeLocation: PreferenceData {
  public static let category = PreferenceCategory.location
  public var object: JSONObject = [:]

  public init() {}

  public var city: String? {
    get { text("city") }
    set { write(newValue, to: "city") }
  }
  public var state: String? {
    get { text("state") }
    set { write(newValue, to: "state") }
  }
  public var zip: String? {
    get { text("zip") }
    set { write(newValue, to: "zip") }
  }
  /// The latitude in degrees, as a map or an import provided it. The program never looks up the
  /// coordinates of an address.
  public var latitude: Double? {
    get { number("latitude") }
    set { write(newValue, to: "latitude") }
  }
  public var longitude: Double? {
    get { number("longitude") }
    set { write(newValue, to: "longitude") }
  }
}
