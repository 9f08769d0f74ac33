import CivilTime
import FeatureKit
import FeatureTesting
import Palette
import Testing

@testable import WebRendering

// Forms and their fields.
extension ServedTests {
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
      ">Leave it empty for the usual one</p>", ">Notes</label>",
      ">Leave it empty if you want none.</p>",
      ">GPA</label>", ">For example 3.6</p>",
      "<textarea id=\"f-notes\"", "<option value=\"mph\">",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(!html.contains("value=\"none\"") && !html.contains("(optional)"))
  }

  @Test(
    "A field says to leave it empty in place of the word that a command line takes for it",
    arguments: [
      ("Two times, or none.", "Two times. Leave it empty if you want none."),
      ("85, 85 by june, none", "85, 85 by june. Leave it empty if you want none."),
      ("Or none", "Leave it empty if you want none."), ("Nonesuch", "Nonesuch"),
    ])
  func emptied(hint: String, shown: String) {
    let kind = ValueKind<String>.text().orNothing()
    let field = ServedForm.Field(
      Option("hours", kind).labelled("Hours, or none", hint: hint).description, values: ["x"])
    #expect(field.label == "Hours" && field.hint == shown)
    #expect(field.said(of: Problem(.usage, "No.", fix: hint)).fix == shown)
    let other = ServedForm.Field(Option("hours", .text()).labelled("A", hint: hint).description)
    #expect(other.hint == hint)
  }

  @Test("A field of several records says so, unless they are a choice")
  func severalNames() {
    var field = ServedForm.Field(
      RepeatedArgument("with", .reference(ServedPages.coach), ask: "Which? (commas between)")
        .description)
    #expect(field.label == "Which?")
    #expect(field.hint == "You can write several names, with commas between them.")
    field.isOneOfMeant = true
    #expect(field.hint == nil)
  }

  @Test("A web address has the keyboard for it and the full width, a number is short")
  func keyboards() throws {
    for (placeholder, mode, isShort) in [
      ("LINK", "url", false), ("NUMBER", "decimal", true), ("TEXT", nil, false),
    ] as [(String, String?, Bool)] {
      let parameter = Option("x", ValueKind<String>(placeholder) { text, _ in text }).description
      let command = CommandDescription(
        noun: "x", summary: "Add.", mode: .writes, parameters: [parameter])
      let form = ServedForm(command, fields: [.init(parameter)], action: "/command")
      let html = ServedPages.page(.form(form)).html
      let input = HTMLReader(html).elements.first { $0.attributes["name"] == "x" }
      #expect(input?.attributes["inputmode"] == mode)
      #expect(input?.attributes["type"] == "text")
      #expect((input?.attributes["class"] == "short") == isShort)
    }
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
    "Fields in another order than the command line have their places on it",
    arguments: [nil, "type"])
  func places(before: String?) {
    var form = ServedPages.form()
    form.command.parameters[1].askedBefore = before
    let places = HTMLReader(ServedPages.page(.form(form)).html).elements
      .filter { $0.attributes["data-as"] == "argument" }.map { $0.attributes["data-place"] }
    #expect(places == (before == nil ? [nil, nil] : ["0", "1"]))
  }

  @Test(
    "A field has buttons for the days that its parameter offers, and a birth date has none",
    arguments: [
      (ValueKind.day, "today tomorrow yesterday"), (.dayLookingBack, "today yesterday"),
      (.dueDay, "today tomorrow"), (.birthDate, nil),
    ] as [(ValueKind<CalendarDay>, String?)])
  func nearDays(kind: ValueKind<CalendarDay>, days: String?) {
    var form = ServedPages.form()
    form.fields = [ServedForm.Field(Option("day", kind).description, values: [])]
    let field = HTMLReader(ServedPages.page(.form(form)).html).elements
      .first { $0.attributes["name"] == "day" }
    #expect(field != nil && field?.attributes["data-day"] == days)
  }

  @Test("A day that only a word takes away has a calendar and no buttons of days")
  func calendarAlone() {
    let kind = ValueKind<CalendarDay?>("DAY|none", completion: .words(["none"])) { _, _ in nil }
    var form = ServedPages.form()
    form.fields = [ServedForm.Field(Option("day", kind.nothing("none")).description, values: [])]
    let field = HTMLReader(ServedPages.page(.form(form)).html).elements
      .first { $0.attributes["name"] == "day" }
    #expect(field?.attributes["data-day"] == "")
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

  @Test(
    "A phone number can be called and sent a text, with its extension in the call alone",
    arguments: [
      ("Phone", "555-010-1234", ["sms:5550101234", "tel:5550101234"]),
      ("Phone", "+1 (555) 010-1234 x12", ["sms:+15550101234", "tel:+15550101234;ext=12"]),
      ("Phone", "555-0101 or 555-0102", []), ("Number", "555-010-1234", []),
    ])
  func phones(label: String, value: String, links: [String]) {
    let page = Page(title: "x") { Facts([Fact(label, value)]) }
    let found = HTMLReader(ServedPages.page(.page(page)).html)["a"]
      .compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("tel:") || $0.hasPrefix("sms:") }
    #expect(found == links)
  }

  @Test("A fact that names records leads to them")
  func factsLead() {
    let page = Page(title: "x") {
      Facts([
        Fact("School", "s2 Kent"), Fact("Coaches", "c4 Lee, Ana; c5 Diaz, Rosa"),
        Fact("Size", "2 MB"),
      ])
    }
    let links = HTMLReader(ServedPages.page(.page(page)).html)["a"]
      .compactMap { $0.attributes["href"] }
    #expect(["/s2", "/c4", "/c5"].allSatisfy { links.contains($0) } && !links.contains("/2"))
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

  @Test(
    "A field that offers words says that others may be written",
    arguments: [
      ("TEXT", "Choose one from the list or write your own words."),
      ("A,B", "Choose from the list or write your own words, with commas between them."),
    ])
  func suggested(placeholder: String, hint: String) {
    let kind = ValueKind<String>(placeholder, completion: .suggested("positions")) { text, _ in
      text
    }
    let position = Option("position", kind, "Position").description
    let offered = ServedForm.Field(position, choices: [.init("Pitcher", "Pitcher")])
    #expect(offered.hint == hint && ServedForm.Field(position).hint == nil)
  }

  @Test(
    "A list begins with \"Choose\", unless a value is stored that cannot be removed",
    arguments: [
      ([], nil, false, true), (["good"], nil, false, true), (["good"], ["good"], false, false),
      (["good"], ["good"], true, true), ([], ["good"], false, true),
    ] as [([String], [String]?, Bool, Bool)])
  func choose(values: [String], stored: [String]?, canBeEmptied: Bool, begins: Bool) {
    var mood = Option("mood", ServedPages.mood, "Mood")
    if canBeEmptied { mood = mood.emptied(by: .word("none")) }
    var field = ServedForm.Field(mood.description, values: values)
    field.began = stored
    field.isOneLine = true
    var form = ServedPages.form()
    form.fields = [field]
    let html = ServedPages.page(.form(form)).html
    #expect(html.contains("<select id=\"f-mood\""))
    #expect(html.contains(">Choose</option>") == begins)
  }

  @Test("A list with a choice that applies anyway begins with that one alone")
  func assumedChoice() throws {
    var field = ServedForm.Field(
      Option("mood", ServedPages.mood, "Mood").assuming("good").description)
    field.isOneLine = true
    var form = ServedPages.form()
    form.fields = [field]
    let reader = HTMLReader(ServedPages.page(.form(form)).html)
    let chosen = reader["option"].filter { $0.attributes["selected"] != nil }
    #expect(chosen.map { $0.attributes["value"] } == ["good"])
    #expect(!reader["option"].contains { $0.attributes["value"] == "" })
  }

  @Test("Of buttons one that applies anyway is chosen until another is")
  func assumedButton() throws {
    for (values, chosen) in [([], "good"), (["very-bad"], "very-bad")] as [([String], String)] {
      var form = ServedPages.form()
      form.fields = [
        ServedForm.Field(
          Option("mood", ServedPages.mood, "Mood").assuming("good").description, values: values)
      ]
      let reader = HTMLReader(ServedPages.page(.form(form)).html)
      let marked = reader["input"].filter { $0.attributes["checked"] != nil }
      #expect(marked.map { $0.attributes["value"] } == [chosen])
    }
  }

  @Test("A form on top of a section is that of its command, but short; a saved page has none")
  func writing() throws {
    let form = SectionForm("Log <it>", "interactions log", button: "Log")
    let page = Page(title: "School") { Section("Timeline", writing: form) { Paragraph("Calls") } }
    var served = ServedPages.page(.page(page))
    #expect(!served.html.contains("fields writing"))
    let link = #"<a href="/interactions/log">Log &lt;it&gt;</a>"#
    #expect(served.html.contains(link), "Without the form its command can be opened.")
    var inPlace = ServedPages.form(["on": ["today"], "with": ["s1"]])
    inPlace.title = form.title
    inPlace.submit = form.button
    inPlace.cancel = nil
    inPlace.inPlace = Set(inPlace.fields.map(\.parameter.name)).subtracting(["sentiment"])
    for index in inPlace.fields.indices { inPlace.fields[index].isOneLine = true }
    inPlace.fields[1].isFixed = true
    served.inPlace = ["interactions log": inPlace]
    let shown = try #require(served.html.split(separator: "fields writing").last)
    let sent = try #require(shown.split(separator: "</form>").first)
    for part in [
      #"aria-label="Log &lt;it&gt;""#, #"name="_token""#, ">Log</button>",
      #"name="_command" value="interactions log""#,
      #"<input type="hidden" name="with" value="s1">"#, #"id="f-on""#,
    ] { #expect(sent.contains(part), "\(part)") }
    for part in ["autofocus", "Save and add", "Cancel", "<h1", "fieldset", "primary"] {
      #expect(!sent.contains(part), "\(part)")
    }
    let halves = sent.split(separator: "<details")
    #expect(halves.first?.contains("name=\"note\"") == true)
    #expect(halves.last?.contains("<select id=\"f-sentiment\"") == true && halves.count == 2)
    #expect(HTMLTests.faults(of: served.html, isServed: true) == [] && !served.html.contains(link))
    let saved = HTMLRenderer.render(page)
    #expect(!saved.contains("<form") && !saved.contains("interactions log"))
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

  @Test(
    "A form begins with what it needs, and with the first button of a choice",
    arguments: [(["role", "name"], "f-name"), (["role"], "f-role-0")])
  func focusOfChoice(names: [String], id: String) {
    let role = ValueKind<String>("one|two", completion: .words(["one", "two"])) { text, _ in text }
    let parameters = [
      Option("role", role, "Role").description,
      Option("name", .text(), "Name").neededInForm.description,
    ].filter { names.contains($0.name) }
    let command = CommandDescription(
      noun: "rooms", verb: "upload", summary: "Bring a room.", mode: .writes,
      parameters: parameters)
    let form = ServedForm(
      command, fields: parameters.map { ServedForm.Field($0) }, action: "/command")
    let html = ServedPages.page(.form(form)).html
    #expect(html.contains("Save and add another"))
    let focused = HTMLReader(html)["input"]
      .filter { $0.attributes["autofocus"] != nil && $0.attributes["name"] != "_command" }
    #expect(focused.map { $0.attributes["id"] } == [id])
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
}
