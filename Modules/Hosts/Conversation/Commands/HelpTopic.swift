import FeatureKit

/// The help topics that concern every command, such as options and exit codes.
enum HelpTopic: String, CaseIterable {
  case dates, scripts
  case exitCodes = "exit-codes"

  var summary: String {
    switch self {
    case .dates: "How days and times are written."
    case .scripts: "Commands for other programs: JSON, files of commands, agreement."
    case .exitCodes: "What a command ends with."
    }
  }

  var page: Page {
    switch self {
    case .dates: dates
    case .scripts: scripts
    case .exitCodes:
      Page(title: "Exit codes", subtitle: summary) {
        Facts(ExitCode.allDocumented.map { Fact(String($0.code.rawValue), $0.meaning) })
      }
    }
  }

  private var dates: Page {
    Page(title: "Dates", subtitle: summary) {
      Facts([
        Fact("today, tomorrow, yesterday", "seen from your time zone"),
        Fact("fri, next fri, last fri", "the next such day; what has happened means the last one"),
        Fact("-30d, +2w", "so many days or weeks from today"),
        Fact("2026-02-10, Feb 10, 2/10", "a day; without a year the nearest one, month first"),
        Fact("2026-02, june, last-month", "a month: its first day, or its last where a range ends"),
        Fact("2025, last-year", "a year in the same way"),
        Fact("9:30, 3 pm, noon", "a time of day"),
      ])
      Paragraph("What was understood is said with the answer. `set timezone` says where you are.")
    }
  }

  private var scripts: Page {
    Page(title: "Scripts", subtitle: summary) {
      Facts([
        Fact("compass-shell tasks --json", "the page as JSON, with what a command said and did"),
        Fact("compass-shell schools --fields name,tier", "values of records; --fields lists them"),
        Fact("compass-shell --file week.txt", "the commands of a file, one a line; # is a comment"),
        Fact("--keep-going", "goes on after a line that failed"),
        Fact("--yes", "agrees to what would be asked; --yes=CODE to that very question only"),
        Fact("--now, --timezone", "the moment and the place that days are reckoned from"),
        Fact("--out FILE, --out -, --stdout", "where a made file goes"),
      ])
      Paragraph(
        "Answers go to the output, everything else to the errors. Nothing is asked without a terminal. How it ended: `help exit-codes`."
      )
    }
  }
}
