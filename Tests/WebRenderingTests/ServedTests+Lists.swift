import CivilTime
import FeatureKit
import FeatureTesting
import Palette
import Testing

@testable import WebRendering

// Lists, boards and months.
extension ServedTests {
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
          && $0.attributes["placeholder"] == "Search interactions..."
      })
  }

  /// Each case: a page, the controls above its list, and whether they are beside its title.
  @Test(
    "A filter that is the only control of a list stands beside the title",
    arguments: [
      (["note"], true), (["note", "search"], false), (["note", "sort"], false),
      (["note", "status"], false), (["search"], false), ([], nil),
    ] as [([String], Bool?)])
  func filterAlone(_ options: [String], isBesideTitle: Bool?) throws {
    var listing = ServedPages.listing
    let note = ServedForm.Field(Option("note", .text(), "Only with this note").description)
    listing.fields = (listing.fields + [note]).filter { options.contains($0.parameter.name) }
    var page = ServedPages.page(.page(Page(title: "Schools") { RowList([]) }))
    page.listing = listing
    let reader = HTMLReader(page.html)
    let title = try #require(
      reader.elements.firstIndex { $0.attributes["class"] == "page-title" })
    let inTitle = reader.elements[(title + 1)...].prefix {
      $0.depth > reader.elements[title].depth
    }
    func isListing(_ element: HTMLReader.Element) -> Bool {
      element.attributes["class"] == "listing"
    }
    #expect(reader.elements.count(where: isListing) == (isBesideTitle == nil ? 0 : 1))
    #expect(inTitle.contains(where: isListing) == (isBesideTitle ?? false))
  }

  @Test("A list is filtered by an option, and not by the argument that says what it is about")
  func filtered() {
    func isFiltered(by parameter: ParameterDescription) -> Bool {
      var listing = ServedPages.listing
      listing.fields.append(ServedForm.Field(parameter, values: ["may"]))
      var page = ServedPages.page(.page(Page(title: "Calendar") { RowList([]) }))
      page.listing = listing
      return page.html.contains("Filtered")
    }
    #expect(isFiltered(by: Option("note", .text(), "Only with this note").description))
    #expect(!isFiltered(by: Argument("month", .text(), "The month").description))
  }

  @Test("Several rows are chosen only where there are rows to choose", arguments: [nil, "t1"])
  func choosing(_ handle: String?) {
    let page = Page(title: "x") {
      Section("y") { RowList([Row("A", handle: handle, spoken: "A")]) }
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
  func columnsOfList() throws {
    var row = Row("Ohio", handle: "s1", spoken: "Ohio")
      .showing([Badge("Contacted"), Badge("Planned")], trailing: Badge("Feb 6"), detail: "Tier A")
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
    let heads = try #require(
      reader.elements.firstIndex { $0.attributes["class"] == "heads sorts" })
    let widths = reader.elements[(heads + 1)...].prefix { $0.depth > reader.elements[heads].depth }
      .filter { $0.name == "span" }.map { $0.attributes["class"] }
    #expect(widths == ["first", "broad", "narrow", nil, "day"], "a width for each kind")
    row.cells.remove(at: 2)
    let fewer = Page(title: "Schools") {
      RowList([row], columns: columns.filter { $0.label != "Town" })
    }
    served.content = .page(fewer)
    let spans = HTMLReader(served.html)["span"].map { $0.attributes["class"] }
    #expect(spans.contains("broad") && !spans.contains("first"), "the first column has the rest")
    #expect(served.html.contains("class=\"unplaced\""))
    #expect(reader["li"].contains { $0.attributes["class"] == "placed" })
    #expect(!HTMLRenderer.render(page).contains("class=\"columns\""))
  }

  @Test("A screen reader hears a value once that both a column and the sentence of its row show")
  func heardOnce() {
    var row = Row(
      "Rivera, Ana", handle: "i1", spoken: "Rivera, Ana, Camp invitation, Email. When: Feb 6."
    )
    .showing([Badge("Email")], trailing: Badge("Feb 6"), preview: "Camp invitation")
    row.cells = [.badge(Badge("Email")), .text("Oak State"), .text("Feb 6", tone: .muted)]
    func hidden(_ row: Row) -> [HTMLReader.Element] {
      let page = Page(title: "Interactions") {
        RowList([row], columns: row.cells.map { _ in .init("Column", order: nil) })
      }
      let reader = HTMLReader(ServedPages.page(.page(page)).html)
      return (reader["span"] + reader["p"]).filter {
        let name = $0.attributes["class"] ?? ""
        return (name.hasPrefix("cell") || name == "detail preview")
          && $0.attributes["aria-hidden"] == "true"
      }
    }
    #expect(hidden(row).count == 3, "the badge, the day and the line of text")
    row.spoken = "Rivera, Ana"
    #expect(hidden(row).count == 2, "a line of text that the sentence does not contain is heard")
    row.cells[1] = .text("Feb 6")
    #expect(hidden(row).count == 2, "another column with the same text is heard")
    row.trailing = nil
    #expect(hidden(row).count == 1, "without a last value the sentence contains no column")
    (row.cells[1], row.detail) = (.text("Oak State"), "Oak State")
    #expect(hidden(row).count == 1, "the detail is heard")
    row.isDetailSpoken = true
    #expect(hidden(row).count == 2, "a detail that the sentence says in other words is not heard")
  }

  @Test("A box ticks where its command acts, and does not where nothing may be changed")
  func ticks() {
    func row(_ links: [CommandLink]) -> HTMLReader {
      let page = Page(title: "x") {
        RowList([Row("A", .unchecked, handle: "t1", spoken: "A").offering(links)])
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

  @Test(
    "The primary action of a page in a row has words, also beside a checkbox",
    arguments: [nil, Marker.unchecked])
  func primaryInRow(marker: Marker?) {
    let row = Row("A", marker, spoken: "A")
      .offering(
        [CommandLink("Mark as done", "tasks complete t1"), CommandLink("See", "tasks show t1")],
        leads: true)
    let html = ServedPages.page(.page(Page(title: "x") { RowList([row]) })).html
    #expect(html.contains("class=\"acts leads\"") && html.contains(">Mark as done</button>"))
    #expect(HTMLReader(html)["summary"].contains { $0.attributes["title"] == "More" })
  }

  @Test("A row whose links are to be shown has each as a button with words, and no menu")
  func shownLinks() {
    let row = Row("A", .locked, spoken: "A")
      .offering(
        [
          CommandLink("Complete", "tasks complete t1", isEnabled: false),
          CommandLink("All 3 done", "tasks complete t1 t2 t3"), CommandLink("Skip", "toggle skip"),
        ], showsLinks: true)
    let html = ServedPages.page(.page(Page(title: "x") { RowList([row]) })).html
    #expect(html.contains("class=\"acts shown\""))
    #expect(html.contains(">All 3 done</button>") && html.contains(">Skip</button>"))
    #expect(!html.contains("More: A"))
  }

  /// Each case: the links of a row, the link that is an icon, and how many links are in the menu.
  @Test(
    "A row has one link, as an icon with a name if its command has one, and the others in a menu",
    arguments: [
      ([("Edit", "performance edit m1"), ("Delete", "performance delete m1")], "Edit", 1),
      ([("Log the e-mail", "interactions log email c1")], nil, 0),
      ([("See", "tasks show t1"), ("Mark as done", "tasks complete t1")], nil, 1),
      ([("Let Ana help", "family allow p2"), ("Remove", "family remove p2")], nil, 1),
      ([("All 3 done", "tasks complete t1 t2 t3"), ("Skip", "toggle skip")], nil, 2),
      ([("Mark as read", "notifications read complete")], nil, 0),
      ([("Delete", "performance delete m1")], nil, 1),
      ([("Restore", "restore toggle")], nil, 0),
      ([("This", "toggle this"), ("That", "toggle that")], nil, 2), ([], nil, 0),
    ] as [([(String, String)], String?, Int)])
  func actions(links: [(String, String)], icon: String?, inMenu: Int) {
    let row = Row("A", spoken: "A")
      .offering(links.map { CommandLink($0.0, $0.1, spoken: "\($0.0) A") })
    let page = Page(title: "x") { RowList([row]) }
    let html = ServedPages.page(.page(page)).html
    let reader = HTMLReader(html)
    #expect(links.allSatisfy { $0.0 == icon || html.contains(">\($0.0)</") })
    let icons = (reader["a"] + reader["button"]).filter { $0.attributes["title"] != nil }
    let names = icon.map { [$0] } ?? []
    #expect(icons.compactMap { $0.attributes["title"] } == names)
    #expect(icons.compactMap { $0.attributes["aria-label"] } == names.map { "\($0) A" })
    let menus = reader.elements.indices.filter {
      reader.elements[$0].attributes["class"] == "menu"
    }
    #expect(menus.count == (inMenu == 0 ? 0 : 1))
    for menu in menus {
      let inside = reader.elements[(menu + 1)...].prefix {
        $0.depth > reader.elements[menu].depth
      }
      #expect(inside.count { $0.name == "li" } == inMenu)
      #expect(
        inside.first { $0.name == "summary" }?.attributes["aria-label"] == "More: A")
    }
    #expect(!HTMLRenderer.render(page).contains("class=\"menu\""), "a saved page shows all")
  }

  @Test(
    "The person of a row is written to, sent a text and called by links with names",
    arguments: [
      ([.mail("ana@cedar.example.edu")], ["Write to Ana"]),
      ([.phone("555-010-1234")], ["Text Ana", "Call Ana"]),
      (
        [.mail("ana@cedar.example.edu"), .phone("555-010-1234")],
        ["Write to Ana", "Text Ana", "Call Ana"]
      ),
      ([.mail("at school"), .phone("ask")], []), ([], []),
    ] as [([Row.Address], [String])])
  func addresses(_ addresses: [Row.Address], names: [String]) {
    for links in [[], [CommandLink("Log", "interactions log c1")]] {
      var row = Row("Ana", handle: "c1", spoken: "Ana").offering(links)
      row.addresses = addresses
      let page = Page(title: "x") { RowList([row]) }
      let ways = HTMLReader(ServedPages.page(.page(page)).html)["a"].filter { link in
        let address = link.attributes["href"] ?? ""
        return ["mailto:", "sms:", "tel:"].contains { address.hasPrefix($0) }
      }
      #expect(ways.compactMap { $0.attributes["aria-label"] } == names)
    }
  }

  @Test("A card of a board has one control with the commands that move it; a saved board has none")
  func board() throws {
    func card(_ current: Bool) -> Row {
      Row("Oak <State>", handle: "s1", spoken: "Oak State")
        .offering(moves: [
          CommandLink("Contacted", "complete contacted", isCurrent: current),
          CommandLink("Interested", "complete interested"),
        ])
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
}
