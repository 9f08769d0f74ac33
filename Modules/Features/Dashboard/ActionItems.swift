import CivilTime
import Domain
import FeatureKit

// This extension has the list of action items, which are suggestions of what to do, and the page
// that explains one of them.
extension DashboardPage {
  /// The dashboard's section of action items. It leaves out the items that the section "Next"
  /// already shows. The page of action items lists all of them.
  @BlockBuilder
  func actionItems(besides steps: [NextStep]) -> [Block] {
    if let suggestions = parts.suggestions.value {
      let others = suggestions.leavingOut(steps)
      Section("Action Items") {
        note
        list(
          others,
          isEmptied: others.rows.isEmpty
            && (!suggestions.rows.isEmpty || !stepsOfNext.isEmpty && stepsBelow.isEmpty))
        Links(ways(on: others, isHome: true))
      }
    }
  }

  /// Returns the links under the list of action items: one to more items, and one to the page that
  /// explains the first item.
  private func ways(on suggestions: SuggestionsData, isHome: Bool) -> [CommandLink] {
    showMore(suggestions, isHome: isHome)
      + suggestions.rows.prefix(1).map {
        CommandLink("See why", "suggestions why \($0.reference.handle)")
      }
  }

  /// The notes above the action items: advice for a parent, who may not complete or dismiss an
  /// item, and a notice during an NCAA dead period, in which coaches may not meet the athlete.
  @BlockBuilder
  private var note: [Block] {
    if let note = frame.viewing.suggestionNote { Paragraph(note, tone: .info) }
    if let schools = parts.schools.value,
      let notice = DeadPeriod.notice(
        for: schools, on: context.today, of: frame.viewing.owner)
    {
      Paragraph(notice, tone: .caution)
    }
  }

  /// Returns the list of action items, below the first steps of a new user.
  ///
  /// - Parameter isEmptied: whether the section has action items or first steps, but shows none of
  ///   them, because the section "Next" already contains them all.
  @BlockBuilder
  private func list(_ suggestions: SuggestionsData, isEmptied: Bool = false) -> [Block] {
    gettingStarted
    if !suggestions.rows.isEmpty {
      RowList(suggestions.rows.map(row))
    } else if isEmptied {
      EmptyState("The action items are under Next")
    } else if suggestions.moreCount > 0 {
      EmptyState("No action items have been brought forward yet")
    } else if firstSteps.isEmpty {
      EmptyState("No action items at this time")
    }
  }

  /// Returns the link to further action items.
  ///
  /// On the dashboard, the link opens the full list. On the full list, it adds items that the
  /// program has not shown yet. The program holds new items back, so that only a few appear at a
  /// time, and only the athlete can request them.
  private func showMore(_ suggestions: SuggestionsData, isHome: Bool) -> [CommandLink] {
    guard suggestions.moreCount > 0 else { return [] }
    if isReadOnly { return isHome ? [CommandLink("All action items", "suggestions")] : [] }
    return [
      CommandLink(
        "Show more (\(suggestions.moreCount))",
        isHome || suggestions.waitingCount == 0 ? "suggestions" : "suggestions more")
    ]
  }

  private func row(_ row: SuggestionRow) -> Row {
    let urgency = row.suggestion.urgency
    let handle = row.reference.handle
    let heading = row.heading(of: frame.viewing.owner)
    let words = "\(heading), \(urgency.words.lowercased()) urgency"
    let title = row.title(of: frame.viewing.owner)
    return Row(heading, .bullet, handle: handle, spoken: words)
      .opening(CommandLink(title, "suggestions why \(handle)"))
      .showing([Badge(urgency.words, tone: urgency.tone)], detail: row.suggestion.message)
      .styled(urgency.tone)
      .offering(row.links(isReadOnly: isReadOnly))
  }
}

extension SuggestionsData {
  /// Returns the data without the suggestions that are about one of these steps, which the section
  /// "Next" shows. The suggestions that are left out count as items that the section does not show.
  fileprivate func leavingOut(_ steps: [NextStep]) -> SuggestionsData {
    var others = self
    others.rows.removeAll { row in steps.contains { $0.isAbout(row) } }
    return others
  }
}

// MARK: - The page of action items

extension DashboardPage {
  func actionItems(of school: Reference?) -> Page {
    let failures = failures(among: [.suggestions])
    return Page(
      title: "Action Items", context: school?.title, problem: failures.first?.problem
    ) {
      banner
      for failure in failures { failure.message }
      if let suggestions = parts.suggestions.value {
        note
        list(suggestions)
        if isReadOnly, suggestions.moreCount > 0 {
          Paragraph(
            "\(suggestions.moreCount) more, which \(owner) can bring forward.", tone: .muted)
        }
        Links(ways(on: suggestions, isHome: false))
      } else if failures.isEmpty {
        Paragraph("Loading the action items…", tone: .muted)
      }
    }
  }

  /// The page that explains one action item: the rule that created it, the facts that the rule
  /// used, and when the item can appear again.
  var reasons: Page {
    switch parts.reasons {
    case .idle, .loading:
      Page(title: "Action Items") { Paragraph("Loading the action item…", tone: .muted) }
    case .failed(let problem):
      Page(title: "Action Items", problem: problem) { Message(problem) }
    case .loaded(let history): page(of: history)
    }
  }

  private func page(of history: SuggestionHistory) -> Page {
    let row = history.row
    let why = SuggestionExplanation(row.suggestion, zone: context.zone)
    let urgency = row.suggestion.urgency
    return Page(
      title: row.heading(of: frame.viewing.owner),
      context: context.recordWords(of: row.reference.handle)
    ) {
      banner
      Paragraph(row.suggestion.message)
      if let closed = why.closed { Paragraph(closed, tone: .muted) }
      Facts(
        [
          Fact("Urgency", urgency.words, tone: urgency.tone), Fact("Rule", why.rule),
        ]
          + why.facts.map { Fact($0.title, $0.value) }
          + [
            Fact("Noticed", day(row.suggestion.createdAt)), Fact("Returns", why.returns),
          ])
      if !history.earlier.isEmpty {
        Section("Earlier") {
          Facts(
            history.earlier.map { earlier in
              let closed = SuggestionExplanation(earlier, zone: context.zone).closed
              return Fact(
                day(earlier.createdAt),
                [earlier.message, closed].compactMap { $0 }.joined(separator: " "))
            })
        }
      }
      if isReadOnly {
        note
      } else if row.suggestion.isOpen {
        Links(row.links(isReadOnly: false))
      }
    }
  }

  private func day(_ moment: Instant) -> String {
    context.zone.day(of: moment).text(.shortWithYear)
  }
}

extension SuggestionRow {
  func links(isReadOnly: Bool) -> [CommandLink] {
    let handle = reference.handle
    guard !isReadOnly else { return [] }
    return [
      CommandLink("Do it", actionCommand, spoken: "Do it: \(heading)"),
      CommandLink("Complete", "suggestions complete \(handle)", spoken: "Complete \(heading)"),
      CommandLink("Dismiss", "suggestions dismiss \(handle)", spoken: "Dismiss \(heading)"),
    ]
  }
}

extension Open<SuggestionUrgency> {
  /// The tone (color) of an urgency: red for high, amber for medium, blue for low.
  var tone: Tone {
    switch known {
    case .high: .danger
    case .medium: .caution
    case .low: .info
    case nil: .muted
    }
  }
}
