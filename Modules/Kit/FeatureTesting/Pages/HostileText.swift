/// Texts that could break a renderer (for a terminal or HTML) if stored data contained them, for
/// tests: markup, escape sequences, very long words, and characters that change the direction of a
/// line.
public enum HostileText {
  public static let samples: [String] = [
    "", " ", "\n", "\u{1B}]0;gone\u{7}", "\u{1B}[2J\u{1B}[H", "a\rb\u{8}\u{8}c", "\u{9B}31mred",
    "\u{0}", "\u{7F}", "abc\u{202E}gpj.exe", "\u{2066}\u{2067}x\u{2069}",
    "a\u{200B}\u{2060}\u{FEFF}b",
    "\u{2028}line\u{2029}", "\u{301}\u{301}\u{301}", "tag\u{E0041}\u{E0042}",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
    "&lt;b&gt;&amp;",
    "</style></title></textarea>", "javascript:alert(1)", "{\"a\":1}", "`$(rm -rf ~)`", "--yes",
    "日本語の長い題名がここにあります", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🇺🇸❤️", "שלום עולם مرحبا",
    "two  spaces   three", "  indented", "ends in space ", "line\nbreak\r\nbreak",
    "z" + String(repeating: "\u{301}", count: 300),
    Array(repeating: "👩", count: 40).joined(separator: "\u{200D}"),
    String(repeating: "x", count: 700), String(repeating: "word ", count: 140),
    String(repeating: "漢", count: 350),
  ]

  /// A text of about a megabyte with escape sequences and wide characters. Tests check with it that
  /// a renderer (for a terminal or HTML) does not take too long.
  public static let huge = String(repeating: "All work \u{1B}[1m漢字 ", count: 60_000)
}
