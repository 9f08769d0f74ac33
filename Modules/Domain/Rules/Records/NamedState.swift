import Basics

/// The states and territories of the United States and the provinces of Canada.
public enum NamedState {
  /// The two letters of each state, such as `OH`.
  public static let allLetters = Set(known.map(\.letters))

  /// Returns the two letters of a state or province, such as `OH`, for a text with these letters or
  /// with the name, in upper or lower case. It is nil if there is no such state.
  public static func letters(of text: String) -> String? {
    let name = text.lettersAndDigits
    let letters = name.uppercased()
    return known.first { $0.name == name || $0.letters == letters }?.letters
  }

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
  private static let mostWords = 3

  /// The letters of each state, with its name as `lettersAndDigits` returns it.
  private static let known: [(letters: String, name: String)] = [
    ("AL", "alabama"), ("AK", "alaska"), ("AZ", "arizona"), ("AR", "arkansas"),
    ("CA", "california"), ("CO", "colorado"), ("CT", "connecticut"), ("DE", "delaware"),
    ("DC", "districtofcolumbia"), ("DC", "washingtondc"), ("FL", "florida"), ("GA", "georgia"),
    ("HI", "hawaii"), ("ID", "idaho"), ("IL", "illinois"), ("IN", "indiana"), ("IA", "iowa"),
    ("KS", "kansas"), ("KY", "kentucky"), ("LA", "louisiana"), ("ME", "maine"), ("MD", "maryland"),
    ("MA", "massachusetts"), ("MI", "michigan"), ("MN", "minnesota"), ("MS", "mississippi"),
    ("MO", "missouri"), ("MT", "montana"), ("NE", "nebraska"), ("NV", "nevada"),
    ("NH", "newhampshire"), ("NJ", "newjersey"), ("NM", "newmexico"), ("NY", "newyork"),
    ("NC", "northcarolina"), ("ND", "northdakota"), ("OH", "ohio"), ("OK", "oklahoma"),
    ("OR", "oregon"), ("PA", "pennsylvania"), ("RI", "rhodeisland"), ("SC", "southcarolina"),
    ("SD", "southdakota"), ("TN", "tennessee"), ("TX", "texas"), ("UT", "utah"), ("VT", "vermont"),
    ("VA", "virginia"), ("WA", "washington"), ("WV", "westvirginia"), ("WI", "wisconsin"),
    ("WY", "wyoming"), ("AS", "americansamoa"), ("GU", "guam"), ("MP", "northernmarianaislands"),
    ("PR", "puertorico"), ("VI", "virginislands"), ("VI", "usvirginislands"), ("AB", "alberta"),
    ("BC", "britishcolumbia"), ("MB", "manitoba"), ("NB", "newbrunswick"),
    ("NL", "newfoundlandandlabrador"), ("NL", "newfoundland"), ("NS", "novascotia"),
    ("NT", "northwestterritories"), ("NU", "nunavut"), ("ON", "ontario"),
    ("PE", "princeedwardisland"), ("QC", "quebec"), ("QC", "québec"), ("SK", "saskatchewan"),
    ("YT", "yukon"),
  ]
}
