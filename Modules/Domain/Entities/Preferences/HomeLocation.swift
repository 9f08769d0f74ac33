public import JSON

/// Where the family lives: preference `location`. All empty means no location.
public struct HomeLocation: PreferenceData {
  public static let category = PreferenceCategory.location
  public var object: JSONObject = [:]

  public init() {}

  /// Where the family lives is no other person's to know: it stands in no packet and in no report.
  public var address: String? {
    get { text("address") }
    set { write(newValue, to: "address") }
  }
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
  /// Degrees, as a map or an import gave them; nothing here looks an address up.
  public var latitude: Double? {
    get { number("latitude") }
    set { write(newValue, to: "latitude") }
  }
  public var longitude: Double? {
    get { number("longitude") }
    set { write(newValue, to: "longitude") }
  }

  /// One part is enough: families often give no more than a state.
  public var hasLocation: Bool {
    [address, city, state, zip].contains { $0 != nil } || latitude != nil || longitude != nil
  }
}
