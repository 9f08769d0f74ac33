import HTTP
import WebRendering

/// The files that pages load: style sheet, script, icons, web app manifest and service worker.
///
/// A browser may cache an icon for a day and every other file for a year. This is safe because the
/// names of the other files contain a hash of their content, so a new version has a new name.
package struct AssetStore: Sendable {
  private struct Asset: Sendable {
    let type: MediaType
    let bytes: @Sendable () -> [UInt8]

    init(type: MediaType, bytes: @escaping @Sendable () -> [UInt8]) {
      self.type = type
      self.bytes = bytes
    }

    init(type: MediaType, _ text: String) {
      self.init(type: type) { Array(text.utf8) }
    }
  }

  let styleSheet: String
  let script: String
  let manifest: String
  /// The address of the icon that a phone shows for the web app after it was installed there.
  let picture: String
  /// The address of the service worker's script.
  let worker: String
  private static let workerPrefix = "worker-"
  private let assets: [String: Asset]
  private static let iconPrefix = "sign"
  private static let iconName = iconPrefix + ".svg"

  package init() {
    let sheet = Assets.styleSheet
    let code = Assets.script
    let sheetName = "style-\(Self.digest(sheet)).css"
    let codeName = "script-\(Self.digest(code)).js"
    styleSheet = "/assets/" + sheetName
    script = "/assets/" + codeName
    func pictureName(_ size: Int) -> String { "\(Self.iconPrefix)-\(size).png" }
    let manifestText = Assets.manifest { "/assets/" + pictureName($0) }
    let manifestName = "manifest-\(Self.digest(manifestText)).json"
    manifest = "/assets/" + manifestName
    picture = "/assets/" + pictureName(Assets.pictureSizes[0])
    let workerCode = Assets.worker
    let workerName = "\(Self.workerPrefix)\(Self.digest(workerCode + sheet + code)).js"
    worker = "/assets/" + workerName
    var assets = [
      sheetName: Asset(type: .css, sheet),
      codeName: Asset(type: .javaScript, code),
      workerName: Asset(type: .javaScript, workerCode),
      Self.iconName: Asset(type: .svg, Assets.icon),
      manifestName: Asset(type: .manifest, manifestText),
    ]
    for size in Assets.pictureSizes {
      assets[pictureName(size)] = Asset(type: .png) { Assets.pictures[size] ?? [] }
    }
    self.assets = assets
  }

  /// The addresses of the files that the head of each page links to.
  var addresses: ServedAddresses {
    var addresses = ServedAddresses(styleSheet: styleSheet, script: script)
    (addresses.manifest, addresses.picture, addresses.worker) = (manifest, picture, worker)
    return addresses
  }

  func response(_ name: String, to request: HTTP.Request) throws(WebFault) -> Response {
    guard let asset = assets[name] else { throw .noPage(request.path) }
    var response = Response(.ok, asset.type, asset.bytes())
    // An icon keeps its name when its picture changes, so browsers may cache it only for a day. The
    // other files may be cached for a year.
    response.headers["Cache-Control"] =
      name.hasPrefix(Self.iconPrefix)
      ? "public, max-age=86400" : "public, max-age=31536000, immutable"
    // Without this header, a service worker controls only pages below its own path `/assets/`.
    if name.hasPrefix(Self.workerPrefix) { response.headers["Service-Worker-Allowed"] = "/" }
    return response
  }

  /// Returns the icon for `/favicon.ico`, which browsers request without a link.
  func icon(to request: HTTP.Request) throws(WebFault) -> Response {
    try response(Self.iconName, to: request)
  }

  /// Returns an FNV-1a hash as letters and digits. It only tells versions of a file apart, so it
  /// need not be secure.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
