import Testing

@testable import WebRendering

@Suite("The picture of an installed program")
struct AppIconTests {
  /// Returns the chunks of a PNG file, each with its name and its content.
  private func chunks(_ file: [UInt8]) -> [(name: String, content: [UInt8])] {
    var found: [(String, [UInt8])] = []
    var place = 8
    while place + 8 <= file.count {
      let count = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      found.append((name, Array(file[place + 8..<place + 8 + count])))
      place += 12 + count
    }
    #expect(place == file.count)
    return found
  }

  @Test("It is a PNG file of its size, whose lines are all there", arguments: [15, 16, 192])
  func file(size: Int) throws {
    let file = AppIcon(size: size).png
    #expect(file.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    let chunks = chunks(file)
    #expect(chunks.map(\.name) == ["IHDR", "PLTE", "IDAT", "IEND"])
    #expect(chunks[0].content[0..<8] == [0, 0, 0, UInt8(size), 0, 0, 0, UInt8(size)])
    #expect(chunks[1].content.prefix(3) == [0x25, 0x63, 0xEB])
    #expect(chunks[1].content.suffix(3) == [255, 255, 255])
    // The image data has a zlib header (2 bytes), a block header (5), the lines of the picture, and
    // a checksum (4).
    let lines = size * ((size + 1) / 2 + 1)
    #expect(chunks[2].content.count == 2 + 5 + lines + 4)
    // The last four bytes are the CRC-32 of the last chunk, `IEND`, which is always empty.
    #expect(file.suffix(4) == [0xAE, 0x42, 0x60, 0x82])
  }

  @Test("The corners are blue, the diamond is white, and the needle in it is blue")
  func picture() {
    let size = 64
    let content = chunks(AppIcon(size: size).png)[2].content
    func pixel(_ row: Int, _ column: Int) -> UInt8 {
      let byte = content[7 + row * (size / 2 + 1) + 1 + column / 2]
      return column % 2 == 0 ? byte >> 4 : byte & 0xF
    }
    #expect([pixel(0, 0), pixel(0, 63), pixel(63, 0), pixel(63, 63)] == [0, 0, 0, 0])
    #expect([pixel(18, 32), pixel(46, 32)] == [15, 15])
    #expect(pixel(32, 32) == 0)
  }
}
