/// The program's icon as a PNG picture, which a phone or computer shows for the installed program.
///
/// This type draws the icon itself, because the web server uses no drawing library. The icon is a
/// white diamond with a blue needle on it. A blue background fills the whole square. The palette
/// has sixteen mixtures of both colors, for smooth edges.
struct AppIcon {
  /// The width and height of the picture in pixels.
  let size: Int

  /// The corners of the needle in a square of 16 units, as in `Assets.icon`. The diamond's corners
  /// are at the middles of the edges of the same square.
  private static let needle: [(x: Double, y: Double)] = [(11, 5), (9.2, 9.2), (5, 11), (6.8, 6.8)]
  /// The length of the diamond's diagonal as a share of the picture's edge.
  ///
  /// Operating systems may crop the icon to a circle with a diameter of 0.8, so the diamond must be
  /// inside of it.
  private static let share = 0.6
  /// The number of test points along the edge of a pixel. A pixel has 4 times 4 test points. If
  /// only some of them are white, the pixel gets a mixture of both colors.
  private static let fineness = 4

  /// The bytes of the PNG file.
  var png: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let edge = PNGChunk.bytes(of: UInt32(size))
    // Each pixel has four bits, which are the index of a color in the palette.
    file += PNGChunk("IHDR", edge + edge + [4, 3, 0, 0, 0]).bytes
    file += PNGChunk("PLTE", Self.palette).bytes
    file += PNGChunk("IDAT", PNGChunk.stored(lines)).bytes
    return file + PNGChunk("IEND", []).bytes
  }

  private static let blue = [0x25, 0x63, 0xEB]

  private static let palette: [UInt8] = (0...15).flatMap { (white: Int) -> [UInt8] in
    blue.map { part in UInt8((part * (15 - white) + 255 * white) / 15) }
  }

  private var lines: [UInt8] {
    (0..<size).flatMap { row -> [UInt8] in
      // In a PNG file, each row of pixels begins with the number of its filter. 0 means no filter.
      [0]
        + stride(from: 0, to: size, by: 2).map { column in
          UInt8(white(row, column) << 4 | (column + 1 < size ? white(row, column + 1) : 0))
        }
    }
  }

  /// Returns how much of a pixel is white, from 0 (only blue) to 15 (only white).
  private func white(_ row: Int, _ column: Int) -> Int {
    let points = Self.fineness * Self.fineness
    var hits = 0
    for point in 0..<points {
      let x = place(column, point % Self.fineness)
      let y = place(row, point / Self.fineness)
      if abs(x - 8) + abs(y - 8) <= 8, !Self.isNeedle(x, y) { hits += 1 }
    }
    return hits * 15 / points
  }

  /// Returns the coordinate of one of the test points in a pixel, in a unit in which the diamond is
  /// 16 wide, as in `needle`.
  private func place(_ pixel: Int, _ step: Int) -> Double {
    let share = (Double(pixel) + (Double(step) + 0.5) / Double(Self.fineness)) / Double(size)
    return (share - 0.5) / Self.share * 16 + 8
  }

  /// Returns whether the point is inside the needle, that is, on the same side of each of its
  /// edges.
  private static func isNeedle(_ x: Double, _ y: Double) -> Bool {
    guard (5...11).contains(x), (5...11).contains(y) else { return false }
    let sides = needle.indices.map { index in
      let (from, to) = (needle[index], needle[(index + 1) % needle.count])
      return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
    }
    return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
  }
}

/// A chunk of a PNG file: its name, such as `IHDR`, and its content.
private struct PNGChunk {
  private let name: String
  private let content: [UInt8]

  init(_ name: String, _ content: [UInt8]) {
    self.name = name
    self.content = content
  }

  var bytes: [UInt8] {
    let named = Array(name.utf8) + content
    return Self.bytes(of: UInt32(content.count)) + named + Self.bytes(of: Self.checksum(named))
  }

  static func bytes(of number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns the content as a zlib stream, which PNG requires, in blocks that are not compressed.
  static func stored(_ content: [UInt8]) -> [UInt8] {
    let most = 65_535
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: content.count, by: most) {
      let block = content[start..<min(start + most, content.count)]
      let count = UInt16(block.count)
      stream.append(start + most < content.count ? 0 : 1)
      for number in [count, ~count] {
        stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      }
      stream += block
    }
    var (one, two): (UInt32, UInt32) = (1, 0)
    for byte in content {
      one = (one + UInt32(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return stream + bytes(of: two << 16 | one)
  }

  /// Returns the CRC-32 checksum of the bytes, with which each chunk of a PNG file ends.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
        rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
      }
    }
  }
}
