import Foundation
import Testing

@Suite("The map of what is covered")
struct CoverageTests {
  /// The items as the specifications write them; the specifications themselves are not in the repository.
  private static let required: [String: [String]] = [
    "Tasks › Testing checklist": [
      "Tasks load for current grade level",
      "Progress counter displays correctly",
      "Can mark task complete (if unlocked)",
      "Dependent tasks unlock after prerequisites complete",
      "Filters work (status, urgency)",
      "Expand/collapse details works",
      "Success message appears and fades",
      "Parent mode shows read-only view",
      "Cannot complete locked task (alert shows)",
      "Network errors handled",
      "No tasks shows empty state",
      "All tasks completed (100% progress)",
      "No unlocked tasks available",
      "Parent viewing with multiple athletes",
      "Grade level edge cases (freshman, senior)",
      "Tasks with no deadline",
      "Very long task descriptions",
    ],
    "Tasks › Accessibility": [
      "Checkbox: \"Mark [Task] complete\" or \"Complete [prerequisites] to unlock\"",
      "Task: \"[Task title], [Status], [Locked/Unlocked], [Required/Optional]\"",
      "Progress: \"Completed X of Y tasks, Z percent complete\"",
      "Color contrast meets WCAG AA",
      "44pt touch targets",
    ],
    "Dashboard › Testing checklist": [
      "Dashboard loads with correct counts for all 6 stat cards",
      "Tapping each stat card navigates to correct list page",
      "Action items display with correct urgency colors",
      "Dismissing a suggestion removes it from the list",
      "Completing a suggestion removes it and updates count",
      "Quick tasks: add, toggle, delete, clear completed all work",
      "Quick tasks persist after navigating away and back",
      "Upcoming events display in date order (next 5)",
      "Performance metrics show top 3 with correct formatting",
      "At-a-glance summary shows correct computed values",
      "Handle network timeout gracefully (show error + retry)",
      "Handle 401 (redirect to login)",
      "Handle empty data set (all widgets show empty states)",
      "Handle server errors (5xx) with retry option",
      "Handle partial data failure (one query fails, others succeed)",
      "Parent context banner appears when viewing athlete",
      "Switching athletes re-fetches all data",
      "Parent view is logged correctly",
      "Data is read-only in parent mode (no edit actions)",
      "Athlete name displays correctly in banner",
      "Very long text doesn't break card layouts",
      "0 counts display correctly (not blank)",
      "Pull-to-refresh re-fetches all data",
      "Quick tasks with very long text wrap properly",
      "Rapid taps on suggestion buttons don't create duplicates",
      "VoiceOver works on all stat cards and widgets",
      "Dashboard adapts to different device sizes (SE, 15, iPad)",
      "Dashboard loads in <2 seconds on 4G",
      "Scroll performance is smooth (60 fps)",
      "No memory leaks when navigating away and back",
      "Charts render without blocking UI",
    ],
    "Dashboard › Accessibility": [
      "VoiceOver: All stat cards announce: \"{title}: {count}\" (e.g., \"Coaches: 12\")",
      "Color Contrast: WCAG AA minimum on all gradient cards",
      "Touch Targets: Stat cards 44pt minimum height",
      "Dynamic Type: All text supports scaling",
    ],
    "Notifications › Testing checklist": [
      "Notifications load and display sorted by date",
      "Unread notifications show blue styling, read show gray",
      "Priority badges display with correct colors",
      "Type filter narrows list correctly",
      "Search filters by title and message",
      "Tapping unread notification marks it as read",
      "Tapping notification with action_url navigates correctly",
      "\"Mark all as read\" marks all unread",
      "\"Clear read\" deletes all read notifications",
      "Individual delete removes notification",
      "Handle network timeout gracefully",
      "Handle 401 (redirect to login)",
      "Handle empty notification list",
      "Handle failed delete gracefully",
      "Long titles/messages truncate correctly",
      "Rapid taps don't create duplicate mutations",
      "Filter + search combine correctly",
      "VoiceOver works on all elements",
      "Dynamic type scaling",
      "Page loads in <2 seconds on 4G",
      "List scrolls smoothly with 100+ notifications",
      "No memory leaks",
    ],
    "Notifications › Accessibility": [
      "Notification cards: \"[unread] [priority] [type]: [title]. [relative time]\"",
      "Filter chips: \"[type] filter. [active/inactive]\"",
      "Delete button: \"Delete notification\"",
      "All touch targets: 44pt minimum",
    ],
    "Performance › Testing checklist": [
      "Page loads and displays metrics correctly",
      "User can log new metric and see it in list immediately",
      "User can edit metric and changes persist",
      "User can delete metric with confirmation",
      "Charts display correctly for each metric type",
      "Metric trends calculate accurately",
      "Latest metrics summary shows correct current values",
      "Export functionality works (CSV/PDF generation)",
      "Handle network timeout gracefully",
      "Handle 401 (redirect to login)",
      "Handle 403 (show permission message)",
      "Handle empty metric list (show empty state)",
      "Handle server errors (5xx)",
      "Handle form validation errors (missing required fields)",
      "Only 1 metric logged (chart hidden, card shown)",
      "Very long notes don't break layout",
      "Large values display correctly",
      "Metric type with no data doesn't break chart filter",
      "Rapid taps on submit don't create duplicates",
      "VoiceOver works on all elements",
      "Page adapts to different device sizes (SE, 13, 15 Pro Max)",
      "Page loads in <2 seconds on 4G",
      "List scrolling is smooth (60 fps) with 100+ metrics",
      "Chart rendering is smooth with 50+ data points",
      "No memory leaks when navigating away",
      "Images/charts load without blocking UI",
    ],
    "Performance › Accessibility": [
      "Chart: \"Performance chart for [metric type], showing [count] data points\"",
      "Metric card: \"[Metric type], [value] [unit], recorded [date]\"",
      "Trend indicator: \"[Metric type] is [improving/declining/stable]\"",
      "Color contrast: WCAG AA minimum",
      "Touch targets: 44pt minimum",
      "Reduced motion: no chart animations",
    ],
    "Reports › Testing checklist": [
      "Page loads and displays generate report form",
      "User can tap preset button to apply date range",
      "User can select custom From/To dates",
      "Generate button is disabled until dates are valid",
      "Report generates and displays statistics correctly",
      "All stat cards show accurate counts",
      "Schools by Status breakdown displays correctly",
      "User can export report to CSV",
      "CSV file contains correct data",
      "Share sheet presents with CSV file",
      "Handle network timeout during data load (show retry)",
      "Handle 401 error (redirect to login)",
      "Handle invalid date range (show validation error)",
      "Handle empty data set (show alert)",
      "Handle export failure (show alert with retry)",
      "Handle server errors (5xx) (show retry)",
      "Very large date range (10+ years) handles correctly",
      "Zero results shows appropriate message",
      "Division by zero is handled (no crashes)",
      "CSV with special characters exports correctly",
      "Very long school names truncate properly",
      "VoiceOver reads all elements correctly",
      "Dynamic Type scales text appropriately",
      "Page adapts to different device sizes",
      "Report generates in <2 seconds (for 100 records)",
      "CSV export completes in <1 second",
      "No memory leaks when navigating away",
      "Stats cards animate smoothly",
      "Large datasets (1000+ records) handle efficiently",
    ],
    "Reports › Accessibility": [
      "Preset buttons: \"Last 30 days preset\"",
      "Date pickers: \"From date: [date]\", \"To date: [date]\"",
      "Generate button: \"Generate report for selected date range\"",
      "Stat cards: \"Schools: 25. Tap for details.\"",
      "Export button: \"Export report to CSV file\"",
      "Color Contrast: WCAG AA minimum (4.5:1 for text)",
      "Touch Targets: 44pt minimum for all buttons",
      "Dynamic Type: Support text size scaling (all text elements)",
    ],
    "Settled rules › What was settled": [
      "A row that cannot be read is left out and counted, and takes no page down",
      "`doctor --repair` does what can be done, as one step",
      "Numbers however large or small",
      "Averages within their bounds in page, CSV and PDF",
      "10.1 Report days are those of the zone",
      "10.6 A dismissed suggestion returns once",
      "10.7 Trend: one per cent is stable",
      "10.8 What is dated ahead is a plan",
      "4.7 The window begins before its first day",
      "4.11 A lead is written once, whatever zone and clock",
      "The three most useful things now",
      "What is closed twice offers no undo of something else",
      "Parts of a page stand apart when it is read aloud",
      "A screen reader is offered in the first question",
      "Who replied and who went quiet",
      "10.13 The reply rate never passes 100 %",
      "A change is better or worse by its measure",
      "Range and report are dropped on leaving the page",
      "Filters of notifications are dropped on leaving the page",
      "A search ignores capitals and accents",
      "A slip is asked about or refused with what was meant",
      "Performance begins with the measure that has most to say",
      "A goal is a line in the chart and says what is left",
      "Units as people write them",
      "Weeks, months and years as days and ranges",
      "10.2 Leads are reached, not hit",
      "What was deleted does not come again",
      "Tasks have deadlines too",
      "Follow-ups are one notification from the second on",
      "Parents are told of deadlines",
    ],
    "Recruiting packet › What is promised": [
      "Packet: HTML is self-contained, has a print style and is escaped",
      "Packet: PDF has real text that can be selected",
      "Packet: its fonts travel with the PDF",
      "Packet: the contents of the rule, each part only when it is there",
      "Packet: sport, positions, hands, club, and the chosen measurements with day and verification",
      "Packet: the PDF is tagged, with its title and its language",
      "Packet: what stands in it is chosen",
      "Packet: no private note, nothing of the family beyond what the athlete allowed",
      "Packet: other schools and tiers only with --with-schools",
      "Packet: never the schools in what is e-mailed",
      "Packet: preview lists what is disclosed",
      "E-mail: one message each with the PDF attached, logged as interactions, one step of undo that warns",
      "E-mail: a confirm that names the recipients",
      "E-mail: chosen coaches of the family only",
      "E-mail: subject and body as specified, within their limits",
      "E-mail: twenty a day",
      "E-mail: STARTTLS or TLS, the password from the secret store",
      "E-mail: a bad certificate, a refusal, a time-out",
      "E-mail: half of the recipients failing",
      "E-mail: --eml writes the messages instead",
      "E-mail: a parent may preview and render, not send",
      "E-mail: hostile names become no headers",
    ],
  ]

  private static func source(_ path: String) -> String? {
    try? String(contentsOf: House.root.appending(path: path), encoding: .utf8)
  }

  @Test("Every item of every checklist has a test that is there, and every row an item")
  func mapIsTrue() throws {
    let map = CoverageMap(try #require(Self.source("docs/coverage.md")))
    #expect(map.entries.count >= 22)
    #expect(map.faults(required: Self.required, source: Self.source) == [])
  }

  private static let tests = """
    @Test("It loads") func loads() {}
    @Test(
      "It fails, too", arguments: [1])
    func fails(_ number: Int) {}
    """

  @Test(
    "What is wrong with a map is named",
    arguments: [
      ("| Loads | `T.swift` › It loads |\n| Fails | `T.swift` › It fails, too |", []),
      ("| Loads | `T.swift` › It loads |", ["Tasks › Checklist: no test for “Fails”."]),
      (
        "| Loads | `T.swift` › It loads |\n| Fails | `T.swift` › It fails |",
        ["T.swift has no test “It fails”."]
      ),
      (
        "| Loads | `T.swift` › It loads |\n| Fails | `U.swift` › It fails, too |",
        ["There is no file U.swift."]
      ),
      (
        "| Loads | `T.swift` › It loads |\n| Fails | `T.swift` › It fails, too |\n| Flies | `T.swift` › It loads |",
        ["Tasks › Checklist: “Flies” is no item of it."]
      ),
      (
        "| Loads | `T.swift` › It loads |\n| Fails | by hand |",
        [
          "This row cannot be read: | Fails | by hand |",
          "Tasks › Checklist: no test for “Fails”.",
        ]
      ),
    ])
  func faults(rows: String, faults: [String]) {
    let map = CoverageMap("## Tasks\n\n### Checklist\n\n| item | test |\n|---|---|\n\(rows)\n")
    let found = map.faults(required: ["Tasks › Checklist": ["Loads", "Fails"]]) { file in
      file == "T.swift" ? Self.tests : nil
    }
    #expect(found == faults)
  }
}
