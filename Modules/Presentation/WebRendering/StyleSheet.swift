import FeatureKit

/// The style sheet of all pages of the program. Its parts are the `.css` files of `Assets`. A later
/// part takes precedence over an earlier one. The recruiting packet (the document that presents an
/// athlete to coaches) has a style sheet of its own (`PacketStyle`).
///
/// Font sizes are 13, 15, 18 and 26 pixels on a grid of 8. The accent color is for controls. The
/// colors of tones (meanings such as `danger`) are for words, bars, dots and borders.
enum StyleSheet {
  /// The style sheet of a saved page. It lacks the rules for what only pages from the web server
  /// have, such as the navigation.
  static let text = joined([everywhere, paper])

  /// The style sheet of every page from the web server.
  static let served = joined([
    everywhere,
    joined(
      [
        PackageResources.frame_css, PackageResources.lists_css, PackageResources.forms_css,
        PackageResources.settings_css,
      ].map(part)), paper,
  ])

  // Paper is white even if the screen is dark, so the dark colors are for screens only.
  private static let everywhere = joined([
    ":root{color-scheme:light dark;\(WebTheme.properties(WebTheme.light))}",
    "@media screen and (prefers-color-scheme:dark){:root{\(WebTheme.properties(WebTheme.dark))}}",
    tones,
    part(PackageResources.base_css), part(PackageResources.blocks_css),
    part(PackageResources.charts_css),
  ])

  private static let paper = part(PackageResources.paper_css)

  /// The rules that give an element the colors of its tone (a meaning, such as `danger`): `--tone`
  /// for words and `--mark` for bars, dots and borders. The elements inside it inherit them.
  private static let tones = joined(
    Tone.allCases.map { tone in
      tone == .neutral
        ? ".tone-neutral{--tone:var(--text);--mark:var(--border)}"
        : ".tone-\(tone.rawValue){--tone:var(--\(tone.rawValue)-text);--mark:var(--\(tone.rawValue)-mark)}"
          + fill(of: tone)
          + ".tone-text-\(tone.rawValue){color:var(--\(tone.rawValue)-text)}"
    })

  /// Returns the rule for the background of a filled card in this tone (a meaning, such as
  /// `danger`).
  private static func fill(of tone: Tone) -> String {
    WebTheme.fill(of: tone).map { ".solid.tone-\(tone.rawValue){--fill:\($0)}" } ?? ""
  }

  private static func part(_ file: [UInt8]) -> String {
    EmbeddedText.lines(of: file, commentsBeginWith: "/*")
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "\n") }
}

/// The only script that pages load. Every page also works without it. The script has no
/// dependencies and at most 30 KB.
///
/// Its parts are the `.js` files of `Assets`, which share one scope. `worker.js` is a script of its
/// own.
enum Script {
  static let text =
    "\"use strict\";(() => {\n"
    + [
      PackageResources.base_js, PackageResources.working_js, PackageResources.swapping_js,
      PackageResources.offering_js, PackageResources.forms_js, PackageResources.keys_js,
      PackageResources.board_js, PackageResources.live_js, PackageResources.start_js,
    ].map { EmbeddedText.lines(of: $0, commentsBeginWith: "//") }.joined(separator: "\n")
    + "\n})();"
  /// The script of the service worker, which stores the pages seen last and shows them if there is
  /// no connection. A browser runs it separately from the pages.
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
