extension StyleText {
  /// The parts that a host puts around a page: rail, bar, outcome, command bar.
  static let frame = """
    body{padding-bottom:calc(5.5rem + env(safe-area-inset-bottom))}
    .rail{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;padding:.5rem 1rem 0;max-width:none}
    .site a{display:inline-flex;align-items:center;gap:.5rem;min-height:2.75rem;color:inherit;text-decoration:none}
    .site svg{width:1.25rem;height:1.25rem}
    .sign-of-site{fill:var(--accent)}.needle{fill:var(--surface)}
    .rail button{border:0;background:none}
    #more .wide-only{display:list-item}
    .opens-bar{display:flex;align-items:center;gap:.5rem;color:var(--muted-text);font-weight:400}
    kbd{font:.8125rem/1.4 ui-monospace,Menlo,Consolas,monospace;border:var(--line);border-radius:.25rem;padding:0 .3125rem;background:var(--surface);color:var(--muted-text)}
    nav .pages{position:fixed;inset:auto 0 0;z-index:5;display:flex;justify-content:space-around;background:var(--surface);border-top:var(--line);padding:.25rem .25rem calc(.25rem + env(safe-area-inset-bottom))}
    nav .pages li{flex:1;min-width:0;max-width:7rem}
    nav .pages a,nav .pages button{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:.125rem;width:100%;min-height:3rem;padding:.25rem 0;border-radius:.5rem;color:var(--muted-text);text-decoration:none;font-size:min(.75rem,3.4vw);font-weight:550;line-height:1.2}
    nav .pages span{max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    nav .pages .count{overflow:visible;max-width:none}
    nav svg{width:1.25rem;height:1.25rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
    nav a[aria-current]{color:var(--accent)}
    nav .long{display:none}
    .count{position:absolute;top:.125rem;left:calc(50% + .375rem);min-width:1.125rem;padding:0 .25rem;border-radius:1rem;background:var(--danger-text);color:var(--surface);font-size:.6875rem;line-height:1.125rem;text-align:center;font-weight:700}
    [popover]{border:var(--line);border-radius:.75rem;background:var(--surface);color:inherit;padding:.75rem;box-shadow:var(--float);max-width:calc(100vw - 1rem)}
    [popover]::backdrop{background:#0006}
    #more,#quick{inset:auto .5rem calc(4.25rem + env(safe-area-inset-bottom));width:auto;max-height:75vh;overflow:auto}
    #more ul,#quick ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));list-style:none;margin:0;padding:0}
    #more a,#more button,#quick a,#quick button{display:flex;align-items:center;width:100%;min-height:2.75rem;padding:0 .625rem;border-radius:.5rem;color:inherit;text-decoration:none;font-weight:550;text-align:left}
    #more a:hover,#more button:hover,#quick a:hover,nav .pages a:hover,nav .pages button:hover{background:var(--soft)}
    #more .short{display:none}
    #more .long{display:inline}
    #more .links{margin:0}
    #more>*+*{border-top:var(--line);margin-top:.5rem;padding-top:.5rem}
    .person p,.athletes p{margin:0;padding:.25rem .625rem 0}
    .person p:first-child{font-weight:600}
    .person .context{font-size:.8125rem;padding-top:0}
    .rail .opens-quick button{width:3rem;height:3rem;margin:0 auto;border-radius:50%;padding:0;background:var(--accent);color:var(--surface);font-size:1.625rem;line-height:1}
    .opens-quick .named{font-size:0}
    nav .wide-only{display:none}
    .working{position:fixed;z-index:6;inset:auto 1rem calc(4.75rem + env(safe-area-inset-bottom));margin:0 auto;max-width:40rem;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.75rem 1rem;background:var(--surface);border:var(--line);border-radius:.5rem}
    .working span{flex:1}
    #outcome{position:fixed;z-index:4;inset:auto 1rem calc(4.75rem + env(safe-area-inset-bottom));margin:0 auto;max-width:40rem;max-height:40vh;overflow:auto}
    #outcome:empty{display:none}
    #outcome:not(:has(.message)),#outcome.over{display:none}
    #outcome.up{inset:1rem 1rem auto!important;margin-left:auto!important}
    #outcome .closes{border:0;background:none;min-width:2.75rem;padding:0;font-size:1.25rem;color:var(--muted-text)}
    #outcome .said{display:flex;align-items:flex-start;gap:.5rem 1rem;background:var(--surface);border:var(--line);border-radius:.75rem;box-shadow:var(--float);padding:.25rem .5rem .25rem 0}
    #outcome .messages{flex:1;min-width:0}
    #outcome .message{border-width:0 0 0 .25rem;background:none;border-radius:.25rem;margin:.375rem 0 .375rem .5rem;padding:.25rem .75rem}
    #outcome .undo button{border:0;background:none;color:var(--accent)}
    .asks,.alone>main>div,.page-fault,.welcome{max-width:36rem}
    .asks{background:var(--surface);border:var(--line);border-radius:.75rem;padding:1.5rem}
    .asks h1{font-size:1.125rem;letter-spacing:0}
    .alone main{padding-top:3rem;max-width:38rem;margin:0 auto}
    @media (max-width:47.99rem){.opens-bar kbd{display:none}.opens-quick button{touch-action:manipulation}}
    .welcome .choices{display:grid;gap:1rem;margin-top:1.5rem}
    .welcome li{position:relative;background:var(--surface);border:var(--line);border-radius:.75rem;padding:1rem 1.25rem}
    .welcome li:first-child{border-color:var(--accent)}
    .welcome li a,.welcome li button{all:unset;cursor:pointer;color:var(--accent);font-size:1.125rem;font-weight:650}
    .welcome li a::after,.welcome li button::after{content:"";position:absolute;inset:0;border-radius:.75rem}
    .welcome li :focus-visible::after{outline:3px solid var(--accent);outline-offset:2px}
    .welcome li p{margin:.25rem 0 0;color:var(--muted-text)}
    .cards>*{margin:0 0 1rem;break-inside:avoid}
    .footer{color:var(--muted-text);font-size:.8125rem;margin:1.5rem 0 0}
    .footer summary{color:var(--muted-text);font-weight:400;width:max-content}
    .row .handle{opacity:0}
    .row:is(:hover,:focus-within) .handle,main:has(.footer[open]) .handle{opacity:1}
    @media (min-width:48rem){
    body{display:grid;grid-template-columns:14rem minmax(0,1fr);padding:0}
    body.alone{display:block}
    .rail{position:sticky;top:0;height:100vh;max-height:100vh;overflow-y:auto;display:flex;flex-flow:column nowrap;align-items:stretch;justify-content:flex-start;gap:.25rem;margin:0;padding:1rem .75rem;border-right:var(--line)}
    .alone .rail{position:static;height:auto;border:0;max-width:38rem;margin:0 auto}
    .site{padding:0 .625rem .5rem;white-space:nowrap;font-size:.875rem}
    .opens-bar{width:100%;justify-content:space-between}
    nav .pages{position:static;display:flex;flex-direction:column;border:0;padding:0;background:none}
    nav .pages li{max-width:none;flex:none}
    nav .pages li:is(:nth-child(4),:nth-child(8)),nav .opens-more{border-top:var(--line);margin-top:.375rem;padding-top:.375rem}
    nav .wide-only{display:block}
    #more .wide{display:none}
    nav .pages a,nav .pages .opens-more button{flex-direction:row;justify-content:flex-start;gap:.625rem;min-height:2.5rem;padding:0 .625rem;font-size:.9375rem;color:inherit}
    nav .long{display:inline}
    nav .short,.opens-more .count{display:none}
    nav a[aria-current]{background:var(--soft);color:var(--accent)}
    .count{position:static;margin-left:auto}
    #more{inset:auto auto 1rem 13rem;width:16rem;max-height:calc(100vh - 2rem)}
    #more ul,#quick ul{display:block}
    #more a,#more button{min-height:2.25rem}
    #quick{inset:4rem auto auto 13rem;width:18rem}
    nav .opens-quick{order:-1;padding:0 0 .5rem}
    .rail .opens-quick button{flex-direction:row;width:100%;height:2.75rem;border-radius:.5rem;font-size:.9375rem}
    .opens-quick .named{font-size:inherit;margin-left:-.375rem}
    .opens-quick span{line-height:1.2!important}
    main{width:100%;max-width:66rem;margin:0;padding:2rem 2.5rem 4rem}
    .alone main{margin:0 auto;padding-inline:1rem}
    #outcome{inset:auto 2.5rem 1.5rem 16rem;margin:0}
    html{scroll-padding-bottom:3rem}
    }
    @media (min-width:64rem){
    .cards{columns:2;column-gap:1rem}
    .cards>:first-child,.cards>section:last-child:has(>.stats){column-span:all}
    .cards>section:last-child:has(>.stats){margin-top:1rem}
    .side dl div{grid-template-columns:8rem 1fr}
    main>.stats{grid-template-columns:repeat(3,1fr)}
    .record{display:grid;grid-template-columns:minmax(0,1fr) 20rem;gap:1rem;align-items:start}
    .page-title .toolbar{flex-basis:auto;margin-left:auto}
    }
    @media (max-width:30rem){
    main>.stats{display:flex;overflow-x:auto;scroll-snap-type:x proximity;margin-inline:-1rem;padding:.25rem 1rem .5rem}
    main>.stats .stat{flex:0 0 8.75rem;scroll-snap-align:center}
    section,figure,.progress,main>.list,main>dl{padding:.875rem 1rem}
    }
    """
}
