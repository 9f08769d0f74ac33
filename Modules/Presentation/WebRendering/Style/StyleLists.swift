extension StyleText {
  /// Boxes that tick, chips, search, menus, several rows at once.
  static let lists = """
    .row{scroll-margin:5rem}
    .rows:has(>.row>.tick-form,>.row>.tick){margin-left:-.75rem}
    .row>.acts:has(>:only-child){grid-column:4;grid-row:1;margin:0}
    .row>.badges~.acts:has(>:only-child){grid-column:3/6;grid-row:2;margin:-.25rem 0 0 -.625rem}
    .sign{font-size:0;width:2.75rem;min-height:2.75rem;display:flex;align-items:center;justify-content:center;padding:0}
    .sign::before{content:"";width:1.25rem;height:1.25rem;border:2px solid var(--mark);border-radius:.375rem;background:var(--surface)}
    .sign-checked::before{background:conic-gradient(var(--mark) 0 100%)}
    .sign-checked::after,.tick:not([aria-disabled]):hover .sign-unchecked::after{content:"";position:absolute;width:.4375rem;height:.75rem;border:solid var(--surface);border-width:0 2.5px 2.5px 0;rotate:45deg;translate:0 -.0625rem}
    .tick:not([aria-disabled]):hover .sign-unchecked::after{border-color:var(--mark)}
    .sign-started::before{background:linear-gradient(var(--surface) 50%,var(--mark) 50%)}
    .sign-skipped::before{background:linear-gradient(var(--mark),var(--mark)) center/.625rem 2px no-repeat var(--surface)}
    .sign-locked::before{border-style:dashed}
    .sign-locked::after{content:"";position:absolute;width:.5rem;height:.375rem;border-radius:1px;background:var(--mark);box-shadow:0 -.1875rem 0 -1px var(--surface),0 -.1875rem 0 0 var(--mark)}
    .sign-bullet,.sign-unread{width:1.25rem;justify-content:flex-start}
    .sign-bullet::before,.sign-unread::before{width:.5rem;height:.5rem;border-radius:50%;border-color:var(--mark);background:var(--mark)}
    .sign-bullet.tone-neutral{display:none}
    .rows:has(.tick)>.row>.sign-bullet{display:flex;visibility:hidden;width:2.75rem}
    .links:has(.current) :is(a,button){border:var(--line);border-radius:1.5rem;background:var(--surface);color:var(--text);font-weight:400;padding:0 .875rem;margin:0 .125rem .25rem 0}
    .links:has(.current) .current{background:var(--accent);border-color:var(--accent);color:var(--surface)}
    .rows:has(.tick)>.row>.expanded{padding-left:.75rem}
    .tick{display:block;border:0;background:none;padding:0;min-height:2.75rem;border-radius:.5rem;position:relative}
    .row>:is(.tick,.tick-form,.sign,.pick){margin:-.3125rem 0}
    .tick:hover{background:var(--soft)}
    .tick[aria-busy]{opacity:.5}
    .row:is(.gone,:has(.sign-checked))>.body .title{color:var(--muted-text);text-decoration:line-through}
    .row:has(.sign-checked)>.body .title a{color:inherit;text-decoration:inherit}
    .gone .tick{visibility:hidden}
    .title .action button{border:0;background:none;padding:0;min-height:0;font-weight:inherit;text-align:left;color:inherit}
    .detail a{position:relative;z-index:1}
    .row .title a::after,.row .title button::after{content:"";position:absolute;inset:0;border-radius:.375rem}
    .row.open .title a::after{display:none}
    .row:has(>.body a:hover,>.body button:hover){background:var(--soft)}
    .row .title a:focus-visible,.row .title button:focus-visible{outline:none}
    .row .title a:focus-visible::after,.row .title button:focus-visible::after{outline:3px solid var(--accent);outline-offset:0}
    .row>.pick,.row>.tick-form,.row>.tick,.row>.acts,.row>.expanded{position:relative;z-index:1}
    .row>.acts{justify-self:start}
    .brief .title,.brief .detail{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
    .brief .preview{-webkit-line-clamp:1}
    .brief .title{position:static}
    @container list (min-width:44rem){.row>.acts{grid-column:4;grid-row:1;margin:0;justify-self:end}.row>.badges~.acts{grid-column:3/6;grid-row:2;margin:-.25rem 0 0 -.625rem;justify-self:start}}
    @media (max-width:47.99rem){.menu[open]>:not(summary){position:fixed!important;inset:auto 0 0!important;z-index:9;width:auto!important;max-height:75vh!important;border-radius:1rem 1rem 0 0;padding:1rem 1rem calc(1rem + env(safe-area-inset-bottom))!important;box-shadow:0 0 0 100vmax #0006,var(--float)}
    .row{min-height:3.5rem}.listing form{justify-content:flex-start}.listing input[type=search]{max-width:none}}
    .listing{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin-bottom:.75rem}
    .listing form{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;flex:1 1 auto;min-width:0;justify-content:flex-end}
    .listing .go{order:1}
    .listing .menu{order:2}
    .listing form:has([type=search]){flex:1 1 16rem}
    .listing input[type=search]{flex:1 1 8rem;min-width:0;max-width:20rem}
    .chips{display:flex;gap:.375rem;overflow-x:auto;max-width:100%;padding:.1875rem;margin:-.1875rem;scrollbar-width:none}
    .chip{display:inline-flex;align-items:center;gap:.375rem;min-height:2.75rem;padding:0 .875rem;border:var(--line);border-radius:1.5rem;background:var(--surface);color:inherit;text-decoration:none;white-space:nowrap;cursor:pointer}
    .chip:hover{background:var(--soft);text-decoration:none}
    .chip[aria-current],.chip:has(:checked){background:var(--accent);border-color:var(--accent);color:var(--surface)}
    .chip input{min-height:0;margin:0}
    .changes .menu[open]>:not(summary),.menu>.turned{right:auto!important}
    .changes .menu>.turned{right:0!important}
    .sorts{white-space:nowrap;flex:1 0 100%;align-items:center;color:var(--muted-text);font-size:.875rem}
    .sorts a{color:inherit;border-radius:0}
    .sorts [aria-current]{color:var(--text);box-shadow:0 2px var(--accent)}
    .menu{position:relative}
    .menu>summary{padding:0 .875rem;border-radius:.5rem;white-space:nowrap}
    .menu.filtered>summary{background:var(--soft)}
    .menu>summary:hover{background:var(--soft);text-decoration:none}
    .menu[open]>:not(summary){position:absolute;right:0;z-index:6;min-width:12rem;max-height:min(70vh,32rem);overflow:auto;margin:0;background:var(--surface);border:var(--line);border-radius:.75rem;padding:.5rem;box-shadow:var(--float)}
    .menu .links{display:block}
    .menu .links a,.menu .links button{width:100%;white-space:nowrap;background:none;border-color:transparent;color:var(--accent)}
    .listing .sheet{width:min(24rem,calc(100vw - 2rem));max-height:70vh;overflow:auto;padding:1rem!important}
    .toolbar{display:flex;align-items:center;flex-wrap:wrap;gap:.25rem}
    .toolbar .links{margin:0;gap:.25rem}
    .pick{display:none;width:2.75rem;min-height:2.75rem;align-items:center;justify-content:center}
    .pick input{width:1.25rem;height:1.25rem;min-height:0;margin:0;accent-color:var(--accent)}
    main:has(#choosing:checked) .pick{display:flex}
    main:has(#choosing:checked) .row :is(.tick-form,.tick,.sign){display:none}
    .bulk{display:none;position:sticky;bottom:calc(4.75rem + env(safe-area-inset-bottom));z-index:3;flex-wrap:wrap;align-items:center;gap:.5rem;background:var(--surface);border:1px solid var(--accent);border-radius:.75rem;padding:.5rem 1rem;box-shadow:var(--float)}
    .bulk p{margin:0}
    main:has(.pick :checked) .bulk{display:flex}
    .moves{display:flex;gap:.25rem;grid-column:2/6;grid-row:3;position:relative;z-index:1}
    .moves select{flex:1;min-width:0;padding:.25rem .5rem}
    .board .trailing{text-align:left}
    .moves button{padding:.25rem .625rem;border-color:transparent;background:none;color:var(--accent)}
    .board .row{padding:.5rem 0}
    .board .handle{display:none}
    .board .body,.board .badges{grid-column:2/6}
    .board .badges{grid-row:2;padding:0}
    @media (max-width:47.99rem){.lane.none,.board~.hint{display:none}}
    @media (min-width:48rem){.bulk{bottom:1.5rem}
    .board{display:flex;align-items:flex-start;gap:.75rem;overflow-x:auto;padding:3px 3px 1rem;margin:0 -3px}
    .lane{flex:0 0 16rem;margin:0;padding:.75rem}
    .lane.none{flex-basis:8rem;color:var(--muted-text)}
    .lane.aimed{outline:2px solid var(--accent);outline-offset:-2px}
    .moves :is(select,button){min-height:2.25rem;font-size:.8125rem}}
    """
}
