import Basics

/// The states and territories of the United States and the provinces of Canada.
public enum NamedState {
  /// The two letters of each state, such as `OH`.
  public static let allLetters = Set(known.values)

  /// Returns the two letters of a state or province, such as `OH`, for a text with these letters or
  /// with the name, in upper or lower case. It is nil if there is no such state.
  public static func letters(of text: String) -> String? { known[text.lettersAndDigits] }

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
