import CivilTime
import FeatureKit
import FeatureTesting
import Palette
import Testing

@testable import WebRendering

@Suite("What a host serves")
struct ServedTests {
  static let asked = ServedQuestion(
    "Delete s24?", details: ["Deleted with it: 1 coach."], agree: .takingAway("Delete"),
    command: "schools delete s24", fields: [FormField("_agreed", "a1b2")], action: "/command",
    cancel: "/schools/24")
  static let contents: [(String, ServedPage.Content)] =
    SamplePages.all.map { ($0.name, .page($0.page)) } + [
      ("form", .form(ServedPages.form())),
      (
        "faults",
        .form(
          ServedPages.form(
            ["on": ["32 May"]],
            faults: [
              "on": Problem(.usage, "There is no day `32 May`.", fix: "Examples: today, fri"),
              "type": Problem(.usage, "`interactions log` needs <type>.", fix: "Usage: …"),
            ], others: [Problem(.conflict, "Somebody was quicker.")]))
      ),
      ("question", .question(asked)),
      ("fault", .fault(ServedFault(status: 404, Problem(.notFound, "There is no such page.")))),
      (
        "sign-in", .signIn(ServedSignIn("Who is there?", ["Sam's file."], form: ServedPages.form()))
      ),
      (
        "welcome",
        .welcome(
          ServedWelcome(
            "Hello", ["Nothing is sent anywhere."],
            choices: [.init(CommandLink("Begin", "account create"), detail: "A minute.")]))
      ),
      ("command", .commandLine),
    ]

  @Test(
    "Every served page is well-formed and accessible, and nothing stands inline",
    arguments: contents.map(\.0))
  func accessible(name: String) throws {
    let content = try #require(Self.contents.first { $0.0 == name }?.1)
    var page = ServedPages.page(content)
    page.listing = ServedPages.listing
    page.bulk = [CommandLink("Complete", "tasks complete")]
    page.actions = [CommandLink("Add", "schools add")]
    page.athletes = [
      ServedAthlete("Sam", address: "/a", isCurrent: true), ServedAthlete("Kit", address: "/b"),
    ]
    #expect(HTMLTests.faults(of: page.html, isServed: true) == [])
    page.person = nil
    page.navigation = []
    page.outcome = nil
    #expect(HTMLTests.faults(of: page.html, isServed: true) == [])
  }

  @Test("Random pages are served well-formed and accessible", arguments: 0..<60 as Range<UInt64>)
  func randomPages(seed: UInt64) {
    var random = RandomPages(seed: seed)
    let html = ServedPages.page(.page(random.page())).html
    #expect(HTMLTests.faults(of: html, isServed: true) == [])
  }

  @Test("A field has the label, the hint and the choices of its declaration, for people")
  func words() {
    let size = ValueKind<String>("s|l", completion: .words(["s", "l"])) { text, _ in text }
      .called { $0 == "s" ? "Small one" : nil }
    let unit = ValueKind<String>("UNIT", completion: .words(["mph"])) { text, _ in text }
    let parameters = [
      Option("size", size, "Which size").labelled("Size").description,
      Option("unit", unit.orNothing(), "", ask: "Unit (Enter for the usual one)").description,
      Option("notes", ValueKind<String>.text().orNothing(), "Notes").labelled("Notes (or none)")
        .description,
      Option("gpa", .number(), "GPA: 0 to 5").labelled("GPA", hint: "For example 3.6").description,
    ]
    let command = CommandDescription(
      noun: "rooms", verb: "edit", summary: "Change a room.", mode: .writes, parameters: parameters)
    let form = ServedForm(
      command, fields: parameters.map { ServedForm.Field($0, values: []) }, problems: [],
      action: "/command")
    let html = ServedPages.page(.form(form)).html
    for words in [
      ">Small one</label>", ">L</label>", ">Size</legend>", ">Unit</label>",
      ">Leave it empty for the usual one</p>", ">Notes</label>", ">Or none</p>",
      ">GPA</label>", ">For example 3.6</p>",
      "<textarea id=\"f-notes\"", "<option value=\"mph\">",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(!html.contains("value=\"none\"") && !html.contains("(optional)"))
  }

  @Test("No hostile text becomes markup, wherever a host puts it", arguments: HostileText.samples)
  func hostile(text: String) {
    func pages(_ text: String) -> [ServedPage] {
      let field = ServedForm.Field(
        ServedPages.command.parameters[1], values: [text],
        problem: Problem(.usage, text, fix: text),
        choices: [.init(text, text)])
      var form = ServedForm(
        ServedPages.command, fields: [field], problems: [Problem(.usage, text)],
        action: "/a?x=\(text)")
      form.title = text
      form.submit = text
      let contents: [ServedPage.Content] = [
        .page(SamplePages.filled { _ in text }), .form(form),
        .question(
          ServedQuestion(
            text, details: [text], agree: AgreeButton(text), command: text,
            fields: [FormField(text, text)],
            action: text, cancel: text)),
        .fault(ServedFault(status: 500, Problem(.failed, text, details: [text], fix: text))),
        .signIn(ServedSignIn(text, [text], form: form)),
        .welcome(
          ServedWelcome(text, [text], choices: [.init(CommandLink(text, text), detail: text)])),
        .commandLine,
      ]
      return contents.map { content in
        var page = ServedPages.page(content)
        page.person = ServedPerson(text, role: text, links: [CommandLink(text, text)])
        page.navigation = [NavigationItem(text, "tasks", shortLabel: text, count: text)]
        page.athletes = [ServedAthlete(text, address: text), ServedAthlete(text, address: text)]
        page.outcome = ServedOutcome([Message(text)], undo: .init(text, step: text))
        page.line = text
        page.recentLines = [text]
        page.formFields = [FormField("_token", text)]
        page.bulk = [CommandLink(text, text)]
        page.listing = ServedPages.listing
        return page
      }
    }
    func shape(_ pages: [ServedPage]) -> [[String]] {
      pages.map { HTMLReader($0.html).elements.map(\.name).filter { $0 != "br" } }
    }
    let plain = shape(pages("plain"))
    let made = pages(text)
    for page in made { #expect(HTMLReader(page.html).faults == []) }
    // The hostile text may leave out elements, because nothing is written for text without visible
    // characters. It must never add one, because the text would then have been read as HTML.
    for (given, usual) in zip(shape(made), plain) { #expect(given.count <= usual.count) }
  }

  @Test("A fault stands at its field, and the summary leads to it")
  func faults() throws {
    let content = try #require(Self.contents.first { $0.0 == "faults" }?.1)
    let html = ServedPages.page(content).html
    let reader = HTMLReader(html)
    #expect(reader["title"].count == 1 && html.contains("<title>Error: Log a contact"))
    #expect(html.contains("There are 3 things to mend"))
    #expect(reader["a"].contains { $0.attributes["href"] == "#f-on" })
    let day = try #require(reader["input"].first { $0.attributes["id"] == "f-on" })
    #expect(day.attributes["value"] == "32 May")
    #expect(day.attributes["aria-invalid"] == "true")
    #expect(day.attributes["aria-describedby"] == "f-on-hint f-on-fault")
    // Usage lines are for people who type commands, and backquotes around typed text are for
    // terminals. A web page shows neither.
    let said = "There is no day “32 May”. Examples: today, fri"
    #expect(html.ranges(of: said).count == 2)
    #expect(html.ranges(of: "Write it here.").count == 2 && !html.contains("Usage"))
  }

  @Test("An empty field says what to write; a request of its own says it")
  func emptyFields() {
    func said(
      _ parameter: ParameterDescription, by problem: Problem = .leftEmpty,
      choices: [Form.Field.Choice] = []
    ) -> String {
      ServedForm.Field(parameter, values: [""], choices: choices).said(of: problem).lineOfLink
    }
    let measure = Argument("metric", ServedPages.choice, ask: "Please select a metric type")
    let day = Argument("on", .day, ask: "On which day?")
    let named = Argument(
      "who", ValueKind<String>("WHO", completion: .named("profiles")) { text, _ in text })
    let days = "Write a day, such as today, Friday, 30 days ago, Feb 10 or 2026-02-10."
    let cases: [(String, String)] = [
      (said(Argument("type", ServedPages.choice).description), "Choose one."),
      (said(named.description), "Write it here."),
      (said(named.description, choices: [.init("p1", "Sam")]), "Choose one."),
      (said(Argument("with", .reference(ServedPages.coach)).description), "Write a name."),
      (said(day.description), days),
      (said(day.labelled("Date").description), "On which day? " + days),
      (said(measure.labelled("Metric").description), "Please select a metric type"),
      (said(Argument("weight", .number()).description), "Write a number."),
      (said(Argument("file", .file).description), "Choose a file."),
      (said(Argument("name", .text()).description), "Write it here."),
      (said(Option("name", .text()).description), "This cannot be left empty. Write it here."),
    ]
    for (words, expected) in cases { #expect(words == expected) }
    // A form never shows a secret again, so an empty value does not mean that none was typed.
    let secret = Secret("passphrase", "Passphrase", ask: "Your passphrase").description
    #expect(said(secret) == "Write it here.")
    let wrong = Problem(.usage, "The two are not the same.", fix: "Type it twice once more.")
    #expect(said(secret, by: wrong) == "The two are not the same. Type it twice once more.")
  }

  @Test("A fault lists the labels of the choices, and leaves a command out of its link")
  func labelsInFaults() {
    let choices = ["dm", "in-person-visit"]
    let kind = ValueKind<String>("dm|in-person-visit", completion: .words(choices)) {
      text, _ in text
    }.called { $0 == "dm" ? "Direct message" : nil }
    func said(_ parameter: ParameterDescription, _ problem: Problem) -> Problem {
      ServedForm.Field(parameter, values: ["pigeon"]).said(of: problem)
    }
    for parameter in [
      Option("type", kind).description, Option("type", kind.orNothing()).description,
    ] {
      var problem = Problem.noChoice("pigeon", among: choices)
      problem.details = [Problem.meaning("in-person-visit")]
      let words = said(parameter, problem)
      #expect(words.fix == "Choose: Direct message, In person visit")
      #expect(words.details == ["Did you mean “In person visit”?"])
    }
    let text = Option("name", .text()).description
    let command = Problem(.usage, "No.", fix: "See which there are:  measures")
    #expect(said(text, command).lineOfLink == "No.")
    #expect(said(text, Problem(.usage, "No.", fix: "Give one.")).lineOfLink == "No. Give one.")
  }

  @Test("Labels are the questions, kinds choose the controls")
  func controls() throws {
    let html = ServedPages.page(.form(ServedPages.form(["with": ["c4"], "in": ["yes"]]))).html
    let reader = HTMLReader(html)
    func input(_ name: String) -> HTMLReader.Element? {
      reader.elements.first { $0.attributes["name"] == name }
    }
    #expect(html.contains("<label for=\"f-type\">How?</label>"))
    #expect(html.contains("Email, text, …"))
    #expect(html.contains("The day") && html.contains("Today unless said"))
    #expect(input("with")?.attributes["data-kinds"] == "coach,school")
    #expect(input("with")?.attributes["value"] == "c4")
    #expect(input("on")?.attributes["data-day"] == "today tomorrow yesterday")
    #expect(input("sentiment")?.attributes["type"] == "radio")
    #expect(reader["select"].contains { $0.attributes["name"] == "many" })
    #expect(input("in")?.attributes["checked"] == "")
    #expect(reader["input"].filter { $0.attributes["name"] == "passphrase" }.count == 2)
    #expect(input("passphrase")?.attributes["type"] == "password")
    #expect(input("weight")?.attributes["inputmode"] == "decimal")
    #expect(reader["div"].contains { $0.attributes["data-when"] == "in" })
    #expect(html.contains(">Very bad</label>"))
    // Besides the visible fields, the form sends the words of the command and the hidden fields of
    // the host, such as its token.
    #expect(html.contains("name=\"_command\" value=\"interactions log\""))
    #expect(html.contains("name=\"_token\" value=\"secret-of-the-session\""))
  }

  @Test(
    "What can be changed at a press is a chip that opens, when served; a saved page shows the fact")
  func chips() {
    let page = Page(title: "x") {
      Facts([
        Fact(
          "Mood", "Good",
          changes: [
            CommandLink("Good", "tasks mood good", isCurrent: true),
            CommandLink("Bad", "tasks complete t1"),
          ]), Fact("Since", "Monday"),
      ])
    }
    let reader = HTMLReader(ServedPages.page(.page(page)).html)
    #expect(
      reader["summary"].contains { $0.attributes["aria-label"] == "Mood: Good. Change it" })
    #expect(reader["button"].contains { $0.attributes["aria-pressed"] == "true" })
    #expect(reader["input"].contains { $0.attributes["value"] == "tasks complete t1" })
    #expect(reader["dt"].count == 1)
    #expect(HTMLReader(HTMLRenderer.render(page))["dt"].count == 2)
  }

  @Test("A secret that was sent is never sent back")
  func secrets() {
    let html = ServedPages.page(.form(ServedPages.form(["passphrase": ["hunter22"]]))).html
    #expect(!html.contains("hunter22"))
  }

  @Test("Everything that is POSTed carries the host's fields, and what is fetched does not")
  func tokens() {
    var page = ServedPages.page(.page(SamplePages.all[0].page))
    page.listing = ServedPages.listing
    page.bulk = [CommandLink("Complete", "tasks complete")]
    let forms = page.html.split(separator: "<form").dropFirst()
    #expect(forms.count > 3)
    for form in forms {
      let inside = form.prefix(while: { _ in true }).split(separator: "</form>").first ?? ""
      let isPosted = inside.hasPrefix(" method=\"post\"")
      #expect(inside.contains("name=\"_token\"") == isPosted)
    }
  }

  @Test("A form on top of a section is sent to the host as it is; a page that is saved has none")
  func writing() {
    let form = Form(
      "Log <it>", fields: [.init("content", "What was said?", kind: .longText)],
      submit: CommandLink("Log", "interactions log s1"))
    let page = Page(title: "School") { Section("Timeline", writing: form) { Paragraph("Calls") } }
    let shown = ServedPages.page(.page(page)).html.split(separator: "fields writing")
    let sent = (shown.first?.suffix(60) ?? "") + (shown.last?.prefix(900) ?? "")
    for part in [
      #"method="post" action="/command""#, #"aria-label="Log &lt;it&gt;""#, #"name="_token""#,
      #"name="_command" value="interactions log s1""#, #"name="content""#, ">Log</button>",
    ] { #expect(sent.contains(part), "\(part)") }
    #expect(!HTMLRenderer.render(page).contains("<form"))
  }

  @Test("A list is searched, filtered and sorted by the declaration of its command")
  func listing() {
    var page = ServedPages.page(.page(Page(title: "Schools") { RowList([]) }))
    page.listing = ServedPages.listing
    let html = page.html
    let reader = HTMLReader(html)
    // A form with the method GET replaces the query of its address, so the query's values must be
    // hidden fields.
    #expect(html.contains("name=\"line\" value=\"tasks list\""))
    #expect(html.contains("name=\"athlete\" value=\"7\""))
    #expect(
      reader["a"].contains {
        $0.attributes["href"] == "/c?line=tasks%20list&athlete=7&status=very-bad&search=a%20%26%20b"
      })
    #expect(
      reader["input"].contains {
        $0.attributes["type"] == "search" && $0.attributes["value"] == "a & b"
      })
  }

  @Test("Several rows are chosen only where there are rows to choose", arguments: [nil, "t1"])
  func choosing(_ handle: String?) {
    let page = Page(title: "x") {
      Section("y") { RowList([Row(handle: handle, title: "A", spoken: "A")]) }
    }
    var served = ServedPages.page(.page(page))
    served.listing = ServedPages.listing
    served.bulk = [CommandLink("Complete", "tasks complete")]
    #expect(served.html.contains("Select several") == (handle != nil))
    #expect(served.html.contains("id=\"bulk\"") == (handle != nil))
  }

  @Test("Headings order a list, and the one it is ordered by turns it round")
  func headings() {
    func addresses(_ values: [String: [String]]) -> [String: String] {
      var page = ServedPages.page(.page(Page(title: "Schools") { RowList([]) }))
      page.listing = ServedPages.listing(values)
      let links = HTMLReader(page.html)["a"].map(\.attributes)
        .filter { $0["href"]?.contains("sort=") == true }
      return Dictionary(
        links.compactMap { link in
          link["href"].map { ($0, link["aria-current"] ?? "") }
        }, uniquingKeysWith: { first, _ in first })
    }
    let base = "/c?line=tasks%20list&athlete=7"
    #expect(
      addresses([:])["\(base)&search=a%20%26%20b&sort=good"] == "", "\(addresses([:]))")
    #expect(
      addresses(["sort": ["good"]])["\(base)&search=a%20%26%20b&sort=good&reverse=yes"] == "true")
    #expect(
      addresses(["sort": ["good"], "reverse": ["yes"]])["\(base)&search=a%20%26%20b&sort=good"]
        == "true")
    #expect(
      addresses(["sort": ["good"], "reverse": ["yes"]])["\(base)&search=a%20%26%20b&sort=very-bad"]
        == "")
  }

  @Test("The order that applies without a choice is marked, and so is a remembered filter")
  func inForce() throws {
    var page = Page(title: "Schools") { RowList([]) }
    page.remembered = ["status": "very-bad"]
    var served = ServedPages.page(.page(page))
    var listing = ServedPages.listing
    for index in listing.fields.indices where listing.fields[index].parameter.name == "sort" {
      listing.fields[index].parameter.assumed = "good"
    }
    served.listing = listing
    func marked(_ class: String) -> [String] {
      HTMLReader(served.html)["a"].filter { $0.attributes["aria-current"] == "true" }
        .compactMap { $0.attributes["href"] }.filter { $0.contains(`class`) }
    }
    #expect(marked("sort=good&reverse=yes").count == 1)
    #expect(marked("status=very-bad").count >= 1)
    // A filter on the command line counts more than the remembered one.
    served.listing = ServedPages.listing(["status": ["good"]])
    #expect(!served.html.contains("status=very-bad\" aria-current"))
  }

  @Test("A list with columns has headings, of which those with an order sort")
  func columnsOfList() {
    var row = Row(
      handle: "s1", title: "Ohio", badges: [Badge("Contacted"), Badge("Planned")],
      trailing: Badge("Feb 6"), detail: "Tier A", spoken: "Ohio")
    row.cells = [.badge(Badge("Contacted")), .text("A"), nil, .text("Feb 6", tone: .muted)]
    let columns = [
      RowList.Column("School", order: "good"), .init("Status", order: nil),
      .init("Tier", order: nil), .init("Town", order: nil), .init("Last contact", order: "never"),
    ]
    let page = Page(title: "Schools") { RowList([row], columns: columns) }
    var served = ServedPages.page(.page(page))
    served.listing = ServedPages.listing
    let reader = HTMLReader(served.html)
    let cells = reader["span"].filter { $0.attributes["class"]?.hasPrefix("cell") == true }
    #expect(cells.count == 4)
    // The order of the first column is a link. `never` is no order of the command, so it is none.
    let sorting = reader["a"].filter { $0.attributes["href"]?.contains("sort=") == true }
    #expect(sorting.count == 3, "two orders, and the heading of one of them")
    #expect(served.html.contains("class=\"unplaced\""))
    #expect(reader["li"].contains { $0.attributes["class"] == "placed" })
    #expect(!HTMLRenderer.render(page).contains("class=\"columns\""))
  }

  @Test(
    "One action of a page is primary, and only where it changes something",
    arguments: [
      ("schools add", true), ("schools add s1", true), ("tasks complete t1", true),
      ("schools board", false),
    ])
  func primary(command: String, isPrimary: Bool) {
    let page = Page(title: "Schools") {
      Paragraph("x")
      Links([CommandLink("First", command)])
    }
    var served = ServedPages.page(.page(page))
    served.actions = [CommandLink("Add a school", "schools add")]
    #expect(served.html.contains("links leads") == isPrimary)
  }

  @Test("A page that offers a document shows it in a frame without an origin")
  func preview() throws {
    let page = Page(title: "Packet") {
      Paragraph("x")
      Links([CommandLink("As a PDF", "packet csv"), CommandLink("As a page", "packet html")])
    }
    let frames = HTMLReader(ServedPages.page(.page(page)).html)["iframe"]
    let frame = try #require(frames.first)
    #expect(
      frame.attributes["src"] == "/preview"
        && frame.attributes["sandbox"] == "allow-scripts allow-modals")
    #expect(frame.attributes["title"] == "Preview: As a page")
  }

  @Test(
    "A form begins in the first field that has to be filled in, or with what is to be mended",
    arguments: [
      ([:], false, "type"), (["type": ["email"]], false, "with"),
      (["type": ["email"], "with": ["c1"]], false, "passphrase"), ([:], true, nil),
    ] as [([String: [String]], Bool, String?)])
  func focus(values: [String: [String]], hasFault: Bool, name: String?) {
    let form = ServedPages.form(values, others: hasFault ? [Problem(.usage, "No.")] : [])
    let html = ServedPages.page(.form(form)).html
    let reader = HTMLReader(html)
    let focused = (reader["input"] + reader["select"] + reader["textarea"])
      .filter { $0.attributes["autofocus"] != nil && $0.attributes["name"] != "_command" }
    #expect(focused.map { $0.attributes["name"] } == (name.map { [$0] } ?? []))
  }

  @Test("A form whose file may be pasted begins in the box for that")
  func focusOfPasted() {
    var form = ServedPages.form(["type": ["email"]])
    form.fields = form.fields.map { field in
      var field = field
      if field.parameter.name == "with" {
        field.parameter.completion = .file
        field.pasted = ""
      }
      return field
    }
    let reader = HTMLReader(ServedPages.page(.form(form)).html)
    #expect(
      reader["textarea"].filter { $0.attributes["autofocus"] != nil }
        .map { $0.attributes["name"] } == ["_pasted.with"])
    #expect(
      !reader["input"].contains {
        $0.attributes["autofocus"] != nil && $0.attributes["name"] == "with"
      })
  }

  @Test(
    "A card with a picture is filled, and white words are readable on it", arguments: Tone.allCases)
  func filled(tone: Tone) {
    let stat = Stat("Schools", "3", tone: tone, symbol: .places)
    let html = ServedPages.page(.page(Page(title: "x") { StatGrid([stat]) })).html
    #expect(html.contains("tone-\(tone.rawValue) solid") && html.contains("<svg"))
    if let fill = Theme.colour(of: tone) {
      let shown = fill.shade(reaching: Theme.textContrast, on: [RGB(0xffffff)])
      #expect(Assets.styleSheet.contains("--fill:\(shown.hex)"))
      #expect(shown.contrast(with: RGB(0xffffff)) >= Theme.textContrast)
    }
  }

  @Test("A box ticks where its command acts, and does not where nothing may be changed")
  func ticks() {
    func row(_ links: [CommandLink]) -> HTMLReader {
      let page = Page(title: "x") {
        RowList([Row(marker: .unchecked, handle: "t1", title: "A", links: links, spoken: "A")])
      }
      return HTMLReader(ServedPages.page(.page(page)).html)
    }
    func ticks(_ reader: HTMLReader) -> [HTMLReader.Element] {
      reader["button"].filter { $0.attributes["class"] == "tick" }
    }
    let acting = ticks(
      row([CommandLink("Complete", "tasks complete t1", spoken: "Mark A complete")]))
    #expect(acting.map { $0.attributes["aria-label"] } == ["Mark A complete"])
    #expect(acting.first?.attributes["type"] == "submit")
    let locked = ticks(row([CommandLink("Complete", "tasks complete t1", isEnabled: false)]))
    #expect(locked.first?.attributes["aria-disabled"] == "true")
    #expect(ticks(row([CommandLink("Details", "tasks show t1")])).isEmpty)
    #expect(ticks(row([])).isEmpty)
  }

  @Test("A card of a board has one control with the commands that move it; a saved board has none")
  func board() throws {
    func card(_ current: Bool) -> Row {
      Row(
        handle: "s1", title: "Oak <State>",
        moves: [
          CommandLink("Contacted", "complete contacted", isCurrent: current),
          CommandLink("Interested", "complete interested"),
        ], spoken: "Oak State")
    }
    func page(_ current: Bool) -> Page {
      Page(title: "x") {
        Board([
          Section("Contacted (1)") { RowList([card(current)]) }, Section("Interested") {},
        ])
      }
    }
    let served = HTMLReader(ServedPages.page(.page(page(true))).html)
    let options = served["option"].filter { $0.attributes["value"]?.hasPrefix("complete") == true }
    #expect(
      options.map { $0.attributes["value"] } == ["complete contacted", "complete interested"])
    #expect(options.map { $0.attributes["selected"] != nil } == [true, false])
    let select = try #require(served["select"].first)
    #expect(select.attributes["aria-label"] == "Where Oak <State> stands")
    // The list of statuses is itself the field `_command`, so the form must not contain a second
    // command in a hidden field.
    let commands = served["input"].filter {
      $0.attributes["name"] == "_command" && $0.attributes["type"] == "hidden"
        && $0.attributes["value"]?.hasPrefix("complete") == true
    }
    #expect(select.attributes["name"] == "_command" && commands.isEmpty)
    #expect(served["section"].map { $0.attributes["class"] } == ["lane", "lane none"])
    let unknown = HTMLReader(ServedPages.page(.page(page(false))).html)["option"].filter {
      $0.attributes["selected"] != nil
    }
    #expect(unknown.map { $0.attributes["disabled"] != nil } == [true])
    let saved = HTMLReader(HTMLRenderer.render(page(true)))
    #expect(saved["select"].isEmpty && saved["section"].count == 1)
  }

  @Test("A month is a table with headings, whose days link to what is on; today is marked")
  func month() throws {
    let first = CalendarDay(dayNumber: 20_513)
    let grid = MonthGrid(
      monthOf: first, today: first.adding(days: 9),
      entries: (0..<5).map { .init(first, CommandLink("Camp <\($0)>", "tasks show t\($0)")) })
    let reader = HTMLReader(ServedPages.page(.page(Page(title: "x") { grid })).html)
    let heads = reader["th"].map { $0.attributes }
    #expect(heads.map { $0["scope"] } == Array(repeating: "col", count: 7))
    #expect(heads.first?["abbr"] == "Sunday")
    let today = reader["td"].filter { $0.attributes["aria-current"] == "date" }
    #expect(today.count == 1 && today[0].attributes["class"] == "today")
    let links = reader["a"].compactMap { $0.attributes["href"] }
    #expect(links.filter { $0.contains("tasks") && $0.contains("t0") }.count == 1)
    #expect(links.filter { $0.contains("t3") }.isEmpty, "three of a day, the rest are counted")
    let html = ServedPages.page(.page(Page(title: "x") { grid })).html
    #expect(html.contains("2 more") && html.contains("5 entries"))
    #expect(html.contains("Camp &lt;0&gt;"))
    var full = grid
    full.entries += full.entries
    let counted = ServedPages.page(.page(Page(title: "x") { full })).html
    #expect(counted.contains("9+") && counted.contains("More than 9 entries"))
    let saved = HTMLRenderer.render(Page(title: "x") { grid })
    let saves = HTMLReader(saved)["a"].compactMap { $0.attributes["href"] }
    #expect(saved.contains("Camp &lt;0&gt;") && !saves.contains { $0.contains("tasks") })
  }

  @Test("The heading of a column opens the record that it is about")
  func columns() {
    let page = Page(title: "x") {
      Table(columns: ["Offer", Column("Oak State", handle: "o1")], rows: [["Type", "Full"]])
    }
    let links = HTMLReader(ServedPages.page(.page(page)).html)["a"].map { $0.attributes["href"] }
    #expect(links.contains("/o1"))
  }

  @Test("Style sheet and script keep to their sizes and load nothing")
  func assets() {
    #expect(Assets.styleSheet.utf8.count < 40_000)
    #expect(Assets.script.utf8.count <= 30_000)
    #expect(Assets.worker.utf8.count <= 5_000)
    for text in [Assets.styleSheet, Assets.script, Assets.worker] {
      #expect(!text.contains("http") && !text.contains("@import") && !text.contains("url("))
    }
    for dangerous in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "document.write", ".style",
    ] {
      #expect(!Assets.script.contains(dangerous))
    }
  }

  @Test(
    "The command of a sentence is a link that says what it does, and other words with two spaces stay"
  )
  func sentences() throws {
    let sentences = [
      "For a parent to look on:  family create NAME", "It is so. See why:  doctor",
      "two  spaces   three",
    ]
    var page = ServedPages.page(
      .page(Page(title: "x") { for text in sentences { Paragraph(text) } }))
    page.summary = { ["family create": "Make your family", "doctor": "Look"][$0] }
    page.target = { $0 == "family create" ? .page("/c?line=family+create") : nil }
    let html = page.html
    #expect(html.contains("<a href=\"/c?line=family+create\">Make your family</a>"))
    // The command `doctor` has no web page, so a sentence that only tells people to run it must be
    // left out.
    #expect(!html.contains("NAME") && !html.contains("See why") && !html.contains("doctor"))
    #expect(html.contains("It is so.") && html.contains("two  spaces   three"))
  }

  @Test("A form that is sent with GET has no query in its address: what stood there goes along")
  func fetchedForms() throws {
    var page = ServedPages.page(
      .page(
        Page(title: "Reports") {
          FeatureKit.Form(
            "Date Range", fields: [FeatureKit.Form.Field("from", "From", value: "", kind: .day)],
            submit: CommandLink("Generate Report", "reports generate"))
        }))
    page.target = { _ in .page("/c?line=reports+generate&from=old&athlete=7") }
    let reader = HTMLReader(page.html)
    let form = try #require(reader["form"].first { $0.attributes["method"] == "get" })
    #expect(form.attributes["action"] == "/c")
    let inputs = reader["input"].map { ($0.attributes["name"] ?? "", $0.attributes["value"] ?? "") }
    #expect(inputs.contains { $0 == ("line", "reports generate") })
    #expect(inputs.contains { $0 == ("athlete", "7") })
    #expect(inputs.filter { $0.0 == "from" }.count == 1)
  }

  @Test("What is said of a command before the page stands on top of it, with its undo")
  func outcome() throws {
    let html = ServedPages.page(.page(Page(title: "x") {})).html
    let reader = HTMLReader(html)
    let region = try #require(reader["div"].first { $0.attributes["id"] == "outcome" })
    #expect(region.attributes["role"] == nil, "the script says it, once")
    #expect(html.contains("name=\"_step\" value=\"41\""))
    #expect(reader["button"].contains { $0.attributes["aria-label"] == "Undo: complete t19" })
  }
}
