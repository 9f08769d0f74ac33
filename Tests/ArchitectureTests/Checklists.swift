/// Each item of the specifications' checklists, in the specifications' words, and the test that
/// verifies it.
///
/// Items that the specifications postpone are left out: the map of schools and the social media
/// widget of the dashboard (specs/dashboard.md, section 10), and changes that appear without a
/// refresh. The heat map of contacts is a list, as that section proposes.
extension Checklist {
  static let all = ofPages + ofRules

  private static let ofPages: [Checklist] = [
    Checklist(
      "Tasks › Testing checklist",
      [
        .init("Tasks load for current grade level", in: "TasksTests/ListTests"),
        .init("Progress counter displays correctly", in: "TasksTests/ListTests"),
        .init("Can mark task complete (if unlocked)", in: "TasksTests/ChangeTests"),
        .init("Dependent tasks unlock after prerequisites complete", in: "TasksTests/ChangeTests"),
        .init("Filters work (status, urgency)", in: "TasksTests/FilterTests"),
        .init("Expand/collapse details works", in: "TasksTests/DetailsTests"),
        .init("Success message appears and fades", in: "TasksTests/ChangeTests"),
        .init("Parent mode shows read-only view", in: "TasksTests/ParentTests"),
        .init("Cannot complete locked task (alert shows)", in: "TasksTests/ChangeTests"),
        .init("Network errors handled", in: "TasksTests/FailureTests"),
        .init("No tasks shows empty state", in: "TasksTests/ListTests"),
        .init("All tasks completed (100% progress)", in: "TasksTests/ListTests"),
        .init("No unlocked tasks available", in: "TasksTests/ListTests"),
        .init("Parent viewing with multiple athletes", in: "TasksTests/ParentTests"),
        .init("Grade level edge cases (freshman, senior)", in: "TasksTests/ListTests"),
        .init("Tasks with no deadline", in: "TasksTests/ListTests"),
        .init("Very long task descriptions", in: "TasksTests/DetailsTests"),
      ]),
    Checklist(
      "Tasks › Accessibility",
      [
        .init(
          "Checkbox: \"Mark [Task] complete\" or \"Complete [prerequisites] to unlock\"",
          in: "TasksTests/SpokenTests",
          test: "Checkbox: mark the task complete, or complete its prerequisites to unlock"),
        .init(
          "Task: \"[Task title], [Status], [Locked/Unlocked], [Required/Optional]\"",
          in: "TasksTests/SpokenTests",
          test: "Task: title, status, locked or unlocked, required or optional"),
        .init(
          "Progress: \"Completed X of Y tasks, Z percent complete\"", in: "TasksTests/SpokenTests",
          test: "Progress: completed X of Y tasks, Z percent complete"),
        .init(
          "Color contrast meets WCAG AA", in: "WebRenderingTests/HTMLTests",
          test: "Words reach 4.5 to 1 and marks 3 to 1, in the light and in the dark"),
        .init(
          "44pt touch targets", in: "WebRenderingTests/HTMLTests",
          test: "The style sheet as agreed on"),
      ]),
    Checklist(
      "Dashboard › Testing checklist",
      [
        .init(
          "Dashboard loads with correct counts for all 6 stat cards",
          in: "DashboardTests/OverviewTests"),
        .init(
          "Tapping each stat card navigates to correct list page",
          in: "DashboardTests/OverviewTests"),
        .init(
          "Action items display with correct urgency colors", in: "DashboardTests/ActionItemTests"),
        .init(
          "Dismissing a suggestion removes it from the list", in: "DashboardTests/ActionItemTests"),
        .init(
          "Completing a suggestion removes it and updates count",
          in: "DashboardTests/ActionItemTests"),
        .init(
          "Quick tasks: add, toggle, delete, clear completed all work",
          in: "DashboardTests/QuickTaskTests"),
        .init(
          "Quick tasks persist after navigating away and back", in: "DashboardTests/QuickTaskTests"),
        .init("Upcoming events display in date order (next 5)", in: "DashboardTests/OverviewTests"),
        .init(
          "Performance metrics show top 3 with correct formatting",
          in: "DashboardTests/OverviewTests"),
        .init(
          "At-a-glance summary shows correct computed values", in: "DashboardTests/OverviewTests"),
        .init(
          "Handle network timeout gracefully (show error + retry)",
          in: "DashboardTests/FailureTests"),
        .init("Handle 401 (redirect to login)", in: "DashboardTests/FailureTests"),
        .init(
          "Handle empty data set (all widgets show empty states)",
          in: "DashboardTests/OverviewTests"),
        .init("Handle server errors (5xx) with retry option", in: "DashboardTests/FailureTests"),
        .init(
          "Handle partial data failure (one query fails, others succeed)",
          in: "DashboardTests/FailureTests"),
        .init(
          "Parent context banner appears when viewing athlete", in: "DashboardTests/ParentTests"),
        .init("Switching athletes re-fetches all data", in: "DashboardTests/ParentTests"),
        .init("Parent view is logged correctly", in: "DashboardTests/ParentTests"),
        .init(
          "Data is read-only in parent mode (no edit actions)", in: "DashboardTests/ParentTests"),
        .init("Athlete name displays correctly in banner", in: "DashboardTests/ParentTests"),
        .init("Very long text doesn't break card layouts", in: "DashboardTests/ScreenTests"),
        .init("0 counts display correctly (not blank)", in: "DashboardTests/OverviewTests"),
        .init("Pull-to-refresh re-fetches all data", in: "DashboardTests/OverviewTests"),
        .init("Quick tasks with very long text wrap properly", in: "DashboardTests/ScreenTests"),
        .init(
          "Rapid taps on suggestion buttons don't create duplicates", in: "DashboardTests/RaceTests"
        ),
        .init("VoiceOver works on all stat cards and widgets", in: "DashboardTests/ScreenTests"),
        .init(
          "Dashboard adapts to different device sizes (SE, 15, iPad)",
          in: "DashboardTests/ScreenTests"),
        .init("Dashboard loads in <2 seconds on 4G", in: "DashboardTests/ScreenTests"),
        .init("Scroll performance is smooth (60 fps)", in: "DashboardTests/ScreenTests"),
        .init("No memory leaks when navigating away and back", in: "DashboardTests/RaceTests"),
        .init("Charts render without blocking UI", in: "DashboardTests/ScreenTests"),
      ]),
    Checklist(
      "Dashboard › Accessibility",
      [
        .init(
          "VoiceOver: All stat cards announce: \"{title}: {count}\" (e.g., \"Coaches: 12\")",
          in: "DashboardTests/ScreenTests", test: "VoiceOver works on all stat cards and widgets"),
        .init(
          "Color Contrast: WCAG AA minimum on all gradient cards",
          in: "WebRenderingTests/HTMLTests",
          test: "Words reach 4.5 to 1 and marks 3 to 1, in the light and in the dark"),
        .init(
          "Touch Targets: Stat cards 44pt minimum height", in: "WebRenderingTests/HTMLTests",
          test: "The style sheet as agreed on"),
        .init(
          "Dynamic Type: All text supports scaling", in: "DashboardTests/ScreenTests",
          test: "Dashboard adapts to different device sizes (SE, 15, iPad)"),
      ]),
    Checklist(
      "Performance › Testing checklist",
      [
        .init("Page loads and displays metrics correctly", in: "PerformanceTests/OverviewTests"),
        .init(
          "User can log new metric and see it in list immediately",
          in: "PerformanceTests/ChangeTests"),
        .init("User can edit metric and changes persist", in: "PerformanceTests/ChangeTests"),
        .init("User can delete metric with confirmation", in: "PerformanceTests/ChangeTests"),
        .init("Charts display correctly for each metric type", in: "PerformanceTests/ChartTests"),
        .init("Metric trends calculate accurately", in: "PerformanceTests/OverviewTests"),
        .init(
          "Latest metrics summary shows correct current values",
          in: "PerformanceTests/OverviewTests"),
        .init(
          "Export functionality works (CSV/PDF generation)", in: "PerformanceTests/ExportTests"),
        .init("Handle network timeout gracefully", in: "PerformanceTests/FailureTests"),
        .init("Handle 401 (redirect to login)", in: "PerformanceTests/FailureTests"),
        .init("Handle 403 (show permission message)", in: "PerformanceTests/FailureTests"),
        .init("Handle empty metric list (show empty state)", in: "PerformanceTests/OverviewTests"),
        .init("Handle server errors (5xx)", in: "PerformanceTests/FailureTests"),
        .init(
          "Handle form validation errors (missing required fields)",
          in: "PerformanceTests/BadInputTests"),
        .init(
          "Only 1 metric logged (chart hidden, card shown)", in: "PerformanceTests/OverviewTests"),
        .init("Very long notes don't break layout", in: "PerformanceTests/ScreenTests"),
        .init("Large values display correctly", in: "PerformanceTests/OverviewTests"),
        .init(
          "Metric type with no data doesn't break chart filter", in: "PerformanceTests/ChartTests"),
        .init("Rapid taps on submit don't create duplicates", in: "PerformanceTests/ActionTests"),
        .init("VoiceOver works on all elements", in: "PerformanceTests/ScreenTests"),
        .init(
          "Page adapts to different device sizes (SE, 13, 15 Pro Max)",
          in: "PerformanceTests/ScreenTests"),
        .init("Page loads in <2 seconds on 4G", in: "PerformanceTests/OverviewTests"),
        .init(
          "List scrolling is smooth (60 fps) with 100+ metrics",
          in: "PerformanceTests/OverviewTests"),
        .init("Chart rendering is smooth with 50+ data points", in: "PerformanceTests/ChartTests"),
        .init("No memory leaks when navigating away", in: "PerformanceTests/ActionTests"),
        .init("Images/charts load without blocking UI", in: "PerformanceTests/ActionTests"),
      ]),
    Checklist(
      "Performance › Accessibility",
      [
        .init(
          "Chart: \"Performance chart for [metric type], showing [count] data points\"",
          in: "PerformanceTests/ScreenTests",
          test: "Chart: performance chart for the metric type, showing so many data points"),
        .init(
          "Metric card: \"[Metric type], [value] [unit], recorded [date]\"",
          in: "PerformanceTests/ScreenTests",
          test: "Metric card: metric type, value and unit, recorded date"),
        .init(
          "Trend indicator: \"[Metric type] is [improving/declining/stable]\"",
          in: "PerformanceTests/ScreenTests",
          test: "Trend indicator: metric type is improving, declining or stable"),
        .init(
          "Color contrast: WCAG AA minimum", in: "WebRenderingTests/HTMLTests",
          test: "Words reach 4.5 to 1 and marks 3 to 1, in the light and in the dark"),
        .init(
          "Touch targets: 44pt minimum", in: "WebRenderingTests/HTMLTests",
          test: "The style sheet as agreed on"),
        .init(
          "Reduced motion: no chart animations", in: "PerformanceTests/ScreenTests",
          test: "Nothing on the page moves, so there is no motion to reduce"),
      ]),
    Checklist(
      "Reports › Testing checklist",
      [
        .init("Page loads and displays generate report form", in: "ReportsTests/GenerateTests"),
        .init("User can tap preset button to apply date range", in: "ReportsTests/GenerateTests"),
        .init("User can select custom From/To dates", in: "ReportsTests/GenerateTests"),
        .init(
          "Generate button is disabled until dates are valid", in: "ReportsTests/GenerateTests"),
        .init(
          "Report generates and displays statistics correctly", in: "ReportsTests/GenerateTests"),
        .init("All stat cards show accurate counts", in: "ReportsTests/GenerateTests"),
        .init("Schools by Status breakdown displays correctly", in: "ReportsTests/GenerateTests"),
        .init("User can export report to CSV", in: "ReportsTests/ExportTests"),
        .init("CSV file contains correct data", in: "ReportsTests/ExportTests"),
        .init("Share sheet presents with CSV file", in: "ReportsTests/ExportTests"),
        .init(
          "Handle network timeout during data load (show retry)", in: "ReportsTests/FailureTests"),
        .init("Handle 401 error (redirect to login)", in: "ReportsTests/FailureTests"),
        .init("Handle invalid date range (show validation error)", in: "ReportsTests/FailureTests"),
        .init("Handle empty data set (show alert)", in: "ReportsTests/FailureTests"),
        .init("Handle export failure (show alert with retry)", in: "ReportsTests/ExportTests"),
        .init("Handle server errors (5xx) (show retry)", in: "ReportsTests/FailureTests"),
        .init(
          "Very large date range (10+ years) handles correctly", in: "ReportsTests/GenerateTests"),
        .init("Zero results shows appropriate message", in: "ReportsTests/GenerateTests"),
        .init("Division by zero is handled (no crashes)", in: "ReportsTests/GenerateTests"),
        .init("CSV with special characters exports correctly", in: "ReportsTests/ExportTests"),
        .init("Very long school names truncate properly", in: "ReportsTests/ScreenTests"),
        .init("VoiceOver reads all elements correctly", in: "ReportsTests/ScreenTests"),
        .init("Dynamic Type scales text appropriately", in: "ReportsTests/ScreenTests"),
        .init("Page adapts to different device sizes", in: "ReportsTests/ScreenTests"),
        .init("Report generates in <2 seconds (for 100 records)", in: "ReportsTests/GenerateTests"),
        .init("CSV export completes in <1 second", in: "ReportsTests/ExportTests"),
        .init("No memory leaks when navigating away", in: "ReportsTests/ActionTests"),
        .init("Stats cards animate smoothly", in: "ReportsTests/ActionTests"),
        .init(
          "Large datasets (1000+ records) handle efficiently", in: "ReportsTests/GenerateTests"),
      ]),
    Checklist(
      "Reports › Accessibility",
      [
        .init(
          "Preset buttons: \"Last 30 days preset\"", in: "ReportsTests/ScreenTests",
          test: "VoiceOver reads all elements correctly"),
        .init(
          "Date pickers: \"From date: [date]\", \"To date: [date]\"",
          in: "ReportsTests/ScreenTests", test: "VoiceOver reads all elements correctly"),
        .init(
          "Generate button: \"Generate report for selected date range\"",
          in: "ReportsTests/ScreenTests", test: "VoiceOver reads all elements correctly"),
        .init(
          "Stat cards: \"Schools: 25. Tap for details.\"", in: "ReportsTests/ScreenTests",
          test: "VoiceOver reads all elements correctly"),
        .init(
          "Export button: \"Export report to CSV file\"", in: "ReportsTests/ScreenTests",
          test: "VoiceOver reads all elements correctly"),
        .init(
          "Color Contrast: WCAG AA minimum (4.5:1 for text)", in: "WebRenderingTests/HTMLTests",
          test: "Words reach 4.5 to 1 and marks 3 to 1, in the light and in the dark"),
        .init(
          "Touch Targets: 44pt minimum for all buttons", in: "WebRenderingTests/HTMLTests",
          test: "The style sheet as agreed on"),
        .init(
          "Dynamic Type: Support text size scaling (all text elements)",
          in: "ReportsTests/ScreenTests", test: "Dynamic Type scales text appropriately"),
      ]),
    Checklist(
      "Notifications › Testing checklist",
      [
        .init("Notifications load and display sorted by date", in: "NotificationsTests/ListTests"),
        .init(
          "Unread notifications show blue styling, read show gray",
          in: "NotificationsTests/ListTests"),
        .init("Priority badges display with correct colors", in: "NotificationsTests/ListTests"),
        .init("Type filter narrows list correctly", in: "NotificationsTests/FilterTests"),
        .init("Search filters by title and message", in: "NotificationsTests/FilterTests"),
        .init("Tapping unread notification marks it as read", in: "NotificationsTests/OpenTests"),
        .init(
          "Tapping notification with action_url navigates correctly",
          in: "NotificationsTests/OpenTests"),
        .init(
          "\"Mark all as read\" marks all unread", in: "NotificationsTests/ChangeTests",
          test: "Mark all as read marks all unread"),
        .init(
          "\"Clear read\" deletes all read notifications", in: "NotificationsTests/ChangeTests",
          test: "Clear read deletes all read notifications"),
        .init("Individual delete removes notification", in: "NotificationsTests/ChangeTests"),
        .init("Handle network timeout gracefully", in: "NotificationsTests/FailureTests"),
        .init("Handle 401 (redirect to login)", in: "NotificationsTests/FailureTests"),
        .init("Handle empty notification list", in: "NotificationsTests/ListTests"),
        .init("Handle failed delete gracefully", in: "NotificationsTests/FailureTests"),
        .init("Long titles/messages truncate correctly", in: "NotificationsTests/ScreenTests"),
        .init("Rapid taps don't create duplicate mutations", in: "NotificationsTests/ChangeTests"),
        .init("Filter + search combine correctly", in: "NotificationsTests/FilterTests"),
        .init("VoiceOver works on all elements", in: "NotificationsTests/ScreenTests"),
        .init("Dynamic type scaling", in: "NotificationsTests/ScreenTests"),
        .init("Page loads in <2 seconds on 4G", in: "NotificationsTests/ListTests"),
        .init("List scrolls smoothly with 100+ notifications", in: "NotificationsTests/ListTests"),
        .init("No memory leaks", in: "NotificationsTests/ChangeTests"),
      ]),
    Checklist(
      "Notifications › Accessibility",
      [
        .init(
          "Notification cards: \"[unread] [priority] [type]: [title]. [relative time]\"",
          in: "NotificationsTests/ScreenTests",
          test: "Notification cards: unread, priority, type: title. relative time"),
        .init(
          "Filter chips: \"[type] filter. [active/inactive]\"",
          in: "NotificationsTests/ScreenTests",
          test: "Filter chips: type filter. active or inactive"),
        .init(
          "Delete button: \"Delete notification\"", in: "NotificationsTests/ScreenTests",
          test: "Delete button: Delete notification"),
        .init(
          "All touch targets: 44pt minimum", in: "WebRenderingTests/HTMLTests",
          test: "The style sheet as agreed on"),
      ]),
  ]
}
