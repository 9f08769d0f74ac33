extension StyleText {
  static let charts = """
    figcaption{margin-bottom:1rem;max-width:72ch}
    .plot{position:relative;padding:0 0 1.5rem 3.5rem}
    .plot>svg{display:block;width:100%;height:12rem;overflow:visible}
    .plot>.values,.plot>.days{position:absolute;fill:var(--muted-text);font-size:.8125rem}
    .plot>.values{left:0;top:0;height:12rem;width:3rem}
    .plot>.days{left:3.5rem;right:0;top:12.375rem;height:1.25rem;width:calc(100% - 3.5rem)}
    .plot path{fill:none;vector-effect:non-scaling-stroke}
    .plot .grid{stroke:var(--edge)}
    .plot .line{stroke:var(--mark);stroke-width:2}
    .plot .line~.line{stroke-dasharray:6 4}
    .plot .counts{fill:var(--mark)}
    .plot .dots{stroke:var(--mark);stroke-width:6;stroke-linecap:round}
    .plot .area{fill:var(--mark);opacity:.1}
    .legend{display:flex;flex-wrap:wrap;gap:0 1.25rem;padding-top:.5rem}
    .legend li::before{content:"";display:inline-block;width:.75rem;height:.75rem;border-radius:50%;background:var(--mark);margin-right:.375rem}
    .bars{display:grid;gap:.5rem;margin-bottom:.5rem}
    .bar{display:grid;grid-template-columns:minmax(5rem,9rem) 1fr 2.5rem;gap:.75rem;align-items:center}
    .bar-track{display:block;width:100%;height:.75rem;fill:var(--mark)}
    .bar-value{font-weight:600;font-variant-numeric:tabular-nums;text-align:right}
    """
}
