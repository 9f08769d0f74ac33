import Testing

/// The facts of one task, copied from the table in domain.md 5. Tests compare them with the task in
/// the program's catalogue.
///
/// A difference shows a mistake in the catalogue or in this copy.
struct CatalogueRow: CustomTestStringConvertible, Sendable {
  let key: String
  let category: String
  let isRequired: Bool
  let divisions: [String]
  let needs: [String]
  let title: String

  init(
    _ key: String, _ category: String, _ isRequired: Bool, _ divisions: [String],
    _ needs: [String], _ title: String
  ) {
    self.key = key
    self.category = category
    self.isRequired = isRequired
    self.divisions = divisions
    self.needs = needs
    self.title = title
  }

  var testDescription: String { key }
}

enum CatalogueTable {
  static let rows = grade9 + grade10 + grade11 + grade12

  private static let a = "academic"
  private static let t = "athletic"
  private static let r = "recruiting"
  private static let e = "exposure"
  private static let m = "mindset"
  private static let all = ["ALL"]
  private static let noJUCO = ["DI", "DII", "DIII", "NAIA"]

  private static let grade9 = [
    CatalogueRow("9-01", a, true, all, [], "Understand Academic Requirements"),
    CatalogueRow("9-02", a, false, all, [], "Take PSAT or Practice Tests"),
    CatalogueRow("9-03", a, false, all, [], "Meet with Academic Counselor"),
    CatalogueRow("9-04", a, false, all, [], "Track GPA and Grades"),
    CatalogueRow("9-05", t, true, all, [], "Establish Development Routine"),
    CatalogueRow("9-06", t, true, noJUCO, [], "Play Travel Ball or Club Team"),
    CatalogueRow("9-07", t, false, all, [], "Start Game Film Collection"),
    CatalogueRow("9-08", t, false, all, [], "Get Athletic Testing Baseline"),
    CatalogueRow("9-09", r, true, all, ["9-01"], "Research Division Levels"),
    CatalogueRow("9-10", r, false, all, ["9-09"], "Start Building Target School List"),
    CatalogueRow("9-11", r, false, all, [], "Create Basic Athletic Resume"),
    CatalogueRow("9-12", e, false, noJUCO, [], "Attend Summer Camps (Optional but Beneficial)"),
    CatalogueRow("9-13", e, false, all, [], "Research Showcases for Summer"),
    CatalogueRow("9-14", e, false, all, [], "Document Stats and Achievements"),
    CatalogueRow("9-15", e, false, all, [], "Create Social Media Presence"),
    CatalogueRow("9-16", m, true, all, [], "Understand Recruiting Reality"),
    CatalogueRow("9-17", m, false, all, ["9-16"], "Set Recruiting Goals"),
    CatalogueRow("9-18", m, false, all, [], "Establish Communication with Parents"),
  ]

  private static let grade10 = [
    CatalogueRow("10-01", a, true, all, [], "Maintain Strong GPA"),
    CatalogueRow("10-02", a, false, all, ["9-02"], "Take PSAT Again"),
    CatalogueRow("10-03", a, false, all, ["9-10"], "Research College Academics"),
    CatalogueRow("10-04", a, false, all, [], "Take SAT or ACT Prep Course"),
    CatalogueRow("10-05", t, true, noJUCO, [], "Create Highlight Video"),
    CatalogueRow("10-06", t, true, all, ["9-05"], "Continue Development Training"),
    CatalogueRow("10-07", t, true, noJUCO, ["9-06"], "Attend Premium Summer Tournaments"),
    CatalogueRow("10-08", t, false, all, ["9-08"], "Get Updated Athletic Testing"),
    CatalogueRow("10-09", t, false, all, [], "Specialize Position Focus"),
    CatalogueRow("10-10", r, true, all, ["9-09"], "Build Target School List (20+ schools)"),
    CatalogueRow("10-11", r, true, noJUCO, ["10-05", "10-10"], "Send First Introductory Emails"),
    CatalogueRow("10-12", r, false, all, ["10-10"], "Research Coach Information"),
    CatalogueRow("10-13", r, false, all, ["9-11"], "Update Athletic Resume"),
    CatalogueRow("10-14", e, true, noJUCO, ["10-10"], "Attend Summer Camps (Multiple)"),
    CatalogueRow("10-15", e, true, all, [], "Participate in Recruiting Events"),
    CatalogueRow("10-16", e, false, all, ["9-15"], "Update Social Media with Highlight Content"),
    CatalogueRow("10-17", e, false, all, ["10-05"], "Film Responses to Coach Requests"),
    CatalogueRow("10-18", m, false, all, ["9-16"], "Understand Recruiting Evaluation Process"),
    CatalogueRow("10-19", m, false, all, [], "Handle Recruiting Pressure"),
    CatalogueRow("10-20", m, false, all, [], "Stay Grounded and Humble"),
  ]

  private static let grade11 = [
    CatalogueRow("11-01", a, true, all, [], "Take Official SAT or ACT"),
    CatalogueRow("11-02", a, true, all, ["10-01"], "Maintain GPA (3.0+ target)"),
    CatalogueRow("11-03", a, false, all, [], "Meet with College Counselor"),
    CatalogueRow("11-04", a, false, all, ["11-01"], "Take SAT or ACT Again (if needed)"),
    CatalogueRow(
      "11-05", t, true, ["DI", "DII"], ["9-01"], "Register with NCAA Eligibility Center"),
    CatalogueRow("11-06", t, true, ["NAIA"], ["9-01"], "Register with NAIA Eligibility Center"),
    CatalogueRow("11-07", t, true, all, ["10-06"], "Peak Athletic Performance"),
    CatalogueRow("11-08", t, false, all, ["10-08"], "Get Updated Athletic Testing"),
    CatalogueRow("11-09", t, true, all, [], "Film Multiple Game Performances"),
    CatalogueRow("11-10", t, false, all, [], "Pitch Your Strengths"),
    CatalogueRow("11-11", r, true, all, ["10-10"], "Increase Coach Communication Cadence"),
    CatalogueRow(
      "11-12", r, true, noJUCO, ["10-05", "11-09"], "Send Junior Year Highlight Video Update"),
    CatalogueRow("11-13", r, true, all, ["10-10"], "Schedule Unofficial Visits"),
    CatalogueRow("11-14", r, false, all, ["11-11"], "Evaluate Interest Level from Coaches"),
    CatalogueRow("11-15", r, true, all, ["11-11"], "Build Relationship with Preferred Coaches"),
    CatalogueRow("11-16", e, true, noJUCO, ["10-10"], "Attend Recruiting Camps at Target Schools"),
    CatalogueRow("11-17", e, false, ["DI", "DII", "DIII"], [], "Play in National Showcases"),
    CatalogueRow("11-18", e, false, all, [], "Get Evaluated by Outside Scouts"),
    CatalogueRow("11-19", e, true, all, [], "Document and Share Performance Data"),
    CatalogueRow("11-20", e, true, all, ["10-05"], "Build Media Presence (Highlights Online)"),
    CatalogueRow("11-21", m, false, all, [], "Develop Resilience for Rejection"),
    CatalogueRow("11-22", m, true, all, ["10-10"], "Evaluate School Fit Beyond Baseball"),
    CatalogueRow("11-23", m, false, all, [], "Prepare for Offer Conversations"),
  ]

  private static let grade12 = [
    CatalogueRow("12-01", a, true, all, ["11-02"], "Maintain Strong Grades (College-Ready)"),
    CatalogueRow("12-02", a, false, all, ["11-01"], "Finalize Test Scores"),
    CatalogueRow("12-03", a, true, all, ["11-01", "11-22"], "Complete College Applications"),
    CatalogueRow("12-04", t, true, all, ["11-07"], "Peak Senior Year Performance"),
    CatalogueRow("12-05", t, false, all, [], "Attend Final Recruiting Camps/Showcases"),
    CatalogueRow("12-06", t, false, all, ["11-12"], "Submit Final Highlight Video"),
    CatalogueRow("12-07", t, false, all, [], "Finalize Medical Information"),
    CatalogueRow("12-08", r, true, noJUCO, ["11-15"], "Attend Official Visits"),
    CatalogueRow("12-09", r, false, all, [], "Manage Multiple Offers (if applicable)"),
    CatalogueRow("12-10", r, true, all, ["11-22"], "Make Final School Decision"),
    CatalogueRow("12-11", r, true, ["DI", "DII"], ["11-05", "12-10"], "Sign NLI (if offered)"),
    CatalogueRow("12-12", r, false, all, ["12-10"], "Communicate Decision to Other Coaches"),
    CatalogueRow("12-13", e, false, all, [], "Finalize Player Video for College"),
    CatalogueRow(
      "12-14", e, false, all, ["10-16"], "Maintain Professional Social Media Through Commitment"),
    CatalogueRow("12-15", m, false, all, ["12-10"], "Prepare for College Transition"),
    CatalogueRow("12-16", m, false, all, ["12-10"], "Celebrate the Journey"),
  ]
}
