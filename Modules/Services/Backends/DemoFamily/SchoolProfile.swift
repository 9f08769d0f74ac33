import Basics

/// An invented college; one line of `schools.txt`.
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

  /// Creates a college from a line of `schools.txt` that was split into its parts. Nil if there are
  /// not 11 parts or a number is malformed; a test in `DemoDataTests` fails if `schools.txt` has
  /// such a line.
  init?(_ parts: [String]) {
    guard parts.count == 11, let latitude = Double(parts[4]), let longitude = Double(parts[5]),
      let students = Int(parts[8]), let gpa = Double(parts[9]), let tuition = Int(parts[10])
    else { return nil }
    (name, nickname, city, state) = (parts[0], parts[1], parts[2], parts[3])
    (self.latitude, self.longitude) = (latitude, longitude)
    (division, conference) = (parts[6], parts[7])
    (self.students, self.gpa, self.tuition) = (students, gpa, tuition)
  }

  /// The domain of the college's web site and e-mail addresses, such as `wexmoor.example.edu`.
  var domain: String { "\(nickname).example.edu" }

  /// The thirty colleges of `schools.txt`, which are of every division and size.
  static let all = EmbeddedFile(PackageResources.schools_txt)
    .lines(separatedBy: UInt8(ascii: "|")).compactMap { SchoolProfile($0) }
}
