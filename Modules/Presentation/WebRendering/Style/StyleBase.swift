extension StyleText {
  /// The styles of text, links, focus and buttons.
  static let base = """
    *,::before,::after{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;scroll-padding:1rem 0 7rem}
    body{margin:0;background:var(--ground);color:var(--text);font:.9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;--accent:var(--info-text);--line:1px solid var(--edge);--float:0 .5rem 2rem #00000033}
    header,main{max-width:62rem;margin:0 auto;padding:.75rem 1rem}
    main:focus,#outcome:focus{outline:none}
    main>*{margin:0 0 1rem}
    h1,h2,h3,h4,h5,h6{line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere;text-wrap:balance}
    h1{font-size:1.625rem;letter-spacing:-.01em;margin:0}
    h2{font-size:1.125rem}
    h3,h4,h5,h6{font-size:.9375rem}
    p{margin:0 0 .5rem;max-width:72ch}
    p,dd,dt,li,td,th,code,figcaption,label,legend{overflow-wrap:anywhere;unicode-bidi:plaintext}
    td,th{overflow-wrap:break-word}
    code{font:.8125rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;color:var(--muted-text)}
    a{color:var(--accent);text-underline-offset:.2em}
    ul.links,ul.acts,.rows,.stats,.legend,.chips,nav ul,.choices{list-style:none;margin:0;padding:0}
    .links,.acts{display:flex;flex-wrap:wrap;gap:0 .25rem;align-items:center}
    .links a,.acts a,.more a,.sorts a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .625rem;border-radius:.5rem;text-decoration:none;font-weight:550}
    .links{margin-inline:-.625rem}
    button,input,select,textarea{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--border);border-radius:.5rem;padding:.5rem .75rem;min-height:2.75rem;max-width:100%}
    button{cursor:pointer;font-weight:550}
    button[aria-disabled]{cursor:not-allowed;color:var(--muted-text)}
    .links button,.acts button,.more button{border-color:transparent;background:none;color:var(--accent);padding:0 .625rem}
    .links button.current{color:var(--surface);background:var(--accent)}
    .primary,.toolbar li:first-child>a,.toolbar li:first-child button{background:var(--accent);border:1px solid var(--accent);color:var(--surface)}
    .danger{background:var(--danger-text);border-color:var(--danger-text);color:var(--surface)}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    a:hover,summary:hover{text-decoration:underline}
    .links a:hover,.acts a:hover,.more a:hover,.links button:hover,.acts button:hover,.more button:hover{background:var(--soft);text-decoration:none}
    .primary:hover,.toolbar li:first-child>a:hover,.toolbar li:first-child button:hover,.danger:hover{filter:brightness(1.12);background:var(--accent)}
    .danger:hover{background:var(--danger-text)}
    summary{cursor:pointer;color:var(--accent);font-weight:550;min-height:2.75rem;display:flex;align-items:center;gap:.375rem}
    summary::-webkit-details-marker{display:none}
    summary::after{content:"";width:.4em;height:.4em;border:solid;border-width:0 2px 2px 0;rotate:45deg;margin-top:-.2em}
    [open]>summary::after{rotate:225deg;margin-top:.15em}
    .skip{position:absolute;left:-100vw}
    .skip:focus{left:1rem;top:.5rem;background:var(--surface);padding:.75rem 1rem;z-index:9;border-radius:.5rem}
    .heard{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .action{display:inline}
    .site{margin:0;font-weight:650}
    """
}
