import FeatureKit
import Hypertext

/// Writes the controls above a list: search, filters, sorting and selection. They are made from the
/// options of the command that shows the list.
extension HTMLBody {
  /// Writes the commands beside the page's title, first the one that says that it is the page's
  /// primary action. If there are more than four, three are shown and the others are in a menu. A
  /// filter is shown there too if the list has no other controls.
  func toolbar(_ offered: [CommandLink]) -> Markup {
    var seen: Set<String> = []
    var all = (offered + actions).filter { seen.insert($0.command).inserted }
    if let place = all.firstIndex(where: \.leads) {
      let primary = all.remove(at: place)
      all.insert(primary, at: 0)
    }
    let filter = hasFilterAlone ? listingControls : .nothing
    guard !all.isEmpty || hasFilterAlone else { return .nothing }
    let shown = all.count > 4 ? Array(all.prefix(3)) : all
    let more = controls.menu(
      Array(all.dropFirst(shown.count)), called: "More that can be done here", "More")
    return .block(
      "div", ["class": "toolbar"],
      [
        shown.isEmpty ? .nothing : controls.list(shown, leads(shown) ? "links leads" : "links"),
        more, filter,
      ])
  }

  /// Returns whether the first link is the page's primary action. It is one if its command changes
  /// data at once, or if it is one of the commands that the web server adds to the page
  /// (`actions`). A link that only opens another page is primary if it says so itself.
  private func leads(_ links: [CommandLink]) -> Bool {
    guard let first = links.first else { return false }
    if first.leads { return true }
    if case .action? = options.target(first.command) { return true }
    return actions.contains {
      first.command == $0.command || first.command.hasPrefix($0.command + " ")
    }
  }

  /// The filter whose values are buttons side by side. It is nil if the list has none, or if the
  /// page itself has links that filter the list.
  private var chips: ServedForm.Field? { hasOwnChips ? nil : listing?.chips }

  /// Whether the page has a filter menu and no other control above its list, such as a search
  /// field. The menu is then shown beside the page's title.
  var hasFilterAlone: Bool {
    guard let listing, bulk.isEmpty, chips == nil, listing.search == nil, listing.sort == nil
    else { return false }
    return !listing.filters(besides: nil).isEmpty
  }

  var listingControls: Markup {
    guard let listing else { return .nothing }
    let (chips, sort) = (self.chips, listing.sort)
    let search = listing.search.flatMap { $0.problem == nil ? $0 : nil }
    let others = listing.filters(besides: chips)
    guard chips != nil || search != nil || sort != nil || !others.isEmpty else { return .nothing }
    // The search form sends the chosen filter and the sort order as hidden fields. Without them, a
    // search would reset both.
    let kept = listing.fields.filter { field in
      let name = field.parameter.name
      return !others.contains { $0.parameter.name == name }
        && (name == chips?.parameter.name || listing.ordering.contains(name))
    }.flatMap { field in
      field.values.filter { !$0.isEmpty }.map { FormField(field.parameter.name, $0) }
    }
    let refused = others.first { $0.problem != nil }?.parameter.name
    let filters = others.map {
      ServedFields(listing, controls).markup(of: $0, isFirst: $0.parameter.name == refused)
    }
    // An argument, such as the month or the range of days, says what the page is about. It does not
    // count as a filter.
    let isFiltered = others.contains {
      $0.parameter.role != .argument && $0.isFilled
        && $0.inForce?.lowercased() != $0.parameter.assumed
    }
    let target = controls.fetched(
      listing.action, asking: Set(listing.fields.map(\.parameter.name)))
    return .block(
      "div", ["class": "listing"],
      [
        chips.map { chipList($0, of: listing) } ?? .nothing,
        .block(
          "form",
          ["method": "get", "action": target.action, "role": "search", "aria-label": "This list"],
          [
            target.fields,
            .lines(kept.map { controls.hidden($0) }),
            search.map { field in
              .lines([
                .void(
                  "input",
                  [
                    "type": "search", "id": "f-search", "name": "search",
                    "value": field.values.first, "aria-label": "Search",
                    "placeholder": "Search \(listing.command.noun)...",
                  ])
              ])
            } ?? .nothing,
            others.isEmpty
              ? .nothing
              : .block(
                "details",
                [
                  "class": isFiltered ? "menu filtered" : "menu",
                  "open": refused == nil ? nil : "",
                ],
                [
                  .element(
                    "summary", [:],
                    [.words(isFiltered ? "Filtered" : "Filter")]),
                  .block(
                    "div", ["class": "sheet"],
                    filters + [
                      .block(
                        "p", ["class": "buttons"],
                        [
                          .element(
                            "button", ["type": "submit", "class": "primary"], [.words("Apply")]),
                          .element("a", ["href": listing.unfiltered], [.words("Clear")]),
                        ])
                    ]),
                ]),
            search == nil
              ? .nothing
              : .element("button", ["type": "submit", "class": "go"], [.words("Search")]),
          ]),
        bulk.isEmpty
          ? .nothing
          : .element(
            "label", ["class": "chip choosing"],
            [
              .void("input", ["type": "checkbox", "id": "choosing"]), .words("Select several"),
            ]),
        sort.map { headings($0, of: listing) } ?? .nothing,
      ])
  }

  /// Writes the sort orders as links above the rows. Pressing the current order reverses it.
  private func headings(_ field: ServedForm.Field, of listing: ServedForm) -> Markup {
    guard let words = field.parameter.closedChoices else { return .nothing }
    let placed = columns.compactMap(\.order)
    let items = words.map { word in
      return Markup.element(
        "li", ["class": placed.contains(word) ? "placed" : nil],
        [sorting(by: word, called: word.asChoice, field, of: listing)])
    }
    let name = Markup.element("li", ["aria-hidden": "true"], [.words("Sort by")])
    return .block(
      "ul",
      [
        "class": placed.count == words.count ? "chips sorts placed" : "chips sorts",
        "role": "list", "aria-label": "Sort by",
      ], [name] + items)
  }

  /// Returns the link that sorts the list by an order. Pressing the current order reverses it.
  private func sorting(
    by word: String, called label: String, _ field: ServedForm.Field, of listing: ServedForm
  ) -> Markup {
    let turns = listing.fields.contains { $0.parameter.name == "reverse" }
    let isTurned = listing.fields.contains { $0.parameter.name == "reverse" && $0.isFilled }
    let isCurrent = word.lowercased() == field.inForce?.lowercased()
    let sign = isTurned ? " ↑" : " ↓"
    let spoken = isTurned ? ", the other way round" : ""
    return .element(
      "a",
      [
        "href": listing.address(with: [
          "sort": word, "reverse": isCurrent && turns && !isTurned ? "yes" : "",
        ]), "aria-current": isCurrent ? "true" : nil,
        "aria-label": isCurrent ? label + spoken : nil,
      ], [.words(label + (isCurrent && turns ? sign : ""))])
  }

  /// Returns the headings of a list's columns, which a wide window shows above the rows. If the
  /// list can be sorted by a column, the column's heading is a link that does so.
  func headings(of list: RowList) -> Markup {
    let sort = listing?.sort
    let hasBoxes = list.rows.contains { $0.marker?.isBox == true }
    let before = [
      bulk.isEmpty ? Markup.nothing : .element("span", ["class": "pick"], []),
      hasBoxes ? .element("span", ["class": "ticks"], []) : .nothing,
    ]
    var widths = list.columns.indices.map { Self.width(of: $0, in: list) }
    // The first column takes the remaining width if every column has a fixed width.
    if !widths.contains(nil) { widths[0] = nil }
    let heads = zip(list.columns, widths).map { column, width -> Markup in
      guard let listing, let sort, let order = column.order,
        sort.parameter.closedChoices?.contains(order) == true
      else {
        return .element("span", ["class": width, "aria-hidden": "true"], [.words(column.label)])
      }
      return .element(
        "span", ["class": width], [sorting(by: order, called: column.label, sort, of: listing)])
    }
    let handle =
      options.showsHandles ? Markup.element("span", ["class": "narrow"], []) : .nothing
    // In a row with a checkbox, pressing the checkbox runs the first link. So only the further
    // links of such a row need a column.
    let hasActs = list.rows.contains { $0.links.count > (hasBoxes ? 1 : 0) }
    let acts = hasActs ? Markup.element("span", ["class": "acts"], []) : .nothing
    return .block("div", ["class": "heads sorts"], before + heads + [acts, handle])
  }

  /// Returns the CSS class for the width of a column. It depends on what kind of values the column
  /// has, so that the columns keep their places when the order changes. The result is nil for a
  /// column that gets an equal share of the remaining width.
  private static func width(of place: Int, in list: RowList) -> String? {
    guard place > 0 else { return "first" }
    let cells = list.rows.compactMap { row in
      row.cells.indices.contains(place - 1) ? row.cells[place - 1] : nil
    }
    if cells.contains(where: { if case .badge = $0 { true } else { false } }) { return "broad" }
    if place == list.columns.count - 1, list.rows.contains(where: { $0.trailing != nil }) {
      return "day"
    }
    // Columns of short values are narrow. Examples are a tier, which is one letter, and a fit,
    // which has two digits.
    let isShort = cells.allSatisfy {
      if case .text(let text, _) = $0 { text.count <= 3 } else { false }
    }
    let hasShortLabel = list.columns[place].label.count <= 5
    return hasShortLabel && isShort && !cells.isEmpty ? "narrow" : nil
  }

  private func chipList(_ field: ServedForm.Field, of listing: ServedForm) -> Markup {
    guard case .words(let words) = field.parameter.completion else { return .nothing }
    let value = field.inForce?.lowercased() ?? ""
    // The empty choice, which is labeled "All", removes the filter. A command with the choice `all`
    // has no empty choice: without a filter, such a command may use the filter that the person
    // chose last, which only `all` removes.
    let choices = (words.contains("all") ? [] : [""]) + words
    return .block(
      "ul", ["class": "chips", "role": "list", "aria-label": field.label],
      choices.map { word in
        .element(
          "li", [:],
          [
            .element(
              "a",
              [
                "class": "chip",
                "href": listing.address(with: [field.parameter.name: word]),
                "aria-current": word.lowercased() == value ? "true" : nil,
              ], [.words(word.isEmpty ? "All" : field.parameter.words(ofChoice: word))])
          ])
      })
  }

  /// The form with the buttons for all selected rows. It is hidden until a row is selected.
  var bulkBar: Markup {
    guard !bulk.isEmpty else { return .nothing }
    return .block(
      "form", ["method": "post", "action": commandAddress, "id": "bulk", "class": "bulk"],
      [
        .lines(options.formFields.map { controls.hidden($0) }),
        .element("p", [:], [.words("With those selected:")]),
        .lines(
          bulk.map { link in
            .element(
              "button", ["type": "submit", "name": "_command", "value": link.command],
              [.words(link.label)])
          }),
      ])
  }
}

extension ServedForm {
  var search: Field? { fields.first { $0.parameter.name == "search" } }

  /// The names of the options that order the list.
  var ordering: [String] { sort == nil ? [] : ["sort", "reverse"] }

  /// Returns the options that the filter menu shows: those without another control on the page, and
  /// those with a problem, because the menu shows the problem beside the field.
  func filters(besides chips: Field?) -> [Field] {
    let apart = ordering + [search, chips].compactMap { $0?.parameter.name }
    return fields.filter { $0.problem != nil || !apart.contains($0.parameter.name) }
  }

  /// The first option of the list command, other than `sort`, that takes one of two to seven
  /// possible values. The page shows the values as buttons side by side.
  ///
  /// It is nil if the command has no such option.
  var chips: Field? {
    fields.first { field in
      guard field.parameter.name != "sort", !field.parameter.isRepeated,
        let words = field.parameter.closedChoices
      else { return false }
      return (2...7).contains(words.count)
    }
  }

  /// The option `sort` of the list command. It is nil if the command has none, or if the option
  /// also accepts values that no fixed list names.
  var sort: Field? {
    fields.first { $0.parameter.name == "sort" && $0.parameter.closedChoices?.isEmpty == false }
  }

  /// Returns the form with the choices that the program remembers for the person, such as filters,
  /// in the fields for which the command line has no value.
  func filled(with remembered: [String: String]) -> ServedForm {
    guard !remembered.isEmpty else { return self }
    var form = self
    for index in form.fields.indices where form.fields[index].values.isEmpty {
      if let value = remembered[form.fields[index].parameter.name] {
        form.fields[index].values = [value]
      }
    }
    return form
  }

  /// The address of the list without filters. It contains the default of each option. If an option
  /// were left out of the address, the choice that the program remembers for the person would
  /// apply.
  fileprivate var unfiltered: String {
    let assumed = fields.filter(\.isFilled).compactMap { field in
      field.parameter.name == "sort"
        ? nil : field.parameter.assumed.map { (field.parameter.name, $0) }
    }
    return address(asking: assumed)
  }

  /// Returns the address of the list with the current values of its options. Values in `changes`
  /// replace current ones, and values that the command refused are left out.
  func address(with changes: [String: String]) -> String {
    let pairs = fields.flatMap { field -> [(String, String)] in
      let name = field.parameter.name
      let values = field.problem == nil ? field.values : []
      return changes[name].map { [(name, $0)] } ?? values.map { (name, $0) }
    }.filter { !$0.1.isEmpty }
    return address(asking: pairs)
  }

  private func address(asking pairs: [(String, String)]) -> String {
    guard !pairs.isEmpty else { return action }
    let query = pairs.map { $0.0 + "=" + PercentEncoding.encoded($0.1) }.joined(separator: "&")
    return action + (action.contains("?") ? "&" : "?") + query
  }
}

extension ServedForm.Field {
  /// The choice that applies to the list: the chosen one, or else the default of the option.
  fileprivate var inForce: String? {
    values.first { !$0.isEmpty } ?? parameter.assumed
  }
}
