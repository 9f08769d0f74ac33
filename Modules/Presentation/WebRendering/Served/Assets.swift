import JSON
import Palette

/// The style sheet, script, icons and other files that pages from the web server load. The server
/// gives each an address with its hash, so browsers can store it forever.
public enum Assets {
  public static let styleSheet = StyleSheet.served
  public static let script = Script.text
  /// The script of the service worker. It stores the pages that a person has seen last on the
  /// device, and shows them if there is no connection.
  public static let worker = Script.worker
  /// The icon of the program in a browser's tab, as SVG.
  public static let icon =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path fill=\"#2563eb\" d=\"M8 0l8 8-8 8-8-8z\"/><path fill=\"#fff\" d=\"M11 5L9.2 9.2 5 11l1.8-4.2z\"/></svg>\n"
  public static let siteName = "Recruiting Compass"
  /// The widths in pixels of the icons that a phone or computer shows for the installed program.
  public static let pictureSizes = [192, 512]
  /// The program's icon as PNG files, by their width. They are drawn once, when a browser first
  /// requests one.
  public static let pictures: [Int: [UInt8]] = Dictionary(
    uniqueKeysWithValues: pictureSizes.map { ($0, AppIcon(size: $0).png) })

  /// Returns the data that a browser needs to install the program (Web Application Manifest).
  ///
  /// - Parameter picture: returns the address of the icon with this size.
  public static func manifest(picture: (_ size: Int) -> String) -> String {
    JSONValue.object([
      "name": .string(siteName), "short_name": "Compass", "id": "/", "start_url": "/",
      "scope": "/", "display": "standalone",
      "background_color": .string(WebTheme.light.ground.hex),
      "theme_color": .string(WebTheme.light.ground.hex),
      "icons": .array(
        pictureSizes.map { size in
          .object([
            "src": .string(picture(size)), "sizes": .string("\(size)x\(size)"),
            "type": "image/png", "purpose": "any maskable",
          ])
        }),
    ]).text
  }
}
