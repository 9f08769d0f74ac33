extension ScriptText {
  /// Keys, and what closes when one looks elsewhere.
  static let keys = #"""
    const bar = () => $("#bar");
    const openBar = () => {
      if (!bar()?.showPopover || bar().matches(":popover-open")) return;
      bar().showPopover();
      $("input[name=_command]", bar()).select();
    };
    const typing = () => document.activeElement?.matches("input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]");
    document.addEventListener("keydown", event => {
      if (event.isComposing || event.altKey) return;
      const isK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !typing() && recall("slash") !== "off";
      if ((isK || isSlash) && bar()) {
        event.preventDefault();
        openBar();
      } else if (event.key === "Escape") {
        const menu = document.activeElement?.closest("details.menu[open]") || $("details.menu[open]");
        if (menu) { menu.open = false; $("summary", menu).focus(); }
        else if (!$("dialog[open],:popover-open")) $("#outcome").replaceChildren();
      }
    });
    // A menu that would leave the window begins at the other edge of its button.
    document.addEventListener("toggle", event => {
      const menu = event.target;
      if (!menu.matches?.("details.menu[open]")) return;
      const sheet = menu.lastElementChild;
      sheet.classList.remove("turned");
      const { left, right } = sheet.getBoundingClientRect();
      sheet.classList.toggle("turned", left < 0 || right > innerWidth);
      sheet.scrollIntoView({ block: "nearest" });
    }, true);
    document.addEventListener("click", event => {
      all("details.menu[open]").filter(menu => !menu.contains(event.target)).forEach(menu => menu.open = false);
      if (event.target.closest("#more a,#quick a")) all(":popover-open").forEach(one => one.hidePopover());
    });
    // A single key can be in the way of those who speak their commands: it can be turned off, in the bar itself.
    if (bar()) {
      const box = make("input", { type: "checkbox", checked: recall("slash") !== "off" });
      box.addEventListener("change", () => remember("slash", box.checked ? "on" : "off"));
      bar().append(own(make("label", { className: "shows" }, box, " Open this with the key / (Ctrl-K opens it always)")));
    }
    """#

  /// Changes from elsewhere, merged while the page is visible. Only a visible page has a stream open.
  static let live = #"""
    let stream, due;
    const refresh = async () => {
      try {
        const answer = await fetchPage(location.href, { signal: AbortSignal.timeout(20000) });
        const next = parsed(await answer.text());
        if ((answer.ok || answer.status === 401) && isOthers(next)) return next.body.dataset.who ? leave() : wait();
        // A question is answered first.
        if ($("dialog[open]")) soon(3000);
        // A form stays as it is, with what is typed in it: it says when it is sent that what it began with has changed.
        else if (answer.ok && !answer.redirected && !$("main form.fields")) takeIn(next, location.href, false, true);
        return true;
      } catch {}
    };
    // Several changes at once are one look.
    const soon = (wait = 150) => { clearTimeout(due); due = setTimeout(refresh, wait); };
    const listen = () => {
      stream?.close();
      stream = null;
      if (document.hidden || !document.body.dataset.live || !window.EventSource) return;
      let greeted = false;
      stream = new EventSource(document.body.dataset.live);
      stream.addEventListener("changed", () => soon());
      // It was broken off in between, and what happened then it does not tell.
      stream.addEventListener("hello", () => { if (greeted) soon(); greeted = true; });
      // Refused for good: the page that is fetched says why.
      stream.addEventListener("error", () => { if (stream?.readyState === 2) soon(); });
      // Signed out elsewhere. What this page has just sent leads on by itself.
      stream.addEventListener("over", () => { stream.close(); $("form[data-sent]") || leave(); });
    };
    // Whose page it is may have changed while it was hidden, which no stream tells later.
    const comeBack = () => { listen(); if (!document.hidden) soon(0); };
    document.addEventListener("visibilitychange", comeBack);
    addEventListener("focus", () => soon());
    addEventListener("pagehide", () => stream?.close());
    // A page that a browser kept whole is shown when it is known to be still that of its person.
    addEventListener("pageshow", async event => {
      if (!event.persisted) return;
      document.body.hidden = true;
      if (!await refresh()) return leaving || location.reload();
      document.body.hidden = false;
      listen();
    });
    """#
}
