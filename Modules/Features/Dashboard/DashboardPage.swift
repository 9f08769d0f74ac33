import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension DashboardFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    if case .quickTasks(let all) = state.view {
      return quickTasksPage(state.quickTasks, all: all, in: context)
    }
    switch state.frame {
    case .idle, .loading:
      return Page(title: Self.title) { Paragraph("Loading your dashboard…", tone: .muted) }
    case .failed(let problem):
      return Page(title: Self.title, problem: problem) {
        Message(problem)
        // Quick tasks, the viewer's own to-do list, are stored on this device. They are shown even
        // if the server cannot be reached and the rest of the page fails.
        if !problem.endsThePage { QuickTasksWidget(state.quickTasks, context).blocks }
      }
    case .loaded(let frame):
      guard frame.viewing.athlete != nil else {
        return Page(title: Self.title, context: frame.welcome) {
          for banner in frame.sharing.joining { banner }
          if let linkYourFamily = frame.sharing.linkYourFamily { linkYourFamily }
          if state.view == .home { QuickTasksWidget(state.quickTasks, context).blocks }
        }
      }
      let page = DashboardPage(state: state, frame: frame, context: context)
      return switch state.view {
      case .home: page.home
      case .activity(let offset): page.feed(from: offset)
      case .suggestions(let school): page.actionItems(of: school)
      case .reasons: page.reasons
      case .next: page.next
      case .quickTasks(let all): quickTasksPage(state.quickTasks, all: all, in: context)
      }
    }
  }

  static let title = "Dashboard"
}

/// Builds the dashboard and its subpages from one athlete's data.
///
/// Counts, texts and links are computed here, so that the feature's state holds only loaded data.
struct DashboardPage {
  let parts: DashboardFeature.Parts
  let quickTasks: Loading<[QuickTaskRow]>
  let frame: DashboardFeature.Frame
  let context: PageContext
  /// The first steps of a new user, such as adding a school, that the section "Next" contains. The
  /// sections below it do not repeat them.
  private(set) var stepsOfNext: [GettingStartedStep] = []

  init(state: DashboardFeature.State, frame: DashboardFeature.Frame, context: PageContext) {
    parts = state.parts
    quickTasks = state.quickTasks
    self.frame = frame
    self.context = context
  }

  var isReadOnly: Bool { frame.viewing.isReadOnly }

  /// Returns these links for an athlete, and no links for a parent, who cannot change the
  /// dashboard.
  func offered(_ links: [CommandLink]) -> [CommandLink] { isReadOnly ? [] : links }

  /// Returns an array with the link, or an empty array if the page must not show the link here.
  ///
  /// The page does not show it to a parent, whose dashboard is read-only. It also does not show it
  /// if the section "Next", which lists the first steps of a new user, has a link to the same
  /// command.
  func offered(_ link: CommandLink) -> [CommandLink] {
    stepsOfNext.contains { $0.command == link.command } ? [] : offered([link])
  }

  /// The athlete's name, such as `Sam`, as it is written in sentences on a parent's page.
  var owner: String { frame.viewing.ownerWords }
}

extension DashboardFeature.Frame {
  /// The greeting at the top of the page: `Welcome back, Sam!`
  var welcome: String {
    let name = FirstName.greeting(fullName: viewing.name, email: email)
    return name.isEmpty ? "Welcome back!" : "Welcome back, \(name)!"
  }
}

// MARK: - The home page

extension DashboardPage {
  var home: Page {
    let sources = DashboardFeature.homeSources(for: frame)
    let failures = failures(among: sources)
    if failures.isEmpty, isEmpty(sources) { return empty }
    let steps = nextSteps
    var page = self
    page.stepsOfNext = openSteps(beside: steps.count)
    return page.home(steps, failures)
  }

  private func home(_ steps: [NextStep], _ failures: [DashboardFailure]) -> Page {
    let next = rows(of: steps)
    return Page(
      title: DashboardFeature.title, context: frame.welcome, problem: failures.first?.problem
    ) {
      banner
      for failure in failures { failure.message }
      if !next.isEmpty { Section("Next") { RowList(next) } }
      news
      cards
      widget(.actionItems) { actionItems(besides: steps) }
      charts
      widget(.recruitingPacket) { recruitingPacket }
      widget(.performanceMetrics) { metrics }
      widget(.upcomingEvents) { events }
      if frame.shows(.athleteActivity) {
        athleteActivity
      } else {
        widget(.recentActivity) { recentActivity }
      }
      widget(.quickTasks) { QuickTasksWidget(quickTasks, context).blocks }
      widget(.contactFrequency) { contactFrequency }
      widget(.coachFollowUp) { coachFollowUp }
      widget(.atAGlance) { atAGlance }
    }
  }

  /// The home page of a family without records. It shows the first step that a new user should
  /// take. Counts are left out, because all of them would be zero.
  private var empty: Page {
    Page(title: DashboardFeature.title, context: frame.welcome) {
      banner
      start
      widget(.quickTasks) { QuickTasksWidget(quickTasks, context).blocks }
    }
  }

  /// The section with what is new since the viewer's last visit: the changes that other people
  /// made, and the unread notifications.
  ///
  /// It is left out if there are none.
  @BlockBuilder
  private var news: [Block] {
    if let news = parts.news.value, !news.isEmpty {
      Section("New since your last visit") {
        RowList(news.prefix(NewsItem.shown).map(row))
        if news.count > NewsItem.shown {
          Links(pages(of: news))
        }
      }
    }
  }

  private func pages(of news: [NewsItem]) -> [CommandLink] {
    let changes = news.count { $0.person != nil }
    return
      (changes > 0 ? [CommandLink("All changes (\(changes))", "history")] : [])
      + (changes < news.count ? [CommandLink("All notifications", "notifications")] : [])
  }

  private func row(_ item: NewsItem) -> Row {
    let when = RelativeTime.text(of: item.at, now: context.now, zone: context.zone)
    let words = [item.summary, item.person.map { "by \($0)" }, when].compactMap(\.self)
    return Row(
      item.summary, .bullet, handle: item.handle, spoken: words.joined(separator: ", ")
    )
    .opening(item.handle.map { CommandLink(item.summary, $0) })
    .showing(
      item.person.map { [Badge($0, tone: .muted)] } ?? [], trailing: Badge(when, tone: .muted))
  }

  @BlockBuilder
  private func widget(_ widget: DashboardWidget, @BlockBuilder _ blocks: () -> [Block]) -> [Block] {
    if frame.shows(widget) { blocks() }
  }

  @BlockBuilder
  var banner: [Block] {
    for banner in frame.sharing.joining { banner }
    if let banner = frame.viewing.banner(athletes: frame.athletes) { banner }
  }

  /// The section with the links that make the recruiting packet, a one-page profile for coaches.
  @BlockBuilder
  private var recruitingPacket: [Block] {
    Section("Recruiting Packet") {
      Paragraph("One page about \(frame.viewing.owner.within) for coaches.", tone: .muted)
      Links(
        [CommandLink("As a page", "packet html"), CommandLink("As a PDF", "packet pdf")]
          + offered(CommandLink("E-mail it to coaches", "packet email"))
          + [CommandLink("With the schools", "packet --with-schools")])
    }
  }
}

// MARK: - Kinds of data that failed to load

/// The sources (kinds of data) that failed to load with the same problem.
///
/// They are grouped, so that a missing connection is reported once and not for every source.
struct DashboardFailure: Equatable {
  var problem: Problem
  var sources: [DashboardFeature.Source]

  /// The message that names the data that failed to load.
  ///
  /// The sections whose data was loaded are still shown (domain.md 4.6).
  var message: Message {
    var names: [String] = []
    for words in sources.map(\.entry.words) where !names.contains(words) { names.append(words) }
    var problem = problem
    problem.details.insert("Not loaded: \(names.joined(separator: ", ")).", at: 0)
    return Message(problem)
  }
}

extension DashboardPage {
  func failures(among sources: [DashboardFeature.Source]) -> [DashboardFailure] {
    var failures: [DashboardFailure] = []
    for source in sources {
      guard let problem = parts[source].problem else { continue }
      if let index = failures.firstIndex(where: { $0.problem == problem }) {
        failures[index].sources.append(source)
      } else {
        failures.append(DashboardFailure(problem: problem, sources: [source]))
      }
    }
    return failures
  }
}

// MARK: - The cards with numbers

extension DashboardPage {
  @BlockBuilder
  private var cards: [Block] {
    let shown = DashboardCard.allCases.filter { frame.settings.shows($0) }
    if !shown.isEmpty { StatGrid(shown.map(card)) }
  }

  private func card(_ card: DashboardCard) -> Stat {
    switch card {
    case .coaches:
      figure(card, parts.coaches, \.total, "coaches")
    case .schools:
      figure(card, parts.schools, \.total, "schools")
    case .interactions:
      figure(card, parts.interactions, \.total, "interactions")
    case .offers:
      figure(card, parts.offers, \.total, "offers")
    case .accepted:
      figure(card, parts.offers, \.accepted, "offers --status accepted") { offers in
        (
          offers.acceptanceText,
          offers.total > 0 ? "\(offers.acceptanceText) acceptance rate" : "no offers yet"
        )
      }
    case .aTier:
      figure(card, parts.schools, \.aTier, "schools --tier A")
    }
  }

  /// Returns a card with one number, such as the number of coaches. The card links to the list of
  /// the counted records.
  ///
  /// If the number failed to load, the card still has the link, because the list is loaded by
  /// another request.
  private func figure<Figures>(
    _ card: DashboardCard, _ figures: Loading<Figures>, _ count: KeyPath<Figures, Int>,
    _ command: String, note: (Figures) -> (shown: String, spoken: String)? = { _ in nil }
  ) -> Stat {
    let value = Self.text(figures) { "\($0[keyPath: count])" }
    let note = figures.value.flatMap(note)
    return Stat(
      card.words, value, note: note?.shown, tone: card.tone,
      link: CommandLink(card.words, command, spoken: card.invitation), symbol: card.symbol,
      spoken: "\(card.words): \(value)" + (note.map { ", \($0.spoken)" } ?? ""))
  }

  /// Returns the number as text: `…` while it is loading, and `--` if the load failed, because
  /// a 0 would claim that there are no records (domain.md 4.6).
  static func text<Figures>(_ figures: Loading<Figures>, _ text: (Figures) -> String) -> String {
    switch figures {
    case .loaded(let figures): text(figures)
    case .idle, .loading: "…"
    case .failed: missing
    }
  }

  static let missing = "--"
}

extension DashboardCard {
  /// The text that a screen reader speaks for the card's link, such as `Show coaches`. The card
  /// itself shows only a number, which does not say what the link does.
  fileprivate var invitation: String {
    switch self {
    case .coaches: "Show coaches"
    case .schools: "Show schools"
    case .interactions: "Show interactions"
    case .offers: "Show offers"
    case .accepted: "Show accepted offers"
    case .aTier: "Show A-tier schools"
    }
  }

  fileprivate var symbol: Stat.Symbol {
    switch self {
    case .coaches: .people
    case .schools: .places
    case .interactions: .messages
    case .offers: .gift
    case .accepted: .check
    case .aTier: .star
    }
  }

  /// The color of the card. specs/dashboard.md assigns the colors of the palette to the cards in
  /// their order.
  fileprivate var tone: Tone {
    switch self {
    case .coaches: .first
    case .schools: .second
    case .interactions: .third
    case .offers: .fourth
    case .accepted: .fifth
    case .aTier: .sixth
    }
  }
}

// MARK: - The section "At a Glance"

extension DashboardPage {
  @BlockBuilder
  private var atAGlance: [Block] {
    Section("At a Glance") {
      StatGrid([
        Stat(
          "Schools with Offers", Self.text(parts.offers) { "\($0.schoolsWithOffers)" },
          note: parts.offers.value.flatMap { offers in
            parts.schools.value.map { "\(offers.percent(ofSchools: $0.total))%" }
          }),
        Stat(
          "Avg Coach Responsiveness",
          Self.text(parts.coaches) { coaches in
            coaches.averageResponsiveness.map { "\($0)%" } ?? Self.missing
          },
          note: parts.coaches.value.flatMap { coaches in
            guard coaches.averageResponsiveness == nil else { return nil }
            return coaches.total == 0 ? "no coaches yet" : "too early to tell"
          },
          tone: parts.coaches.value.map(\.responsivenessTone) ?? .neutral),
        Stat("Interactions This Month", Self.text(parts.interactions) { "\($0.thisMonth)" }),
        Stat(
          "Days Until Graduation",
          Self.text(parts.profile) { profile in
            DashboardNumbers.daysUntilGraduation(
              year: profile.graduationYear, today: context.today
            ).map(String.init) ?? Self.missing
          }),
      ])
    }
  }
}

extension CoachFigures {
  /// The tone (color) for the average responsiveness of coaches: green from 75, orange from 50, red
  /// below. Neutral if no coach has a score yet.
  fileprivate var responsivenessTone: Tone {
    guard let average = averageResponsiveness else { return .neutral }
    return switch CoachResponsiveness.level(average) {
    case .good: .positive
    case .fair: .caution
    case .poor: .danger
    }
  }
}
