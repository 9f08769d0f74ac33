import FeatureKit
import Palette

/// The measures of a page in Letter size, with its margins, in points.
enum PaperSize {
  static let width = 612.0
  static let height = 792.0
  static let left = 54.0
  static let right = width - left
  static let top = 54.0
  static let bottom = height - 66
  static let footerLine = height - 40

  static var room: Double { right - left }
  static var depth: Double { bottom - top }
}

/// The colors of text and lines on paper.
enum PaperInk {
  static let theme = Theme(grounds: [RGB(0xffffff), RGB(0xf3f4f6)])
  static let text = RGB(0x111827)
  static let muted = theme.text(.muted) ?? text
  static let rule = RGB(0xd1d5db)
  static let shade = RGB(0xf3f4f6)
  static let link = theme.text(.info) ?? text
}
