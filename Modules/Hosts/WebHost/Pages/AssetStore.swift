import HTTP
import WebRendering

/// The style sheet, the script and the sign: named by their content, so that a browser fetches each once and keeps it for good.
package struct AssetStore: Sendable {
  private struct Asset: Sendable {
    var type: MediaType
    var bytes: [UInt8]
  }

  let styleSheet: String
  let script: String
  private let assets: [String: Asset]
  private static let iconName = "sign.svg"

  package init() {
    let sheet = Assets.styleSheet
    let code = Assets.script
    let sheetName = "style-\(Self.digest(sheet)).css"
    let codeName = "script-\(Self.digest(code)).js"
    styleSheet = "/assets/" + sheetName
    script = "/assets/" + codeName
    assets = [
      sheetName: Asset(type: .css, bytes: Array(sheet.utf8)),
      codeName: Asset(type: .javaScript, bytes: Array(code.utf8)),
      Self.iconName: Asset(type: .svg, bytes: Array(Assets.icon.utf8)),
    ]
  }

  func response(_ name: String, to request: HTTP.Request) throws(WebFault) -> Response {
    guard let asset = assets[name] else { throw .noPage(request.path) }
    var response = Response(.ok, asset.type, asset.bytes)
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
  }

  /// Browsers request an icon by this name without a link.
  func icon(to request: HTTP.Request) throws(WebFault) -> Response {
    try response(Self.iconName, to: request)
  }

  /// FNV-1a, repeated for more letters: it distinguishes versions and protects nothing.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
