import Domain
public import FeatureKit

extension NotificationsFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    Command(
      "list", "Show your notifications, the newest first.", .reads,
      Option("type", .notificationFilter, "Only this type, this time").labelled("Type")
        .assuming(NotificationFilter.all.word),
      Option("search", .text(max: 200), "Only with these words in title or message, this time")
        .labelled("Words in title or message"),
      Flag("unread", "Only those you have not read"),
      Option("limit", .integer(1...10_000), "So many at most").forTerminal,
      Flag("all", "Every one, however many").forTerminal, Self.dataFields.option,
      examples: [
        CommandExample("notifications", prints: "Notifications …"),
        CommandExample(
          "notifications --type deadlines --search offer",
          prints:
            "Notifications …"
        ),
        CommandExample(
          "notifications --unread --fields handle,name,about", prints: "[{\"handle\":…"),
      ]
    ) { filter, search, unreadOnly, limit, showsAll, fields in
      let listing = Listing(
        filter: filter, search: search, unreadOnly: unreadOnly, limit: limit, showsAll: showsAll)
      return switch fields {
      case nil: .listRequested(listing)
      case .listing?: .fieldNamesRequested
      case .names(let names)?: .dataOfListRequested(listing, fields: names)
      }
    }
    .explained(
      "What is due today is written first, once a day. Type and words narrow together; what `notifications filter` and `notifications search` chose holds until you leave."
    )
    Command(
      "show", "Show one notification: its text, when it came and what it is about.", .reads,
      subject,
      Self.dataFields.option,
      examples: [
        CommandExample(
          "notifications show n6", prints: "Offer from West Pinyon State University …")
      ]
    ) { notification, fields in
      switch fields {
      case nil: .notificationRequested(notification)
      case .listing?: .fieldNamesRequested
      case .names(let names)?: .dataRequested(notification, fields: names)
      }
    }
    Command(
      "open", "Mark one as read and go to what it is about.", .writesOwn, subject,
      examples: [
        CommandExample(
          "notifications open n19", prints: "✓ Opened n19 Offer deadline in 6 days.\n…"
        )
      ]
    ) { .openRequested($0) }
    Command(
      "read", "Mark one or several as read.", .writesOwn, subjects,
      Option("type", .notificationFilter, "All of this type instead").labelled("All of this type"),
      examples: [
        CommandExample(
          "notifications read n21",
          prints: "✓ n21 Ambleford College Prospect Camp in 7 days is read.\n  undo takes it back"),
        CommandExample("notifications read --type events", prints: "✓ Marked …"),
      ]
    ) { .readRequested(Chosen($0, $1)) }
    .explained(
      "Several are named by their handles, `notifications read n3 n4`: all of them are read, or none and the reason is said. It is one step to undo."
    )
    Command(
      "read-all", "Mark every one as read.", .writesOwn,
      examples: [
        CommandExample(
          "notifications read-all",
          prints: "✓ Marked 12 notifications as read.\n  undo takes it back")
      ]
    ) { .readRequested(.all(.all)) }
    Command(
      "delete", "Delete one or several.", .writesOwn, subjects,
      Option("type", .notificationFilter, "All of this type instead, after asking").labelled(
        "All of this type"),
      examples: [
        CommandExample(
          "notifications delete n6",
          prints: "✓ Deleted n6 Offer from West Pinyon State University.\n  undo brings it back"),
        CommandExample(
          "notifications delete n5 n6", prints: "✓ Deleted 2 notifications.\n…"),
      ]
    ) { .deletionRequested(Chosen($0, $1)) }
    .explained(
      "Several are named by their handles, `notifications delete n3 n4`: all of them are deleted, or none and the reason is said. It is one step to undo. What was deleted is not written again."
    )
    Command(
      "clear-read", "Delete every one you have read, after asking.", .writesOwn,
      Option("type", .notificationFilter, "Only those of this type").labelled(
        "Only those of this type"),
      examples: [
        CommandExample(
          "notifications clear-read --yes",
          prints: "✓ Deleted 11 notifications.\n  undo brings them back")
      ]
    ) { .clearingRequested(Clearing($0 ?? .all, readOnly: true)) }
    Command(
      "filter", "Show one type only, until you choose another.", .reads,
      Argument("type", .notificationFilter, "All, or only this type", ask: Self.typeQuestion)
        .optional,
      // A terminal must not ask for this flag, because its question for the type already offers
      // `all`. The condition prevents it: a terminal would ask only if the flag were set, and the
      // flag cannot be set before the question.
      Flag("clear", "Show everything again, whatever was searched for")
        .asked(when: "clear", is: "yes"),
      examples: [
        CommandExample("notifications filter deadlines", prints: "Notifications …"),
        CommandExample("notifications filter --clear", prints: "Notifications …"),
      ]
    ) { filter, clears in .filterRequested(FilterChoice(filter, clears: clears)) }
    .guided
    Command(
      "search", "Show those with these words in title or message; no words show all.", .reads,
      Argument.rest("words", "What to look for", max: 200, ask: "Which words? (Enter shows all)")
        .labelled("Which words?", hint: "Leave it empty to see all.").optional,
      examples: [CommandExample("notifications search offer", prints: "Notifications …")]
    ) { .searchRequested($0) }
    .guided
    Command(
      "generate", "Write what is due today, each once; it happens by itself once a day.",
      .writesOwn,
      Flag("desktop", "Show what is new on the desktop too").notAsked.forTerminal,
      examples: [CommandExample("notifications generate", prints: "✓ Wrote …")]
    ) { .generationRequested(onDesktop: $0) }
    .explained(
      "Each deadline is announced once for the nearest of its days, however long you were away: offers 14, 7, 3 and 1 days before, letters 14 and 7, events 7 and 1, required tasks 14 and 3, all of them on the day itself, and offers and letters once more when they were due. Then the coaches you have not been in touch with, and yesterday in numbers. Parents are told of offers, events and tasks. `settings` switches each off. The desktop stays still in your quiet hours."
    )
  }

  private var subject: Argument<Reference> {
    Argument("notification", .reference(.notification), ask: "Which notification?")
  }

  private var subjects: RepeatedArgument<Reference> {
    RepeatedArgument(
      "notification", .reference(.notification), ask: "Which notifications? (commas between)"
    ).or("type")
  }

  private static let typeQuestion =
    "Which type? " + NotificationFilter.allCases.map(\.word).joined(separator: ", ")
}

extension NotificationsFeature.Listing {
  /// The words of the command that lists these notifications again.
  ///
  /// A link to further rows begins with these words, so that the filters stay the same.
  var words: [CommandText.Word] {
    var words = [CommandText.Word("notifications")]
    func add(_ option: String, _ value: String? = nil) {
      words.append(CommandText.Word("--" + option))
      if let value { words.append(CommandText.Word(value, isQuoted: value.hasPrefix("--"))) }
    }
    if let filter { add("type", filter.word) }
    if let search { add("search", search) }
    if unreadOnly { add("unread") }
    if showsAll { add("all") }
    return words
  }
}
