public import FeatureKit

/// Renders pages and outcomes of commands as complete HTML files that a person can save and open
/// without the program.
///
/// A file has no script and loads nothing. It has landmarks, ordered headings, labels for all
/// inputs, and sentences for screen readers. It is readable from a width of 320 pixels up, in light
/// and dark mode, and in print.
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

  /// Renders a page with a question, such as whether to delete a record, and the command that the
  /// answer "yes" runs.
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

/// The options for an HTML page. The shell sets them for a document that it saves, and the web
/// server for a page in a browser.
public struct HTMLOptions: Sendable {
  public var language = "en"
  /// The name that follows the page's title in the title of the browser's window.
  public var siteName = "Recruiting Compass"
  /// The pages that the navigation offers. The link with the command `current` is marked as the
  /// page that is shown.
  public var navigation: [CommandLink] = []
  public var current: String?
  /// The results and problems of the last command. They are above the page in a live region, which
  /// a screen reader announces.
  public var messages: [Message] = []
  /// Whether the web server serves the page. The server then adds the parts around the page, such
  /// as the navigation, and a row's checkbox runs a command.
  var isServed = false
  /// Whether rows show their handles (short names such as `s4`), which people type in a terminal.
  var showsHandles = true
  /// Hidden fields of every form that is sent with POST, such as a token that proves that the form
  /// is the program's own.
  public var formFields: [FormField] = []
  /// Returns what a press on a command does in the browser. The result is nil for a command that
  /// the browser cannot run, which is shown as text to type.
  public var target: @Sendable (_ command: String) -> HTMLTarget?

  /// Returns a description of a command, in words for a page, such as "Join a family with its
  /// code".
  public var summary: @Sendable (_ command: String) -> String? = { _ in nil }

  public init(target: @escaping @Sendable (_ command: String) -> HTMLTarget? = { _ in nil }) {
    self.target = target
  }

  /// Creates options with which every command is a link to the address that `href` returns.
  public init(href: @escaping @Sendable (_ command: String) -> String?) {
    self.init(target: { href($0).map { .page($0) } })
  }
}

/// What a press on a command does in a browser.
public enum HTMLTarget: Equatable, Sendable {
  /// The browser opens the page at this address. The command is shown as a link.
  case page(String)
  /// The browser sends the command to this address. The command is shown as a button.
  case action(String)
  /// The browser saves the file at this address, such as an export. The command is shown as a link.
  case file(String)
  /// The browser opens the document at this address, such as a recruiting packet. The command is
  /// shown as a link. If this link is beside the page's title, the page also shows the document in
  /// a frame.
  case preview(String)

  var isFile: Bool {
    if case .file = self { true } else { false }
  }
}
