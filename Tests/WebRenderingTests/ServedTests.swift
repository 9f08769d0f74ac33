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

  @Test(
    "One action of a page is primary, and only where it changes something or is said to lead",
    arguments: [
      ("schools add", false, true), ("schools add s1", false, true),
      ("tasks complete t1", false, true), ("schools board", false, false),
      ("schools board", true, true),
    ])
  func primary(command: String, leads: Bool, isPrimary: Bool) {
    var first = CommandLink("First", command)
    first.leads = leads
    let page = Page(title: "Schools") {
      Paragraph("x")
      Links([first])
    }
    var served = ServedPages.page(.page(page))
    served.actions = [CommandLink("Add a school", "schools add")]
    #expect(served.html.contains("links leads") == isPrimary)
  }

  @Test("The primary action stands before the page's other links, wherever the page has it")
  func primaryFirst() {
    let page = Page(title: "Packet") {
      Paragraph("x")
      Links([CommandLink("Members", "members"), CommandLink("Numbers", "numbers").leading()])
    }
    let links = HTMLReader(ServedPages.page(.page(page)).html)["a"]
      .compactMap { $0.attributes["href"] }.filter { ["/members", "/numbers"].contains($0) }
    #expect(links == ["/numbers", "/members"])
  }

  @Test("The title of a page begins with the number of unread notifications")
  func unreadInTitle() {
    var served = ServedPages.page(.page(Page(title: "Inbox") { Paragraph("x") }))
    #expect(served.html.contains("<title>Inbox"))
    served.titleCount = "3"
    #expect(served.html.contains("<title>(3) Inbox"))
  }

  @Test("What deletes stands last in a menu, apart from the rest")
  func deletesLast() throws {
    let page = Page(title: "Kent") {
      Paragraph("x")
      Links(
        ["log", "edit", "tier", "delete", "verify"].map {
          CommandLink("Now \($0)", "schools \($0) s1")
        })
    }
    let html = ServedPages.page(.page(page)).html
    let menu = html[try #require(html.firstRange(of: "More that can be done here")).upperBound...]
    let verify = try #require(menu.firstRange(of: ">Now verify<"))
    let delete = try #require(menu.firstRange(of: ">Now delete<"))
    #expect(verify.upperBound < delete.lowerBound)
    #expect(menu[verify.upperBound..<delete.lowerBound].contains("class=\"taking-away\""))
    #expect(html.ranges(of: "taking-away").count == 1)
  }

  @Test("A command beside the title is not offered by an empty list too, and has its words")
  func emptyList() throws {
    let page = Page(title: "Schools") {
      EmptyState(
        "No schools yet",
        links: [
          CommandLink("Add your first school", "schools add"), CommandLink("Why?", "schools why"),
        ])
    }
    var served = ServedPages.page(.page(page))
    let alone = served.html
    #expect(alone.contains("Add your first school") && !alone.contains("toolbar"))
    served.actions = [CommandLink("One more school", "schools add")]
    let html = served.html
    #expect(html.ranges(of: ">Add your first school<").count == 1)
    #expect(!html.contains("One more school"))
    let list = try #require(html.firstRange(of: "class=\"empty\""))
    #expect(!html[list.lowerBound...].contains("Add your first school"))
    #expect(html[list.lowerBound...].contains("Why?") && html.contains("links leads"))
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
    let links = HTMLReader(ServedPages.page(.page(page)).html)["a"].map(\.attributes)
    #expect(links.filter { $0["target"] == "_blank" }.map { $0["href"] } == ["/preview"])
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

  @Test("The button for what is new is in the document where each window shows it")
  func orderOfNavigation() {
    let reader = HTMLReader(ServedPages.page(.commandLine).html)
    let order = reader.elements.compactMap { element -> String? in
      switch element.name {
      case "li": element.attributes["class"].flatMap { $0.contains("-only") ? $0 : nil }
      case "button": element.attributes["popovertarget"]
      default: nil
      }
    }
    #expect(
      order == [
        "bar", "opens-quick wide-only", "quick", "wide-only", "wide-only",
        "opens-quick narrow-only", "quick", "more",
      ])
  }

  @Test("Style sheet and script keep to their sizes and load nothing")
  func assets() {
    #expect(Assets.styleSheet.utf8.count < 40 * 1_024)
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

  @Test("What is said of a command before the page stands on top of it, with its undo")
  func outcome() throws {
    let html = ServedPages.page(.page(Page(title: "x") {})).html
    let reader = HTMLReader(html)
    let region = try #require(reader["div"].first { $0.attributes["id"] == "outcome" })
    #expect(region.attributes["role"] == nil, "the script says it, once")
    #expect(html.contains("name=\"_step\" value=\"41\""))
    #expect(reader["button"].contains { $0.attributes["aria-label"] == "Undo: complete t19" })
  }

  @Test("The words of a long outcome are cut, unless they say what went wrong")
  func cutOutcome() {
    for tone in Tone.allCases {
      var page = ServedPages.page(.page(Page(title: "x") { Message("Shown", tone: tone) }))
      page.outcome = ServedOutcome([Message("Done", details: ["9 of 23"], tone: tone)])
      let cut = HTMLReader(page.html)["div"].count { $0.attributes["class"] == "cut" }
      #expect(cut == ([.danger, .warning, .caution].contains(tone) ? 0 : 1), "\(tone)")
    }
  }
  @Test("An outcome that asks a question or says what went wrong stays until it is closed")
  func stayingOutcome() {
    let question = CommandLink("Set Kent State to offer received?", "schools status s3 offer")
    for tone in Tone.allCases {
      for links in [[], [question]] {
        var page = ServedPages.page(.page(Page(title: "x") {}))
        page.outcome = ServedOutcome([
          Message("Saved."), Message("Logged the offer.", tone: tone, links: links),
        ])
        let stays = !links.isEmpty || [.danger, .warning, .caution].contains(tone)
        let classes = HTMLReader(page.html)["div"].compactMap { $0.attributes["class"] }
        #expect(classes.contains("said stays") == stays, "\(tone) \(links)")
        #expect(classes.contains("said") == !stays, "\(tone) \(links)")
      }
    }
    #expect(Assets.script.contains("said.matches(\".stays\")"))
  }
}
