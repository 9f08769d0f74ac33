import FeatureKit
import Hypertext

/// The icons of pages and cards, drawn as lines on a grid of 24.
enum Icon: String {
  case dashboard = "M3 11l9-8 9 8v10h-6v-6H9v6H3z"
  case tasks = "M4 6l2 2 3-3M4 13l2 2 3-3M12 7h8M12 14h8M5 20h15"
  case performance = "M3 20h18M6 16v-4M12 16V5M18 16V9"
  case reports = "M6 3h8l4 4v14H6zM9 12h6M9 16h6"
  case notifications = "M6 17v-6a6 6 0 0112 0v6l2 2H4zM10 21h4"
  case schools = "M3 9l9-5 9 5-9 5zM7 12v5c3 2 7 2 10 0v-5M21 9v6"
  case coaches = "M12 4a4 4 0 010 8 4 4 0 010-8M4 21c0-8 16-8 16 0"
  case interactions = "M4 5h16v11H10l-5 4v-4H4z"
  case offers = "M5 3h14v18l-3-2-4 2-4-2-3 2zM9 8h6M9 12h6"
  case calendar = "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"
  case gift = "M4 12h16v9H4zM3 7h18v5H3zM12 7v14M12 7c-5 0-5-4-3-4s3 4 3 4 1-4 3-4 2 4-3 4"
  case check = "M12 3a9 9 0 010 18 9 9 0 010-18M8 12l3 3 5-6"
  case star = "M12 3l2.8 5.9 6.2.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.7l6.2-.8z"
  case page = "M5 4h14v16H5z"
  case more = "M5 12h.01M12 12h.01M19 12h.01"
  case pencil = "M5 19l1-4L16 5l3 3L9 18z"

  /// The icon of the page that a command shows. The result is nil for a page without an icon of its
  /// own.
  init?(of command: String) {
    switch command.prefix(while: { $0 != " " }) {
    case "dashboard": self = .dashboard
    case "tasks": self = .tasks
    case "performance": self = .performance
    case "reports": self = .reports
    case "notifications": self = .notifications
    case "schools": self = .schools
    case "coaches": self = .coaches
    case "interactions": self = .interactions
    case "offers": self = .offers
    case "calendar": self = .calendar
    default: return nil
    }
  }

  /// The icon that a row shows instead of words for a link to a command's page. It is nil for a
  /// command that people would not recognize by an icon.
  init?(leadingTo command: String) {
    let words = command.split(separator: " ")
    switch words.count > 1 ? words[1] : "" {
    case "edit": self = .pencil
    default: return nil
    }
  }

  init(_ symbol: Stat.Symbol) {
    self =
      switch symbol {
      case .people: .coaches
      case .places: .schools
      case .messages: .interactions
      case .gift: .gift
      case .check: .check
      case .star: .star
      }
  }

  var markup: Markup {
    .element(
      "svg", ["viewBox": "0 0 24 24", "aria-hidden": "true", "focusable": "false"],
      [.element("path", ["d": rawValue], [])])
  }
}
