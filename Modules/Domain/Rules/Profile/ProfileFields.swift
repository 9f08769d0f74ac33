import JSON

extension ProfileField {
  /// All fields of a profile, in the order in which a page shows them.
  public static let all: [ProfileField] = player + location

  public static func named(_ name: String) -> ProfileField? { all.first { $0.name == name } }

  /// The name of the list from which a person can choose a value of this field, such as the list of
  /// sports; nil if the field has no such list. By this name the shell and the web server find the
  /// choices.
  public var offered: String? {
    switch key {
    case Self.primarySport.key: Sport.choices
    case "primary_position", "positions": Sport.positionChoices
    default: nil
    }
  }

  /// The text that a page shows if the field has no value. For the setting that shares the e-mail
  /// address, no value means yes.
  public var wordsWhenUnset: String {
    key == "allow_share_email" ? "yes, unless you say no" : "not set"
  }

  /// The label of the address with which a person signs in at a server.
  public static let titleOfAccountEmail = "E-mail of the account"

  static func stored(_ key: String) -> ProfileField? { all.first { $0.key == key } }

  public static let graduationYear = ProfileField(
    "graduation_year", "graduation-year", "Graduation year", .graduationYear, example: "2028")
  public static let primarySport = ProfileField(
    "primary_sport", "sport", "Primary sport", .text(max: 60), example: "baseball")
  public static let email = ProfileField(
    "email", "email", "E-mail for coaches", .email, example: "sam@example.org")
  public static let phone = ProfileField(
    "phone", "phone", "Phone", .phone, example: "555-010-1234")

  private static let player: [ProfileField] = [
    graduationYear, primarySport,
    ProfileField(
      "primary_position", "position", "Primary position", .text(max: 60), example: "shortstop"),
    ProfileField(
      "positions", "positions", "Positions", .texts(max: 12), example: "shortstop, second base"),
    ProfileField(
      "high_school", "high-school", "High school", .text(max: 120), example: "Cedar Valley High",
      olderKey: "school_name"),
    ProfileField("club_team", "club", "Club team", .text(max: 120), example: "Lakeside Travel"),
    ProfileField(
      "bats", "bats", "Bats",
      .choice([.init("L", "left"), .init("R", "right"), .init("S", "switch")]),
      example: "right"),
    ProfileField(
      "throws", "throws", "Throws", .choice([.init("L", "left"), .init("R", "right")]),
      example: "right"),
    ProfileField(
      "height_inches", "height", "Height", .height(PlayerProfile.heightRange), example: #"6'1""#),
    ProfileField(
      "weight_lbs", "weight", "Weight", .whole(PlayerProfile.weightRange, unit: "pounds"),
      example: "180"),
    ProfileField("gpa", "gpa", "GPA", .decimal(PlayerProfile.gpaRange), example: "3.6"),
    ProfileField(
      "sat_score", "sat", "SAT score", .whole(PlayerProfile.satRange, unit: nil), example: "1210"),
    ProfileField(
      "act_score", "act", "ACT score", .whole(PlayerProfile.actRange, unit: nil), example: "27"),
    ProfileField(
      "core_courses", "core-courses", "Core courses", .texts(max: 40),
      example: "Algebra 2, Biology"),
    ProfileField("ncaa_id", "ncaa-id", "NCAA ID", .text(max: 40), example: "2401234567"),
    ProfileField(
      "perfect_game_id", "perfect-game-id", "Perfect Game ID", .text(max: 40), example: "812345"),
    ProfileField(
      "prep_baseball_id", "prep-baseball-id", "Prep Baseball ID", .text(max: 40), example: "55123"),
    email,
    ProfileField(
      "allow_share_email", "share-email", "E-mail in the packet", .flag, example: "yes"),
    phone,
    ProfileField(
      "allow_share_phone", "share-phone", "Phone, if coaches ask", .flag, example: "yes"),
    ProfileField("twitter_handle", "twitter", "Twitter", .handle, example: "@samlee"),
    ProfileField("instagram_handle", "instagram", "Instagram", .handle, example: "@samlee"),
    ProfileField("tiktok_handle", "tiktok", "TikTok", .handle, example: "@samlee"),
    ProfileField("facebook_handle", "facebook", "Facebook", .handle, example: "sam.lee"),
    ProfileField(
      "video_links", "videos", "Video links", .links(max: 20),
      example: "https://youtu.be/abc123"),
  ]

  private static let location: [ProfileField] = [
    ProfileField(
      "address", "address", "Address", .text(max: 200), example: "12 Elm Street",
      category: .location),
    ProfileField("city", "city", "City", .text(max: 100), example: "Lakeside", category: .location),
    ProfileField("state", "state", "State", .text(max: 60), example: "OH", category: .location),
    ProfileField("zip", "zip", "ZIP code", .zip, example: "43440", category: .location),
    ProfileField(
      "latitude", "latitude", "Latitude", .decimal(-90...90), example: "41.54", category: .location),
    ProfileField(
      "longitude", "longitude", "Longitude", .decimal(-180...180), example: "-82.75",
      category: .location),
  ]
}

extension ProfilePageData {
  /// Returns the labels of the fields that differ between this profile and a later version of it,
  /// such as `GPA`.
  public func labelsOfChanges(to after: ProfilePageData) -> [String] {
    var labels: [String] = []
    if person.fullName != after.person.fullName { labels.append("Name") }
    let fields = ProfileField.all.filter { field in
      if field == .graduationYear { return graduationYear != after.graduationYear }
      if field == .phone, person.phone != after.person.phone { return true }
      return field.text(of: value(of: field)) != field.text(of: after.value(of: field))
    }
    labels += fields.map(\.title)
    if person.contactEmail != after.person.contactEmail {
      labels.append(ProfileField.titleOfAccountEmail)
    }
    return labels
  }

  private func value(of field: ProfileField) -> JSONValue? {
    field.category == .location ? home?.value : player?.value
  }
}
