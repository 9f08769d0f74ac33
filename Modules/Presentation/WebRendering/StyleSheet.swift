import FeatureKit

/// The program's only style sheet. Its parts are the `.css` files of `Assets`, in order of
/// precedence.
///
/// Font sizes are 13, 15, 18 and 26 pixels on a grid of 8. The accent color is for controls. The
/// colors of tones are for marks.
enum StyleSheet {
  /// The style sheet of a saved document, without the parts that a host puts around a page.
  static let text = joined([everywhere, paper])

  /// The style sheet of every page that is served.
  static let served = joined([
    everywhere,
    joined(
      [
        PackageResources.frame_css, PackageResources.lists_css, PackageResources.forms_css,
        PackageResources.settings_css,
      ].map(part)), paper,
  ])

  private static let everywhere = joined([
    ":root{color-scheme:light dark;\(WebTheme.properties(WebTheme.light))}",
    "@media (prefers-color-scheme:dark){:root{\(WebTheme.properties(WebTheme.dark))}}", tones,
    part(PackageResources.base_css), part(PackageResources.blocks_css),
    part(PackageResources.charts_css),
  ])

  private static let paper = part(PackageResources.paper_css)

  /// The rules that set the colors `--tone` (words) and `--mark` (bars, dots, borders) of an
  /// element by its class.
  ///
  /// Its children inherit them.
  private static let tones = joined(
    Tone.allCases.map { tone in
      tone == .neutral
        ? ".tone-neutral{--tone:var(--text);--mark:var(--border)}"
        : ".tone-\(tone.rawValue){--tone:var(--\(tone.rawValue)-text);--mark:var(--\(tone.rawValue)-mark)}"
          + ".tone-text-\(tone.rawValue){color:var(--\(tone.rawValue)-text)}"
    })

  private static func part(_ file: [UInt8]) -> String {
    EmbeddedText.lines(of: file, commentsBeginWith: "/*")
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "\n") }
}

/// The program's only script. Every page also works without it. The script has no dependencies and
/// at most 30 KB.
///
/// Its parts are the `.js` files of `Assets`, which share one scope.
enum Script {
  static let text =
    "\"use strict\";(() => {\n"
    + [
      PackageResources.base_js, PackageResources.working_js, PackageResources.swapping_js,
      PackageResources.offering_js, PackageResources.forms_js, PackageResources.keys_js,
      PackageResources.board_js, PackageResources.live_js, PackageResources.start_js,
    ].map { EmbeddedText.lines(of: $0, commentsBeginWith: "//") }.joined(separator: "\n")
    + "\n})();"
  /// The service worker that stores the last pages for times without a connection. Pages do not
  /// load it as a script.
  static let worker = EmbeddedText.lines(of: PackageResources.worker_js, commentsBeginWith: "//")
}

private enum EmbeddedText {
  /// Returns the lines of a file for serving: without indentation, comment lines and blank lines.
  static func lines(of file: [UInt8], commentsBeginWith mark: String) -> String {
    String(decoding: file, as: UTF8.self).split(separator: "\n")
      .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix(mark) }
      .joined(separator: "\n")
  }
}
