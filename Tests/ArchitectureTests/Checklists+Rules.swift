// What the specifications settle and promise outside their checklists of pages.
extension Checklist {
  static let ofRules: [Checklist] = [
    Checklist(
      "Settled rules › What was settled",
      [
        .init(
          "A row that cannot be read is left out and counted, and takes no page down",
          in: "SQLBackendTests/DamagedRowTests",
          test:
            "One malformed value leaves every page readable, and a row it makes unreadable is counted"
        ),
        .init(
          "`doctor --repair` does what can be done, as one step", in: "SQLBackendTests/RepairTests",
          test: "A repair does what it said, after a backup, and is one step of undo"),
        .init(
          "Numbers however large or small", in: "DomainTests/Rules/Performance/MetricTests",
          test: "Numbers read right however large or small"),
        .init(
          "Averages within their bounds in page, CSV and PDF",
          in: "DomainTests/Rules/Reports/ReportTests",
          test: "An average never stands outside of the highest and the lowest, in no form"),
        .init(
          "10.1 Report days are those of the zone", in: "ReportsTests/ZoneTests",
          test: "Today is one day wherever one is, at any hour"),
        .init(
          "10.6 A dismissed suggestion returns once",
          in: "DomainTests/Rules/Suggestions/SuggestionMergeTests",
          test:
            "Run every fortnight, a rule asks twice about what is waved off each time, then rests"),
        .init(
          "10.7 Trend: one per cent is stable", in: "DomainTests/Rules/Performance/MetricTests",
          test: "Exactly one per cent is stable, whatever the binary fractions"),
        .init(
          "A slip is asked about or refused with what was meant",
          in: "PerformanceTests/JudgingTests",
          test: "An impossible one is refused with what was probably meant"),
        .init(
          "Performance begins with the measure that has most to say",
          in: "DomainTests/Rules/Performance/MetricLeadTests",
          test: "Each reason counts before the next"),
        .init(
          "A goal is a line in the chart and says what is left", in: "PerformanceTests/GoalTests",
          test: "A goal says what it is and what is left, on the page and in the chart"),
        .init(
          "Units as people write them", in: "DomainTests/Rules/Performance/MetricTests",
          test: "A value is written as its size and type need"),
        .init(
          "Weeks, months and years as days and ranges", in: "CivilTimeTests/NaturalDateTests",
          test: "A week, a month and a year are spans of all their days, anything else of one"),
        .init(
          "10.8 What is dated ahead is a plan", in: "SQLBackendTests/PlannedContactTests",
          test: "What is planned is in no figure, and counts once its time has come"),
        .init(
          "4.7 The window begins before its first day",
          in: "DomainTests/Rules/Dashboard/ContactTests",
          test:
            "The trend is empty when nothing happened in its window, and crosses daylight saving"),
        .init(
          "4.11 A lead is written once, whatever zone and clock",
          in: "DomainTests/Rules/Inbox/NotificationDeadlinesTests",
          test: "Another name, and a day of another zone, are no other deadline"),
        .init(
          "10.2 Leads are reached, not hit",
          in: "DomainTests/Rules/Inbox/NotificationDeadlinesTests",
          test:
            "Whatever days were skipped, each lead they reach is announced once, also over a change of the clocks"
        ),
        .init(
          "What was deleted does not come again", in: "SQLBackendTests/NotificationWritingTests",
          test:
            "What was deleted does not come again, not after its deletion under a wrong clock either"
        ),
        .init(
          "Tasks have deadlines too", in: "DomainTests/Rules/Inbox/NotificationDeadlinesTests",
          test: "Tasks of one lead are one notification that names three and counts the rest"),
        .init(
          "Follow-ups are one notification from the second on",
          in: "DomainTests/Rules/Inbox/NotificationGenerationTests",
          test:
            "From the second coach on, follow-ups are one notification, the longest silence first"),
        .init(
          "Parents are told of deadlines", in: "SQLBackendTests/NotificationWritingTests",
          test: "A parent is told of deadlines in an inbox and by settings of their own"),
        .init(
          "The three most useful things now", in: "DomainTests/Rules/Dashboard/NextStepTests",
          test:
            "One of each kind comes before a second, in the order overdue, coach, deadline, suggestion"
        ),
        .init(
          "What is closed twice offers no undo of something else",
          in: "DashboardTests/ActionItemTests",
          test:
            "What is closed already says so, and offers no undo that would take back something else"
        ),
        .init(
          "Parts of a page stand apart when it is read aloud",
          in: "TerminalRenderingTests/PlainTests", test: "Parts stand apart, and nothing else does"),
        .init(
          "A screen reader is offered in the first question", in: "ShellHostTests/WelcomeTests",
          test:
            "The first question offers sentences for a screen reader, and is asked again in them"),
        .init(
          "Who replied and who went quiet", in: "ReportsTests/ContactsTests",
          test:
            "Each school and coach has a line with its state and the days since, the quiet ones first"
        ),
        .init(
          "10.13 The reply rate never passes 100 %", in: "ReportsTests/ContactsTests",
          test:
            "The reply rate never passes a hundred percent, beside the specification's figure which may"
        ),
        .init(
          "A change is better or worse by its measure", in: "ReportsTests/SavedTests",
          test:
            "A sixty that falls is better, an average that falls is worse, another measure is neither"
        ),
        .init(
          "Range and report are dropped on leaving the page", in: "ReportsTests/SavedTests",
          test: "Range and report are dropped with the page"),
        .init(
          "Filters of notifications are dropped on leaving the page",
          in: "NotificationsTests/FilterTests",
          test: "A choice holds until the page is left, and is not kept by the program"),
        .init(
          "Filters of measurements are dropped on leaving the page",
          in: "PerformanceTests/FilterTests", test: "Filters are dropped on leaving the page"),
        .init(
          "A search ignores capitals and accents", in: "SQLBackendTests/RulesAgainstSQLTests",
          test: "A search finds names whatever their capitals and accents, in every list"),
      ]),
    Checklist(
      "Recruiting packet › What is promised",
      [
        .init(
          "Packet: HTML is self-contained, has a print style and is escaped",
          in: "DocumentsTests/PacketTests",
          test:
            "It stands alone: nothing is fetched from anywhere, and only web addresses can be followed"
        ),
        .init(
          "Packet: PDF has real text that can be selected", in: "DrawingTests/PDFTests",
          test: "Every word can be selected, searched and read aloud"),
        .init(
          "Packet: its fonts travel with the PDF", in: "DrawingTests/PDFTests",
          test: "Every font is embedded, and none is a picture of letters"),
        .init(
          "Packet: the contents of the rule, each part only when it is there",
          in: "PacketTests/PreviewTests",
          test: "The HTML has every part in its place, and the schools only when asked for"),
        .init(
          "Packet: sport, positions, hands, club, and the chosen measurements with day and verification",
          in: "PacketTests/ChoosingTests",
          test:
            "Sport, positions, hands and club come from the profile; measurements with day and how verified"
        ),
        .init(
          "Packet: the PDF is tagged, with its title and its language", in: "DrawingTests/PDFTests",
          test:
            "Headings, paragraphs and tables are tagged, in a language, over as many pages as they take"
        ),
        .init(
          "Packet: what stands in it is chosen", in: "PacketTests/ChoosingTests",
          test: "Parts are left out and put back, one step each, and the whole choice is said"),
        .init(
          "Packet: no private note, nothing of the family beyond what the athlete allowed",
          in: "EndToEndTests/PacketPrivacyTests",
          test: "No private field of any table is in the page, the PDF, a message or the preview"),
        .init(
          "Packet: other schools and tiers only with --with-schools",
          in: "EndToEndTests/PacketPrivacyTests",
          test: "What goes to coaches has not even the names of other schools"),
        .init(
          "Packet: never the schools in what is e-mailed", in: "PacketTests/EmailTests",
          test:
            "The packet that goes out never has the schools, and there is no way to ask for them"),
        .init(
          "Packet: preview lists what is disclosed", in: "PacketTests/PreviewTests",
          test: "The preview lists all that a coach would know, and what is kept back"),
        .init(
          "E-mail: one message each with the PDF attached, logged as interactions, one step of undo that warns",
          in: "EndToEndTests/PacketEmailTests",
          test:
            "Each coach gets one message with the packet, and each is logged; undo takes the log back"
        ),
        .init(
          "E-mail: a confirm that names the recipients", in: "EndToEndTests/PacketEmailTests",
          test: "Without agreement the recipients are named and nothing is sent"),
        .init(
          "E-mail: chosen coaches of the family only", in: "PacketTests/EmailTests",
          test: "A coach of another family refuses all, and nothing is sent"),
        .init(
          "E-mail: subject and body as specified, within their limits",
          in: "PacketTests/EmailTests", test: "Limits are checked before anybody is looked up"),
        .init(
          "E-mail: twenty a day", in: "EndToEndTests/PacketEmailTests",
          test: "Twenty a day go out and no more, also when their log was taken back"),
        .init(
          "E-mail: STARTTLS or TLS, the password from the secret store",
          in: "EndToEndTests/PacketEmailTests",
          test: "With TLS and with STARTTLS, signed in with a password that stands nowhere else"),
        .init(
          "E-mail: a bad certificate, a refusal, a time-out", in: "EndToEndTests/PacketEmailTests",
          test:
            "What a server says no to is told, nothing is logged, and the password is in no words"),
        .init(
          "E-mail: half of the recipients failing", in: "EndToEndTests/PacketEmailTests",
          test:
            "When half of the recipients fail, the others have it, and only what went out is logged"
        ),
        .init(
          "E-mail: --eml writes the messages instead", in: "EndToEndTests/PacketEmailTests",
          test:
            "With --eml the messages are files that mail programs read, and nothing is sent or logged"
        ),
        .init(
          "E-mail: a parent may preview and render, not send", in: "EndToEndTests/PacketEmailTests",
          test: "A parent may preview and print the packet, and not e-mail it"),
        .init(
          "E-mail: hostile names become no headers", in: "EndToEndTests/PacketEmailTests",
          test: "Hostile names become neither headers nor commands of the server"),
      ]),
  ]
}
