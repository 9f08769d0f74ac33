extension StyleText {
  /// The styles of forms: one column, labels above the fields, and problems beside a red bar.
  static let forms = """
    .fields{max-width:36rem}
    .fields h1{margin-bottom:1.25rem}
    .field{margin:0 0 1.25rem}
    .field>label,legend{display:block;font-weight:600;margin-bottom:.25rem;padding:0}
    fieldset{border:0;margin:0;padding:0;min-width:0}
    .optional{font-weight:400}
    .hint,.fault,.named{margin:0 0 .375rem;font-size:.8125rem}
    .field input:not([type=checkbox],[type=radio]),.field select,.field textarea{display:block;width:100%;font-size:1rem}
    .field input.short{max-width:10rem}
    .field textarea{resize:vertical}
    .faulty{border-left:.25rem solid var(--danger-mark);padding-left:1rem}
    .fault{color:var(--danger-text);font-weight:600}
    .faulty input,.faulty select,.faulty textarea{border-color:var(--danger-mark)}
    .faults{border:2px solid var(--danger-mark);border-radius:.75rem;padding:1rem 1.25rem;margin:0 0 1.5rem;background:var(--surface)}
    .faults h2{margin-bottom:.25rem}
    .faults ul{margin:0;padding:0;list-style:none}
    .faults li,.faults a{color:var(--danger-text);font-weight:600}
    .faults a{display:inline-block;padding:.375rem 0}
    .boxes{display:flex;flex-wrap:wrap;gap:.5rem}
    .group{flex-basis:100%;margin:.5rem 0 0;font-weight:600}
    .box{position:relative;display:flex;align-items:center}
    .boxes .box label{display:flex;align-items:center;min-height:2.75rem;padding:0 .875rem;border:1px solid var(--border);border-radius:1.5rem;background:var(--surface);cursor:pointer}
    .boxes .box input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
    .boxes .box input:checked+label{background:var(--accent);border-color:var(--accent);color:var(--surface)}
    .boxes .box input:checked+label::before{content:"✓";margin-right:.375rem}
    .boxes .box input:focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}
    .boxes .box label:hover{background:var(--soft)}
    .field>.box input{flex:none;width:1.5rem;height:1.5rem;min-height:0;margin:0 .75rem 0 0;accent-color:var(--accent)}
    .field>.box label{padding:.625rem 0}
    .fields details{margin:0 0 1.25rem}
    .parts ol{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0 0 1rem;padding:0;list-style:none}
    .parts a{display:block;padding:.625rem 0 0}
    .parts [aria-current]{font-weight:600;color:inherit;text-decoration:none}
    .filled{display:block;font-size:.8125rem}
    .buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;margin:1.5rem 0 0}
    .buttons button{min-width:7rem}
    .buttons a{padding:.625rem .25rem}
    .buttons code{margin-left:auto}
    .command-line label{display:block;font-weight:600;margin-bottom:.375rem}
    .line{display:flex;gap:.5rem}
    .line input{flex:1;min-width:0;font:1rem ui-monospace,Menlo,Consolas,monospace}
    .field,.command-line{position:relative}
    .offers{position:absolute;z-index:7;left:0;right:0;box-shadow:var(--float);list-style:none;margin:.25rem 0 0;padding:.25rem;max-height:18rem;overflow:auto;background:var(--surface);border:var(--line);border-radius:.5rem}
    .offers li{display:flex;justify-content:space-between;gap:1rem;padding:.5rem .625rem;min-height:2.75rem;border-radius:.375rem;cursor:pointer}
    .offers li[aria-selected=true]{background:var(--soft);outline:2px solid var(--accent);outline-offset:-2px}
    .offers span:last-child{color:var(--muted-text);font-size:.8125rem}
    .days-near{display:flex;gap:.5rem;flex-wrap:wrap;margin-top:.375rem}
    #bar{overflow:visible;inset:12vh 0 auto;margin:0 auto;width:min(40rem,calc(100vw - 1rem));padding:1rem}
    #bar p{margin:.75rem 0 0;color:var(--muted-text);font-size:.8125rem}
    dialog{border:0;padding:0;background:none;max-width:calc(100vw - 2rem)}
    dialog::backdrop{background:#0006}
    .shows{display:flex;align-items:center;gap:.25rem;min-height:2.75rem;font-size:.8125rem;color:var(--muted-text)}
    .shows input{min-height:0;width:1.125rem;height:1.125rem}
    .days-near .chip{font-weight:400}
    .days-near input{min-height:2.25rem}
    [hidden]{display:none!important}
    """

  /// The styles that follow the user's system settings.
  static let settings = """
    @media (prefers-reduced-motion:no-preference){a,button,.chip,.row{transition:background-color .12s}#outcome .said{animation:up .18s ease-out}@keyframes up{from{translate:0 1rem;opacity:0}}}
    @media (forced-colors:active){
    .sign::before,.sign-checked::after,.sign-locked::after{forced-color-adjust:none;border-color:CanvasText}
    .sign-checked::before,.sign-unread::before,.sign-bullet::before{background:CanvasText}
    .sign-checked::after{border-color:Canvas}
    nav a[aria-current],.chip[aria-current],.chip:has(:checked),.box input:checked+label{outline:2px solid Highlight}
    .bar-track,.mini{fill:CanvasText}
    .plot path{forced-color-adjust:none;stroke:CanvasText}
    .plot .counts{fill:CanvasText}
    progress::-webkit-progress-value{background:Highlight}
    }
    @media (prefers-contrast:more){:root{--edge:var(--border)}.context,.detail,.hint,.subtitle,.optional,dt{color:var(--text)}}
    """
}
