import FeatureKit

/// The only style sheet; its parts are in order of precedence.
///
/// Sizes are 13, 15, 18 and 26 pixels on a grid of 8; the one accent color is for controls; tones are for marks.
enum StyleSheet {
  /// The style sheet of a saved document, without the parts that a host puts around a page.
  static let text = joined([colours, StyleText.base, StyleText.blocks, StyleText.charts, paper])

  /// The style sheet of every page that is served.
  static let served = joined([
    colours, StyleText.base, StyleText.blocks, StyleText.charts, StyleText.frame, StyleText.lists,
    StyleText.forms, StyleText.settings, paper,
  ])

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "\n") }

  private static let colours = [
    ":root{color-scheme:light dark;\(WebTheme.properties(WebTheme.light))}",
    "@media (prefers-color-scheme:dark){:root{\(WebTheme.properties(WebTheme.dark))}}",
    tones,
  ].joined(separator: "\n")

  /// `--tone` and `--mark` follow the class of the element or of the one around it.
  private static let tones = Tone.allCases.map { tone in
    tone == .neutral
      ? ".tone-neutral{--tone:var(--text);--mark:var(--border)}"
      : ".tone-\(tone.rawValue){--tone:var(--\(tone.rawValue)-text);--mark:var(--\(tone.rawValue)-mark)}"
        + ".tone-text-\(tone.rawValue){color:var(--\(tone.rawValue)-text)}"
  }.joined(separator: "\n")

  private static let paper = """
    @media print{
    :root{--ground:#fff;--surface:#fff;--text:#000}
    body{display:block;font-size:10.5pt;padding:0}
    .rail,.skip,.links,.acts,.more,.toolbar,.listing:not(.changes),.bulk,.pick,#outcome,#bar,button,form,details:not(.changes *){display:none!important}
    main{max-width:none;padding:0}
    section,figure,.row,.stat{break-inside:avoid}
    .cards{columns:1}.record{display:block}
    a{color:inherit;text-decoration:none}
    }
    """
}

/// The style rules themselves, grouped by their purpose.
enum StyleText {}
