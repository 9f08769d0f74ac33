/// The description of a made-up college.
struct SchoolProfile: Sendable {
  let name: String
  let nickname: String
  let city: String
  let state: String
  let latitude: Double
  let longitude: Double
  let division: String
  let conference: String
  let students: Int
  let gpa: Double
  let tuition: Int

  init(
    _ name: String, _ nickname: String, _ city: String, _ state: String, _ latitude: Double,
    _ longitude: Double, _ division: String, _ conference: String, students: Int, gpa: Double,
    tuition: Int
  ) {
    self.name = name
    self.nickname = nickname
    self.city = city
    self.state = state
    self.latitude = latitude
    self.longitude = longitude
    self.division = division
    self.conference = conference
    self.students = students
    self.gpa = gpa
    self.tuition = tuition
  }

  /// The domain of its addresses: `wexmoor.example.edu`.
  var domain: String { "\(nickname).example.edu" }
}

extension SchoolProfile {
  /// Thirty made-up colleges of every division and size.
  static let all = divisionI + divisionII + divisionIII + others

  private static let divisionI: [SchoolProfile] = [
    SchoolProfile(
      "Wexmoor State University", "wexmoor", "Wexmoor", "OH", 40.42, -82.71, "D1",
      "Great Lantern Conference", students: 31_400, gpa: 3.2, tuition: 12_900),
    SchoolProfile(
      "University of Port Ansel", "portansel", "Port Ansel", "NC", 34.71, -77.06, "D1",
      "Tidewater Ten", students: 22_150, gpa: 3.4, tuition: 9_600),
    SchoolProfile(
      "Northern Calder University", "ncalder", "Calder", "MI", 44.31, -84.76, "D1",
      "Great Lantern Conference", students: 17_800, gpa: 3.0, tuition: 14_200),
    SchoolProfile(
      "Ravenmere University", "ravenmere", "Ravenmere", "VA", 37.62, -78.88, "D1",
      "Tidewater Ten", students: 8_650, gpa: 3.7, tuition: 58_400),
    SchoolProfile(
      "Kestrel Plains State University", "kestrelplains", "Kestrel", "KS", 38.36, -98.2, "D1",
      "High Meridian League", students: 19_200, gpa: 2.9, tuition: 10_300),
    SchoolProfile(
      "Ashgrove Institute of Science", "ashgrove", "Ashgrove", "PA", 40.98, -77.53, "D1",
      "Old Canal League", students: 6_900, gpa: 3.9, tuition: 61_700),
    SchoolProfile(
      "Mirador Coast University", "miradorcoast", "Mirador", "CA", 35.37, -120.85, "D1",
      "Golden Strand Conference", students: 24_600, gpa: 3.5, tuition: 15_800),
    SchoolProfile(
      "East Larkin University", "eastlarkin", "Larkin", "TN", 35.92, -84.02, "D1",
      "Ridgeway Conference", students: 11_300, gpa: 3.0, tuition: 11_100),
  ]

  private static let divisionII: [SchoolProfile] = [
    SchoolProfile(
      "Quarry Hills State University", "quarryhills", "Quarry Hills", "IN", 39.25, -86.38, "D2",
      "Limestone Belt Conference", students: 9_400, gpa: 2.7, tuition: 9_900),
    SchoolProfile(
      "Tamarind Bay University", "tamarindbay", "Tamarind Bay", "FL", 27.21, -81.9, "D2",
      "Southern Isles Conference", students: 4_700, gpa: 2.8, tuition: 24_500),
    SchoolProfile(
      "Fallow Creek University", "fallowcreek", "Fallow Creek", "KY", 37.79, -85.36, "D2",
      "Limestone Belt Conference", students: 3_600, gpa: 2.6, tuition: 21_300),
    SchoolProfile(
      "Halvorsen University", "halvorsen", "Halvorsen", "MN", 45.61, -94.63, "D2",
      "Northern Pines Conference", students: 5_250, gpa: 2.9, tuition: 19_700),
    SchoolProfile(
      "West Pinyon State University", "westpinyon", "Pinyon", "CO", 38.12, -106.07, "D2",
      "Timberline Conference", students: 7_100, gpa: 2.7, tuition: 10_800),
    SchoolProfile(
      "Orrin Valley University", "orrinvalley", "Orrin", "MO", 37.86, -92.49, "D2",
      "Timberline Conference", students: 2_950, gpa: 2.8, tuition: 22_600),
    SchoolProfile(
      "Marlow Lake State University", "marlowlake", "Marlow Lake", "WI", 44.87, -89.64, "D2",
      "Northern Pines Conference", students: 10_500, gpa: 2.6, tuition: 9_200),
  ]

  private static let divisionIII: [SchoolProfile] = [
    SchoolProfile(
      "Whitfern College", "whitfern", "Whitfern", "MA", 42.33, -72.67, "D3",
      "Stone Bridge Conference", students: 1_900, gpa: 3.8, tuition: 63_200),
    SchoolProfile(
      "Ambleford College", "ambleford", "Ambleford", "OH", 40.81, -81.94, "D3",
      "Western Reserve Seven", students: 2_050, gpa: 3.5, tuition: 52_800),
    SchoolProfile(
      "Coldglen College", "coldglen", "Coldglen", "NY", 42.88, -76.99, "D3",
      "Stone Bridge Conference", students: 2_400, gpa: 3.4, tuition: 55_100),
    SchoolProfile(
      "Thistledown College", "thistledown", "Thistledown", "PA", 40.16, -79.9, "D3",
      "Three Rivers Circuit", students: 1_450, gpa: 3.0, tuition: 41_600),
    SchoolProfile(
      "Penhallow College", "penhallow", "Penhallow", "ME", 44.1, -70.22, "D3",
      "Stone Bridge Conference", students: 1_700, gpa: 3.7, tuition: 62_000),
    SchoolProfile(
      "Juniper Notch College", "junipernotch", "Juniper Notch", "OR", 45.21, -123.19, "D3",
      "Cascade Gate Conference", students: 1_250, gpa: 3.3, tuition: 49_300),
    SchoolProfile(
      "Eastmarch College", "eastmarch", "Eastmarch", "VA", 38.15, -79.07, "D3",
      "Blue Gap Conference", students: 980, gpa: 2.9, tuition: 38_700),
    SchoolProfile(
      "Sorrel Point College", "sorrelpoint", "Sorrel Point", "TX", 30.63, -97.68, "D3",
      "Lone Prairie Conference", students: 1_520, gpa: 3.4, tuition: 47_900),
  ]

  private static let others: [SchoolProfile] = [
    SchoolProfile(
      "St. Aldric University", "staldric", "Aldric", "IA", 41.59, -93.62, "NAIA",
      "Prairie Crown Conference", students: 1_350, gpa: 2.5, tuition: 33_400),
    SchoolProfile(
      "Prairie Lantern University", "prairielantern", "Lantern", "NE", 40.87, -97.59, "NAIA",
      "Prairie Crown Conference", students: 890, gpa: 2.4, tuition: 27_800),
    SchoolProfile(
      "Granite Ford University", "graniteford", "Granite Ford", "GA", 33.97, -83.38, "NAIA",
      "Piedmont Crossing", students: 2_700, gpa: 2.6, tuition: 25_900),
    SchoolProfile(
      "Hollis Bend College", "hollisbend", "Hollis Bend", "KY", 37.09, -84.09, "NAIA",
      "Piedmont Crossing", students: 1_100, gpa: 2.3, tuition: 28_500),
    SchoolProfile(
      "Cactus Flats Community College", "cactusflats", "Cactus Flats", "AZ", 33.45, -111.38, "JUCO",
      "Sonoran Two-Year Conference", students: 13_200, gpa: 2.0, tuition: 3_100),
    SchoolProfile(
      "Mill Hollow Community College", "millhollow", "Mill Hollow", "OH", 39.96, -83.76, "JUCO",
      "Buckeye Two-Year Conference", students: 4_100, gpa: 2.0, tuition: 4_700),
    SchoolProfile(
      "Lower Sable Community College", "lowersable", "Sable", "IL", 40.11, -88.21, "JUCO",
      "Corn Belt Two-Year Conference", students: 6_300, gpa: 2.0, tuition: 5_200),
  ]
}
