import FeatureKit
import Glibc

/// A color on a screen. Its contrast with another color is computed as WCAG, the guidelines for
/// accessible web pages, defines it.
public struct RGB: Hashable, Sendable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from a number such as `0x3b82f6`.
  public init(_ hex: UInt32) {
    self.init(
      red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF))
  }

  /// The color in the format of a style sheet, such as `#3b82f6`.
  public var hex: String {
    "#" + Hexadecimal.text([red, green, blue])
  }

  /// The brightness that people perceive, from 0 for black to 1 for white (WCAG 2.1).
  public var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast with another color, from 1 (equal) to 21 (black on white).
  public func contrast(with other: RGB) -> Double {
    let (own, others) = (luminance, other.luminance)
    return (max(own, others) + 0.05) / (min(own, others) + 0.05)
  }

  /// Returns a shade of the same color that has at least the contrast `ratio` with every background
  /// in `grounds`. Of these shades, it is the one nearest to this color in lightness. If no shade
  /// has this contrast, returns the shade with the best contrast.
  public func shade(reaching ratio: Double, on grounds: [RGB]) -> RGB {
    let colour = HSL(self)
    var best = self
    for step in 0...100 {
      for lightness in [
        colour.lightness + Double(step) / 100, colour.lightness - Double(step) / 100,
      ]
      where (0...1).contains(lightness) {
        let candidate = step == 0 ? self : colour.with(lightness: lightness)
        let contrast = candidate.worstContrast(on: grounds)
        if contrast >= ratio { return candidate }
        if contrast > best.worstContrast(on: grounds) { best = candidate }
      }
    }
    return best
  }

  public func worstContrast(on grounds: [RGB]) -> Double {
    grounds.map(contrast).min() ?? 21
  }
}

/// A color as hue, saturation and lightness. Another shade of the same color differs only in
/// lightness.
private struct HSL {
  let hue: Double
  let saturation: Double
  let lightness: Double

  init(_ colour: RGB) {
    let (red, green, blue) = (
      Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255
    )
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    let span = high - low
    lightness = (high + low) / 2
    saturation = span == 0 ? 0 : span / (1 - abs(2 * lightness - 1))
    hue =
      if span == 0 {
        0
      } else if high == red {
        (green - blue) / span + (green < blue ? 6 : 0)
      } else if high == green {
        (blue - red) / span + 2
      } else {
        (red - green) / span + 4
      }
  }

  func with(lightness: Double) -> RGB {
    let chroma = (1 - abs(2 * lightness - 1)) * saturation
    let second = chroma * (1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1))
    let (red, green, blue): (Double, Double, Double) =
      switch hue {
      case ..<1: (chroma, second, 0)
      case ..<2: (second, chroma, 0)
      case ..<3: (0, chroma, second)
      case ..<4: (0, second, chroma)
      case ..<5: (second, 0, chroma)
      default: (chroma, 0, second)
      }
    let lift = lightness - chroma / 2
    func part(_ share: Double) -> UInt8 {
      UInt8(min(255, max(0, ((share + lift) * 255).rounded())))
    }
    return RGB(red: part(red), green: part(green), blue: part(blue))
  }
}
