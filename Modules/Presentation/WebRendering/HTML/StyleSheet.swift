import FeatureKit

/// The one style sheet of every document.
enum StyleSheet {
  static let text = [
    ":root{color-scheme:light dark;\(WebTheme.properties(WebTheme.light))}",
    "@media (prefers-color-scheme:dark){:root{\(WebTheme.properties(WebTheme.dark))}}",
    tones, layout, blocks, charts, paper,
  ].joined(separator: "\n")

  /// `--tone` and `--mark` follow the class of the element or of the one around it.
  private static let tones = Tone.allCases.map { tone in
    tone == .neutral
      ? ".tone-neutral{--tone:var(--text);--mark:var(--border)}"
      : ".tone-\(tone.rawValue){--tone:var(--\(tone.rawValue)-text);--mark:var(--\(tone.rawValue)-mark)}"
        + ".tone-text-\(tone.rawValue){color:var(--\(tone.rawValue)-text)}"
  }.joined(separator: "\n")

  private static let layout = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
    header,main{max-width:60rem;margin:0 auto;padding:.75rem 1rem}
    header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:baseline}
    .site{margin:0;font-weight:600}
    nav ul,.links,.rows,.stats,.legend{list-style:none;margin:0;padding:0}
    nav ul,.links{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
    main>*{margin:0 0 1rem}
    main>.stats,main>.links{margin-bottom:1rem}
    main:focus{outline:none}
    a{color:var(--info-text);display:inline-block;padding:.5rem 0}
    a[aria-current]{color:var(--text);font-weight:600}
    a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible{outline:3px solid var(--info-mark);outline-offset:2px}
    .skip{position:absolute;left:-100vw}
    .skip:focus{left:1rem;top:.5rem;background:var(--surface);padding:.5rem 1rem;z-index:1}
    .heard{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    h1,h2,h3,h4,h5,h6{line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
    h1{font-size:1.75rem;margin:0}
    h2{font-size:1.25rem}
    h3,h4,h5,h6{font-size:1rem}
    p,dd,dt,li,td,th,code,figcaption,label{overflow-wrap:anywhere;unicode-bidi:plaintext}
    p{margin:0 0 .5rem}
    code{font-family:ui-monospace,monospace;font-size:.875em;color:var(--muted-text)}
    button,input,select,textarea{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--border);border-radius:.5rem;padding:.5rem .75rem;min-height:2.75rem;max-width:100%}
    button{cursor:pointer;color:var(--info-text);font-weight:600}
    button[aria-disabled]{cursor:not-allowed;color:var(--muted-text);border-style:dashed}
    button.current{cursor:default;background:var(--info-text);border-color:var(--info-text);color:var(--surface)}
    .action{display:inline}
    """

  private static let blocks = """
    .page-title{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:0 1.5rem}
    .context,.subtitle,.detail,.stat-note,caption,dt,.handle{color:var(--muted-text)}
    .context,.banner p,.message p{margin:0}
    .banner,.message{background:var(--surface);border:1px solid var(--edge);border-left:.25rem solid var(--mark);border-radius:.5rem;padding:.75rem 1rem}
    .banner p,.message .words{color:var(--tone);font-weight:600}
    .empty,section,figure,form:not(.action),.wide,dl{background:var(--surface);border:1px solid var(--edge);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
    section section,section .wide,section figure,section dl,figure .wide,section .empty,.expanded section{background:none;border:0;border-radius:0;padding:0}
    .stats{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.75rem}
    section .stats{grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr))}
    section>.links,section>.stats{margin-bottom:.75rem}
    .stat{background:var(--surface);border:1px solid var(--edge);border-top:.25rem solid var(--mark);border-radius:.75rem;padding:.75rem 1rem}
    .stat{position:relative;display:flex;flex-direction:column;align-items:flex-start}
    .stat a{padding:0}
    .stat a::after{content:"";position:absolute;inset:0}
    .stat-value{font-size:1.5rem;font-weight:700;line-height:1.3;color:var(--tone);overflow-wrap:break-word;max-width:100%}
    section .stat-value{font-size:1.25rem;line-height:1.5}
    @media (max-width:30rem){section .stats{grid-template-columns:repeat(auto-fill,minmax(9rem,1fr))}.stat{padding:.625rem .75rem}}
    .row{display:flex;gap:.75rem;padding:.5rem 0 .5rem .75rem;border-top:1px solid var(--edge);border-left:.25rem solid var(--mark)}
    .row:first-child{border-top:0}
    .marker{color:var(--mark);width:1.5rem;flex:none;text-align:center;padding:.5rem 0}
    .body{flex:1;min-width:0}
    .title{padding:.25rem 0}
    .title a{display:inline;padding:.25rem 0}
    .detail{margin:.25rem 0 0}
    .row.tone-muted .title{color:var(--muted-text)}
    .strong .title{font-weight:700}
    .strong{background:color-mix(in srgb,var(--mark) 8%,var(--surface))}
    .brief>.body>.title,.brief>.body>.detail{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
    .brief>.body>.title{-webkit-line-clamp:2}
    .brief>.body>.detail{-webkit-line-clamp:3}
    .badges{display:flex;flex-wrap:wrap;gap:.25rem .5rem;margin:0}
    .badge{color:var(--tone);border:1px solid var(--mark);border-radius:1rem;padding:0 .625rem;font-size:.875rem}
    .body .links{margin-top:.5rem}
    .mini{display:flex;align-items:flex-end;gap:.125rem;height:2rem;margin-top:.25rem}
    .mini span{width:.75rem;border-radius:.125rem;background:var(--info-mark)}
    .expanded{margin-top:.75rem}
    progress{width:100%;height:.75rem;accent-color:var(--info-mark)}
    dl{display:grid;gap:.25rem}
    dl div{display:flex;flex-wrap:wrap;gap:0 1rem}
    dt{flex:0 0 min(11rem,45%)}
    dd{margin:0}
    .wide{overflow-x:auto}
    table{border-collapse:collapse;width:100%}
    caption{text-align:left;padding-bottom:.5rem}
    th,td{text-align:left;padding:.375rem .75rem .375rem 0;border-top:1px solid var(--edge);font-weight:400}
    thead th{font-weight:600;border-top:0}
    th{overflow-wrap:normal}
    .number{text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:normal}
    .field{display:grid;gap:.25rem;margin-bottom:.75rem}
    .field input[type=checkbox]{width:1.5rem;min-height:1.5rem}
    """

  private static let charts = """
    .chart{margin:0 0 1rem}
    figcaption{margin-bottom:.75rem}
    .plot{position:relative;padding:0 0 1.5rem 3.5rem}
    .plot svg{display:block;width:100%;height:12rem;overflow:visible}
    .values,.days{position:absolute;color:var(--muted-text);font-size:.8125rem;line-height:1}
    .values{left:0;top:0;height:12rem;width:3.125rem}
    .values span{position:absolute;right:0;transform:translateY(-50%);white-space:nowrap}
    .days{left:3.5rem;right:0;top:12.5rem}
    .days span{position:absolute;white-space:nowrap}
    .plot path{fill:none;vector-effect:non-scaling-stroke}
    .plot .grid{stroke:var(--edge)}
    .plot .line{stroke:var(--mark);stroke-width:2}
    .plot .line~.line{stroke-dasharray:6 4}
    .plot .dots{stroke:var(--mark);stroke-width:7;stroke-linecap:round}
    .plot .area{fill:var(--mark);opacity:.12}
    .legend{display:flex;flex-wrap:wrap;gap:0 1.25rem;padding-top:1.75rem}
    .legend li::before{content:"";display:inline-block;width:.75rem;height:.75rem;border-radius:50%;background:var(--mark);margin-right:.375rem}
    .bars{display:grid;gap:.375rem;margin-bottom:.75rem}
    .bar{display:grid;grid-template-columns:minmax(6rem,10rem) 1fr auto;gap:.75rem;align-items:center}
    .bar-track span{display:block;height:.875rem;border-radius:.25rem;background:var(--mark);min-width:2px}
    .bar-value{font-weight:600;font-variant-numeric:tabular-nums}
    """

  private static let paper = """
    @media print{:root{--ground:#fff;--surface:#fff;--text:#000}header nav,.skip,.links,.more,button,form,details{display:none}body{font-size:11pt}section,figure,.row,.stat{break-inside:avoid}a{color:inherit;text-decoration:none}}
    """
}
