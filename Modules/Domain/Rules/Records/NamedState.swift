import Basics

/// The states and territories of the United States and the provinces of Canada.
public enum NamedState {
  /// The two letters of each state, such as `OH`.
  public static let allLetters = Set(known.values)

  /// Returns the two letters of a state or province, such as `OH`, for a text with these letters or
  /// with the name, in upper or lower case. It is nil if there is no such state.
  public static func letters(of text: String) -> String? { known[text.lettersAndDigits] }

  /// Returns the two letters of the state at the end of a place, such as `OH` for `Kent, Ohio`,
  /// `Kent, OH 44240` and `Ohio`. It is nil if the place does not end in a state.
  public static func letters(ofPlace place: String) -> String? {
    if let letters = letters(of: place) { return letters }
    let end = place.split(separator: ",").last ?? ""
    let words = end.split(whereSeparator: \.isWhitespace).filter { word in
      !word.allSatisfy { $0.isNumber || $0 == "-" }
    }
    if let letters = letters(of: words.joined(separator: " ")) { return letters }
    guard let last = words.last, allLetters.contains(String(last)) else { return nil }
    return String(last)
  }

  /// Returns the words of a search in groups: the words that name a state together, such as `New`
  /// and `York`, with the letters of the state, and every other word alone.
  public static func grouped(_ words: [String]) -> [(words: [String], letters: String?)] {
    var groups: [(words: [String], letters: String?)] = []
    var rest = words[...]
    while !rest.isEmpty {
      var count = min(mostWords, rest.count)
      var letters = Self.letters(of: rest.prefix(count).joined(separator: " "))
      while letters == nil, count > 1 {
        count -= 1
        letters = Self.letters(of: rest.prefix(count).joined(separator: " "))
      }
      groups.append((Array(rest.prefix(count)), letters))
      rest = rest.dropFirst(count)
    }
    return groups
  }

  /// The number of words of the longest name.
  private static let mostWords =
    names.split(separator: "\n").map { $0.split(separator: " ").count - 1 }.max() ?? 1

  private static let known: [String: String] = {
    var known: [String: String] = [:]
    for line in names.split(separator: "\n") {
      let letters = String(line.prefix(2))
      for name in [letters, String(line.dropFirst(3))] { known[name.lettersAndDigits] = letters }
    }
    return known
  }()

  /// A line for each name: the two letters, a space, and the name.
  private static let names = """
    AL Alabama
    AK Alaska
    AZ Arizona
    AR Arkansas
    CA California
    CO Colorado
    CT Connecticut
    DE Delaware
    DC District of Columbia
    DC Washington, D.C.
    FL Florida
    GA Georgia
    HI Hawaii
    ID Idaho
    IL Illinois
    IN Indiana
    IA Iowa
    KS Kansas
    KY Kentucky
    LA Louisiana
    ME Maine
    MD Maryland
    MA Massachusetts
    MI Michigan
    MN Minnesota
    MS Mississippi
    MO Missouri
    MT Montana
    NE Nebraska
    NV Nevada
    NH New Hampshire
    NJ New Jersey
    NM New Mexico
    NY New York
    NC North Carolina
    ND North Dakota
    OH Ohio
    OK Oklahoma
    OR Oregon
    PA Pennsylvania
    RI Rhode Island
    SC South Carolina
    SD South Dakota
    TN Tennessee
    TX Texas
    UT Utah
    VT Vermont
    VA Virginia
    WA Washington
    WV West Virginia
    WI Wisconsin
    WY Wyoming
    AS American Samoa
    GU Guam
    MP Northern Mariana Islands
    PR Puerto Rico
    VI Virgin Islands
    VI US Virgin Islands
    AB Alberta
    BC British Columbia
    MB Manitoba
    NB New Brunswick
    NL Newfoundland and Labrador
    NL Newfoundland
    NS Nova Scotia
    NT Northwest Territories
    NU Nunavut
    ON Ontario
    PE Prince Edward Island
    QC Quebec
    QC Québec
    SK Saskatchewan
    YT Yukon
    """
}
