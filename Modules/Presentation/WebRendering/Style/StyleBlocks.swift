extension StyleText {
  /// The blocks of a page, saved or served.
  static let blocks = """
    .page-title{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;margin-bottom:1.25rem}
    .page-title .subtitle,.page-title .toolbar{flex-basis:100%}
    .context,.subtitle,.detail,.stat-note,caption,dt,.handle,.hint,.optional{color:var(--muted-text)}
    .context,.subtitle,.banner p,.message p{margin:0}
    .banner,.message{background:var(--surface);border:var(--line);border-left:.25rem solid var(--mark);border-radius:.5rem;padding:.625rem 1rem}
    .banner p:first-child,.message .words{color:var(--tone);font-weight:600}
    section,figure,.month,main>.list,main>.wide,main>dl,.middle>.list,.side>dl,.empty,.progress{background:var(--surface);border:var(--line);border-radius:.75rem;padding:1rem 1.25rem;margin:0 0 1rem}
    section section,section figure,.expanded section{background:none;border:0;padding:0;margin:1rem 0 0}
    section>:last-child,figure>:last-child,dl:last-child{margin-bottom:0}
    .empty{text-align:center;padding:2.5rem 1.25rem}
    .empty p{margin:0 auto .5rem;font-size:1.125rem}
    .empty p+p{font-size:.9375rem}
    .empty .links{justify-content:center}
    section .empty{border:0;padding:1rem 0}
    section .empty p{font-size:.9375rem}
    .stats{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.75rem,1fr));gap:.75rem}
    main>.stats{margin-bottom:1rem}
    .stat{position:relative;display:flex;flex-direction:column;background:var(--surface);border:var(--line);border-top:.25rem solid var(--mark);border-radius:.75rem;padding:.75rem 1rem;min-height:6.25rem;box-shadow:0 1px 2px #0000000d}
    main>.stats .stat{background:linear-gradient(135deg,color-mix(in srgb,var(--mark) 8%,var(--surface)),var(--surface) 70%)}
    .stat a{text-decoration:none;color:inherit}
    .stat a::after{content:"";position:absolute;inset:0;border-radius:inherit}
    .stat:has(a:hover){background:var(--soft)}
    .stat a:focus-visible{outline:none}
    .stat a:focus-visible::after{outline:3px solid var(--accent);outline-offset:2px}
    .stat-value{font-size:1.625rem;font-weight:680;line-height:1.3;color:var(--tone);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
    .stat-note{font-size:.8125rem}
    section .stats{gap:.75rem 1.5rem}
    section .stat{border:0;border-radius:0;padding:0;min-height:0;box-shadow:none;background:none}
    section .stat-value{font-size:1.125rem}
    .progress p{margin:0 0 .5rem;font-weight:550}
    progress{appearance:none;display:block;width:100%;height:.75rem;border:0;border-radius:1rem;background:var(--edge);overflow:hidden}
    progress::-webkit-progress-bar{background:var(--edge)}
    progress::-webkit-progress-value{background:var(--info-mark);border-radius:1rem}
    progress::-moz-progress-bar{background:var(--info-mark);border-radius:1rem}
    dl{display:grid;gap:.5rem;margin:0}
    dl div{display:grid;grid-template-columns:minmax(7rem,2fr) 5fr;gap:0 1rem}
    dd{margin:0}
    .wide{overflow-x:auto}
    table{border-collapse:collapse;width:100%}
    caption{text-align:left;padding-bottom:.5rem}
    th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-top:var(--line);font-weight:400}
    thead th{font-weight:600;font-size:.8125rem;color:var(--muted-text);border-top:0}
    .wide tr>:first-child{position:sticky;left:0;background:var(--surface);z-index:1}
    .compared :is(th,td){min-width:9rem}
    .compared tr>:first-child{min-width:6.5rem}
    .compared thead th{font-size:.9375rem;color:var(--text)}
    .month table{table-layout:fixed}
    .month :is(th,td){padding:.25rem}
    .month td{height:5.5rem;border:var(--line);font-size:.8125rem}
    .month .none{border-color:transparent}
    .month .today .day{background:var(--accent);color:var(--surface);border-radius:1rem;padding:.125rem .375rem}
    .month ul{list-style:none;margin:.25rem 0 0;padding:0}
    .month li{border-left:.1875rem solid var(--mark);padding-left:.25rem;margin-bottom:.125rem}
    .month a{display:block;min-height:1.5rem;color:inherit;text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .month .dots{display:none}
    @media (max-width:47.99rem){.month{padding:.5rem}.month td{height:3rem;text-align:center}.month :is(ul,.hint){display:none}.month .dots{display:block;color:var(--accent);font-weight:650}}
    .number{text-align:right;font-variant-numeric:tabular-nums}
    .list{container:list/inline-size}
    .row{display:grid;grid-template-columns:auto auto minmax(0,1fr) auto auto;align-items:start;position:relative;border-top:var(--line);padding:.3125rem 0;min-height:2.75rem}
    .row:first-child{border-top:0}
    .row>*{grid-row:1}
    .pick{grid-column:1}
    .row>.sign,.row>.tick,.row>.tick-form{grid-column:2}
    .body{grid-column:3;padding:.3125rem 0;min-width:0}
    .title a{color:inherit;text-decoration:none;font-weight:550}
    .strong .title,.strong .title a{font-weight:700}
    .detail{margin:.125rem 0 0;font-size:.8125rem}
    .row.tone-muted .title{color:var(--muted-text)}
    .strong{background:linear-gradient(90deg,var(--soft),transparent)}
    .badges{grid-column:4;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .5rem;margin:0;padding:.4375rem 0 0 1rem;font-size:.8125rem}
    .badge{color:var(--tone);border:1px solid var(--mark);border-radius:1rem;padding:0 .5rem}
    .badge.tone-neutral,.badge.tone-muted{border-color:var(--edge)}
    .trailing{min-width:4.5rem;text-align:right}
    .row>.acts,.row>.links{grid-column:3/6;grid-row:2;margin:-.25rem 0 0 -.625rem}
    .handle{grid-column:5;min-width:2.75rem;padding:.5rem 0 0 .75rem;text-align:right;font-size:.8125rem;font-variant-numeric:tabular-nums}
    .expanded{grid-column:1/-1;grid-row:3;padding:.25rem 0 .5rem}
    .expanded>*+dl{margin-top:1rem}
    .sign{width:2rem;flex:none;text-align:center;padding-top:.3125rem;color:var(--mark)}
    .mini{display:block;margin-top:.25rem;fill:var(--info-mark)}
    .more{margin:.25rem 0 0}
    @container list (max-width:34rem){
    .badges:has(.badge){grid-column:3/6;grid-row:2;padding:0 0 .3125rem}
    .trailing{min-width:0}
    .row>.acts,.row>.links{grid-row:3}
    .expanded{grid-row:4}
    .row{padding:.4375rem 0}
    }
    """
}
