/// Files that every served page loads, once: the host names them by their hash, and browsers cache them forever.
public enum Assets {
  public static let styleSheet = StyleSheet.served
  public static let script = ScriptText.text
  /// The sign of the program in a browser's tab: SVG.
  public static let icon =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path fill=\"#2563eb\" d=\"M8 0l8 8-8 8-8-8z\"/><path fill=\"#fff\" d=\"M11 5L9.2 9.2 5 11l1.8-4.2z\"/></svg>\n"
}
