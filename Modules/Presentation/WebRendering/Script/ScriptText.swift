/// The only script: everything works without it, and is faster with it. It has no dependencies and at most 30 KB.
///
/// Its parts are in separate files and share one scope. It is served without indentation and without comment lines.
enum ScriptText {
  static let text = [
    "\"use strict\";(() => {", base, working, swapping, offering, forms, keys, board, live, start,
    "})();\n",
  ].joined(separator: "\n").split(separator: "\n").map { $0.drop { $0 == " " } }
    .filter { !$0.hasPrefix("//") }.joined(separator: "\n")

  private static let base = #"""
    const $ = (selector, root = document) => root.querySelector(selector);
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const make = (name, properties = {}, ...children) => {
      const element = Object.assign(document.createElement(name), properties);
      element.append(...children);
      return element;
    };
    // What the script puts on the page; a page taken in later leaves it alone.
    const own = element => (element.dataset.own = "", element);

    const speaker = own(make("div", { className: "heard" }));
    speaker.setAttribute("aria-live", "polite");
    const say = text => { speaker.textContent = ""; setTimeout(() => speaker.textContent = text, 100); };
    const sayOutcome = () => {
      const words = all("#outcome .message").map(one => ($(".heard", one) || one).textContent.trim());
      if (words.length) say(words.join(" "));
      fade();
    };
    // What was done is shown for six seconds, longer while it is looked at or keys are pressed; what went wrong stays.
    let fading;
    document.addEventListener("keydown", () => fading && fade());
    const fade = () => {
      clearTimeout(fading);
      fading = 0;
      const box = $("#outcome"), said = $(".said", box);
      if (!said) return;
      box.classList.remove("over", "up");
      const close = () => { clearTimeout(fading); fading = 0; box.classList.add("over"); };
      if (!$(".closes", said)) {
        said.append(own(make("button", { type: "button", className: "closes", textContent: "×", onclick: close })));
        $(".closes", said).setAttribute("aria-label", "Close");
      }
      // It covers nothing that was just pressed.
      const [mine, pressed] = [box, document.activeElement].map(one => one.getBoundingClientRect());
      const covers = document.activeElement.matches("a,button,input") && pressed.bottom > mine.top && pressed.top < mine.bottom && pressed.right > mine.left;
      box.classList.toggle("up", covers);
      if (!$(".tone-danger,.tone-warning,.tone-caution", said))
        fading = setTimeout(() => box.matches(":hover,:focus-within") ? fade() : close(), 6000);
    };
    const remember = (key, value) => { try { localStorage.setItem(key, value); } catch {} };
    // Words that are said on the page that is loaded next.
    const keep = words => { try { sessionStorage.setItem("said", JSON.stringify(words)); } catch {} };
    const kept = () => {
      try {
        const words = JSON.parse(sessionStorage.getItem("said"));
        sessionStorage.removeItem("said");
        return words;
      } catch { return null; }
    };
    const recall = key => { try { return localStorage.getItem(key); } catch { return null; } };
    """#

  private static let start = #"""
    const enhance = () => {
      all("input[data-kinds]").forEach(finding);
      all(".line input[name=_command]").forEach(completing);
      all("form:has([type=date][name=from])").forEach(range);
      all(".board").filter(one => $("form", one) && !$("main>.hint")).forEach(one => one.after(own(make("p", {
        className: "hint", textContent: "Drag a card to another column, or press Shift and an arrow key on it." }))));
      all("input[name=time-zone][type=hidden]").forEach(one => one.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone);
      all("form.fields").forEach(form => { days(form); conditions(form); secrets(form); shown(form); });
    };
    document.body.append(speaker);
    enhance();
    const opened = new URL(location);
    if (opened.searchParams.has("_said")) {
      opened.searchParams.delete("_said");
      history.replaceState(null, "", opened);
      shownAt = here();
    }
    const faults = $(".faults"), before = kept();
    if (faults) faults.focus(); else if (before) complain(before); else sayOutcome();
    listen();
    """#
}
