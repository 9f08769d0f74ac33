extension BadInputTests {
  private static let order = "End date must be after start date"
  private static let twice = "A named range and --from or --to cannot both be used."

  static let reportsRows = [
    Row("reports show soon", 2, "`soon` is not a range."),
    Row("reports show last-30-day", 2, "`last-30-day` is not a range."),
    Row("reports show last-7-days --from 2026-01-01", 2, twice),
    Row("reports show --from", 2, "--from needs a value."),
    Row("reports show --from someday", 2, "`someday` is not a date."),
    Row(
      "reports show last-7-days last-30-days", 2,
      "`last-30-days` is one word too many for `reports show`."),
    Row("reports generate 2026-13", 2, "`2026-13` is not a range."),
    Row("reports generate 2026-02-01..", 2, "`2026-02-01..` is not a range."),
    Row("reports generate 2026-02-01..2026-01-01", 2, order),
    Row("reports generate --from 2026-02-10 --to 2026-02-09", 2, order),
    Row("reports generate --to 2026-02-09", 2, "Choose both dates, From and To."),
    Row("reports generate --to 2026-02-30", 2, "There is no day `2026-02-30` in the calendar."),
    Row("reports generate --days 30", 2, "`reports generate` has no option --days."),
    Row("reports generate ''", 2, "`` is not a range."),
    Row(
      "reports generate --stdout", 2,
      "`reports generate` makes no file, so --stdout means nothing to it."),
    Row("reports generate \u{1B}[2J", 2, "`␛[2J` is not a range."),
    Row("reports contacts soon", 2, "`soon` is not a range."),
    Row("reports contacts last-7-days --to 2026-01-01", 2, twice),
    Row("reports save", 2, "`reports save` needs <name>."),
    Row("reports save ''", 2, "A report needs a name."),
    Row("reports save fall soon", 2, "`soon` is not a range."),
    Row("reports saved nothing", 3, "There is no report called `nothing`."),
    Row("reports forget", 2, "`reports forget` needs <name>."),
    Row("reports forget nothing", 3, "There is no report called `nothing`."),
    Row("reports compare", 2, "`reports compare` needs <first>."),
    Row("reports compare 2026-01", 2, "`reports compare` needs <second>."),
    Row("reports compare 2026-01 soon", 2, "`soon` is not a range."),
    Row("reports compare 2026-01 2026-02-02..2026-02-01", 2, order),
    Row(
      "reports compare 2026-01 2026-02 2026-03", 2,
      "`2026-03` is one word too many for `reports compare`."),
    Row("reports csv", 2, "Generate a report first before exporting"),
    Row("reports csv soon", 2, "`soon` is not a range."),
    Row("reports csv --from 2026-02-10 --to 2026-02-09 --stdout", 2, order),
    Row(
      "reports csv last-7-days --out a.csv --stdout", 2, "--out and --stdout cannot both be used."),
    Row("reports csv last-7-days --out", 2, "--out needs a value: --out FILE"),
    Row("reports csv last-7-days --to 2026-01-01", 2, twice),
    Row("reports pdf", 2, "Generate a report first before exporting"),
    Row("reports pdf yesterday-ish", 2, "`yesterday-ish` is not a range."),
    Row("reports pdf 2026-01 2026-02", 2, "`2026-02` is one word too many for `reports pdf`."),
    Row("reports pdf last-7-days --email", 2, "--email needs a value."),
    Row(
      "reports pdf last-7-days --email ''", 2,
      "`` is not an e-mail address, like sam@example.org."),
    Row(
      "reports pdf last-7-days --email aunt", 2,
      "`aunt` is not an e-mail address, like sam@example.org."),
    Row(
      "reports csv last-7-days --email everybody", 2,
      "`everybody` is not an e-mail address, like sam@example.org."),
    Row(
      "reports csv last-7-days --email 'a@example.org\u{0D}Bcc: b@example.org'", 2,
      "`a@example.org␍Bcc: b@example.org` is not an e-mail address, like sam@example.org."),
    Row(
      "reports csv last-7-days --email \(String(repeating: "x", count: 250))@example.org", 2,
      "An e-mail address has at most 255 characters; this one has 262."),
    Row(
      "reports csv last-7-days --email añe@example.org", 2,
      "`añe@example.org` is not an e-mail address."),
    Row(
      "reports csv last-7-days --email c1", 2,
      "`c1` is not an e-mail address, like sam@example.org."),
    Row(
      "reports pdf last-7-days --email me --out r.pdf", 2,
      "--email and --out cannot both be used."),
    Row(
      "reports csv last-7-days --stdout --eml=a.eml", 2,
      "--eml and --stdout cannot both be used."),
    Row(
      "reports csv last-7-days --stdout --email=me", 2,
      "--email and --stdout cannot both be used."),
    Row(
      "reports pdf last-7-days --email me --open", 2,
      "--email and --open cannot both be used."),
    Row(
      "reports pdf last-7-days --email me", 2,
      "Sending e-mail is not set up here yet."),
    Row(
      "reports pdf last-7-days --email family --yes", 2,
      "Sending e-mail is not set up here yet."),
    // In a script, the lines before this one have generated a report.
    Row("reports pdf --email me", 2, "Generate a report first before exporting", alone: true),
    Row(
      "reports pdf last-7-days --eml /nowhere/r.eml", 3,
      "`/nowhere/r.eml` could not be written: No such file or directory."),
    Row("reports generate --email me", 2, "`reports generate` has no option --email."),
    Row("reports print", 2, "`print` is not a range."),
  ]
}
