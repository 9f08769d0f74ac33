public import FeatureKit

/// Renders pages and outcomes as complete, accessible HTML documents.
///
/// A document is self-contained. It has no script and loads nothing. It has landmarks, ordered
/// headings, labels for all inputs, and the page's spoken words for screen readers. It is readable
/// from 320 pixels up, in light and dark mode, and in print.
public enum HTMLRenderer {
  public static func render(_ page: Page, _ options: HTMLOptions = HTMLOptions()) -> String {
    var body = HTMLBody(options)
    return HTMLDocument(options).text(title: page.title, main: body.markup(of: page))
  }

  public static func render(_ problem: Problem, _ options: HTMLOptions = HTMLOptions()) -> String {
    render(
      Page(title: "Something went wrong") {
        Message(
          problem.title, details: problem.details + [problem.fix].compactMap { $0 }, tone: .danger)
      }, options)
  }

  public static func render(_ done: Done, _ options: HTMLOptions = HTMLOptions()) -> String {
    render(
      Page(title: "Done") { Message(done) },
      options)
  }

  public static func render(_ notice: Notice, _ options: HTMLOptions = HTMLOptions()) -> String {
    render(Page(title: "Notice") { Message(notice.text, tone: notice.tone) }, options)
  }

  /// Renders a page with a question: its words, and the command that "yes" runs.
  public static func render(
    question words: String, details: [String], agree: CommandLink,
    _ options: HTMLOptions = HTMLOptions()
  ) -> String {
    render(
      Page(title: "Please confirm") {
        Message(words, details: details, tone: .warning, links: [agree])
      }, options)
  }
}

/// The choices of a host for a document.
public struct HTMLOptions: Sendable {
  public var language = "en"
  /// The name that follows the page's title in the title of the browser's window.
  public var siteName = "Recruiting Compass"
  /// The pages that the navigation offers. The current page is marked by its command.
  public var navigation: [CommandLink] = []
  public var current: String?
  /// The outcome of the last command, shown above the page in a live region.
  public var messages: [Message] = []
  /// Whether a host serves the document. The host then provides the parts around the page, and
  /// checkboxes work.
  var isServed = false
  /// Whether rows show their handles (short names such as `s4`), which people type in a terminal.
  var showsHandles = true
  /// Hidden fields of every form that is sent with POST.
  public var formFields: [FormField] = []
  /// Returns the target of a command in the browser. Nil shows the command as text to type.
  public var target: @Sendable (_ command: String) -> HTMLTarget?

  /// Returns a description of a command, in words for a page, such as "Join a family with its
  /// code".
  public var summary: @Sendable (_ command: String) -> String? = { _ in nil }

  public init(target: @escaping @Sendable (_ command: String) -> HTMLTarget? = { _ in nil }) {
    self.target = target
  }

  /// Creates options for a host in which every command has an address.
  public init(href: @escaping @Sendable (_ command: String) -> String?) {
    self.init(target: { href($0).map { .page($0) } })
  }
}

/// The target of a command in a browser.
public enum HTMLTarget: Equatable, Sendable {
  /// The command opens an address. It is shown as a link.
  case page(String)
  /// The command is sent to an address. It is shown as a button.
  case action(String)
  /// The command downloads a file from an address. It is shown as a link that saves the file.
  case file(String)
}
