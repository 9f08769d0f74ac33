extension BadInputTests {
  private static let cannotChange = "You can view this but not change it."

  static let performanceRows = metrics + metricFiles

  private static let metrics = [
    Row("performance --fields nmae", 2, "A metric has no field `nmae`."),
    Row("performance --fields ,", 2, "`,` names no field."),
    Row("performance list --type height", 2, "`height` is no measure of baseball."),
    Row("performance list --type", 2, "--type needs a value."),
    Row("performance list --from someday", 2, "`someday` is not a date."),
    Row("performance list --to 2026-02-30", 2, "There is no day `2026-02-30` in the calendar."),
    Row(
      "performance list --from 2026-02-01 --to 2026-01-01", 2,
      "Feb 1, 2026, the first day, comes after Jan 1, 2026, the last."),
    Row("performance list --event e99999", 3, "There is no event e99999."),
    Row("performance list --event m41", 2, "`m41` does not name an event (e…)."),
    Row("performance list velocity", 2, "`velocity` is one word too many for `performance list`."),
    Row("performance list --all=yes", 2, "--all takes no value."),
    Row("performance log", 2, "`performance log` needs <metric>."),
    Row("performance log velocity", 2, "`performance log` needs <value>…."),
    Row("performance log height 85", 2, "`height` is no measure of baseball."),
    Row("performance log '' 85", 2, "Please select a metric type"),
    Row("performance log velocity ''", 2, "Please enter a value"),
    Row("performance log velocity 85 --on ''", 2, "Please select a date"),
    Row("performance log velocity fast", 2, "`fast` is not a number."),
    Row("performance log velocity NaN", 2, "`NaN` is not a number."),
    Row("performance log velocity 1e999", 2, "`1e999` is not a number."),
    Row("performance log velocity 0x55", 2, "`0x55` is not a number."),
    Row("performance log velocity 85 sec", 2, "`sec` is no unit of Fastball Velocity."),
    Row("performance log velocity 855", 2, "855 cannot be right for Fastball Velocity."),
    Row(
      "performance log era 25", 2,
      "? 25 is unusually high for ERA: most are from 0 to 20. Go on all the same?"),
    Row("performance log verticle-jump 30", 2, "`verticle-jump` is no measure of baseball."),
    Row("performance log sprint 4", 2, "`sprint` is no measure of baseball."),
    Row("performance log run-800 1:75", 2, "`1:75` is not a number."),
    Row("measures list velocity", 2, "`velocity` is one word too many for `measures list`."),
    Row("measures add", 2, "`measures add` needs <name>."),
    Row("measures add 'Exit Velocity'", 2, "Exit Velocity is a measure already."),
    Row("measures add a:b", 2, "The name of a measure cannot have the sign `:`."),
    Row("measures add Shuttle s sideways", 2, "`sideways` is not one of the choices."),
    Row("measures add Shuttle s", 5, "\(cannotChange) Casey can add it.", as: "Maria"),
    Row("measures remove", 2, "`measures remove` needs <measure>."),
    Row("measures remove Shuttle", 3, "Shuttle is no measure of your own."),
    Row("performance goal", 2, "`performance goal` needs <metric>."),
    Row("performance goal velocity", 2, "`performance goal` needs <goal>…."),
    Row("performance goal velocity fast", 2, "`fast` is not a number."),
    Row("performance goal velocity 855", 2, "855 cannot be right for Fastball Velocity."),
    Row("performance goal velocity 85 by 2025-06", 2, "Jun 30, 2025 is over."),
    Row("performance goal pop-time none", 3, "There is no goal for Pop Time."),
    Row("performance goal velocity 85", 5, cannotChange + " Casey can do it.", as: "Maria"),
    Row("performance log velocity 85 --on tomorrow", 2, "Feb 11, 2026 has not come yet."),
    Row("performance log velocity 85 --on someday", 2, "`someday` is not a date."),
    Row(
      "performance log velocity 85 --unit miles-per-hour-and-more", 2,
      "That unit has 23 characters; at most 20 fit."),
    Row("performance log velocity 85 --notes ''", 2, "An empty text cannot be used here."),
    Row("performance log velocity 85 --event nowhere", 3, "No event is called `nowhere`."),
    Row("performance log velocity 85 --verified=perhaps", 2, "--verified takes no value."),
    Row("performance log velocity 85", 5, cannotChange + " Casey can log it.", as: "Maria"),
    Row("performance show", 2, "`performance show` needs <metric>."),
    Row("performance show m99999", 3, "There is no metric m99999."),
    Row("performance show t1", 2, "`t1` does not name a metric (m…)."),
    Row("performance show m1 m2", 2, "`m2` is one word too many for `performance show`."),
    Row("performance edit", 2, "`performance edit` needs <metric>."),
    Row("performance edit m1", 2, "Nothing to change was given for m1."),
    Row("performance edit m1 --value high", 2, "`high` is not a number."),
    Row("performance edit m1 --verified perhaps", 2, "`perhaps` is not one of the choices."),
    Row("performance edit m1 --on tomorrow", 2, "Feb 11, 2026 has not come yet."),
    Row("performance edit m99999 --value 1", 3, "There is no metric m99999."),
    Row("performance edit m1 --value 1", 5, cannotChange + " Casey can edit it.", as: "Maria"),
    Row("performance delete", 2, "`performance delete` needs <metric>."),
    Row("performance delete m99999", 3, "There is no metric m99999."),
    Row("performance delete m61", 2, "? Delete m61 Fastball Velocity 80.70 mph of Jan 29, 2026?"),
    Row("performance delete m1", 5, cannotChange + " Casey can delete it.", as: "Chris"),
    Row("performance verify", 2, "`performance verify` needs <metric>."),
    Row("performance verify m99999", 3, "There is no metric m99999."),
    Row("performance verify m1 --off=no", 2, "--off takes no value."),
    Row("performance verify m1", 5, cannotChange + " Casey can verify it.", as: "Maria"),
    Row("performance filter --type height", 2, "`height` is no measure of baseball."),
    Row(
      "performance filter --from 2026-02-01 --to 2026-01-01", 2,
      "Feb 1, 2026, the first day, comes after Jan 1, 2026, the last."),
    Row("performance filter all", 2, "`all` is one word too many for `performance filter`."),
  ]

  private static let metricFiles = [
    Row("performance chart height", 2, "`height` is no measure of baseball."),
    Row(
      "performance chart velocity --out velo.gif", 2,
      "`velo.gif` does not say what kind of picture it is to be."),
    Row(
      "performance chart velocity --out ''", 2,
      "`` does not say what kind of picture it is to be."),
    Row(
      "performance chart velocity --from 2026-02-01 --out velo.png", 1,
      "Not enough data to display chart (need at least 2 records)"),
    Row(
      "performance chart velocity --out /nowhere/velo.svg", 3,
      "`/nowhere/velo.svg` could not be written: No such file or directory."),
    Row("performance chart velocity --event e99999", 3, "There is no event e99999."),
    Row("performance timeline --from someday", 2, "`someday` is not a date."),
    Row(
      "performance timeline velocity", 2,
      "`velocity` is one word too many for `performance timeline`."),
    Row(
      "performance timeline --from today --to -30d", 2,
      "Feb 10, 2026, the first day, comes after Jan 11, 2026, the last."),
    Row("performance export", 2, "`performance export` needs <form>."),
    Row("performance export xlsx", 2, "`xlsx` is not one of the choices."),
    Row("performance export csv --type height", 2, "`height` is no measure of baseball."),
    Row(
      "performance export csv --from today --to -30d", 2,
      "Feb 10, 2026, the first day, comes after Jan 11, 2026, the last."),
    Row(
      "performance export csv --out a.csv --stdout", 2, "--out and --stdout cannot both be used."),
    Row(
      "performance export pdf --out /nowhere/metrics.pdf", 3,
      "`/nowhere/metrics.pdf` could not be written: No such file or directory."),
  ]
}
