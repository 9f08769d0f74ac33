/// First and last names for made-up people. They are combined at random, so that no real person is meant.
enum DemoNames {
  /// First names that suit an athlete of any gender.
  static let athletes = [
    "Jordan", "Casey", "Riley", "Avery", "Quinn", "Rowan", "Morgan", "Emerson", "Sam", "Reese",
  ]

  static let parents = [
    "Dana", "Chris", "Robin", "Terry", "Maria", "Kevin", "Angela", "Luis", "Denise", "Paul",
  ]

  static let coaches = [
    "Aaron", "Alma", "Andre", "Anita", "Ben", "Brooke", "Carlos", "Cody", "Darnell", "Deb", "Elena",
    "Eric", "Frank", "Gabe", "Grant", "Hector", "Ian", "Jamal", "Jess", "Joel", "Ken", "Kyle",
    "Lance", "Leo", "Luke", "Marcus", "Mia", "Nate", "Nora", "Omar", "Pete", "Ray", "Rosa", "Russ",
    "Scott", "Tara", "Todd", "Tyler", "Vince", "Wade",
  ]

  static let families = [
    "Abbott", "Acosta", "Barlow", "Becker", "Brandt", "Calloway", "Castillo", "Chen", "Dalton",
    "Delgado", "Eastman", "Fields", "Flores", "Gallagher", "Garner", "Hale", "Hoffman", "Ibarra",
    "Jennings", "Kowalski", "Kramer", "Lang", "Lozano", "Maddox", "Mercer", "Navarro", "Nolan",
    "O'Brien", "Okafor", "Ortiz", "Patel", "Pruitt", "Quintero", "Ramos", "Reyes", "Rollins",
    "Salazar", "Sato", "Shelton", "Thorne", "Underwood", "Vance", "Vasquez", "Walsh", "Whitaker",
    "Yates", "Young", "Zimmer",
  ]
}

extension DemoNames {
  /// A name in the form of an e-mail address: `O'Brien` gives `obrien`.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { ("a"..."z").contains($0) }
  }
}
