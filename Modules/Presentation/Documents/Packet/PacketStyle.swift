import FeatureKit
import Palette

/// The style sheet of the HTML page of the recruiting packet (the document that presents an athlete
/// to coaches), for screens, phones and printing.
enum PacketStyle {
  static let sheet = [screen, tones, narrow, print].joined(separator: "\n")

  private static let tones = Tone.allCases.compactMap { tone in
    PictureInk.theme.text(tone).map { ".tone-\(tone.rawValue){color:\($0.hex)}" }
  }.joined(separator: "\n")

  private static let screen = """
    *{box-sizing:border-box}
    body{position:relative;margin:0 auto;max-width:52rem;padding:1.5rem 1rem;background:#fff;color:\(PictureInk.text.hex);font:1rem/1.5 system-ui,sans-serif}
    h1,h2,h3,p,dd,dt,li,caption,footer{overflow-wrap:anywhere;unicode-bidi:plaintext}
    header{padding-right:6rem;display:flex;gap:1.25rem;align-items:center;border-bottom:2px solid \(PictureInk.grid.hex);padding-bottom:1rem}
    header p{margin:0}
    h1{font-size:2rem;line-height:1.2;margin:0}
    h2{font-size:1.25rem;line-height:1.25;margin:0 0 .5rem}
    h3{font-size:1rem;margin:1rem 0 .25rem}
    section{margin-top:1.5rem}
    .quiet,.note,dt,caption,footer,figcaption{color:\(PictureInk.muted.hex)}
    .portrait{flex:none;width:5.5rem;height:5.5rem;border-radius:50%;background:\(PictureInk.grid.hex);color:\(PictureInk.text.hex);display:flex;align-items:center;justify-content:center;font-size:2rem;font-weight:600}
    .cards{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0 0}
    .cards div{flex:1 1 8rem;max-width:100%;border:1px solid \(PictureInk.grid.hex);border-radius:.5rem;padding:.5rem .75rem}
    .cards :is(dt,dd){overflow-wrap:break-word}
    .cards dd{font-size:1.5rem;font-weight:600}
    .cards .note{font-size:.875rem;font-weight:400}
    dl{margin:0}
    dd{margin:0}
    section dl:not(.cards){display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.25rem 1.5rem}
    ul{margin:0;padding-left:1.25rem}
    table{width:100%;border-collapse:collapse;margin:0 0 1rem}
    caption{text-align:left;font-weight:600;padding:.25rem 0}
    th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid \(PictureInk.grid.hex);vertical-align:top}
    td,th{max-width:18rem;overflow-wrap:break-word;unicode-bidi:plaintext}
    .wide{overflow-x:auto}
    .number{text-align:right;font-variant-numeric:tabular-nums}
    .badge{border:1px solid;border-radius:1rem;padding:0 .5rem;font-size:.875rem;white-space:nowrap}
    a{color:\((PictureInk.theme.text(.info) ?? PictureInk.text).hex)}
    figure{margin:1rem 0 0}
    svg{max-width:100%;height:auto}
    footer{margin-top:2rem;border-top:1px solid \(PictureInk.grid.hex);padding-top:.75rem;font-size:.875rem}
    .print{position:absolute;right:1rem;top:1.5rem;font:inherit;padding:.5rem 1rem;min-height:2.75rem;border:1px solid \(PictureInk.muted.hex);border-radius:.5rem;background:#fff;color:inherit;cursor:pointer}
    .print:focus-visible,a:focus-visible{outline:3px solid \((PictureInk.theme.mark(.info) ?? PictureInk.text).hex);outline-offset:2px}
    """

  /// The rules for a phone: the button is above the name, and labels are above their values.
  private static let narrow = """
    @media screen and (max-width:30rem){
    body{padding:1rem}
    .print{position:static;margin-bottom:1rem}
    header{padding-right:0;gap:1rem}
    .portrait{width:4rem;height:4rem;font-size:1.5rem}
    h1{font-size:1.5rem}
    section dl:not(.cards){grid-template-columns:1fr;gap:0}
    section dl:not(.cards) dd{margin-bottom:.5rem}
    th,td{font-size:.875rem;padding-right:.5rem}
    }
    """

  private static let print = """
    @page{size:letter;margin:.6in}
    @media (scripting:none){.print{display:none}}
    @media print{
    .print{display:none}
    header{padding-right:0}
    body{max-width:none;padding:0;font-size:10.5pt}
    a{color:inherit;text-decoration:none}
    h2,h3,caption,thead{break-after:avoid}
    tr,.cards div,figure{break-inside:avoid}
    thead{display:table-header-group}
    .portrait,.badge{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    }
    """
}
