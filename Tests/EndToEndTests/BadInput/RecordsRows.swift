extension BadInputTests {
  static let recordsRows =
    schools + coaches + interactions + offers + events + documents + letters + finding

  private static let finding = [
    Row("find", 2, "`find` needs <words>…."),
    Row("find ''", 2, "An empty text cannot be used here."),
    Row("schools --fields nmae", 2, "A school has no field `nmae`."),
    Row("coaches show c1 --fields ,", 2, "`,` names no field."),
    Row("schools delete s1 s99999", 3, "There is no school s99999."),
    Row("schools tier s1 s2 Z", 2, "`Z` is not one of the choices."),
  ]

  private static let schools = [
    Row("schools list --status maybe", 2, "`maybe` is not one of the choices."),
    Row("schools list --tier D", 2, "`D` is not one of the choices."),
    Row("schools list --limit 0", 2, "0 is out of range."),
    Row("schools list extra", 2, "`extra` is one word too many for `schools list`."),
    Row("schools board extra", 2, "`extra` is one word too many for `schools board`."),
    Row("schools show", 2, "`schools show` needs <school>."),
    Row("schools show s99999", 3, "There is no school s99999."),
    Row("schools add", 2, "`schools add` needs <name>."),
    Row("schools add ''", 2, "An empty text cannot be used here."),
    Row("schools add 'New College' --division D9", 2, "`D9` is not one of the choices."),
    Row("schools add 'New College' --student-size lots", 2, "`lots` is not a whole number."),
    Row("schools edit s1", 2, "Say what to change of s1 Fallow Creek University."),
    Row("schools edit s1 --clear wings", 2, "`wings` cannot be emptied in a school."),
    Row("schools edit s99999 --tier A", 3, "There is no school s99999."),
    Row("schools delete", 2, "`schools delete` needs <school>."),
    Row("schools delete s99999", 3, "There is no school s99999."),
    Row("schools delete s1", 2, "? Delete s1 Fallow Creek University?"),
    Row("schools status s1", 2, "`schools status` needs <status>."),
    Row("schools status s1 loved", 2, "`loved` is not one of the choices."),
    Row("schools tier s1 Z", 2, "`Z` is not one of the choices."),
    Row("schools tier s1", 2, "`schools tier` needs <tier>."),
  ]

  private static let coaches = [
    Row("coaches list --role owner", 2, "`owner` is not one of the choices."),
    Row("coaches list --not-contacted often", 2, "`often` is not a whole number."),
    Row("coaches list --school s99999", 3, "There is no school s99999."),
    Row("coaches show c99999", 3, "There is no coach c99999."),
    Row("coaches show t1", 2, "`t1` does not name a coach (c…)."),
    Row("coaches add 'Ana Rivera'", 2, "`coaches add` needs <school>."),
    Row("coaches add 'Ana Rivera' s99999 head", 3, "There is no school s99999."),
    Row("coaches add 'Ana Rivera' s1 owner", 2, "`owner` is not one of the choices."),
    Row(
      "coaches add 'Ana Rivera' s1 head --email nobody", 2,
      "`nobody` is not an e-mail address, like sam@example.org."),
    Row("coaches edit c1", 2, "Say what to change of c1 Kowalski, Alma."),
    Row("coaches edit c99999 --notes hello", 3, "There is no coach c99999."),
    Row("coaches edit c1 --clear wings", 2, "`wings` cannot be emptied in a coach."),
    Row("coaches delete c99999", 3, "There is no coach c99999."),
    Row("coaches delete c1", 2, "? Delete c1 Kowalski, Alma?"),
  ]

  private static let interactions = [
    Row("interactions list --type fax", 2, "`fax` is not one of the choices."),
    Row("interactions list --with t1", 2, "`t1` does not name a coach (c…) or a school (s…)."),
    Row("interactions list --from someday", 2, "`someday` is not a date."),
    Row("interactions show i99999", 3, "There is no interaction i99999."),
    Row("interactions add c1", 2, "`interactions add` needs <type>."),
    Row("interactions add c1 fax", 2, "`fax` is not one of the choices."),
    Row("interactions add nobody email", 3, "No coach or school is called `nobody`."),
    Row(
      "interactions edit i16", 2, "Say what to change of i16 Camp dates at Fallow Creek University."
    ),
    Row("interactions edit i16 --sentiment odd", 2, "`odd` is not one of the choices."),
    Row("interactions edit i99999 --subject hello", 3, "There is no interaction i99999."),
    Row("interactions delete i99999", 3, "There is no interaction i99999."),
    Row("interactions delete i16", 2, "? Delete i16 Camp dates at Fallow Creek University?"),
    Row("interactions log email", 2, "`interactions log` needs <with>."),
    Row("interactions log fax c1 'Sent transcript'", 2, "`fax` is not one of the choices."),
    Row(
      "interactions log email nobody 'Sent transcript'", 3, "No coach or school is called `nobody`."
    ),
    Row(
      "interactions log email c1 'Sent transcript' --at 25:00", 2, "`25:00` is not a time of day."),
    Row(
      "interactions log email c1 'Asked for film' --in --on 2026-03-01", 2,
      "A message from a coach cannot be from a time to come."),
  ]

  private static let offers = [
    Row("offers list --status maybe", 2, "`maybe` is not one of the choices."),
    Row("offers list --school s99999", 3, "There is no school s99999."),
    Row("offers show o99999", 3, "There is no offer o99999."),
    Row("offers compare o99999", 3, "There is no offer o99999."),
    Row("offers add s8", 2, "`offers add` needs <type>."),
    Row("offers add s8 golden", 2, "`golden` is not one of the choices."),
    Row(
      "offers add s8 partial --percentage 140", 2,
      "140 is out of range for a scholarship in percent."),
    Row("offers add s8 partial --amount free", 2, "`free` is not a number."),
    Row(
      "offers edit o5", 2,
      "Say what to change of o5 Partial offer from West Pinyon State University."),
    Row("offers edit o5 --deadline someday", 2, "`someday` is not a date."),
    Row("offers edit o99999 --notes hello", 3, "There is no offer o99999."),
    Row("offers delete o99999", 3, "There is no offer o99999."),
    Row("offers delete o1", 2, "? Delete o1 Recruited walk on offer from Granite Ford University?"),
  ]

  private static let events = [
    Row("events list --type party", 2, "`party` is not one of the choices."),
    Row("events list --to someday", 2, "`someday` is not a date."),
    Row("events show e99999", 3, "There is no event e99999."),
    Row("events add 'Spring Preview' showcase", 2, "`events add` needs <on>."),
    Row("events add 'Spring Preview' party 2026-04-18", 2, "`party` is not one of the choices."),
    Row(
      "events add 'Spring Preview' showcase 2026-04-31", 2,
      "There is no day `2026-04-31` in the calendar."),
    Row(
      "events add 'Spring Preview' showcase 2026-04-18 --link not-a-link", 2,
      "`not-a-link` is not a web address for the event."),
    Row("events edit e16", 2, "Say what to change of e16 Three Rivers Preview."),
    Row("events edit e16 --starts-at soon", 2, "`soon` is not a time of day."),
    Row("events edit e99999 --city Dayton", 3, "There is no event e99999."),
    Row("events delete e99999", 3, "There is no event e99999."),
    Row("events delete e16", 2, "? Delete e16 Three Rivers Preview?"),
  ]

  private static let documents = [
    Row("documents list --health fine", 2, "`fine` is not one of the choices."),
    Row("documents show d99999", 3, "There is no document d99999."),
    Row("documents add 'Film'", 2, "`documents add` needs <type>."),
    Row(
      "documents add 'Film' movie https://example.com/film.mp4", 2,
      "`movie` is not one of the choices."),
    Row("documents add 'Film' highlight-video ''", 2, "An empty text cannot be used here."),
    Row("documents edit d8", 2, "Say what to change of d8 Athletic resume."),
    Row("documents edit d8 --current perhaps", 2, "`perhaps` is neither yes nor no."),
    Row("documents edit d99999 --title Film", 3, "There is no document d99999."),
    Row("documents upload grades.pdf", 2, "`documents upload` needs <type>."),
    Row("documents upload grades.pdf movie", 2, "`movie` is not one of the choices."),
    Row(
      "documents upload nowhere.pdf transcript", 3,
      "`nowhere.pdf` could not be read: No such file or directory."),
    Row(
      "documents upload schools.csv transcript", 2, "“schools.csv” is no file that can be kept."),
    Row("documents upload /dev/zero transcript", 2, "`/dev/zero` is not a file."),
    Row(
      "documents upload data/compass.sqlite transcript", 2,
      "`data/compass.sqlite` is one of the program's own files, or would become one."),
    Row(
      "documents upload grades.pdf transcript", 5,
      "You can view this but not change it. Casey can do it.", as: "Maria"),
    Row("documents replace d3", 2, "`documents replace` needs <file>."),
    Row("documents replace d99999 grades.pdf", 3, "There is no document d99999."),
    Row("documents replace d3 schools.csv", 2, "“schools.csv” is no file that can be kept."),
    Row("documents download", 2, "`documents download` needs <document>."),
    Row("documents download d99999", 3, "There is no document d99999."),
    Row("documents download d8", 2, "Athletic resume is a link, and no file."),
    Row("documents check d99999", 3, "There is no document d99999."),
    Row("documents check s1", 2, "`s1` does not name a document (d…)."),
    Row("documents check d8 s1", 2, "`s1` does not name a document (d…)."),
    Row("documents check nothing", 3, "No document is called `nothing`."),
    Row(
      "documents check d9", 5, "You can view this but not change it. Casey can do it.", as: "Maria"),
    Row("documents delete d99999", 3, "There is no document d99999."),
    Row("documents delete d9", 2, "? Delete d9 Season statistics?"),
  ]

  private static let letters = [
    Row("letters list --status lost", 2, "`lost` is not one of the choices."),
    Row("letters list --due someday", 2, "`someday` is not a date."),
    Row("letters show l99999", 3, "There is no letter l99999."),
    Row("letters add", 2, "`letters add` needs <writer>."),
    Row("letters add ''", 2, "An empty text cannot be used here."),
    Row(
      "letters add 'Rosa Diaz' --email nobody", 2,
      "`nobody` is not an e-mail address, like sam@example.org."),
    Row("letters edit l3", 2, "Say what to change of l3 Joel Vance."),
    Row("letters edit l3 --status lost", 2, "`lost` is not one of the choices."),
    Row("letters edit l99999 --notes hello", 3, "There is no letter l99999."),
    Row("letters delete l99999", 3, "There is no letter l99999."),
    Row("letters delete l4", 2, "? Delete l4 Ian Eastman?"),
  ]
}
