import Domain
public import FeatureKit

extension RecordsFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    for kind in Self.kinds { commands(of: kind) }
    finding
  }

  private func commands(of kind: any TabledRecord.Type) -> Under<Self> {
    let all = Under(kind.noun) {
      kind.commands(of: self)
      moreCommands(of: kind)
    }
    guard let area = kind.kind.help?.area else { return all }
    return all.changing(area)
  }

  /// Returns the commands that only this kind of record has, such as `schools board` for schools.
  ///
  /// Every kind also has the five commands of `KindCommands`: to list, show, add, edit and delete.
  private func moreCommands(of kind: any TabledRecord.Type) -> Under<Self> {
    switch kind.kind {
    case .school: schoolCommands
    case .offer: offerCommands
    case .interaction: interactionCommands
    case .document:
      Under(kind.noun) {
        fileCommands
        documentCommands
      }
    default: Under(kind.noun) {}
    }
  }

  private var finding: Under<Self> {
    Under("find") {
      Command(
        "", "Find everything with these words in it, kind by kind, the newest first.", .reads,
        Argument.rest("words", "What to look for", max: 200, ask: "What are you looking for?"),
        Flag("all", "Every one, however many").forTerminal,
        examples: [CommandExample("find fallow", prints: "Found “fallow” …")]
      ) { .searchRequested($0, showsAll: $1) }
      .explained(
        "Each word is looked for in names, texts and notes, in any order, whatever its capitals and accents. The name of a state and its two letters find the schools and events in it. Tasks, action items, notifications and people are found by what they are called. `--search` narrows one list in the same way."
      )
    }
  }

  private var offerCommands: Under<Self> {
    Under("offers") {
      Command(
        "compare", "Show offers side by side.", .reads,
        RepeatedArgument(
          "offer", .reference(.offer), "Only these; otherwise every offer that is open or accepted"
        ).labelled("Which offers?", hint: "Leave it empty for all that are open or accepted.")
          .optional,
        examples: [CommandExample("offers compare", prints: "Offers side by side\n…")]
      ) { .comparisonRequested($0) }
    }
  }

  /// The commands that only schools have.
  ///
  /// Most of them change one field with fewer words than `schools edit`.
  private var schoolCommands: Under<Self> {
    Under("schools") {
      Command(
        "board", "Show your schools by status, each with what comes next.", .reads,
        examples: [CommandExample("schools board", prints: "Schools by status\n…")]
      ) { .boardRequested }
      Command(
        "status", "Say where you stand with a school; the history keeps every change.", .writes,
        Self.schools,
        Argument("status", School.typed("status"), ask: "Where do you stand with it?"),
        Option("note", School.typed("status-note"), "Why, for the history").labelled(
          "Why?", hint: "It stands in the history."),
        examples: [
          CommandExample(
            #"schools status s1 interested --note "Good talk with Coach Becker""#,
            prints: "✓ Changed s1 Fallow Creek University.\n  Status Interested · Note Good talk…")
        ]
      ) { schools, status, note in
        .editRequested(
          schools, FieldChanges(["status": status, "status-note": note].present))
      }
      .beginning { given throws(Problem) in try await stored("status", of: given) }
      Command(
        "tier", "Say how much a school matters: A, B, C or none.", .writes,
        Self.schools,
        Argument(
          "tier", School.typed("tier").orNothing(),
          ask: "Which tier?  (A, B, C, none)"
        ),
        examples: [
          CommandExample(
            "schools tier s1 A", prints: "✓ Changed s1 Fallow Creek University.\n  Tier A\n…")
        ]
      ) { schools, tier in
        .editRequested(
          schools, tier.map { FieldChanges(["tier": $0]) } ?? FieldChanges(cleared: ["tier"]))
      }
      .beginning { given throws(Problem) in try await stored("tier", of: given) }
    }
  }

  /// Returns the stored value of one field of the school that the command names. The form of the
  /// command begins with this value.
  private func stored(
    _ field: String, of given: GivenValues
  ) async throws(Problem) -> [String: [String]] {
    try await typed(given["school"]).filter { $0.key == field }
  }

  /// The argument that names several schools by their handles (short names), as in
  /// `schools status s1 s4 interested`.
  private static let schools = RepeatedArgument(
    "school", ValueKind<Reference>.reference(.school),
    ask: "Which school?  (several with commas between)")

  private var interactionCommands: Under<Self> {
    Under("interactions") {
      Command(
        "log", "Log a contact: how, with whom, what about, in one line.", .writes,
        argument("type"), argument("with").asked(before: "type"), argument("subject").optional,
        Flag(
          "in", "They got in touch; otherwise you did", ask: "Did they get in touch?  (yes, no)"
        ).answered(no: Direction.outbound.asAnswer, yes: Direction.inbound.asAnswer)
          .labelled("Who got in touch?"),
        option("on", "The day; today unless said").orNamed("date").orLastWord(Self.daysBehind),
        option("content", "What was said").labelled("What was said").askedLater,
        option("at", "The time of day").askedLater,
        option("sentiment", "How it went").askedLater,
        option("event", "The event it happened at").askedLater,
        examples: [
          CommandExample(
            #"interactions log email "Coach Kowalski" "Sent transcript""#,
            prints: "✓ Logged i146 Sent transcript.\n…"),
          CommandExample(
            "interactions log call kowalski talked ten minutes yesterday",
            prints: "✓ Logged i146 talked ten minutes.\n…"),
          CommandExample(
            "interactions log text s3 'Asked about the camp' --in --on yesterday --at 18:30",
            prints: "✓ Logged i146 Asked about the camp.\n…"),
        ]
      ) { type, with, subject, isInbound, day, content, time, sentiment, event in
        let direction: Direction = isInbound ? .inbound : .outbound
        return .additionRequested(
          .interaction,
          FieldChanges(
            [
              "type": type, "with": with, "subject": subject,
              "direction": FieldKind<Direction>.choice.wrap(direction), "on": day, "at": time,
              "sentiment": sentiment, "content": content, "event": event,
            ].present))
      }
      .guided
      .button("Log")
      .filledInWhereOffered
      .explained(
        "Outbound unless --in, and now unless --on. A last word like `yesterday` or `monday` is the day, unless the text is in quotes. The coach's last contact, open suggestions of that school and the notification of a message are seen to in the same step."
      )
    }
  }

  private var documentCommands: Under<Self> {
    Under("documents") {
      Command(
        "check", "Try whether links lead somewhere and files are there.", .writes,
        RepeatedArgument(
          "document", .reference(.document), "Only these; otherwise every current version"
        ).labelled("Which documents?", hint: "Leave it empty for all current versions.").optional,
        examples: [
          CommandExample(
            "documents check d9",
            prints:
              "✓ Tried 1 link: 1 broken.\n  d9 Season statistics: there is no such file\n  undo takes it back"
          )
        ]
      ) { .linkCheckRequested($0) }
      .explained(
        "Each site is asked whether the page is there; nothing but its address leaves this computer, and only when you ask. A site that is in trouble, wants a sign-in or takes its time is noted as unknown, and without a connection what was known stays."
      )
    }
  }

  private var fileCommands: Under<Self> {
    Under("documents") {
      Command(
        "upload",
        "\(Document.uploading), which is kept with your data: a transcript, a resume, a photo.",
        .writes,
        Argument("file", .file, "The file, up to 10 MB", ask: "Which file?"),
        Argument("type", Document.typed("type"), ask: "What is it?"),
        Option("title", Document.typed("title"), "Its name; otherwise that of the file").labelled(
          "Its name", hint: "Leave it empty for the name of the file."),
        Option("school", Document.typed("school"), "The school it is for").labelled(
          "The school it is for"),
        Option("description", Document.typed("description"), "Description").labelled("Description")
          .askedLater,
        examples: [
          CommandExample(
            "documents upload grades.pdf transcript",
            prints: "✓ Added d10 grades.\n…")
        ]
      ) { file, type, title, school, description in
        .fileBrought(
          FileWanted(
            file,
            FieldChanges(
              [
                "type": type, "title": title, "school": school, "description": description,
              ].present)))
      }
      .explained(
        "The file is copied: the copy is in backups and in exports, and stays when the file is moved or deleted. \(KeptFileType.allWords) can be kept; what the file contains decides, not its name. A photo of a paper has the type of that paper; for a photo of the athlete or the team choose the type resume. Through a server the family's other devices get it too."
      )
      Command(
        "replace", "Put a file in the place of a document's file or link, as a new version.",
        .writes,
        Argument("document", .reference(.document), ask: "Which document?"),
        Argument("file", .file, "The file, up to 10 MB", ask: "Which file?"),
        examples: [
          CommandExample(
            "documents replace d3 grades.pdf", prints: "✓ Changed d3 Unofficial transcript.\n…")
        ]
      ) { document, file in .fileBrought(FileWanted(file, replacing: document)) }
      Command(
        "download", "Write the file of a document to where you want it.", .makesFile,
        Argument("document", .reference(.document), ask: "Which document?"),
        examples: [CommandExample("documents download d3", prints: "transcript.pdf")]
      ) { .fileRequested($0) }
    }
  }

  /// Returns an argument of `interactions log` with the question and the suggested answer of the
  /// record's field with this name. It accepts the same texts as the field.
  private func argument(_ field: String) -> Argument<FieldValue> {
    suggested(Argument(field, Interaction.typed(field), ask: Interaction.question(field)), field)
  }

  private func option(_ field: String, _ summary: String) -> Option<FieldValue> {
    suggested(
      Option(field, Interaction.typed(field), summary, ask: Interaction.question(field)), field)
  }

  private func suggested<Asked: CommandParameter>(_ parameter: Asked, _ field: String) -> Asked {
    Interaction.suggestedAnswers[field].map { parameter.suggesting(.text($0)) } ?? parameter
  }

  /// Words for a day that may end the text of a logged contact, as in
  /// `talked about grades yesterday`. The program takes such a word as the day of the contact and
  /// removes it from the text.
  private static let daysBehind = [
    "today", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday",
  ]
}

extension TabledRecord {
  fileprivate static func commands(of feature: RecordsFeature) -> Under<RecordsFeature> {
    KindCommands<Self>(feature: feature).all
  }

  /// Returns how a text for the field with this name is parsed. If the kind has no such field, the
  /// value is any text.
  fileprivate static func typed(_ field: String) -> ValueKind<FieldValue> {
    fields.first { $0.name == field }?.input?.kind
      ?? FieldKind<String>.text.typed.map(FieldValue.text)
  }

  fileprivate static func question(_ field: String) -> String? {
    fields.first { $0.name == field }?.shape.question
  }
}

extension [String: FieldValue?] {
  /// The options that the command names, by name. An omitted option (nil) is left out.
  fileprivate var present: [String: FieldValue] { compactMapValues { $0 } }
}
