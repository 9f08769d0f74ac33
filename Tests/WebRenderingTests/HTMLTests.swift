import FeatureKit
import FeatureTesting
import JSON
import Palette
import Testing

@testable import WebRendering

@Suite("HTML documents")
struct HTMLTests {
  /// Options in which every command has an address.
  ///
  /// Commands that write have an action, so they become buttons.
  static var options: HTMLOptions {
    var options = HTMLOptions { command in
      command.contains("complete") || command.contains("generate")
        ? .action("/run") : .page("/" + command.split(separator: " ").joined(separator: "/"))
    }
    options.navigation = [CommandLink("Dashboard", "dashboard"), CommandLink("Tasks", "tasks")]
    options.current = "tasks"
    options.messages = [Message("Saved.", tone: .positive)]
    return options
  }

  @Test("A value to send on is marked, so that the script adds a button that copies it")
  func toCopy() {
    let page = Page(title: "x") {
      Facts([Fact("Invitation", "Server: a", isToCopy: true), Fact("Code", "b")])
    }
    let marked = HTMLReader(HTMLRenderer.render(page, Self.options)).elements
      .filter { $0.attributes["data-copy"] != nil }
    #expect(marked.map { $0.attributes["data-copy"] } == ["Invitation"])
  }

  @Test("A page as a document", arguments: SamplePages.all.map(\.name))
  func golden(name: String) throws {
    let page = try #require(SamplePages.all.first { $0.name == name }?.page)
    let html = HTMLRenderer.render(page, Self.options)
    // The style sheet is the same in each document and has its own golden file, so it is cut out
    // here.
    let parts = html.split(separator: StyleSheet.text, maxSplits: 1).map(String.init)
    let mismatch = GoldenFile("\(name).html").mismatch(with: parts.joined(separator: "…"))
    #expect(parts.count == 2)
    #expect(mismatch == nil)
  }

  @Test("A page as JSON", arguments: SamplePages.all.map(\.name))
  func goldenJSON(name: String) throws {
    let page = try #require(SamplePages.all.first { $0.name == name }?.page)
    let text = JSONRenderer.render(page).prettyText + "\n"
    let mismatch = GoldenFile("\(name).json").mismatch(with: text)
    #expect(mismatch == nil)
  }

  @Test("The style sheet as agreed on")
  func styleSheet() {
    let mismatch = GoldenFile("style.css").mismatch(with: StyleSheet.text + "\n")
    #expect(mismatch == nil)
  }

  @Test("Every document is well-formed and accessible", arguments: SamplePages.all.map(\.name))
  func accessible(name: String) throws {
    let page = try #require(SamplePages.all.first { $0.name == name }?.page)
    for options in [Self.options, HTMLOptions()] {
      #expect(Self.faults(of: HTMLRenderer.render(page, options)) == [])
    }
  }

  @Test("Random pages are well-formed and accessible", arguments: 0..<60 as Range<UInt64>)
  func randomPages(seed: UInt64) {
    var random = RandomPages(seed: seed)
    let page = random.page()
    #expect(Self.faults(of: HTMLRenderer.render(page, Self.options)) == [])
    #expect(Self.faults(of: HTMLRenderer.render(page)) == [])
  }

  @Test("No field of any block becomes markup or steers a terminal", arguments: HostileText.samples)
  func hostileFields(text: String) {
    let page = SamplePages.filled { _ in text }
    for options in [Self.options, HTMLOptions()] {
      let html = HTMLRenderer.render(page, options)
      #expect(Self.faults(of: html) == [])
      let unseen = html.unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value)
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
      }
      #expect(unseen.isEmpty)
    }
  }

  @Test("A hostile field adds no element to a page")
  func nothingAdded() {
    func shape(_ text: String) -> [String] {
      HTMLReader(HTMLRenderer.render(SamplePages.filled { _ in text }, Self.options))
        .elements.map(\.name)
    }
    #expect(shape("<script>alert(1)</script>") == shape("plain"))
    #expect(shape("\"><img src=x onerror=alert(1)>") == shape("plain"))
  }

  @Test("Every text of a page is in its document, to be seen or heard")
  func everyText() {
    var texts: [String] = []
    let page = SamplePages.filled { field in
      texts.append("\(field)-\(texts.count);")
      return texts[texts.count - 1]
    }
    let html = HTMLRenderer.render(page, Self.options)
    // A row or a card of a page becomes one link with a spoken sentence for screen readers. The
    // document does not contain the texts that this sentence replaces.
    let replaced = [
      "opens.link.label", "opens.link.spoken", "stat.link.label", "stat.link.spoken",
      "disabled.command", "current.command", "flag.value",
    ]
    let missing = texts.filter { text in
      !html.contains(text) && !replaced.contains { text.hasPrefix($0) }
    }
    #expect(missing == [])
  }

  @Test("The name of every link, button and submit that shows its label contains the label")
  func names() {
    let page = SamplePages.filled { $0 }
    let names = HTMLReader(HTMLRenderer.render(page, Self.options)).elements
      .filter { $0.name == "a" || $0.name == "button" }
      .compactMap { $0.attributes["aria-label"] }
    // The link of a row or a card shows the title of the row or card and not the link's own label,
    // so the test leaves these links out.
    let spoken = names.filter { $0.hasSuffix("spoken") && !$0.hasSuffix("row.spoken") }
      .filter { !$0.hasSuffix("stat.spoken") }
    #expect(spoken.count > 5)
    for name in spoken {
      let end = name.split(separator: ": ").last ?? ""
      #expect(name == "\(end.dropLast("spoken".count))label: \(end)")
    }
  }

  @Test("Records are links by their names, one or several")
  func records() {
    var options = Self.options
    options.isServed = true
    let page = Page(title: "Letter") {
      Facts([
        Fact("School", "s4 Oak"), Fact("Schools", "s4 Oak; s5 Elm"),
      ])
    }
    let html = HTMLRenderer.render(page, options)
    #expect(html.contains(#"<dd><a href="/s4">Oak</a></dd>"#))
    #expect(html.contains(#"<dd><a href="/s4">Oak</a>; <a href="/s5">Elm</a></dd>"#))
  }

  @Test("A command without an address is shown to be typed")
  func typedCommands() {
    let html = HTMLRenderer.render(
      Page(title: "x") { Links([CommandLink("Filter", "tasks filter")]) })
    #expect(html.contains("<span class=\"command\">Filter <code>tasks filter</code></span>"))
    #expect(HTMLReader(html)["form"].isEmpty)
  }

  @Test("A command that acts is a button that sends it to the letter")
  func buttons() throws {
    let command = "tasks note t1 \"<b> & \u{202E}\""
    let page = Page(title: "x") { Links([CommandLink("Note", command, spoken: "Write a note")]) }
    let html = HTMLRenderer.render(page, HTMLOptions { _ in .action("/run") })
    let reader = HTMLReader(html)
    #expect(try #require(reader["form"].first).attributes["action"] == "/run")
    #expect(reader["input"].first?.attributes["value"] == "tasks note t1 \"<b> & &#x202E;\"")
    #expect(reader["button"].first?.attributes["aria-label"] == "Write a note")
  }

  @Test("Outcomes are documents of their own")
  func outcomes() {
    let documents = [
      HTMLRenderer.render(Problem(.locked, "t27 is locked.", details: ["d"], fix: "See why")),
      HTMLRenderer.render(Done("t19 is complete.")), HTMLRenderer.render(Notice("Saved.")),
      HTMLRenderer.render(
        question: "Delete 3?", details: [], agree: CommandLink("Delete", "delete --yes")),
    ]
    for html in documents { #expect(Self.faults(of: html) == []) }
    #expect(HTMLReader(documents[0])["div"].contains { $0.attributes["role"] == "alert" })
    #expect(documents[0].contains("See why"))
  }

  @Test("Words reach 4.5 to 1 and marks 3 to 1, in the light and in the dark")
  func contrast() throws {
    for scheme in [WebTheme.light, WebTheme.dark] {
      #expect(scheme.text.worstContrast(on: scheme.grounds) >= 7)
      #expect(scheme.border.worstContrast(on: scheme.grounds) >= 3)
      for tone in Tone.allCases where tone != .neutral {
        #expect(try #require(scheme.theme.text(tone)).worstContrast(on: scheme.grounds) >= 4.5)
        #expect(try #require(scheme.theme.mark(tone)).worstContrast(on: scheme.grounds) >= 3)
      }
    }
  }

  @Test("A megabyte of text in every part of a row does not hang")
  func megabyte() {
    let huge = HostileText.huge
    let page = Page(title: huge) { RowList([Row(huge, spoken: huge).showing(detail: huge)]) }
    #expect(HTMLRenderer.render(page).utf8.count > 4_000_000)
  }
}

extension HTMLTests {
  /// Returns the accessibility faults of a document.
  static func faults(of html: String, isServed: Bool = false) -> [String] {
    let reader = HTMLReader(html)
    var faults = reader.faults
    func require(_ condition: Bool, _ fault: String) { if !condition { faults.append(fault) } }

    require(reader["html"].first?.attributes["lang"] == "en", "no language")
    require(reader["title"].count == 1, "no title")
    require(reader["meta"].contains { $0.attributes["name"] == "viewport" }, "no viewport")
    require(reader["main"].count == 1, "no main")
    require(reader["a"].first?.attributes["href"] == "#main", "no skip link")
    require(reader["main"].first?.attributes["id"] == "main", "skip link leads nowhere")
    require(reader["h1"].count == 1, "not one h1")
    // A served page must not contain a live region, because its script adds one. With two of them,
    // a screen reader would announce an outcome twice.
    require(
      reader.elements.contains { $0.attributes["aria-live"] == "polite" } != isServed,
      isServed ? "a live region beside the script's" : "no live region")
    let ids = reader.elements.compactMap { $0.attributes["id"] }
    require(Set(ids).count == ids.count, "an id twice")
    for element in reader.elements {
      for key in ["aria-labelledby", "aria-describedby", "for"] {
        for id in element.attributes[key]?.split(separator: " ").map(String.init) ?? [] {
          require(ids.contains(id), "\(key) to nowhere")
        }
      }
      for key in ["src", "data", "srcset"] where !isServed {
        require(element.attributes[key] == nil, "something loaded: \(key)")
      }
    }
    let levels = reader.elements.compactMap { element in
      element.name.count == 2 && element.name.first == "h" ? Int(element.name.dropFirst()) : nil
    }
    for (above, below) in zip(levels, levels.dropFirst()) {
      require(below <= above + 1, "h\(below) after h\(above)")
    }
    let labelled = Set(reader["label"].compactMap { $0.attributes["for"] })
    for input in reader["input"] + reader["select"] + reader["textarea"]
    where input.attributes["type"] != "hidden" {
      require(
        labelled.contains(input.attributes["id"] ?? "") || input.attributes["aria-label"] != nil
          || input.attributes["id"] == "choosing", "an input without label")
    }
    for head in reader["th"] { require(head.attributes["scope"] != nil, "a th without scope") }
    for svg in reader["svg"] { require(svg.attributes["aria-hidden"] == "true", "an svg heard") }
    for bar in reader["progress"] {
      require(bar.attributes["aria-label"] != nil, "a bar without name")
    }
    require(!html.contains("http"), "an address outside")
    require(reader["script"].count == (isServed ? 1 : 0), "a script")
    require(reader["style"].count == (isServed ? 0 : 1), "a style sheet")
    require(!html.contains("@import"), "a style sheet from elsewhere")
    return faults
  }
}
